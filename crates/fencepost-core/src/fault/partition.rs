//! A partition: messages on a link are lost, in one direction or both. A message is lost when the link is
//! cut as it leaves or as it would arrive. Connections do not close.

use super::{Befalls, Effect, FOR, FROM, Kind, end, no_conflict, route, time};
use crate::help::help;

/// A partition.
pub(super) static KIND: Kind = Kind {
    name: "partition",
    summary: help("Messages on a link are lost, one way (->) or both (<->)."),
    befalls: Befalls::Route,
    settings: &[FROM, FOR],
    conflict: no_conflict,
    lower: |fault, lowered| {
        let Some(route) = route(fault) else { return };
        for (from, to) in route.directions() {
            lowered.effects.push((time(&fault.settings, "from"), Effect::Cut(from, to)));
            if let Some(end) = end(&fault.settings) {
                lowered.effects.push((end, Effect::Heal(from, to)));
            }
        }
    },
};
