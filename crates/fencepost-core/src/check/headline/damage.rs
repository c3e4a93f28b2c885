//! Writes that got in and should not have, and writes that a fence kept out.

use alloc::format;
use alloc::string::String;

use super::super::{no_late_write, no_lost_update, writes_in_order};
use super::Story;
use crate::event::{Kind, Rejection};

/// A write under an older grant replaced one under a newer grant.
pub(super) fn destroyed(story: &Story<'_>) -> Option<String> {
    let (_, witness) = story.broken(&writes_in_order::KIND)?;
    let Kind::WriteAccepted { client, store, grant, .. } = witness.kind else { return None };
    let replaced = story.before(witness).find_map(|event| match event.kind {
        Kind::WriteAccepted { client, store: written, .. } if written == store => Some(client),
        _ => None,
    })?;
    let writer = story.names.client(client);
    let write = match grant {
        Some(_) => format!("{writer}'s late write"),
        None => format!("{writer}'s write without the lock"),
    };
    Some(if replaced == client {
        format!("{write} destroyed newer data of its own.")
    } else {
        format!("{write} destroyed {}'s data.", story.names.client(replaced))
    })
}

pub(super) fn update_lost(story: &Story<'_>) -> Option<String> {
    let (_, witness) = story.broken(&no_lost_update::KIND)?;
    let Kind::WriteAccepted { client, .. } = witness.kind else { return None };
    Some(format!("{}'s write replaced data that it had not read.", story.names.client(client)))
}

/// A write got in after a newer grant, and nothing newer was there to be destroyed yet.
pub(super) fn late_write(story: &Story<'_>) -> Option<String> {
    let (_, witness) = story.broken(&no_late_write::KIND)?;
    let Kind::WriteAccepted { client, store, grant, token, .. } = witness.kind else { return None };
    let protecting = story.names.lock_of(store)?;
    let (holder, newer) = story.before(witness).find_map(|event| match event.kind {
        Kind::Granted { client: other, lock, token, .. } if lock == protecting && other != client => {
            Some((story.names.client(other), token))
        }
        _ => None,
    })?;
    let (writer, lock) = (story.names.client(client), story.names.lock(protecting));
    Some(match (grant, token, newer) {
        (None, ..) => {
            format!("{writer}'s write got in without the lock, after {lock} was granted to {holder}.")
        }
        (_, Some(_), Some(newer)) => {
            format!("{writer}'s late write got in: the store had not yet seen {newer}.")
        }
        _ => format!("{writer}'s late write got in: {lock} had been granted to {holder}."),
    })
}

pub(super) fn refused_write(story: &Story<'_>) -> Option<String> {
    story.kinds().find_map(|kind| match *kind {
        Kind::WriteRejected { client, why, .. } => {
            let writer = story.names.client(client);
            Some(match why {
                Rejection::Stale { token, highest } => {
                    format!("{writer}'s late write was refused: its token {token} is lower than {highest}.")
                }
                Rejection::NoToken => format!("{writer}'s write was refused: it carries no token."),
            })
        }
        _ => None,
    })
}
