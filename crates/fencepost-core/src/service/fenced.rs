//! A lock service that numbers its grants: the lease of [`redis`](super::redis), and a fencing token from a
//! counter that rises by one with each grant of a lock.
//!
//! It is what the literature on fencing tokens asks of a lock service, reduced to one server that never
//! fails. Leaves out sessions, waiting queues, re-entry and restarts.

use super::Kind;
use super::lease_server::{LeaseServer, OneRequest, RELEASE, TTL};
use crate::help::help;
use crate::primitive::{Token, TokenCounter};
use crate::setting::{Accepts, Fallback, Setting};

/// A lease and a counter.
pub(super) static KIND: Kind = Kind {
    name: "fenced",
    summary: help("A lock service that hands out a fencing token with each lease."),
    has_token: true,
    service_settings: &[],
    lock_settings: &[TTL, FIRST_TOKEN, RELEASE],
    server: |_, locks| {
        LeaseServer::keeping(locks, |lock| {
            let first = lock.number("first-token").and_then(Token::new)?;
            Some(TokenCounter::starting_at(first))
        })
    },
    library: &OneRequest,
};

/// `first-token=`: the largest is far below 2^53, so that tokens survive JavaScript.
const FIRST_TOKEN: Setting = Setting {
    name: "first-token",
    accepts: Accepts::Number { min: 1, max: 1_000_000_000_000 },
    default: Fallback::Is("1"),
    help: help("The token of the first grant; each later grant has one more."),
};
