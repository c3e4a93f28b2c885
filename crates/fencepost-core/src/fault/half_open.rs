//! A half-open connection: the client's end is gone and the client knows; the other end is told nothing and
//! keeps it until its keepalive gives up. A firewall that forgets, a host that lost power.

use super::{AT, Befalls, Effect, Kind, bond, no_conflict, time};
use crate::help::help;

/// The connections of a process to a node break at its own end, and the node is not told.
pub(super) static KIND: Kind = Kind {
    name: "half-open",
    summary: help("The connections of a process to a node break at its own end, and the node is not told."),
    befalls: Befalls::Connection,
    settings: &[AT],
    conflict: no_conflict,
    lower: |fault, lowered| {
        let Some((process, end)) = bond(fault) else { return };
        for node in end.each() {
            lowered.effects.push((time(&fault.settings, "at"), Effect::Break(process, node, false)));
        }
    },
};
