//! The trace as stretches of time: who believed from when to when, what was on record, what was under way.
//!
//! One pass over the events, no geometry. A stretch knows the events that began and ended it, and these know
//! the rest. Leaves out what the picture does not show: looks at a deadline, replies that a client had no use
//! for.

mod fold;

use alloc::vec::Vec;

use fencepost_core::event::ClientId;
use fencepost_core::primitive::{Span, Time};

pub(crate) use fold::tell;

/// What lasts, or happens at one moment. Each client, process, lock and store has a list of its own for each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thing {
    /// A client's program runs.
    Life,
    /// A client believes: a stretch within its validity or one after it. The mark is [`belief`].
    Belief,
    /// A client works.
    Work,
    /// A client sleeps.
    Sleep,
    /// A client asks for a lock.
    Wait,
    /// A process, or a part of it, is paused. The mark is the scope.
    Pause,
    /// A process dies.
    Crash,
    /// A process starts again.
    Restart,
    /// A lock's record names a holder. The mark is the grant.
    Lease,
    /// From the end of a lock's record to the later end of its promise.
    Promise,
    /// A lock is refused.
    Refusal,
    /// Two clients or more believe to hold the lock. The mark is the set of all who do at some instant of it.
    Both,
    /// A store holds a value.
    Value,
    /// A store does something with a request. The mark is 1 where a write was refused or late.
    Act,
    /// A message is under way. All are in one list. The mark is that of the act that it led to.
    Passage,
    /// Something is wrong with a link. All are in one list. The mark is the link and what is wrong.
    Link,
    /// A clock changes. All are in one list.
    Clock,
    /// A service does not serve. All are in one list. The mark is the node, and why.
    Outage,
    /// Something happens to a service, or to what a client has with one. All are in one list.
    News,
}

const THINGS: usize = Thing::News as usize + 1;

/// Something that lasts from one moment to another, or happens at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch {
    /// When it began.
    pub from: Time,
    /// When it ended; the end of the run while it lasts.
    pub to: Time,
    /// The events that began and ended it.
    pub events: (u32, Option<u32>),
    /// What [`Thing`] says.
    pub mark: u64,
}

impl Stretch {
    /// Whether it lasts beyond the end of the run.
    pub(crate) fn is_open(&self) -> bool {
        self.events.1.is_none()
    }

    pub(crate) fn span(&self) -> Span {
        self.to.since(self.from)
    }

    /// Of a belief: the place of its lock among these; their number where it is none of them.
    #[inline(never)]
    pub(crate) fn bar(&self, locks: &[u64]) -> usize {
        locks.iter().position(|lock| *lock == self.mark >> 1).unwrap_or(locks.len())
    }

    /// The moment and the event of its end.
    pub(crate) fn ending(&self) -> Self {
        Self { from: self.to, events: (self.events.1.unwrap_or(self.events.0), None), ..*self }
    }
}

/// The mark of a belief: its lock, and whether it is within its validity.
pub(crate) fn belief(lock: usize, sure: bool) -> u64 {
    (lock as u64) << 1 | u64::from(sure)
}

/// The set of one client. A scenario has at most 64; more are in no set.
pub(crate) fn set(client: ClientId) -> u64 {
    1_u64.checked_shl(u32::from(client.0)).unwrap_or(0)
}

/// All of it.
#[derive(Default)]
pub(crate) struct Story {
    lists: Vec<Vec<Stretch>>,
    /// What each grant promised at first, and until when with its extensions; without end until released.
    grants: Vec<(Span, Time)>,
}

impl Story {
    /// The list of a thing of the client, process, lock or store with this place in the names, in the order of
    /// time. What has one list for all has it at 0.
    pub(crate) fn list(&self, thing: Thing, whose: usize) -> &[Stretch] {
        self.lists.get(whose * THINGS + thing as usize).map_or(&[], |list| list)
    }

    /// How long a grant, by its number, was promised at first; without end until released.
    pub(crate) fn ttl(&self, grant: u64) -> Span {
        self.grants.get(grant as usize).map_or(Span::MAX, |it| it.0)
    }

    /// The locks that a client ever believed to hold, in the order of the first time.
    pub(crate) fn believed(&self, client: usize) -> Vec<u64> {
        let mut locks = Vec::new();
        for it in self.list(Thing::Belief, client) {
            if it.bar(&locks) == locks.len() {
                locks.push(it.mark >> 1);
            }
        }
        locks
    }
}
