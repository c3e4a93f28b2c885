//! A release or an extension ends or touches only the grant of the one who sent it.

use super::{Check, Findings, Kind};
use crate::event::{self, Parts};
use crate::fingerprint::Fingerprint;
use crate::help::help;
use crate::primitive::Time;

pub(super) static KIND: Kind = Kind {
    name: "own-release",
    demands: help("A release or an extension touches only the grant of the one who sent it."),
    having_held: "every release and extension touched only its sender's own grant",
    when_holds: "nobody ended another's lease",
    when_broken: "another's lease was ended or extended",
    when_idle: "nobody asked to release or to extend a lock",
    begin: || OwnRelease.into(),
};

/// Each event speaks for itself: nothing is remembered.
#[derive(Clone)]
pub(super) struct OwnRelease;

impl Check for OwnRelease {
    fn see(&mut self, kind: &event::Kind, it: &Parts<'_>, findings: &mut Findings) {
        let sentence = match kind {
            event::Kind::Released { .. } => "$c's release ended $o's lease on $l at $i",
            event::Kind::Extended { .. } => "$c's extension renewed $o's lease on $l at $i",
            event::Kind::ReleaseRefused { .. } | event::Kind::ExtendRefused { .. } => "",
            _ => return,
        };
        findings.applies(it);
        if it.other.is_some() && it.other != it.client {
            findings.breach(it, sentence);
        }
    }

    fn fingerprint(&self, _now: Time, _out: &mut dyn Fingerprint) {}
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::testing::*;
    use crate::event::{Kind, NotReleased, Outcome, ServiceId};
    use crate::trace::Trace;

    const ME: &str = "own-release";
    pub(in crate::check) const CASES: Cases = Cases { check: ME, kept, broken };

    fn kept() -> Trace {
        Story::new().extended(1_000, A, A, 1, until(11_000)).released(2_000, A, A, 1).done()
    }

    /// A's plain release comes when B has the lock.
    fn broken() -> Trace {
        Story::new().released(15_000, A, B, 2).done()
    }

    #[test]
    fn touching_another_clients_grant_breaks_it() {
        assert_outcome(
            &whole(&kept(), ME),
            Outcome::Holds,
            "Every release and extension touched only its sender's own grant.",
        );
        assert_broken(&whole(&broken(), ME), 1, 0, "A's release ended B's lease on report at 15s.");
        let extension = Story::new().extended(15_000, A, B, 2, until(25_000)).done();
        assert_broken(&whole(&extension, ME), 1, 0, "A's extension renewed B's lease on report at 15s.");
    }

    #[test]
    fn a_refused_release_touches_nothing() {
        let refused = Kind::ReleaseRefused { client: A, lock: REPORT, why: NotReleased::NotOwner };
        let trace = Story::new().then(15_000, crate::event::Node::Service(ServiceId(0)), refused).done();
        assert_eq!(whole(&trace, ME).outcome, Outcome::Holds);
    }
}
