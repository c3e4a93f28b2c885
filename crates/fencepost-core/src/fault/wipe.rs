//! A wipe: somebody deletes a service's data, or a new group is made of it; its numbers start again.

use super::{AT, Befalls, Kind, no_conflict};
use crate::event::Change;
use crate::help::help;
use crate::service::Incident;

/// All data of a service are gone, and its numbers start again.
pub(super) static KIND: Kind = Kind {
    name: "wipe",
    summary: help("All data of a service are gone, and its numbers start again."),
    befalls: Befalls::Service,
    settings: &[AT],
    conflict: no_conflict,
    lower: |fault, lowered| lowered.incident(fault, Incident::Wipe, Change::Wiped),
};
