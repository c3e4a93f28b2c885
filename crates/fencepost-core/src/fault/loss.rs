//! Loss: messages on a link never arrive, one in so many for a while, or one of them alone. Which ones is
//! decided from the seed. Connections do not close.

use super::{Befalls, FOR, FROM, Kind, LinkChange, NTH, single_or_timed};
use crate::help::help;
use crate::setting::{Accepts, Fallback, Ratio, Setting, Settings};

/// Loss.
pub(super) static KIND: Kind = Kind {
    name: "loss",
    summary: help("Messages on a link never arrive: one in so many, or the n-th alone."),
    befalls: Befalls::Route,
    settings: &[RATE, NTH, Setting { default: Fallback::Absent, ..FROM }, FOR],
    conflict,
    lower: |fault, lowered| {
        let rate = fault.settings.ratio("rate").unwrap_or(Ratio::ALWAYS);
        lowered.on_link(fault, LinkChange::Lossy(rate), LinkChange::Lossy(Ratio::NEVER));
    },
};

const RATE: Setting = Setting {
    name: "rate",
    accepts: Accepts::Ratio,
    default: Fallback::Absent,
    help: help("How many messages are lost: `1/10` or `10%`; all when neither this nor `nth=` is written."),
};

fn conflict(settings: &Settings) -> Option<&'static str> {
    if settings.has("nth") && settings.has("rate") {
        return Some("`nth=` names one message, `rate=` a part of all\nleave one of them away");
    }
    single_or_timed(settings)
}
