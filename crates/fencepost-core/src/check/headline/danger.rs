//! Locks that did not do their work, and runs that did not end.

use alloc::string::String;

use super::super::{Verdict, one_believer, one_holder, own_release, progress};
use super::{Marks, Story};
use crate::event::{
    AcquireEnd, ClientId, Event, Finish, Grant, Kind, LockId, Outcome, Parts, Promise, RecordEnd,
};
use crate::trace::EndedBy;

pub(super) fn touched_another(story: &Story<'_>) -> Option<String> {
    let (witness, other) = story.broken(&own_release::KIND)?;
    let sentence = match witness.kind {
        Kind::Released { .. } => "$c released $l, which was $o's.",
        Kind::Extended { .. } => "$c extended $o's lease on $l.",
        _ => return None,
    };
    story.say(witness, other, sentence)
}

pub(super) fn two_holders(story: &Story<'_>) -> Option<String> {
    let (witness, other) = story.broken(&one_holder::KIND)?;
    let Kind::Granted { .. } = witness.kind else { return None };
    story.say(witness, other, "$l was granted to $c while it was promised to $o.")
}

pub(super) fn two_believers(story: &Story<'_>) -> Option<String> {
    let (witness, other) = story.broken(&one_believer::KIND)?;
    let Kind::BeliefBegan { .. } = witness.kind else { return None };
    let mut it = story.parts(witness, other);
    let Verdict { from: Some(from), to: Some(to), .. } = story.verdict(&one_believer::KIND)? else {
        return Some(it.text("$o and $c both believed that they held $l."));
    };
    it.span = to.since(*from);
    Some(it.text("For $d, $o and $c both believed that they held $l."))
}

/// A write got in whose writer had no lease on record. Nobody else had the lock since.
pub(super) fn unheld_write(story: &Story<'_>) -> Option<String> {
    let mut on_record = Marks::default();
    for event in &story.trace.events {
        match event.kind {
            Kind::RecordBegan { client, grant, .. } => on_record.add(client, grant.0),
            Kind::RecordEnded { client, grant, .. } => on_record.remove(client, grant.0),
            Kind::WriteAccepted { client, store, grant, .. } if story.names.lock_of(store).is_some() => {
                let sentence = match grant {
                    None => "$c wrote to $s without the lock.",
                    Some(grant) if on_record.has(client, grant.0) => continue,
                    Some(_) => "$c's write got in after its lease on $l had ended.",
                };
                return story.say(event, None, sentence);
            }
            _ => {}
        }
    }
    None
}

/// A lease ended under a client that went on believing.
pub(super) fn lease_outlived(story: &Story<'_>) -> Option<String> {
    let mut believers = Marks::default();
    for event in &story.trace.events {
        match event.kind {
            Kind::BeliefBegan { client, lock, .. } => believers.add(client, lock.0.into()),
            Kind::BeliefEnded { client, lock, .. } => believers.remove(client, lock.0.into()),
            Kind::RecordEnded { client, lock, why, .. } if believers.has(client, lock.0.into()) => {
                let sentence = match why {
                    RecordEnd::Released | RecordEnd::ReleasedByOther => continue,
                    RecordEnd::Expired => "$c's lease on $l expired while $c believed that it held the lock.",
                    RecordEnd::Revoked => {
                        "$c's lease on $l was revoked while $c believed that it held the lock."
                    }
                    RecordEnd::Forgotten => {
                        "$c's lease on $l was lost by its service while $c believed that it held the lock."
                    }
                    RecordEnd::Disconnected => {
                        "$c's connection closed, and $l with it, while $c believed that it held the lock."
                    }
                    RecordEnd::Aborted => {
                        "$c's transaction was aborted, and $l freed, while $c believed that it held the lock."
                    }
                };
                return story.say(event, None, sentence);
            }
            _ => {}
        }
    }
    None
}

/// A request found a free lock or a holder that was gone; or the end came before that could be told.
pub(super) fn waited_in_vain(story: &Story<'_>) -> Option<String> {
    let verdict = story.verdict(&progress::KIND)?;
    match story.broken(&progress::KIND) {
        Some((witness, other)) => in_vain(story, witness, other).or_else(|| Some(verdict.text.clone())),
        None if verdict.outcome == Outcome::Undecided && story.trace.ending.why != EndedBy::Limit => {
            Some(verdict.text.clone())
        }
        None => None,
    }
}

fn in_vain(story: &Story<'_>, witness: &Event, other: Option<ClientId>) -> Option<String> {
    let mut it = story.parts(witness, other);
    let sentence = match witness.kind {
        Kind::AcquireBegan { .. } => "$c waits for $l, which nobody has.",
        Kind::AcquireEnded { why: AcquireEnd::GaveUp, .. } => match it.other {
            Some(holder) => {
                it.word = how_gone(story, holder);
                "$c gave up: $l was on record for $o, which $w."
            }
            None => "$c gave up waiting for $l, which nobody had.",
        },
        Kind::RecordBegan { client: holder, lock, grant, .. } => {
            (it.other, it.word) = (Some(still_asking(story, lock)?), how_gone(story, holder));
            match last_promise(story, grant) {
                Some(Promise::UntilReleased) => "$o waits for ever: $l is on record for $c, which $w.",
                _ => "$o waits in vain: $l is on record for $c, which $w.",
            }
        }
        _ => return None,
    };
    Some(it.text(sentence))
}

/// A client that asks for a lock when the run ends.
fn still_asking(story: &Story<'_>, wanted: LockId) -> Option<ClientId> {
    let mut told = Marks::default();
    for kind in story.kinds().rev() {
        match *kind {
            Kind::AcquireEnded { client, .. } => told.add(client, 0),
            Kind::AcquireBegan { client, lock, .. } if lock == wanted && !told.has(client, 0) => {
                return Some(client);
            }
            _ => {}
        }
    }
    None
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
        Kind::ClientStarted { client } if client == gone => Some("does not believe that it holds it"),
        Kind::ClientFinished { client, why } if client == gone => {
            Some(if why == Finish::Crashed { "crashed" } else { "has finished" })
        }
        _ => None,
    });
    end.unwrap_or("does not believe that it holds it")
}

pub(super) fn limit(story: &Story<'_>) -> Option<String> {
    let ending = story.trace.ending;
    (ending.why == EndedBy::Limit).then(|| {
        let it = Parts::at(ending.at, story.names);
        it.text("The story was cut off at $i: the limit of events was reached.")
    })
}
