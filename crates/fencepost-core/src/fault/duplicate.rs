//! Duplicates: messages on a link arrive twice, all of them for a while or one of them alone, as where a proxy
//! or a resolver sends again what it holds for lost. The copy keeps no order on its connection. A server does
//! what it is asked again; a client heeds one answer. The end of a connection has no copy.

use super::{BY, Befalls, FOR, FROM, Kind, LinkChange, NTH, single_or_timed};
use crate::help::help;
use crate::setting::{Fallback, Setting};

/// Duplicates.
pub(super) static KIND: Kind = Kind {
    name: "duplicate",
    summary: help("Messages on a link arrive twice: all that are sent in a time, or the n-th alone."),
    befalls: Befalls::Route,
    settings: &[
        Setting { help: help("How much longer the copy is under way; no longer when not written."), ..BY },
        NTH,
        Setting { default: Fallback::Absent, ..FROM },
        FOR,
    ],
    conflict: single_or_timed,
    lower: |fault, lowered| {
        let by = fault.settings.length("by");
        lowered.on_link(fault, LinkChange::Double(by), LinkChange::Undouble(by));
    },
};
