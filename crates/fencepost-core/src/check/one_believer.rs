//! At no instant do two clients both believe that they hold one lock. Judges beliefs, as the clients' own
//! clocks and policies make them; says nothing about whom the service has on record.

use super::believers::Believers;
use super::{Check, Findings, Kind};
use crate::event::{self, Parts};
use crate::fingerprint::Fingerprint;
use crate::help::help;
use crate::primitive::Time;
use crate::trace::{Ending, Names};

pub(super) static KIND: Kind = Kind {
    name: "one-believer",
    demands: help("At no instant do two clients both believe that they hold one lock."),
    having_held: "no two clients believed at once that they held one lock",
    when_holds: "never two believers at once",
    when_broken: "two clients believed at once",
    when_idle: "nobody ever believed that it held a lock",
    begin: || OneBeliever::default().into(),
};

/// Every pair of believers is a breach of its own, so that with three of them each overlap is reported.
#[derive(Clone, Default)]
pub(super) struct OneBeliever {
    believers: Believers,
}

impl Check for OneBeliever {
    fn see(&mut self, kind: &event::Kind, it: &Parts<'_>, findings: &mut Findings) {
        match *kind {
            event::Kind::BeliefBegan { client, lock, .. } => {
                findings.applies(it);
                if !self.believers.add(lock, client) {
                    return;
                }
                for (held, other) in self.believers.iter() {
                    if held == lock && other != client {
                        let mut it = *it;
                        it.other = Some(other);
                        findings.breach_begins(&it, "$o and $c both believed that they held $l");
                    }
                }
            }
            event::Kind::BeliefEnded { client, lock, .. } => {
                findings.applies(it);
                self.believers.remove(lock, client);
                findings.breaches_end(it);
            }
            _ => {}
        }
    }

    fn finish(&mut self, ending: &Ending, names: &Names, findings: &mut Findings) {
        let mut it = Parts::at(ending.at, names);
        for (lock, client) in self.believers.iter() {
            (it.lock, it.client) = (Some(lock), Some(client));
            findings.applies(&it);
        }
    }

    fn fingerprint(&self, _now: Time, out: &mut dyn Fingerprint) {
        self.believers.fingerprint(out);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use crate::event::{BeliefEnd, Outcome};
    use crate::trace::{EndedBy, Trace};

    const ME: &str = "one-believer";
    pub(in crate::check) const CASES: Cases = Cases { check: ME, kept, broken };

    /// B begins 0.1 s after A has sent its release.
    fn kept() -> Trace {
        Story::new()
            .believes(100, A, 1)
            .believed(2_000, A, 1, BeliefEnd::ReleaseSent)
            .believes(2_100, B, 2)
            .believed(3_000, B, 2, BeliefEnd::ReleaseSent)
            .done()
    }

    /// A is rejected 2.1 s after B has begun.
    fn broken() -> Trace {
        Story::new()
            .believes(100, A, 1)
            .believes(11_100, B, 2)
            .believed(13_200, A, 1, BeliefEnd::Rejected)
            .believed(14_200, B, 2, BeliefEnd::ReleaseSent)
            .done()
    }

    #[test]
    fn two_believers_break_it_from_the_second_beginning_to_the_first_end() {
        assert_outcome(
            &whole(&kept(), ME),
            Outcome::Holds,
            "No two clients believed at once that they held one lock.",
        );
        let verdict = whole(&broken(), ME);
        // Event 1 is the beginning of B's belief: from 11.1 to 13.2 are 2.1 s.
        assert_broken(
            &verdict,
            1,
            1,
            "A and B both believed that they held report, from 11.1s to 13.2s (2.1s).",
        );
        assert_eq!(verdict.to.map(|to| to.as_micros()), Some(13_200_000));
    }

    #[test]
    fn an_overlap_without_length_is_none_whichever_event_comes_first() {
        for story in [
            Story::new().believes(0, A, 1).believes(5_000, B, 2).believed(5_000, A, 1, BeliefEnd::Told),
            Story::new().believes(0, A, 1).believed(5_000, A, 1, BeliefEnd::Told).believes(5_000, B, 2),
        ] {
            let trace = story.believed(6_000, B, 2, BeliefEnd::ReleaseSent).done();
            assert_eq!(whole(&trace, ME).outcome, Outcome::Holds);
        }
    }

    #[test]
    fn with_three_believers_every_pair_is_reported() {
        // A from 0, B from 1, C from 2 to 3; A ends at 4, B at 5: the pairs A+B, A+C and B+C. A+B has no
        // length after the pair of A and a C that comes and goes in one instant is taken away again.
        let trace = Story::new()
            .believes(0, A, 1)
            .believes(1_000, B, 2)
            .believes(2_000, C, 3)
            .believed(3_000, C, 3, BeliefEnd::Told)
            .believes(3_500, C, 4)
            .believed(3_500, C, 4, BeliefEnd::Told)
            .believed(4_000, A, 1, BeliefEnd::Told)
            .believed(5_000, B, 2, BeliefEnd::Told)
            .done();
        assert_eq!(
            texts(&trace, ME),
            [
                "A and B both believed that they held report, from 1s to 4s (3s)",
                "A and C both believed that they held report, from 2s to 3s (1s)",
                "B and C both believed that they held report, from 2s to 3s (1s)",
            ]
        );
        assert_eq!(of(&trace, ME, "C").event, Some(2), "C's own first overlap begins with event 2");
    }

    #[test]
    fn an_overlap_at_the_end_counts_when_it_has_length_or_never_ends() {
        let story = || Story::new().believes(0, A, 1).believes(5_000, B, 2);
        let verdict = whole(&story().ends(6_000, EndedBy::Horizon), ME);
        assert_broken(
            &verdict,
            1,
            1,
            "A and B both believed that they held report, from 5s to the end at 6s.",
        );
        assert_eq!(verdict.to.map(|to| to.as_micros()), Some(6_000_000));
        assert_eq!(whole(&story().ends(5_000, EndedBy::Horizon), ME).outcome, Outcome::Holds);
        assert_eq!(whole(&story().ends(5_000, EndedBy::Quiet), ME).outcome, Outcome::Broken);
    }

    #[test]
    fn two_locks_are_two_matters() {
        let trace = Story::new().believes(0, A, 1).believes_of(1_000, AUDIT, B, 2).done();
        assert_eq!(whole(&trace, ME).outcome, Outcome::Holds);
    }

    #[test]
    fn a_window_sees_an_overlap_that_reaches_into_it() {
        // The overlap is [11.1, 13.2).
        let outcome = |from, to| between(&broken(), ME, from, to).outcome;
        assert_eq!(outcome(0, Some(11_100)), Outcome::Holds);
        assert_eq!(outcome(0, Some(11_101)), Outcome::Broken);
        assert_eq!(outcome(12_000, Some(13_000)), Outcome::Broken);
        assert_eq!(outcome(13_199, None), Outcome::Broken);
        assert_eq!(outcome(13_200, None), Outcome::Holds);
        // After 14.2 nobody believes anything.
        assert_outcome(
            &between(&broken(), ME, 15_000, None),
            Outcome::DoesNotApply,
            "There is nothing to judge, from 15s on.",
        );
        // In the middle of A's belief nothing happens, but it lasts.
        assert_outcome(
            &between(&broken(), ME, 5_000, Some(6_000)),
            Outcome::Holds,
            "No two clients believed at once that they held one lock, from 5s to 6s.",
        );
    }
}
