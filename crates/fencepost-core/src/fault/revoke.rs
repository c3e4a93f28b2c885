//! A revocation: a failure detector that is wrong, or an administrator, ends what one client has at a service:
//! its session, or its record.

use super::{AT, Befalls, Effect, Kind, no_conflict, time};
use crate::event::{Change, Node};
use crate::help::help;
use crate::scenario::{End, Route, Target};
use crate::service::Incident;

/// Somebody ends a client's session or lease at a service.
pub(super) static KIND: Kind = Kind {
    name: "revoke",
    summary: help("Somebody ends a client's session or lease at a service."),
    befalls: Befalls::Bond,
    settings: &[AT],
    conflict: no_conflict,
    lower: |fault, lowered| {
        let Target::Route(Route { from: End { client: Some(client), .. }, to, .. }) = fault.target else {
            return;
        };
        let Node::Service(id) = to.node else { return };
        let at = time(&fault.settings, "at");
        lowered.effects.push((at, Effect::Incident(id, Incident::Revoke(client), Change::Revoked)));
    },
};
