//! Leases: grants that end by themselves. One slot for one lock, and a fixed-size table of slots.
//!
//! The owner value stands for the random value of `SET key value NX PX ttl`: it is compared, never
//! ordered. Leaves out tokens (see [`TokenCounter`](super::TokenCounter)) and any waiting queue.

use super::{Reading, Span};

/// A grant on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lease<O> {
    /// The value that release and renewal must show.
    pub owner: O,
    /// The reading of the keeper's clock at the grant.
    pub granted_at: Reading,
    /// The reading at which the lease is over, or `None` for a lock without expiry.
    pub expires_at: Option<Reading>,
}

impl<O> Lease<O> {
    /// Whether the lease is over: at `now == expires_at` it is.
    pub fn is_over(&self, now: Reading) -> bool {
        self.expires_at.is_some_and(|end| now >= end)
    }
}

/// The answer to an acquire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Acquired<O> {
    /// The lock was free, or its lease was over, and is now the asker's.
    Granted(Lease<O>),
    /// Somebody's lease still runs. It may be the asker's own: a slot does not re-enter.
    Held(Lease<O>),
}

/// The answer to a renewal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Renewed<O> {
    /// The lease runs anew from now.
    Renewed(Lease<O>),
    /// The lease is over, or another's: nothing changed, nothing was created.
    NotHeld,
}

/// The answer to a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Released<O> {
    /// The lease was the asker's and is gone.
    Released(Lease<O>),
    /// Another's lease stands, untouched.
    NotOwner,
    /// There was nothing to release.
    NotHeld,
}

/// One lock: free, or under one lease. Expiry is judged at each access; nothing needs to be scheduled.
///
/// ```
/// use fencepost_core::primitive::{Acquired, LeaseSlot, Reading, Released, Span};
/// let at = |s| Reading::from_secs(s);
/// let ttl = Some(Span::from_secs(10));
/// let mut report = LeaseSlot::new();
///
/// assert!(matches!(report.acquire("a", ttl, at(0)), Acquired::Granted(_)));
/// assert!(matches!(report.acquire("b", ttl, at(3)), Acquired::Held(lease) if lease.owner == "a"));
/// assert_eq!(report.release(&"wrong", at(3)), Released::NotOwner);
/// assert!(matches!(report.release(&"a", at(3)), Released::Released(_)));
/// assert!(matches!(report.acquire("c", ttl, at(4)), Acquired::Granted(_)));
/// // c never releases; its lease is over at 14.
/// assert!(matches!(report.acquire("d", ttl, at(20)), Acquired::Granted(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LeaseSlot<O> {
    lease: Option<Lease<O>>,
}

impl<O> Default for LeaseSlot<O> {
    fn default() -> Self {
        Self::new()
    }
}

impl<O> LeaseSlot<O> {
    /// A free lock.
    pub const fn new() -> Self {
        Self { lease: None }
    }

    /// The lease that runs at `now`, if any.
    pub fn holder(&self, now: Reading) -> Option<&Lease<O>> {
        self.lease.as_ref().filter(|lease| !lease.is_over(now))
    }

    /// Takes the lease away from whoever has it, whatever owner value they show: the plain delete that
    /// [`release`](Self::release) protects against.
    pub fn clear(&mut self, now: Reading) -> Option<Lease<O>> {
        self.lease.take().filter(|lease| !lease.is_over(now))
    }
}

impl<O: Copy + Eq> LeaseSlot<O> {
    /// Takes the lock if it is free at `now`. A `ttl` of `None` never expires.
    pub fn acquire(&mut self, owner: O, ttl: Option<Span>, now: Reading) -> Acquired<O> {
        if let Some(lease) = self.holder(now) {
            return Acquired::Held(*lease);
        }
        let lease = Lease { owner, granted_at: now, expires_at: ttl.map(|ttl| now + ttl) };
        self.lease = Some(lease);
        Acquired::Granted(lease)
    }

    /// Lets the lease run for `ttl` from `now`, if it is still `owner`'s.
    pub fn renew(&mut self, owner: &O, ttl: Option<Span>, now: Reading) -> Renewed<O> {
        match &mut self.lease {
            Some(lease) if lease.owner == *owner && !lease.is_over(now) => {
                lease.expires_at = ttl.map(|ttl| now + ttl);
                Renewed::Renewed(*lease)
            }
            _ => Renewed::NotHeld,
        }
    }

    /// Ends the lease, if it is still `owner`'s: comparing and deleting are one step.
    pub fn release(&mut self, owner: &O, now: Reading) -> Released<O> {
        match self.holder(now) {
            None => Released::NotHeld,
            Some(lease) if lease.owner != *owner => Released::NotOwner,
            Some(lease) => {
                let lease = *lease;
                self.lease = None;
                Released::Released(lease)
            }
        }
    }
}

/// Up to `N` locks under names of type `K`, without an allocator.
///
/// ```
/// use fencepost_core::primitive::{Acquired, LeaseTable, Reading, Span};
/// let mut locks: LeaseTable<&str, u32, 8> = LeaseTable::new();
/// let ttl = Some(Span::from_secs(30));
/// let report = locks.slot("report").expect("room for eight names");
/// assert!(matches!(report.acquire(1, ttl, Reading::ZERO), Acquired::Granted(_)));
/// assert!(locks.holder(&"report", Reading::from_secs(29)).is_some());
/// assert!(locks.holder(&"report", Reading::from_secs(30)).is_none());
/// ```
#[derive(Clone, Debug)]
pub struct LeaseTable<K, O, const N: usize> {
    slots: [Option<(K, LeaseSlot<O>)>; N],
}

impl<K: Eq, O: Copy + Eq, const N: usize> Default for LeaseTable<K, O, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Eq, O: Copy + Eq, const N: usize> LeaseTable<K, O, N> {
    /// A table of `N` free places.
    pub const fn new() -> Self {
        Self { slots: [const { None }; N] }
    }

    /// The slot of this lock, taking a free place for a new name; `None` when all `N` places are taken.
    pub fn slot(&mut self, name: K) -> Option<&mut LeaseSlot<O>> {
        let place = self
            .slots
            .iter()
            .position(|slot| slot.as_ref().is_some_and(|(known, _)| *known == name))
            .or_else(|| self.slots.iter().position(Option::is_none))?;
        let (_, slot) = self.slots[place].get_or_insert_with(|| (name, LeaseSlot::new()));
        Some(slot)
    }

    /// The lease that runs on this lock at `now`, if any.
    pub fn holder(&self, name: &K, now: Reading) -> Option<&Lease<O>> {
        let (_, slot) = self.slots.iter().flatten().find(|(known, _)| known == name)?;
        slot.holder(now)
    }

    /// Gives back the places of locks that nobody holds at `now`.
    pub fn sweep(&mut self, now: Reading) {
        for place in &mut self.slots {
            if place.as_ref().is_some_and(|(_, slot)| slot.holder(now).is_none()) {
                *place = None;
            }
        }
    }
}
