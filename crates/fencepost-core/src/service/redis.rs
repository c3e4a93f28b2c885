//! One Redis server used as a lock: `SET key value NX PX ttl`, release by a script that compares and
//! deletes, extension by a script that compares and expires (the pattern of the Redis documentation page
//! "Distributed Locks with Redis", section on a single instance).
//!
//! A key is invisible from the instant at which the server's wall clock reaches its expiry; clock jumps act
//! at once. There is no fencing token: the random value is compared, never ordered. Leaves out persistence,
//! replication and eviction.

use super::lease_server::{LeaseServer, RELEASE, TTL, library};
use super::{Kind, never, no_conflict, one_node};
use crate::help::help;

/// Redis on one instance.
pub(super) static KIND: Kind = Kind {
    name: "redis",
    summary: help("Redis on one instance, SET key value NX PX ttl: a lease, no fencing token."),
    has_token: never,
    is_local: false,
    nodes: one_node,
    service_settings: &[],
    lock_settings: &[TTL, RELEASE],
    faults: &[],
    service_conflict: no_conflict,
    conflict: no_conflict,
    server: |_| LeaseServer::default().into(),
    library: |_, lock| library(lock),
};
