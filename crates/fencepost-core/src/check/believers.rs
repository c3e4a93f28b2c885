//! Who believes that it holds which lock.

use alloc::vec::Vec;

use crate::event::{ClientId, LockId};
use crate::fingerprint::Fingerprint;

/// The believers, lock by lock and in the order of their numbers, so that equal states look alike.
#[derive(Clone, Default)]
pub(super) struct Believers(Vec<(LockId, ClientId)>);

impl Believers {
    pub(super) fn contains(&self, lock: LockId, client: ClientId) -> bool {
        self.0.contains(&(lock, client))
    }

    /// Takes in one more; false if it believes already.
    pub(super) fn add(&mut self, lock: LockId, client: ClientId) -> bool {
        let new = !self.contains(lock, client);
        if new {
            let place = self.0.iter().take_while(|other| **other < (lock, client)).count();
            self.0.insert(place, (lock, client));
        }
        new
    }

    pub(super) fn remove(&mut self, lock: LockId, client: ClientId) {
        self.0.retain(|other| *other != (lock, client));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (LockId, ClientId)> {
        self.0.iter().copied()
    }

    pub(super) fn fingerprint(&self, out: &mut dyn Fingerprint) {
        for (lock, client) in self.iter() {
            out.word(u64::from(lock.0) << 16 | u64::from(client.0));
        }
        out.word(u64::MAX);
    }
}
