//! One server that keeps leases in memory and judges their expiry at each access against its own wall
//! clock; with or without a counter that numbers the grants. What [`redis`](super::redis) and
//! [`fenced`](super::fenced) have in common. Leaves out persistence, eviction and waiting queues.

use alloc::vec::Vec;

use super::{Call, Clocks, Decision, Doings, Holder, Library, OwnerValue, Request, Server, Verb};
use crate::event::{LockId, NotReleased};
use crate::fingerprint::Fingerprint;
use crate::help::help;
use crate::primitive::{LeaseSlot, Reading, Span, Token, TokenCounter};
use crate::setting::{Accepts, Fallback, Setting, Settings};

/// `ttl=`: the `PX` of `SET key value NX PX ttl`. The default is the 30000 ms of the Redis documentation's
/// example for this pattern.
pub(super) const TTL: Setting = Setting {
    name: "ttl",
    accepts: Accepts::Span { min: Span::from_millis(1), max: Span::from_secs(24 * 3600), none: true },
    default: Fallback::Is("30s"),
    help: help("Length of a lease, counted by the service; `none` is a lock without expiry."),
};

/// `first-token=`: the largest is far below 2^53, so that tokens survive JavaScript. Without it, grants have
/// no number.
pub(super) const FIRST_TOKEN: Setting = Setting {
    name: "first-token",
    accepts: Accepts::Number { min: 1, max: 1_000_000_000_000 },
    default: Fallback::Is("1"),
    help: help("The token of the first grant; each later grant has one more."),
};

/// `release=`: how the library gives the lock back.
pub(super) const RELEASE: Setting = Setting {
    name: "release",
    accepts: Accepts::Choice(&["compare", "plain"]),
    default: Fallback::Is("compare"),
    help: help("`compare` deletes only one's own lease; `plain` deletes whatever is there."),
};

/// The server.
#[derive(Clone, Default)]
pub(super) struct LeaseServer {
    locks: Vec<Kept>,
}

#[derive(Clone)]
struct Kept {
    lock: LockId,
    ttl: Option<Span>,
    slot: LeaseSlot<OwnerValue>,
    tokens: Option<TokenCounter>,
}

impl Kept {
    fn decide(&mut self, request: Request, now: Reading) -> Decision {
        let holder = self.slot.holder(now).map(|lease| lease.owner);
        let promise = self.ttl.into();
        match (request.verb, holder) {
            (Verb::Acquire { .. }, Some(holder)) => Decision::Refused { holder, version: 0 },
            (Verb::Acquire { .. }, None) => {
                self.slot.acquire(request.owner, self.ttl, now);
                let token = self.tokens.as_mut().map(TokenCounter::issue);
                Decision::Granted { token, promise }
            }
            (Verb::Extend { .. }, Some(owner)) if owner == request.owner => {
                self.slot.renew(&owner, self.ttl, now);
                Decision::Extended { owner, promise }
            }
            (Verb::Extend { create: true }, None) => {
                self.slot.acquire(request.owner, self.ttl, now);
                let token = self.tokens.as_mut().map(TokenCounter::issue);
                Decision::Remade { token, promise }
            }
            (Verb::Release { .. }, None) => Decision::ReleaseRefused(NotReleased::NotHeld),
            (Verb::Release { plain }, Some(owner)) => {
                if !plain && owner != request.owner {
                    return Decision::ReleaseRefused(NotReleased::NotOwner);
                }
                self.slot.clear(now);
                Decision::Released { owner }
            }
            _ => Decision::ExtendRefused,
        }
    }
}

impl Server for LeaseServer {
    fn keep(&mut self, lock: LockId, settings: &Settings) {
        let first = settings.number("first-token").and_then(Token::new);
        let tokens = first.map(TokenCounter::starting_at);
        self.locks.push(Kept { lock, ttl: settings.span("ttl"), slot: LeaseSlot::new(), tokens });
    }

    fn receive(&mut self, call: Call, now: Clocks, doings: &mut Doings) {
        if let Some(kept) = self.locks.iter_mut().find(|kept| kept.lock == call.request.lock) {
            doings.answer(call, kept.decide(call.request, now.wall));
        }
    }

    fn holders(&self, lock: LockId, now: Clocks, holders: &mut Vec<Holder>) {
        let kept = self.locks.iter().find(|kept| kept.lock == lock);
        if let Some(lease) = kept.and_then(|kept| kept.slot.holder(now.wall)) {
            holders.push(Holder { owner: lease.owner, until: lease.expires_at });
        }
    }

    fn fingerprint(&self, now: Clocks, out: &mut dyn Fingerprint) {
        for kept in &self.locks {
            if let Some(tokens) = &kept.tokens {
                out.word(tokens.upcoming().get());
            }
            let Some(lease) = kept.slot.holder(now.wall) else {
                out.present(false);
                continue;
            };
            out.present(true);
            out.word(u64::from(lease.owner.client.0) << 32 | u64::from(lease.owner.attempt));
            if out.present(lease.expires_at.is_some()) {
                out.span(lease.expires_at.unwrap_or_default().since(now.wall));
            }
        }
    }
}

/// The library of both: one request, one reply.
pub(super) fn library(lock: &Settings) -> Library {
    Library {
        validity: lock.span("ttl"),
        release: Verb::Release { plain: lock.word("release") == "plain" },
        ..Library::PLAIN
    }
}
