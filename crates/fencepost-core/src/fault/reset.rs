//! A connection reset: both ends learn at once that their connections are gone, what is under way on them is
//! lost, and the client opens new ones. A pooler that swaps a backend, a proxy that restarts.

use super::{AT, Befalls, Effect, Kind, bond, no_conflict, time};
use crate::help::help;

/// The connections of a process to a node break, and both ends know at once.
pub(super) static KIND: Kind = Kind {
    name: "reset",
    summary: help("The connections of a process to a node break, and both ends know at once."),
    befalls: Befalls::Connection,
    settings: &[AT],
    conflict: no_conflict,
    lower: |fault, lowered| {
        let Some((process, end)) = bond(fault) else { return };
        for node in end.each() {
            lowered.effects.push((time(&fault.settings, "at"), Effect::Break(process, node, true)));
        }
    },
};
