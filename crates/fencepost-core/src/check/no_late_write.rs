//! When a write is accepted, no newer grant of the store's lock to another client exists. A write without a
//! grant is older than every grant. Stores that no lock protects are left out.

use super::slots::Slots;
use super::{Check, Findings, Kind};
use crate::event::{self, ClientId, Grant, Parts};
use crate::fingerprint::Fingerprint;
use crate::help::help;
use crate::primitive::Time;

pub(super) static KIND: Kind = Kind {
    name: "no-late-write",
    demands: help("When a write is accepted, the lock has not been granted to another client since."),
    having_held: "no late write got in",
    when_holds: "no late write got in",
    when_broken: "a late write got in",
    when_idle: "no write reached a store that a lock protects",
    begin: || NoLateWrite::default().into(),
};

#[derive(Clone, Default)]
pub(super) struct NoLateWrite {
    locks: Slots<Newest>,
}

/// The newest grant of one lock, and the newest to any other client. No more is needed to know the newest
/// grant to somebody else than a given client.
#[derive(Clone, Copy, Default)]
struct Newest {
    first: Option<Made>,
    other: Option<Made>,
}

#[derive(Clone, Copy)]
struct Made {
    grant: Grant,
    client: ClientId,
    at: Time,
}

impl Newest {
    fn granted(&mut self, made: Made) {
        if self.first.is_some_and(|first| first.client != made.client) {
            self.other = self.first;
        }
        self.first = Some(made);
    }

    /// The newest grant to somebody else.
    fn besides(&self, client: ClientId) -> Option<Made> {
        self.first.filter(|first| first.client != client).or(self.other)
    }
}

impl Check for NoLateWrite {
    fn see(&mut self, kind: &event::Kind, it: &Parts<'_>, findings: &mut Findings) {
        match *kind {
            event::Kind::Granted { client, lock, grant, .. } => {
                self.locks.at(lock.index()).granted(Made { grant, client, at: it.at });
            }
            event::Kind::WriteAccepted { client, .. } => self.accepted(client, it, findings),
            event::Kind::WriteRejected { .. } if it.lock.is_some() => findings.applies(it),
            _ => {}
        }
    }

    fn fingerprint(&self, _now: Time, out: &mut dyn Fingerprint) {
        let never = |newest: &Newest| newest.first.is_none();
        self.locks.fingerprint(out, never, |newest, out| {
            for made in [newest.first, newest.other] {
                out.word(made.map_or(0, |made| u64::from(made.grant.0)));
                out.word(made.map_or(0, |made| u64::from(made.client.0)));
            }
        });
    }
}

impl NoLateWrite {
    fn accepted(&self, client: ClientId, it: &Parts<'_>, findings: &mut Findings) {
        let Some(lock) = it.lock else { return };
        findings.applies(it);
        let newest = self.locks.get(lock.index()).and_then(|newest| newest.besides(client));
        let Some(newer) = newest.filter(|made| it.grant < made.grant.0) else { return };
        let mut it = *it;
        (it.other, it.since) = (Some(newer.client), newer.at);
        findings.breach(&it, "$c's write $g was accepted at $i although $l had been granted to $o at $j");
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use crate::event::Outcome;
    use crate::trace::Trace;

    const ME: &str = "no-late-write";
    pub(in crate::check) const CASES: Cases = Cases { check: ME, kept, broken };

    /// A writes under grant 1 before B is granted 2, and B after it.
    fn kept() -> Trace {
        Story::new()
            .granted(50, A, 1, until(10_050))
            .writes(1_000, A, INVOICES, 1, 0)
            .granted(11_050, B, 2, until(21_050))
            .writes(12_150, B, INVOICES, 2, 1)
            .rejected(13_150, A, 1, 2)
            .done()
    }

    /// B has been granted 2 at 11.05 and has not written yet when A's write comes.
    fn broken() -> Trace {
        Story::new()
            .granted(50, A, 1, until(10_050))
            .granted(11_050, B, 2, until(21_050))
            .writes(11_650, A, INVOICES, 1, 0)
            .writes(12_150, B, INVOICES, 2, 1)
            .done()
    }

    #[test]
    fn a_write_after_a_newer_grant_to_another_is_late() {
        assert_outcome(&whole(&kept(), ME), Outcome::Holds, "No late write got in.");
        assert_broken(
            &whole(&broken(), ME),
            1,
            2,
            "A's write under grant 1 was accepted at 11.65s although report had been granted to B at 11.05s.",
        );
    }

    #[test]
    fn a_newer_grant_to_the_writer_itself_is_no_matter() {
        // A's own grant 2 does not make its write under grant 1 late; B's grant 3 does, and still does after
        // A's grant 4.
        let own = || Story::new().granted(0, A, 1, until(1_000)).granted(2_000, A, 2, until(3_000));
        assert_eq!(whole(&own().writes(2_500, A, INVOICES, 1, 0).done(), ME).outcome, Outcome::Holds);
        let trace = own()
            .granted(4_000, B, 3, until(5_000))
            .granted(6_000, A, 4, until(7_000))
            .writes(6_500, A, INVOICES, 2, 0)
            .writes(6_600, A, INVOICES, 4, 1)
            .done();
        // Events: 0 to 3 grants, 4 the write under grant 2 (late), 5 the write under grant 4 (not late).
        assert_broken(
            &whole(&trace, ME),
            1,
            4,
            "A's write under grant 2 was accepted at 6.5s although report had been granted to B at 4s.",
        );
    }

    #[test]
    fn a_write_without_a_grant_is_older_than_every_grant_to_another() {
        let trace = Story::new()
            .writes(500, C, INVOICES, 0, 0)
            .granted(1_000, A, 1, until(10_000))
            .writes(2_000, A, INVOICES, 0, 1)
            .writes(3_000, C, INVOICES, 0, 2)
            .done();
        // At 0.5 there is no grant, at 2 only the writer's own; at 3 there is A's.
        assert_broken(
            &whole(&trace, ME),
            1,
            3,
            "C's write without a grant was accepted at 3s although report had been granted to A at 1s.",
        );
    }

    #[test]
    fn only_grants_of_the_lock_that_protects_the_store_count() {
        let trace = Story::new()
            .granted(0, A, 1, until(1_000))
            .granted_of(2_000, AUDIT, B, 2, until(9_000))
            .writes(3_000, A, INVOICES, 1, 0)
            .writes(3_500, A, SCRATCH, 1, 0)
            .done();
        assert_eq!(whole(&trace, ME).outcome, Outcome::Holds);
        assert_eq!(of(&trace, ME, "scratch").outcome, Outcome::DoesNotApply);
    }
}
