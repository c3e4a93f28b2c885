//! What an event says about itself, in the words that scenarios use.

use super::{Content, Kind, LockId, Parts, StoreId};
use crate::primitive::Time;
use crate::trace::Names;

/// Who did what an event tells, and to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts<'a> {
    /// The lock, store or other thing that it concerns.
    pub of: Option<&'a str>,
    /// The client that did it, asked for it or is answered.
    pub by: Option<&'a str>,
}

impl Kind {
    /// What the event says about itself.
    pub fn facts<'a>(&self, names: &'a Names) -> Facts<'a> {
        let mut it = Parts::at(Time::ZERO, names);
        it.take(self);
        let store = it.store.map(|store| names.store(store));
        let of = store.or_else(|| it.lock.map(|lock| names.lock(lock)));
        let end = || it.to.filter(|_| it.client.is_none()).map(|to| names.node(to));
        Facts { of: of.or_else(end), by: it.end(it.from) }
    }
}

impl Content {
    /// The lock that it is about, if any.
    pub const fn lock(&self) -> Option<LockId> {
        match *self {
            Self::Acquire { lock, .. }
            | Self::TakeOver { lock, .. }
            | Self::Extend { lock, .. }
            | Self::Touch { lock }
            | Self::Release { lock, .. }
            | Self::Granted { lock, .. }
            | Self::Held { lock, .. }
            | Self::Queued { lock }
            | Self::Vote { lock, .. }
            | Self::Failed { lock, .. }
            | Self::Extended { lock }
            | Self::Released { lock }
            | Self::NotYours { lock } => Some(lock),
            _ => None,
        }
    }

    /// The store that it is about, if any.
    pub const fn store(&self) -> Option<StoreId> {
        match *self {
            Self::Write { store, .. }
            | Self::Read { store }
            | Self::Written { store }
            | Self::Rejected { store, .. }
            | Self::Value { store, .. } => Some(store),
            _ => None,
        }
    }
}
