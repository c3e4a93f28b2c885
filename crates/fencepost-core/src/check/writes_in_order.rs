//! The grant numbers of the writes that a store accepts never fall. Each accepted write is compared with the
//! one before it; a write without a grant counts as grant 0. Stores that no lock protects are left out.

use super::slots::Slots;
use super::{Check, Findings, Kind};
use crate::event::{self, ClientId, Parts};
use crate::fingerprint::Fingerprint;
use crate::help::help;
use crate::primitive::Time;

pub(super) static KIND: Kind = Kind {
    name: "writes-in-order",
    demands: help("The grant numbers of accepted writes never fall."),
    having_held: "writes got in in the order of their grants",
    when_holds: "writes came in order",
    when_broken: "a write came out of order",
    when_idle: "no write reached a store that a lock protects",
    begin: || WritesInOrder::default().into(),
};

/// For each store the last accepted write: its grant's number and its writer.
#[derive(Clone, Default)]
pub(super) struct WritesInOrder {
    stores: Slots<Option<(u32, ClientId)>>,
}

impl Check for WritesInOrder {
    fn see(&mut self, kind: &event::Kind, it: &Parts<'_>, findings: &mut Findings) {
        match *kind {
            event::Kind::WriteAccepted { client, store, .. } if it.lock.is_some() => {
                findings.applies(it);
                let last = self.stores.at(store.index()).replace((it.grant, client));
                let Some((before, other)) = last.filter(|(before, _)| *before > it.grant) else { return };
                let mut it = *it;
                (it.other, it.number) = (Some(other), before.into());
                findings.breach(&it, "$c's write $g was accepted at $i after $o's write under grant $n");
            }
            event::Kind::WriteRejected { .. } if it.lock.is_some() => findings.applies(it),
            _ => {}
        }
    }

    fn fingerprint(&self, _now: Time, out: &mut dyn Fingerprint) {
        self.stores.fingerprint(out, Option::is_none, |last, out| {
            if let Some((number, _)) = last {
                out.word(u64::from(*number));
            }
        });
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use crate::event::Outcome;
    use crate::trace::Trace;

    const ME: &str = "writes-in-order";
    pub(in crate::check) const CASES: Cases = Cases { check: ME, kept, broken };

    /// Grants 1, 2, 2.
    fn kept() -> Trace {
        Story::new()
            .writes(1_000, A, INVOICES, 1, 0)
            .writes(2_000, B, INVOICES, 2, 1)
            .writes(3_000, B, INVOICES, 2, 2)
            .done()
    }

    /// Grants 2, 1: A's write falls behind B's.
    fn broken() -> Trace {
        Story::new().writes(12_150, B, INVOICES, 2, 0).writes(13_150, A, INVOICES, 1, 1).done()
    }

    #[test]
    fn grant_numbers_may_stay_and_rise_but_not_fall() {
        assert_outcome(&whole(&kept(), ME), Outcome::Holds, "Writes got in in the order of their grants.");
        assert_broken(
            &whole(&broken(), ME),
            1,
            1,
            "A's write under grant 1 was accepted at 13.15s after B's write under grant 2.",
        );
    }

    #[test]
    fn each_write_is_compared_with_the_one_before() {
        // 3, 1, 2, 0: it falls from 3 to 1 and from 2 to 0 (a write without a grant).
        let trace = Story::new()
            .writes(1_000, C, INVOICES, 3, 0)
            .writes(2_000, A, INVOICES, 1, 1)
            .writes(3_000, B, INVOICES, 2, 2)
            .writes(4_000, A, INVOICES, 0, 3)
            .done();
        assert_eq!(
            texts(&trace, ME),
            [
                "A's write under grant 1 was accepted at 2s after C's write under grant 3",
                "A's write without a grant was accepted at 4s after B's write under grant 2",
            ]
        );
        // The writes of [3, 4) are in order among themselves, and the one of [4, …) is not.
        assert_eq!(between(&trace, ME, 3_000, Some(4_000)).outcome, Outcome::Holds);
        assert_eq!(between(&trace, ME, 4_000, None).event, Some(3));
    }

    #[test]
    fn stores_are_judged_apart_and_unprotected_ones_not_at_all() {
        let apart = Story::new().writes(1_000, B, LEDGER, 2, 0).writes(2_000, A, INVOICES, 1, 0).done();
        assert_eq!(whole(&apart, ME).outcome, Outcome::Holds);
        let unprotected = Story::new().writes(1_000, B, SCRATCH, 2, 0).writes(2_000, A, SCRATCH, 1, 1).done();
        assert_outcome(
            &whole(&unprotected, ME),
            Outcome::DoesNotApply,
            "No write reached a store that a lock protects.",
        );
    }

    #[test]
    fn a_rejected_write_is_something_to_judge_and_breaks_nothing() {
        let trace = Story::new().rejected(1_000, A, 1, 2).done();
        assert_eq!(whole(&trace, ME).outcome, Outcome::Holds);
    }

    #[test]
    fn one_lock_store_or_client_can_be_asked_for_alone() {
        for (name, outcome) in [
            ("report", Outcome::Broken),
            ("invoices", Outcome::Broken),
            ("A", Outcome::Broken),
            ("B", Outcome::Broken),
            ("C", Outcome::DoesNotApply),
            ("ledger", Outcome::DoesNotApply),
        ] {
            assert_eq!(of(&broken(), ME, name).outcome, outcome, "{name}");
        }
        assert_outcome(
            &of(&broken(), ME, "ledger"),
            Outcome::DoesNotApply,
            "There is nothing to judge, as far as ledger goes.",
        );
        assert_outcome(
            &of(&broken(), ME, "nonsense"),
            Outcome::DoesNotApply,
            "No lock, store or client is called nonsense.",
        );
    }
}
