//! A delay: messages on a link take longer, all of them for a while or one of them alone. Later messages on
//! the same connection wait behind a delayed one, as TCP has it.

use super::{Befalls, FOR, FROM, Kind, LinkChange, NTH, single_or_timed};
use crate::help::help;
use crate::primitive::Span;
use crate::scenario::limit;
use crate::setting::{Accepts, Fallback, Setting};

/// A delay.
pub(super) static KIND: Kind = Kind {
    name: "delay",
    summary: help("Messages on a link take longer: all that are sent in a time, or the n-th alone."),
    befalls: Befalls::Route,
    settings: &[BY, NTH, Setting { default: Fallback::Absent, ..FROM }, FOR],
    conflict: single_or_timed,
    lower: |fault, lowered| {
        let by = fault.settings.length("by");
        lowered.on_link(fault, Some(by), LinkChange::Slow(by), LinkChange::Unslow(by));
    },
};

const BY: Setting = Setting {
    name: "by",
    accepts: Accepts::Span { min: Span::from_micros(1), max: limit::DELAY, none: false },
    default: Fallback::Required,
    help: help("How much longer a message is under way."),
};
