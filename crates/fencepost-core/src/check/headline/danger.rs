//! Locks that did not do their work, and runs that did not end.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::{one_believer, one_holder, own_release, progress};
use super::Story;
use crate::event::{AcquireEnd, ClientId, Event, Finish, Grant, Kind, LockId, Outcome, Promise, RecordEnd};
use crate::trace::EndedBy;

pub(super) fn touched_another(story: &Story<'_>) -> Option<String> {
    let (_, witness) = story.broken(&own_release::KIND)?;
    let names = story.names;
    match witness.kind {
        Kind::Released { client, lock, owner, .. } => Some(format!(
            "{} released {}, which was {}'s.",
            names.client(client),
            names.lock(lock),
            names.client(owner)
        )),
        Kind::Extended { client, lock, owner, .. } => Some(format!(
            "{} extended {}'s lease on {}.",
            names.client(client),
            names.client(owner),
            names.lock(lock)
        )),
        _ => None,
    }
}

pub(super) fn two_holders(story: &Story<'_>) -> Option<String> {
    let (_, witness) = story.broken(&one_holder::KIND)?;
    let Kind::Granted { client, lock: granted, .. } = witness.kind else { return None };
    let mut released = Vec::new();
    let holder = story.before(witness).find_map(|event| match event.kind {
        Kind::Released { client, lock, owner, .. } if lock == granted && client == owner => {
            released.push(client);
            None
        }
        Kind::Granted { client: other, lock, promise, .. } if lock == granted && other != client => {
            let over = matches!(promise, Promise::Until(end) if end <= witness.at);
            (!over && !released.contains(&other)).then_some(other)
        }
        _ => None,
    });
    let (lock, client) = (story.names.lock(granted), story.names.client(client));
    Some(match holder {
        Some(holder) => {
            format!("{lock} was granted to {client} while it was promised to {}.", story.names.client(holder))
        }
        None => format!("{lock} was granted to {client} while it was promised to another."),
    })
}

pub(super) fn two_believers(story: &Story<'_>) -> Option<String> {
    let (verdict, witness) = story.broken(&one_believer::KIND)?;
    let Kind::BeliefBegan { client: second, lock: held, .. } = witness.kind else { return None };
    let mut over = Vec::new();
    let first = story.before(witness).find_map(|event| match event.kind {
        Kind::BeliefEnded { client, lock, .. } if lock == held => {
            over.push(client);
            None
        }
        Kind::BeliefBegan { client, lock, .. } if lock == held => {
            (client != second && !over.contains(&client)).then_some(client)
        }
        _ => None,
    })?;
    let (first, second) = (story.names.client(first), story.names.client(second));
    let believed = format!("{first} and {second} both believed that they held {}", story.names.lock(held));
    Some(match (verdict.from, verdict.to) {
        (Some(from), Some(to)) => format!("For {}, {believed}.", to.since(from)),
        _ => format!("{believed}."),
    })
}

/// A write got in whose writer had no lease on record. Nobody else had the lock since.
pub(super) fn unheld_write(story: &Story<'_>) -> Option<String> {
    let mut on_record: Vec<Grant> = Vec::new();
    story.kinds().find_map(|kind| {
        match *kind {
            Kind::RecordBegan { grant, .. } => on_record.push(grant),
            Kind::RecordEnded { grant, .. } => on_record.retain(|it| *it != grant),
            Kind::WriteAccepted { client, store, grant, .. } => {
                let lock = story.names.lock(story.names.lock_of(store)?);
                let writer = story.names.client(client);
                return match grant {
                    None => Some(format!("{writer} wrote to {} without the lock.", story.names.store(store))),
                    Some(grant) if on_record.contains(&grant) => None,
                    Some(_) => Some(format!("{writer}'s write got in after its lease on {lock} had ended.")),
                };
            }
            _ => {}
        }
        None
    })
}

/// A lease expired under a client that went on believing.
pub(super) fn lease_outlived(story: &Story<'_>) -> Option<String> {
    let mut believers: Vec<(ClientId, LockId)> = Vec::new();
    story.kinds().find_map(|kind| {
        match *kind {
            Kind::BeliefBegan { client, lock, .. } => believers.push((client, lock)),
            Kind::BeliefEnded { client, lock, .. } => believers.retain(|it| *it != (client, lock)),
            Kind::RecordEnded { client, lock, why: RecordEnd::Expired, .. } => {
                return believers.contains(&(client, lock)).then(|| {
                    let (client, lock) = (story.names.client(client), story.names.lock(lock));
                    format!(
                        "{client}'s lease on {lock} expired while {client} believed that it held the lock."
                    )
                });
            }
            _ => {}
        }
        None
    })
}

/// A request found a free lock or a holder that was gone; or the end came before that could be told.
pub(super) fn waited_in_vain(story: &Story<'_>) -> Option<String> {
    let verdict = story.verdict(&progress::KIND)?;
    match story.broken(&progress::KIND) {
        Some((_, witness)) => in_vain(story, witness).or_else(|| Some(verdict.text.clone())),
        None if verdict.outcome == Outcome::Undecided && story.trace.ending.why != EndedBy::Limit => {
            Some(verdict.text.clone())
        }
        None => None,
    }
}

fn in_vain(story: &Story<'_>, witness: &Event) -> Option<String> {
    let names = story.names;
    match witness.kind {
        Kind::AcquireBegan { client, lock, .. } => {
            Some(format!("{} waits for {}, which nobody has.", names.client(client), names.lock(lock)))
        }
        Kind::AcquireEnded { client, lock, why: AcquireEnd::GaveUp } => {
            let (client, name) = (names.client(client), names.lock(lock));
            Some(match on_record(story, witness, lock) {
                Some((holder, _)) => format!(
                    "{client} gave up: {name} was on record for {}, which {}.",
                    names.client(holder),
                    how_gone(story, holder)
                ),
                None => format!("{client} gave up waiting for {name}, which nobody had."),
            })
        }
        Kind::RecordBegan { client: holder, lock, grant, .. } => {
            let waiting = names.client(still_asking(story, lock)?);
            let without_end = last_promise(story, grant) == Some(Promise::UntilReleased);
            Some(format!(
                "{waiting} waits {}: {} is on record for {}, which {}.",
                if without_end { "for ever" } else { "in vain" },
                names.lock(lock),
                names.client(holder),
                how_gone(story, holder)
            ))
        }
        _ => None,
    }
}

/// Who is on record for a lock just before an event.
fn on_record(story: &Story<'_>, event: &Event, wanted: LockId) -> Option<(ClientId, Grant)> {
    story.before(event).find_map(|event| match event.kind {
        Kind::RecordBegan { client, lock, grant, .. } if lock == wanted => Some(Some((client, grant))),
        Kind::RecordEnded { lock, .. } if lock == wanted => Some(None),
        _ => None,
    })?
}

/// A client that asks for a lock when the run ends.
fn still_asking(story: &Story<'_>, wanted: LockId) -> Option<ClientId> {
    let mut told = Vec::new();
    story.kinds().rev().find_map(|kind| match *kind {
        Kind::AcquireEnded { client, .. } => {
            told.push(client);
            None
        }
        Kind::AcquireBegan { client, lock, .. } if lock == wanted => {
            (!told.contains(&client)).then_some(client)
        }
        _ => None,
    })
}

fn last_promise(story: &Story<'_>, wanted: Grant) -> Option<Promise> {
    story.kinds().rev().find_map(|kind| match *kind {
        Kind::Granted { grant, promise, .. } | Kind::Extended { grant, promise, .. } if grant == wanted => {
            Some(promise)
        }
        _ => None,
    })
}

fn how_gone(story: &Story<'_>, gone: ClientId) -> &'static str {
    let end = story.kinds().rev().find_map(|kind| match *kind {
        Kind::ClientStarted { client } if client == gone => Some(None),
        Kind::ClientFinished { client, why } if client == gone => Some(Some(why)),
        _ => None,
    });
    match end.flatten() {
        Some(Finish::Crashed) => "crashed",
        Some(_) => "has finished",
        None => "does not believe that it holds it",
    }
}

pub(super) fn limit(story: &Story<'_>) -> Option<String> {
    let ending = story.trace.ending;
    (ending.why == EndedBy::Limit)
        .then(|| format!("The story was cut off at {}: the limit of events was reached.", ending.at))
}
