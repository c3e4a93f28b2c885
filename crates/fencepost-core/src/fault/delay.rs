//! A delay: messages on a link take longer, all of them for a while or one of them alone. Later messages on
//! the same connection wait behind a delayed one, as TCP has it.

use super::{BY, Befalls, FOR, FROM, Kind, LinkChange, NTH, single_or_timed};
use crate::help::help;
use crate::setting::{Fallback, Setting};

/// A delay.
pub(super) static KIND: Kind = Kind {
    name: "delay",
    summary: help("Messages on a link take longer: all that are sent in a time, or the n-th alone."),
    befalls: Befalls::Route,
    settings: &[
        Setting { default: Fallback::Required, ..BY },
        NTH,
        Setting { default: Fallback::Absent, ..FROM },
        FOR,
    ],
    conflict: single_or_timed,
    lower: |fault, lowered| {
        let by = fault.settings.length("by");
        lowered.on_link(fault, LinkChange::Slow(by), LinkChange::Unslow(by));
    },
};
