//! Where a world writes what happens: events go out one by one, each with its index and its cause.

use crate::event::{Event, Kind, Node};
use crate::primitive::{Reading, Time};

/// Takes events as they happen.
pub struct Log<'a> {
    next: u32,
    cause: Option<u32>,
    sink: &'a mut dyn FnMut(Event),
}

impl<'a> Log<'a> {
    /// A log whose first event gets the index `next`.
    pub fn new(next: u32, sink: &'a mut dyn FnMut(Event)) -> Self {
        Self { next, cause: None, sink }
    }

    /// The index of the next event.
    pub fn next_index(&self) -> u32 {
        self.next
    }

    /// The event that causes what follows.
    pub(super) fn cause(&self) -> Option<u32> {
        self.cause
    }

    /// What follows is caused by this event, no longer by the one that it returns.
    pub(super) fn because(&mut self, cause: Option<u32>) -> Option<u32> {
        core::mem::replace(&mut self.cause, cause)
    }

    /// Writes one event, and returns its index.
    pub(super) fn emit(&mut self, at: Time, node: Node, clock: Reading, kind: Kind) -> u32 {
        let index = self.next;
        self.next = self.next.saturating_add(1);
        (self.sink)(Event { index, at, node, clock, cause: self.cause, kind });
        index
    }
}
