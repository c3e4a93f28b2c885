//! Loss: messages on a link never arrive, one in so many for a while, or one of them alone. Which ones is
//! decided from the seed. Connections do not close.

use super::{Befalls, Effect, FOR, FROM, Kind, NTH, Rule, end, route, single_or_timed, time};
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
        let Some(route) = route(fault) else { return };
        if let Some(nth) = fault.settings.number("nth") {
            lowered.rules.extend(route.one_way().map(|route| Rule { route, nth, delay: None }));
            return;
        }
        let rate = fault.settings.ratio("rate").unwrap_or(Ratio::ALWAYS);
        for (from, to) in route.directions() {
            lowered.effects.push((time(&fault.settings, "from"), Effect::Lossy(from, to, rate)));
            if let Some(end) = end(&fault.settings) {
                lowered.effects.push((end, Effect::Lossy(from, to, Ratio::NEVER)));
            }
        }
    },
};

const RATE: Setting = Setting {
    name: "rate",
    accepts: Accepts::Ratio,
    default: Fallback::Absent,
    help: help("How many messages are lost: `1/10` or `10%`; all when neither this nor `nth=` is written."),
};

fn conflict(settings: &Settings) -> Option<&'static str> {
    if settings.get("nth").is_some() && settings.get("rate").is_some() {
        return Some("`nth=` names one message, `rate=` a part of all\nleave one of them away");
    }
    single_or_timed(settings)
}
