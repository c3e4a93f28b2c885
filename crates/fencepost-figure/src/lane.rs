//! Lanes: one a client, one a lock, one a store.

use alloc::string::String;

use fencepost_core::event::{ClientId, LockId, StoreId};

use crate::layout::NAME;
use crate::{LaneNames, Tenths, Tone, Type, measure};

/// One lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// Whose.
    pub subject: Subject,
    /// The colour that goes with it: a client's own, ink for locks and stores.
    pub tone: Tone,
    /// The top edge of its panel.
    pub y: Tenths,
    /// The height of its panel.
    pub height: Tenths,
    /// The middle of its (first) bar: where the handles sit.
    pub middle: Tenths,
    /// The half height of its bars.
    pub half: Tenths,
    /// Its name: `Client A`. Not escaped; cut to fit.
    pub name: String,
    /// What it does, in a few words: `ttl 10 s, on fenced`. May be empty.
    pub note: String,
    /// Where name and note begin.
    pub name_x: Tenths,
    /// The base line of the name.
    pub name_y: Tenths,
    /// The base line of the note.
    pub note_y: Tenths,
}

impl Lane {
    /// The size of the name.
    pub fn name_size(&self) -> Tenths {
        NAME
    }

    /// How wide the name is at most, by an estimate for common fonts.
    pub fn name_width(&self) -> Tenths {
        measure::width(&self.name, Type::Name, NAME)
    }

    /// Whether the name stands beside the panel or above it; above, the note follows on the same line.
    pub fn names(&self) -> LaneNames {
        if self.name_y < self.y { LaneNames::Above } else { LaneNames::Beside }
    }
}

/// Whose lane it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A client: what it believes and does.
    Client(ClientId),
    /// A lock: who is on record.
    Lock(LockId),
    /// A store: what it holds.
    Store(StoreId),
}
