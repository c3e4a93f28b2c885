//! A failover: a replica takes over with what has reached it. What the primary had not shipped yet is gone.

use super::{AT, Befalls, Kind, no_conflict};
use crate::event::Change;
use crate::help::help;
use crate::primitive::Span;
use crate::service::Incident;

/// A replica takes over; what has not reached it is lost.
pub(super) static KIND: Kind = Kind {
    name: "failover",
    summary: help("A replica takes over; what has not reached it is lost."),
    befalls: Befalls::Service,
    settings: &[AT],
    conflict: no_conflict,
    lower: |fault, lowered| {
        lowered.incident(fault, Incident::Failover { stays: None, stay: Span::ZERO }, Change::FailedOver)
    },
};
