//! A clock that is wrong: ahead or behind from the start, jumping at a moment, or running fast or slow.
//! Offset and step move the wall clock alone; a rate changes the monotonic clock too.

use super::{Befalls, Effect, FROM, Kind, time};
use crate::event::ClockChange;
use crate::help::help;
use crate::primitive::Span;
use crate::scenario::Target;
use crate::setting::{Accepts, Fallback, Setting, Settings};

/// A wrong clock.
pub(super) static KIND: Kind = Kind {
    name: "clock",
    summary: help("A node's clock is off from the start, jumps, or runs fast or slow."),
    befalls: Befalls::Clock,
    settings: &[
        Setting {
            default: Fallback::Absent,
            help: help("The true time of the step or of the new rate."),
            name: "at",
            ..FROM
        },
        Setting { name: "step", help: help("By how much the wall clock jumps: `+20s`, `-3s`."), ..OFFSET },
        OFFSET,
        RATE,
    ],
    conflict,
    lower: |fault, lowered| {
        let (Target::Node(end), settings) = (fault.target, &fault.settings) else { return };
        let step = settings.offset("offset").or_else(|| settings.offset("step"));
        let change = match (step, settings.drift("rate")) {
            (Some(us), _) => ClockChange::Step(us),
            (_, Some(ppm)) => ClockChange::Rate(ppm),
            _ => return,
        };
        for node in end.each() {
            lowered.effects.push((time(settings, "at"), Effect::Clock(node, change)));
        }
    },
};

const OFFSET: Setting = Setting {
    name: "offset",
    accepts: Accepts::Offset { max: Span::from_secs(366 * 24 * 3600) },
    default: Fallback::Absent,
    help: help("By how much the wall clock is ahead (`+3s`) or behind (`-3s`) from the start."),
};

const RATE: Setting = Setting {
    name: "rate",
    accepts: Accepts::Drift { max_ppm: 500_000 },
    default: Fallback::Absent,
    help: help("How much faster (`+1%`) or slower (`-200ppm`) its clocks run from then on."),
};

fn conflict(settings: &Settings) -> Option<&'static str> {
    let (step, offset, at) = (settings.has("step"), settings.has("offset"), settings.has("at"));
    if u8::from(step) + u8::from(offset) + u8::from(settings.has("rate")) != 1 {
        return Some("write exactly one of `step=`, `offset=` and `rate=`");
    }
    if step && !at {
        return Some("a step needs its moment\nwrite `at=`");
    }
    (offset && at).then_some("an offset is there from the start\nwrite `step=` for a jump at a moment")
}
