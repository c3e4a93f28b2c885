//! A change of leader: for the length of an election nothing is decided, then the new leader lets every session
//! run anew.

use super::{AT, Befalls, FOR, Kind, no_conflict, time};
use crate::help::help;
use crate::setting::{Fallback, Setting};

/// A service has no leader for the length of an election, and then a new one.
pub(super) static KIND: Kind = Kind {
    name: "leader-change",
    summary: help("A service has no leader for the length of an election, and then a new one."),
    befalls: Befalls::Service,
    settings: &[AT, ELECTION],
    conflict: no_conflict,
    lower: |fault, lowered| {
        let at = time(&fault.settings, "at");
        lowered.leaderless(fault, at, fault.settings.length("for"));
    },
};

const ELECTION: Setting =
    Setting { default: Fallback::Is("1s"), help: help("How long the election takes."), ..FOR };
