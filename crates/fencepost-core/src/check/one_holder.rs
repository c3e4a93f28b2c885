//! No grant is made while an earlier grant of that lock to another client is still within its promise: not
//! released by its holder, and before the promised moment of true time. Judges grants alone: whom the
//! service has on record, by its own clock, does not matter here.

use alloc::vec::Vec;

use super::{Check, Findings, Kind};
use crate::event::{self, ClientId, LockId, Parts, Promise, RecordEnd};
use crate::fingerprint::Fingerprint;
use crate::help::help;
use crate::primitive::Time;

pub(super) static KIND: Kind = Kind {
    name: "one-holder",
    demands: help("No lock is granted while it is still promised to another client."),
    having_held: "no lock was granted while it was promised to another",
    when_holds: "every promise was kept",
    when_broken: "a promise was broken",
    when_idle: "no lock was granted",
    begin: || OneHolder::default().into(),
};

/// What is promised to whom, in order, so that equal states look alike.
#[derive(Clone, Default)]
pub(super) struct OneHolder {
    promises: Vec<(LockId, ClientId, Promise)>,
}

impl Check for OneHolder {
    fn see(&mut self, kind: &event::Kind, it: &Parts<'_>, findings: &mut Findings) {
        match *kind {
            event::Kind::Granted { client, lock, .. } => {
                findings.applies(it);
                self.promises.retain(|(_, _, promise)| stands(*promise, it.at));
                for (_, holder, promise) in self.promises.iter().filter(|(held, ..)| *held == lock) {
                    let elsewhere = *promise == Promise::InProcess
                        && it.names.process_of(*holder) != it.names.process_of(client);
                    if *holder != client && !elsewhere {
                        let mut it = *it;
                        (it.other, it.promise) = (Some(*holder), *promise);
                        findings.breach(&it, although(*promise));
                    }
                }
                self.promise(lock, client, it.promise);
            }
            event::Kind::Extended { lock, owner, .. } => self.promise(lock, owner, it.promise),
            event::Kind::Released { client, lock, owner, .. } if client == owner => {
                self.forget(lock, client);
            }
            event::Kind::RecordEnded { client, lock, why, .. } if may_end(why) => {
                let bound = |it: &(LockId, ClientId, Promise)| {
                    matches!(it.2, Promise::WhileConnected | Promise::InProcess)
                };
                self.promises.retain(|it| (it.0, it.1) != (lock, client) || !bound(it));
            }
            _ => {}
        }
    }

    fn fingerprint(&self, now: Time, out: &mut dyn Fingerprint) {
        for (lock, client, promise) in self.promises.iter().filter(|(_, _, promise)| stands(*promise, now)) {
            out.word(u64::from(lock.0) << 16 | u64::from(client.0));
            match promise {
                Promise::Until(end) => out.relative(*end, now),
                promise => out.word(u64::MAX - promise.rank()),
            }
        }
        out.word(u64::MAX);
    }
}

impl OneHolder {
    fn promise(&mut self, lock: LockId, client: ClientId, promise: Promise) {
        self.forget(lock, client);
        let before = |other: &&(LockId, ClientId, Promise)| (other.0, other.1) < (lock, client);
        let place = self.promises.iter().take_while(before).count();
        self.promises.insert(place, (lock, client, promise));
    }

    fn forget(&mut self, lock: LockId, client: ClientId) {
        self.promises.retain(|(held, holder, _)| (*held, *holder) != (lock, client));
    }
}

/// Whether a promise that was not released still stands.
fn stands(promise: Promise, now: Time) -> bool {
    match promise {
        Promise::Until(end) => now < end,
        _ => true,
    }
}

/// Whether a record that ends so ends a promise that is bound to a connection or a process.
fn may_end(why: RecordEnd) -> bool {
    matches!(why, RecordEnd::Disconnected | RecordEnd::Aborted | RecordEnd::Revoked)
}

fn although(promise: Promise) -> &'static str {
    match promise {
        Promise::Until(_) => "$l was granted to $c at $i although it was promised to $o until $u",
        Promise::WhileConnected => {
            "$l was granted to $c at $i although it was promised to $o while its connection lives"
        }
        _ => "$l was granted to $c at $i although it was promised to $o until it releases",
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use crate::event::{Outcome, Promise, RecordEnd};
    use crate::trace::Trace;

    const ME: &str = "one-holder";
    pub(in crate::check) const CASES: Cases = Cases { check: ME, kept, broken };

    /// B is granted the lock at the very end of A's promise, C after B's release.
    fn kept() -> Trace {
        Story::new()
            .granted(50, A, 1, until(10_050))
            .granted(10_050, B, 2, until(20_050))
            .released(15_000, B, B, 2)
            .granted(15_001, C, 3, until(25_001))
            .done()
    }

    /// B is granted the lock at 5, half way through A's promise.
    fn broken() -> Trace {
        Story::new().granted(50, A, 1, until(10_050)).granted(5_000, B, 2, until(15_000)).done()
    }

    #[test]
    fn a_grant_within_the_promise_to_another_breaks_it() {
        assert_outcome(
            &whole(&kept(), ME),
            Outcome::Holds,
            "No lock was granted while it was promised to another.",
        );
        assert_broken(
            &whole(&broken(), ME),
            1,
            1,
            "report was granted to B at 5s although it was promised to A until 10.05s.",
        );
    }

    #[test]
    fn a_release_by_another_ends_no_promise() {
        let released = |by| {
            let story = Story::new().granted(0, A, 1, Promise::UntilReleased).released(1_000, by, A, 1);
            whole(&story.granted(2_000, C, 2, until(12_000)).done(), ME)
        };
        assert_eq!(released(A).outcome, Outcome::Holds);
        assert_broken(
            &released(B),
            1,
            2,
            "report was granted to C at 2s although it was promised to A until it releases.",
        );
    }

    #[test]
    fn an_extension_moves_the_end_of_the_promise() {
        let story = || Story::new().granted(0, A, 1, until(10_000)).extended(8_000, A, A, 1, until(18_000));
        assert_eq!(whole(&story().granted(17_999, B, 2, until(28_000)).done(), ME).event, Some(2));
        assert_eq!(whole(&story().granted(18_000, B, 2, until(28_000)).done(), ME).outcome, Outcome::Holds);
    }

    #[test]
    fn another_grant_to_the_same_client_and_other_locks_break_nothing() {
        let trace = Story::new()
            .granted(0, A, 1, until(10_000))
            .granted(1_000, A, 2, until(11_000))
            .granted_of(2_000, AUDIT, B, 3, until(12_000))
            .done();
        assert_eq!(whole(&trace, ME).outcome, Outcome::Holds);
    }

    #[test]
    fn every_promise_that_a_grant_passes_over_is_reported() {
        let trace = Story::new()
            .granted(0, A, 1, until(10_000))
            .granted(1_000, B, 2, until(11_000))
            .granted(2_000, C, 3, until(12_000))
            .done();
        assert_eq!(
            texts(&trace, ME),
            [
                "report was granted to B at 1s although it was promised to A until 10s",
                "report was granted to C at 2s although it was promised to A until 10s",
                "report was granted to C at 2s although it was promised to B until 11s",
            ]
        );
    }

    /// "While the connection lives" ends when the service sees it close, and not when it forgets the holder.
    #[test]
    fn a_promise_bound_to_a_connection_ends_with_it() {
        let story = |why| {
            Story::new()
                .granted(0, A, 1, Promise::WhileConnected)
                .on_record(0, A, 1)
                .off_record(1_000, A, 1, why)
                .granted(2_000, B, 2, Promise::WhileConnected)
                .done()
        };
        assert_eq!(whole(&story(RecordEnd::Disconnected), ME).outcome, Outcome::Holds);
        assert_eq!(whole(&story(RecordEnd::Aborted), ME).outcome, Outcome::Holds);
        assert_broken(
            &whole(&story(RecordEnd::Forgotten), ME),
            1,
            3,
            "report was granted to B at 2s although it was promised to A while its connection lives.",
        );
    }
}
