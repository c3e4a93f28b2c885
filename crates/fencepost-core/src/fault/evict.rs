//! An eviction: a server that is short of memory drops the key of a lock, as an `allkeys` policy lets it.

use super::{AT, Befalls, Kind, no_conflict};
use crate::event::Change;
use crate::help::help;
use crate::scenario::{End, Target};
use crate::service::Incident;

/// A server short of memory drops the key of a lock.
pub(super) static KIND: Kind = Kind {
    name: "evict",
    summary: help("A server short of memory drops the key of a lock."),
    befalls: Befalls::Service,
    settings: &[AT],
    conflict: no_conflict,
    lower: |fault, lowered| {
        if let Target::Node(End { lock: Some(lock), .. }) = fault.target {
            lowered.incident(fault, Incident::Evict(lock), Change::Evicted);
        }
    },
};
