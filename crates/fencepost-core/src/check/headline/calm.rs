//! Dangers that were met, requests that were refused, waiting, and peace.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Story;
use crate::event::{AcquireEnd, BeliefEnd, ClientId, Event, Grant, Kind, LockId, RecordEnd};
use crate::primitive::{Span, Time};

/// The lease of a crashed holder ended by itself.
pub(super) fn crashed_holder(story: &Story<'_>) -> Option<String> {
    let mut dead: Vec<(ClientId, LockId)> = Vec::new();
    let expired = story.trace.events.iter().find(|event| match event.kind {
        Kind::BeliefBegan { client, lock, .. } => {
            dead.retain(|it| *it != (client, lock));
            false
        }
        Kind::BeliefEnded { client, lock, why: BeliefEnd::Crashed, .. } => {
            dead.push((client, lock));
            false
        }
        Kind::RecordEnded { client, lock, why: RecordEnd::Expired, .. } => dead.contains(&(client, lock)),
        _ => false,
    })?;
    let Kind::RecordEnded { client, lock: freed, grant, .. } = expired.kind else { return None };
    let length = expired.at.since(last_grant(story, expired, grant)?);
    let (client, lock) = (story.names.client(client), story.names.lock(freed));
    let next = story.trace.events.iter().skip(expired.index as usize).find_map(|event| match event.kind {
        Kind::Granted { client, lock, .. } if lock == freed => Some(story.names.client(client)),
        _ => None,
    });
    Some(match next {
        Some(next) => {
            format!("{client} crashed; its lease on {lock} expired after {length} and {next} got the lock.")
        }
        None => format!("{client} crashed; its lease on {lock} expired after {length}."),
    })
}

/// When a lease that ended with this event was granted or extended last.
fn last_grant(story: &Story<'_>, end: &Event, wanted: Grant) -> Option<Time> {
    story.before(end).find_map(|event| match event.kind {
        Kind::Granted { grant, .. } | Kind::Extended { grant, .. } if grant == wanted => Some(event.at),
        _ => None,
    })
}

/// A client stopped by itself when its lock was or might be lost.
pub(super) fn stopped(story: &Story<'_>) -> Option<String> {
    story.kinds().find_map(|kind| match *kind {
        Kind::BeliefEnded { client, lock, why, .. } => {
            let (client, lock) = (story.names.client(client), story.names.lock(lock));
            match why {
                BeliefEnd::Deadline => {
                    Some(format!("{client} stopped in time, at its own deadline for {lock}."))
                }
                BeliefEnd::Told => {
                    Some(format!("{client} stopped when it was told that {lock} is not its own."))
                }
                _ => None,
            }
        }
        _ => None,
    })
}

/// A client went without the lock.
pub(super) fn not_got(story: &Story<'_>) -> Option<String> {
    story.trace.events.iter().find_map(|event| {
        let Kind::AcquireEnded { client, lock, why } = event.kind else { return None };
        let (name, wanted) = (story.names.client(client), story.names.lock(lock));
        let holder = || last_refusal(story, event, client, lock).map(|holder| story.names.client(holder));
        match why {
            AcquireEnd::Refused => Some(match holder() {
                Some(holder) => format!("{name} did not get {wanted}: {holder} had it."),
                None => format!("{name} did not get {wanted}."),
            }),
            AcquireEnd::GaveUp => Some(match holder() {
                Some(holder) => format!("{name} gave up waiting for {wanted}, which {holder} had."),
                None => format!("{name} gave up waiting for {wanted}."),
            }),
            AcquireEnd::Unknown => {
                Some(format!("{name} never learned whether it got {wanted}: no answer came in time."))
            }
            _ => None,
        }
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
    let mut asking: Vec<Asking> = Vec::new();
    let mut longest: Option<(Span, Asking, LockId)> = None;
    for event in &story.trace.events {
        match event.kind {
            Kind::AcquireBegan { client, .. } => asking.push(Asking::new(client, event.at)),
            Kind::Refused { client, holder, .. } if client != holder => {
                if let Some(one) = asking.iter_mut().find(|it| it.client == client) {
                    one.several |= one.holder.is_some_and(|first| first != holder);
                    one.holder.get_or_insert(holder);
                }
            }
            Kind::AcquireEnded { client, lock, why } => {
                let Some(place) = asking.iter().position(|it| it.client == client) else { continue };
                let one = asking.swap_remove(place);
                let wait = event.at.since(one.since);
                let longer = longest.as_ref().is_none_or(|(other, ..)| wait > *other);
                if why == AcquireEnd::Granted && one.holder.is_some() && longer {
                    longest = Some((wait, one, lock));
                }
            }
            _ => {}
        }
    }
    let (wait, one, lock) = longest?;
    let (client, lock) = (story.names.client(one.client), story.names.lock(lock));
    let holder = story.names.client(one.holder?);
    let others = if one.several { " and then others" } else { "" };
    Some(format!("{client} waited {wait} for {lock}, which {holder}{others} had."))
}

/// A client that asks, and who had the lock when it was refused first.
struct Asking {
    client: ClientId,
    since: Time,
    holder: Option<ClientId>,
    several: bool,
}

impl Asking {
    fn new(client: ClientId, since: Time) -> Self {
        Self { client, since, holder: None, several: false }
    }
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
    let locks = story.names.locks.len();
    let granted = story.kinds().any(|kind| matches!(kind, Kind::Granted { .. }));
    granted.then(|| match (locks, story.names.locks.first()) {
        (1, Some((lock, _))) => format!("{lock} had one holder at a time."),
        _ => "Each lock had one holder at a time.".into(),
    })
}
