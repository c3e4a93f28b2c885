//! Writes that got in and should not have, and writes that a fence kept out.

use alloc::string::String;

use super::super::{no_late_write, no_lost_update, writes_in_order};
use super::Story;
use crate::event::{Kind, Rejection};
use crate::primitive::Token;

/// A write under an older grant replaced one under a newer grant.
pub(super) fn destroyed(story: &Story<'_>) -> Option<String> {
    let (witness, other) = story.broken(&writes_in_order::KIND)?;
    let Kind::WriteAccepted { client, grant, .. } = witness.kind else { return None };
    let sentence = match (grant, other == Some(client)) {
        (None, true) => "$c's write without the lock destroyed newer data of its own.",
        (None, false) => "$c's write without the lock destroyed $o's data.",
        (_, true) => "$c's late write destroyed newer data of its own.",
        (_, false) => "$c's late write destroyed $o's data.",
    };
    story.say(witness, other, sentence)
}

pub(super) fn update_lost(story: &Story<'_>) -> Option<String> {
    let (witness, other) = story.broken(&no_lost_update::KIND)?;
    let Kind::WriteAccepted { .. } = witness.kind else { return None };
    story.say(witness, other, "$c's write replaced data that it had not read.")
}

/// A write got in after a newer grant, and nothing newer was there to be destroyed yet.
pub(super) fn late_write(story: &Story<'_>) -> Option<String> {
    let (witness, other) = story.broken(&no_late_write::KIND)?;
    let Kind::WriteAccepted { .. } = witness.kind else { return None };
    let mut it = story.parts(witness, other);
    let newer = story.before(witness).find_map(|event| match event.kind {
        Kind::Granted { client, lock, token, .. } if (Some(client), Some(lock)) == (it.other, it.lock) => {
            Some(token)
        }
        _ => None,
    })?;
    it.highest = newer.map_or(0, Token::get);
    Some(it.text(if it.grant == 0 {
        "$c's write got in without the lock, after $l was granted to $o."
    } else if it.token > 0 && it.highest > 0 {
        "$c's late write got in: the store had not yet seen $K."
    } else {
        "$c's late write got in: $l had been granted to $o."
    }))
}

pub(super) fn refused_write(story: &Story<'_>) -> Option<String> {
    story.trace.events.iter().find_map(|event| {
        let Kind::WriteRejected { why, .. } = event.kind else { return None };
        let sentence = match why {
            Rejection::Stale { .. } => "$c's late write was refused: its token $n is lower than $K.",
            Rejection::NoToken => "$c's write was refused: it carries no token.",
        };
        story.say(event, None, sentence)
    })
}
