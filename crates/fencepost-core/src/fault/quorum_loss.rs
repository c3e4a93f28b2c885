//! A loss of quorum: too few nodes can talk to each other, so nothing is decided and nothing expires. Then a
//! leader is elected, which lets every session run anew.

use super::{Befalls, FOR, FROM, Kind, no_conflict, time};
use crate::help::help;
use crate::primitive::Span;

/// A service has no majority for a while: it decides nothing, and lets nothing expire.
pub(super) static KIND: Kind = Kind {
    name: "quorum-loss",
    summary: help("A service has no majority for a while: it decides nothing, and lets nothing expire."),
    befalls: Befalls::Service,
    settings: &[FROM, FOR],
    conflict: no_conflict,
    lower: |fault, lowered| {
        if let Some(length) = fault.settings.span("for") {
            lowered.leaderless(fault, time(&fault.settings, "from"), length);
        } else {
            lowered.leaderless(fault, time(&fault.settings, "from"), Span::MAX);
        }
    },
};
