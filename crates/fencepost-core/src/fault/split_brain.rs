//! A split brain: a replica takes over, and one process does not hear of it: for a while it goes on talking to
//! the old primary, which does not know either.

use super::{AT, Befalls, Effect, FOR, Kind, bond, no_conflict, time};
use crate::event::{Change, Node};
use crate::help::help;
use crate::scenario::End;
use crate::service::Incident;
use crate::setting::{Fallback, Setting};

/// A replica takes over, and one process stays with the old primary for a while.
pub(super) static KIND: Kind = Kind {
    name: "split-brain",
    summary: help("A replica takes over, and one process stays with the old primary for a while."),
    befalls: Befalls::Bond,
    settings: &[AT, Setting { default: Fallback::Required, help: help("How long it stays."), ..FOR }],
    conflict: no_conflict,
    lower: |fault, lowered| {
        let Some((process, End { node: Node::Service(id), .. })) = bond(fault) else { return };
        let stay = fault.settings.length("for");
        let incident = Incident::Failover { stays: Some(process), stay };
        let at = time(&fault.settings, "at");
        lowered.effects.push((at, Effect::Incident(id, incident, Change::FailedOver)));
    },
};
