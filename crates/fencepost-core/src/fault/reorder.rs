//! Reordering: messages on a link keep no order, all of them for a while or one of them alone, as datagrams do,
//! and requests that are sent again on another connection. Such a message waits for no other of its connection,
//! and none waits for it.

use super::{BY, Befalls, FOR, FROM, Kind, LinkChange, NTH, single_or_timed};
use crate::help::help;
use crate::setting::{Fallback, Setting};

/// Reordering.
pub(super) static KIND: Kind = Kind {
    name: "reorder",
    summary: help("Messages on a link keep no order: all that are sent in a time, or the n-th alone."),
    befalls: Befalls::Route,
    settings: &[
        Setting {
            help: help("How much longer such a message is under way; no longer when not written."),
            ..BY
        },
        NTH,
        Setting { default: Fallback::Absent, ..FROM },
        FOR,
    ],
    conflict: single_or_timed,
    lower: |fault, lowered| {
        let by = fault.settings.length("by");
        lowered.on_link(fault, LinkChange::Unorder(by), LinkChange::Order(by));
    },
};
