//! The version that an accepted write replaces is one that its writer last read, or that it wrote since.
//! Judges clients that have read the store; what a client has read is what has reached it. A write that was
//! on its way while its writer read again is judged by the later reading.

use super::slots::Slots;
use super::{Check, Findings, Kind};
use crate::event::{self, ClientId, Parts};
use crate::fingerprint::Fingerprint;
use crate::help::help;
use crate::primitive::Time;

pub(super) static KIND: Kind = Kind {
    name: "no-lost-update",
    demands: help(
        "The version that an accepted write replaces is one that its writer last read, or wrote since.",
    ),
    having_held: "no write replaced data that its writer had not read",
    when_holds: "no update was lost",
    when_broken: "an update was lost",
    when_idle: "no program reads a store",
    begin: || NoLostUpdate::default().into(),
};

#[derive(Clone, Default)]
pub(super) struct NoLostUpdate {
    stores: Slots<Known>,
}

/// What is known of one store.
#[derive(Clone, Default)]
struct Known {
    /// For each client that has read it, the latest version that the client read or made.
    versions: Slots<Option<u64>>,
    /// Who wrote last.
    writer: Option<ClientId>,
}

impl Check for NoLostUpdate {
    fn see(&mut self, kind: &event::Kind, it: &Parts<'_>, findings: &mut Findings) {
        match *kind {
            event::Kind::ValueRead { client, store, version, .. } => {
                findings.applies(it);
                let known = self.stores.at(store.index()).versions.at(client.index());
                *known = Some(version).max(*known);
            }
            event::Kind::WriteAccepted { client, store, replaced, version, .. } => {
                let known = self.stores.at(store.index());
                let writer = known.writer.replace(client).unwrap_or(client);
                let Some(latest) = known.versions.at(client.index()) else { return };
                let before = core::mem::replace(latest, version);
                findings.applies(it);
                if before != replaced {
                    let mut it = *it;
                    (it.other, it.highest) = (Some(writer), before);
                    findings.breach(
                        &it,
                        "$c's write at $i replaced version $n, written by $o, but $c knew only version $K",
                    );
                }
            }
            _ => {}
        }
    }

    fn fingerprint(&self, _now: Time, out: &mut dyn Fingerprint) {
        let ignorant = |known: &Known| known.versions.iter().all(|(_, version)| version.is_none());
        self.stores.fingerprint(out, ignorant, |known, out| {
            known.versions.fingerprint(out, Option::is_none, |version, out| out.word(version.unwrap_or(0)));
        });
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use crate::event::Outcome;
    use crate::trace::Trace;

    const ME: &str = "no-lost-update";
    pub(in crate::check) const CASES: Cases = Cases { check: ME, kept, broken };

    /// A reads the empty store and writes twice; B reads version 2 and writes.
    fn kept() -> Trace {
        Story::new()
            .reads(1_000, A, INVOICES, 0)
            .writes(2_000, A, INVOICES, 1, 0)
            .writes(3_000, A, INVOICES, 1, 1)
            .reads(4_000, B, INVOICES, 2)
            .writes(5_000, B, INVOICES, 2, 2)
            .done()
    }

    /// Both read the empty store; B writes version 1, which A replaces unread.
    fn broken() -> Trace {
        Story::new()
            .reads(1_000, A, INVOICES, 0)
            .reads(1_500, B, INVOICES, 0)
            .writes(2_000, B, INVOICES, 2, 0)
            .writes(3_000, A, INVOICES, 1, 1)
            .done()
    }

    #[test]
    fn a_write_may_replace_what_was_read_or_written_since() {
        assert_outcome(
            &whole(&kept(), ME),
            Outcome::Holds,
            "No write replaced data that its writer had not read.",
        );
        assert_broken(
            &whole(&broken(), ME),
            1,
            3,
            "A's write at 3s replaced version 1, written by B, but A knew only version 0.",
        );
    }

    #[test]
    fn clients_that_do_not_read_are_not_judged() {
        let blind = |story: Story| story.writes(2_000, B, INVOICES, 2, 0).writes(3_000, A, INVOICES, 1, 1);
        assert_outcome(
            &whole(&blind(Story::new()).done(), ME),
            Outcome::DoesNotApply,
            "No program reads a store.",
        );
        // C reads, and writes nothing: that holds. A and B stay unjudged.
        let trace = blind(Story::new().reads(1_000, C, INVOICES, 0)).done();
        assert_eq!(whole(&trace, ME).outcome, Outcome::Holds);
        assert_eq!(of(&trace, ME, "A").outcome, Outcome::DoesNotApply);
    }

    #[test]
    fn reading_one_store_says_nothing_of_another() {
        let trace = Story::new()
            .reads(1_000, A, LEDGER, 0)
            .writes(2_000, B, INVOICES, 1, 0)
            .writes(3_000, A, INVOICES, 2, 1)
            .done();
        assert_eq!(whole(&trace, ME).outcome, Outcome::Holds);
    }

    #[test]
    fn after_its_own_write_a_client_knows_that_version() {
        // A replaces 1 knowing 0 (breach), knows 2, and replaces 2 (no breach).
        let trace = Story::new()
            .reads(1_000, A, INVOICES, 0)
            .writes(2_000, B, INVOICES, 2, 0)
            .writes(3_000, A, INVOICES, 1, 1)
            .writes(4_000, A, INVOICES, 1, 2)
            .done();
        assert_eq!(whole(&trace, ME).count, 1);
    }

    #[test]
    fn an_answer_that_comes_after_an_own_write_does_not_make_it_unknown() {
        // The answer "version 0" reaches A after its own write made version 1.
        let trace = Story::new()
            .reads(500, A, INVOICES, 0)
            .writes(1_000, A, INVOICES, 1, 0)
            .reads(1_050, A, INVOICES, 0)
            .writes(2_000, A, INVOICES, 1, 1)
            .done();
        assert_eq!(whole(&trace, ME).outcome, Outcome::Holds);
    }
}
