//! Dangers that were met, requests that were refused, waiting, and peace.

use alloc::string::String;
use alloc::vec;

use super::{Marks, Story};
use crate::event::{AcquireEnd, BeliefEnd, ClientId, Event, Grant, Kind, LockId, Parts, RecordEnd};
use crate::primitive::{Span, Time};

/// The lease of a crashed holder ended by itself.
pub(super) fn crashed_holder(story: &Story<'_>) -> Option<String> {
    let mut dead = Marks::default();
    for event in &story.trace.events {
        match event.kind {
            Kind::BeliefBegan { client, lock, .. } => dead.remove(client, lock.0.into()),
            Kind::BeliefEnded { client, lock, why: BeliefEnd::Crashed, .. } => {
                dead.add(client, lock.0.into());
            }
            Kind::RecordEnded { client, lock, why: RecordEnd::Disconnected, .. }
                if dead.has(client, lock.0.into()) =>
            {
                let it = story.parts(event, next_grant(story, event, lock));
                return Some(
                    it.text("$c crashed, and its connection with it; $l was free[o and $o got it]."),
                );
            }
            Kind::RecordEnded { client, lock, grant, why: RecordEnd::Expired }
                if dead.has(client, lock.0.into()) =>
            {
                let mut it = story.parts(event, next_grant(story, event, lock));
                it.span = it.at.since(last_grant(story, event, grant)?);
                return Some(it.text("$c crashed; its lease on $l expired after $d[o and $o got the lock]."));
            }
            _ => {}
        }
    }
    None
}

/// When a lease that ended with this event was granted or extended last.
fn last_grant(story: &Story<'_>, end: &Event, wanted: Grant) -> Option<Time> {
    story.before(end).find_map(|event| match event.kind {
        Kind::Granted { grant, .. } | Kind::Extended { grant, .. } if grant == wanted => Some(event.at),
        _ => None,
    })
}

/// To whom a lock was granted next.
fn next_grant(story: &Story<'_>, after: &Event, wanted: LockId) -> Option<ClientId> {
    story.trace.events.iter().skip(after.index as usize).find_map(|event| match event.kind {
        Kind::Granted { client, lock, .. } if lock == wanted => Some(client),
        _ => None,
    })
}

/// A client stopped by itself when its lock was or might be lost.
pub(super) fn stopped(story: &Story<'_>) -> Option<String> {
    story.trace.events.iter().find_map(|event| {
        let Kind::BeliefEnded { why, .. } = event.kind else { return None };
        let sentence = match why {
            BeliefEnd::Deadline => "$c stopped in time, at its own deadline for $l.",
            BeliefEnd::Silence => "$c stopped when it lost contact with the service of $l.",
            BeliefEnd::Told => "$c stopped when it was told that $l is not its own.",
            _ => return None,
        };
        story.say(event, None, sentence)
    })
}

/// A client went without the lock.
pub(super) fn not_got(story: &Story<'_>) -> Option<String> {
    story.trace.events.iter().find_map(|event| {
        let Kind::AcquireEnded { client, lock, why } = event.kind else { return None };
        let holder = last_refusal(story, event, client, lock);
        let sentence = match why {
            AcquireEnd::Refused | AcquireEnd::GaveUp if holder == Some(client) => {
                "$c was refused $l, which it had already."
            }
            AcquireEnd::Refused => "$c did not get $l[o: $o had it].",
            AcquireEnd::GaveUp => "$c gave up waiting for $l[o, which $o had].",
            AcquireEnd::Unknown => "$c never learned whether it got $l: no answer came in time.",
            _ => return None,
        };
        story.say(event, holder, sentence)
    })
}

fn last_refusal(story: &Story<'_>, end: &Event, asking: ClientId, wanted: LockId) -> Option<ClientId> {
    story.before(end).find_map(|event| match event.kind {
        Kind::Refused { client, lock, holder } if client == asking && lock == wanted => Some(holder),
        _ => None,
    })
}

/// The longest that a client waited for a lock that it then got, after others had refused it.
pub(super) fn waited(story: &Story<'_>) -> Option<String> {
    let mut asking = vec![Asking::default(); story.names.clients.len()];
    let mut longest: Option<(Span, &Event, Asking)> = None;
    for event in &story.trace.events {
        let (Kind::AcquireBegan { client, .. }
        | Kind::Refused { client, .. }
        | Kind::AcquireEnded { client, .. }) = event.kind
        else {
            continue;
        };
        let Some(one) = asking.get_mut(client.index()) else { continue };
        match event.kind {
            Kind::Refused { holder, .. } if client != holder => {
                one.several |= one.holder.is_some_and(|first| first != holder);
                one.holder = one.holder.or(Some(holder));
            }
            Kind::AcquireBegan { .. } => *one = Asking { since: event.at, ..Asking::default() },
            Kind::AcquireEnded { why: AcquireEnd::Granted, .. } if one.holder.is_some() => {
                let wait = event.at.since(one.since);
                if longest.is_none_or(|(longest, ..)| wait > longest) {
                    longest = Some((wait, event, *one));
                }
            }
            _ => {}
        }
    }
    let (wait, event, one) = longest?;
    let mut it = story.parts(event, one.holder);
    it.span = wait;
    Some(it.text(if one.several {
        "$c waited $d for $l, which $o and then others had."
    } else {
        "$c waited $d for $l, which $o had."
    }))
}

/// Since when a client asks, and who had the lock when it was refused first.
#[derive(Clone, Copy, Default)]
struct Asking {
    since: Time,
    holder: Option<ClientId>,
    several: bool,
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
