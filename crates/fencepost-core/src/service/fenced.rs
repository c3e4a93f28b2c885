//! A lock service that numbers its grants: the lease of [`redis`](super::redis), and a fencing token from a
//! counter that rises by one with each grant of a lock.
//!
//! It is what the literature on fencing tokens asks of a lock service, reduced to one server that never
//! fails. Leaves out sessions, waiting queues, re-entry and restarts.

use super::lease_server::{FIRST_TOKEN, LeaseServer, RELEASE, TTL, library};
use super::{Kind, always, no_conflict, one_node};
use crate::help::help;

/// A lease and a counter.
pub(super) static KIND: Kind = Kind {
    name: "fenced",
    summary: help("A lock service that hands out a fencing token with each lease."),
    has_token: always,
    is_local: false,
    nodes: one_node,
    service_settings: &[],
    lock_settings: &[TTL, FIRST_TOKEN, RELEASE],
    faults: &[],
    service_conflict: no_conflict,
    conflict: no_conflict,
    server: |_| LeaseServer::default().into(),
    library: |_, lock| library(lock),
};
