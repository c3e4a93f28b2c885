//! Dangers that were met, requests that were refused, waiting, and peace.

use alloc::string::String;
use alloc::vec;

use super::{Marks, Story};
use crate::event::{AcquireEnd, BeliefEnd, ClientId, Grant, Kind, LockId, Parts, RecordEnd};
use crate::primitive::Time;

/// The lease of a crashed holder ended by itself.
pub(super) fn crashed_holder(story: &Story<'_>) -> Option<String> {
    let mut dead = Marks::default();
    for event in &story.trace.events {
        match event.kind {
            Kind::BeliefBegan { client, lock, .. } => dead.remove(client, lock.0.into()),
            Kind::BeliefEnded { client, lock, why: BeliefEnd::Crashed, .. } => {
                dead.add(client, lock.0.into());
            }
            Kind::RecordEnded { client, lock, grant, why: RecordEnd::Expired }
                if dead.has(client, lock.0.into()) =>
            {
                let mut it = story.parts(event);
                it.span = it.at.since(last_grant(story, it.index, grant)?);
                it.other = next_grant(story, it.index, lock);
                return Some(it.text("$c crashed; its lease on $l expired after $d[o and $o got the lock]."));
            }
            _ => {}
        }
    }
    None
}

/// When a lease that ended with this event was granted or extended last.
fn last_grant(story: &Story<'_>, end: u32, wanted: Grant) -> Option<Time> {
    story.before(end).find_map(|event| match event.kind {
        Kind::Granted { grant, .. } | Kind::Extended { grant, .. } if grant == wanted => Some(event.at),
        _ => None,
    })
}

/// To whom a lock was granted next.
fn next_grant(story: &Story<'_>, after: u32, wanted: LockId) -> Option<ClientId> {
    story.trace.events.iter().skip(after as usize).find_map(|event| match event.kind {
        Kind::Granted { client, lock, .. } if lock == wanted => Some(client),
        _ => None,
    })
}

/// A client stopped by itself when its lock was or might be lost.
pub(super) fn stopped(story: &Story<'_>) -> Option<String> {
    story.trace.events.iter().find_map(|event| {
        let Kind::BeliefEnded { why, .. } = event.kind else { return None };
        Some(story.parts(event).text(match why {
            BeliefEnd::Deadline => "$c stopped in time, at its own deadline for $l.",
            BeliefEnd::Told => "$c stopped when it was told that $l is not its own.",
            _ => return None,
        }))
    })
}

/// A client went without the lock.
pub(super) fn not_got(story: &Story<'_>) -> Option<String> {
    story.trace.events.iter().find_map(|event| {
        let Kind::AcquireEnded { client, lock, why } = event.kind else { return None };
        let sentence = match why {
            AcquireEnd::Refused => "$c did not get $l[o: $o had it].",
            AcquireEnd::GaveUp => "$c gave up waiting for $l[o, which $o had].",
            AcquireEnd::Unknown => "$c never learned whether it got $l: no answer came in time.",
            _ => return None,
        };
        let mut it = story.parts(event);
        it.other = last_refusal(story, it.index, client, lock);
        Some(it.text(sentence))
    })
}

fn last_refusal(story: &Story<'_>, end: u32, asking: ClientId, wanted: LockId) -> Option<ClientId> {
    story.before(end).find_map(|event| match event.kind {
        Kind::Refused { client, lock, holder } if client == asking && lock == wanted => Some(holder),
        _ => None,
    })
}

/// The longest that a client waited for a lock that it then got, after others had refused it.
pub(super) fn waited(story: &Story<'_>) -> Option<String> {
    let mut asking = vec![Asking::default(); story.names.clients.len()];
    let mut longest: Option<Parts<'_>> = None;
    for event in &story.trace.events {
        let it = story.parts(event);
        let Some(one) = it.client.and_then(|client| asking.get_mut(client.index())) else { continue };
        match event.kind {
            Kind::AcquireBegan { .. } => *one = Asking { since: event.at, holder: None, others: "" },
            Kind::Refused { client, holder, .. } if client != holder => {
                let first = *one.holder.get_or_insert(holder);
                if first != holder {
                    one.others = " and then others";
                }
            }
            Kind::AcquireEnded { why: AcquireEnd::Granted, .. } if one.holder.is_some() => {
                let span = event.at.since(one.since);
                if longest.is_none_or(|longest| span > longest.span) {
                    longest = Some(Parts { span, other: one.holder, word: one.others, ..it });
                }
            }
            _ => {}
        }
    }
    longest.map(|it| it.text("$c waited $d for $l, which $o$w had."))
}

/// Since when a client asks, and who had the lock when it was refused first.
#[derive(Clone, Copy, Default)]
struct Asking {
    since: Time,
    holder: Option<ClientId>,
    others: &'static str,
}

/// Every write that a lock should protect came from its holder: whatever else could be said of a write, an
/// earlier rule has said.
pub(super) fn wrote(story: &Story<'_>) -> Option<String> {
    let protected = story.kinds().any(|kind| match *kind {
        Kind::WriteAccepted { store, .. } => story.names.lock_of(store).is_some(),
        _ => false,
    });
    protected.then(|| "Every write was made by the holder of the lock.".into())
}

pub(super) fn granted(story: &Story<'_>) -> Option<String> {
    let granted = story.kinds().any(|kind| matches!(kind, Kind::Granted { .. }));
    granted.then(|| {
        let mut it = Parts::at(Time::ZERO, story.names);
        it.lock = Some(LockId(0));
        it.text(match story.names.locks.len() {
            1 => "$l had one holder at a time.",
            _ => "Each lock had one holder at a time.",
        })
    })
}
