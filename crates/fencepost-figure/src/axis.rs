//! The time axis: true time to `x` and back, and round numbers along it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use fencepost_core::primitive::{Span, Time};

use crate::words;
use crate::{Tenths, Type, measure, px};

/// The shortest time that an axis shows: zoom ends there. A pixel of the widest figure is still longer than
/// a microsecond.
pub const SHORTEST: Span = Span::from_millis(10);

/// No axis shows more than this from its beginning, or begins later: a hundred days, where a story has one at most.
/// With plots of [`WIDEST`] at most, six times the product of time and width has 63 bits.
pub(crate) const LONGEST: Span = Span::from_secs(100 * 24 * 3600);
/// The widest plot.
pub(crate) const WIDEST: Tenths = px(20_000);

/// A time axis. Linear: [`x_of`](Self::x_of) and [`time_of`](Self::time_of) undo each other up to a tenth of
/// a pixel while a tenth of a pixel is at least a microsecond, and up to a pixel always.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The left edge of the plot.
    pub left: Tenths,
    /// The right edge of the plot.
    pub right: Tenths,
    /// The base line of the ticks' labels.
    pub label_y: Tenths,
    /// The top of the grid's lines.
    pub top: Tenths,
    /// The bottom of the grid's lines.
    pub bottom: Tenths,
    /// The time at the left edge.
    pub from: Time,
    /// The time at the right edge.
    pub to: Time,
    /// Round times in between.
    pub ticks: Vec<Tick>,
    /// What part of the story is shown, in words; empty when all of it is.
    pub note: String,
}

/// A round time on the axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// Its place.
    pub x: Tenths,
    /// Its time.
    pub at: Time,
    /// Its label: `10 s`, `250 ms`.
    pub label: String,
}

impl Axis {
    /// An axis from `from` to `to` between two edges. The time is widened to [`SHORTEST`] where it is shorter,
    /// and the plot to one pixel; a hundred days and 20,000 pixels are the most.
    pub fn new(left: Tenths, right: Tenths, from: Time, to: Time) -> Self {
        let right = right.clamp(left + px(1), left + WIDEST);
        let from = from.min(Time::ZERO + LONGEST);
        let to = to.clamp(from + SHORTEST, from + LONGEST);
        let mut axis = Self {
            left,
            right,
            label_y: 0,
            top: 0,
            bottom: 0,
            from,
            to,
            ticks: Vec::new(),
            note: String::new(),
        };
        axis.ticks = axis.round_times();
        axis
    }

    /// The place of a time. Times outside the axis lie outside the plot, at most one plot away.
    pub fn x_of(&self, at: Time) -> Tenths {
        let (width, span) = self.size();
        // Counted from one plot to the left of the axis, so that nothing is below zero.
        let since = at.as_micros().saturating_add(span).saturating_sub(self.from.as_micros()).min(3 * span);
        self.left - width as Tenths + ((2 * since * width + span) / (2 * span)) as Tenths
    }

    /// The time at a place; never before the start of the story. Places outside the plot count up to twice the
    /// width of the widest away.
    pub fn time_of(&self, x: Tenths) -> Time {
        let (width, span) = self.size();
        let (width, span) = (width as i64, span as i64);
        let offset = x.saturating_sub(self.left).clamp(-2 * WIDEST, 2 * WIDEST);
        let since = (2 * i64::from(offset) * span + width).div_euclid(2 * width);
        Time::from_micros((self.from.as_micros() as i64 + since).max(0) as u64)
    }

    /// Whether the time from `from` to `to` touches what is shown.
    pub fn shows(&self, from: Time, to: Time) -> bool {
        from <= self.to && to >= self.from
    }

    /// Its width in tenths, and its time in microseconds.
    fn size(&self) -> (u64, u64) {
        ((self.right - self.left) as u64, self.to.since(self.from).as_micros())
    }

    /// The multiples of the smallest 1-2-5 step whose labels keep their distance.
    fn round_times(&self) -> Vec<Tick> {
        let (width, span) = self.size();
        let (from, to) = (self.from.as_micros(), self.to.as_micros());
        let mut ticks = Vec::new();
        let mut steps = STEPS.iter();
        let mut step = 1;
        loop {
            let last = Time::from_micros(to / step * step);
            let label = measure::width(&tick_label(last, step), Type::Quiet, px(12)) + px(20);
            if step * width / span >= label.max(LABEL_ROOM) as u64 {
                break;
            }
            let Some(halves) = steps.next() else { return ticks };
            step = step * u64::from(*halves) / 2;
        }
        let mut at = from.div_ceil(step) * step;
        while at <= to {
            let time = Time::from_micros(at);
            ticks.push(Tick { x: self.x_of(time), at: time, label: tick_label(time, step) });
            at += step;
        }
        ticks
    }
}

/// The least distance from one tick to the next.
const LABEL_ROOM: Tenths = px(60);

const SECOND: u64 = 1_000_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// How many halves of a distance between ticks the next one is: from a microsecond by 1, 2 and 5 to a second,
/// by 1, 2, 5, 10, 20 and 30 to a minute and to an hour, then 2, 6, 12 and 24 hours.
const STEPS: [u8; 34] =
    [4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 3, 4, 4, 5, 4, 4, 3, 4, 4, 6, 4, 4];

/// The label of a tick: hours or minutes where the step is of these, milliseconds in the first second, and
/// seconds with decimals elsewhere.
fn tick_label(at: Time, step: u64) -> String {
    let us = at.as_micros();
    match step {
        _ if us == 0 => String::from("0 s"),
        _ if step.is_multiple_of(HOUR) => format!("{} h", us / HOUR),
        _ if step.is_multiple_of(MINUTE) => format!("{} min", us / MINUTE),
        _ if step < SECOND && us < SECOND => words::span(Span::from_micros(us)),
        _ => words::seconds(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(from_ms: u64, to_ms: u64) -> Axis {
        Axis::new(px(100), px(1100), Time::from_millis(from_ms), Time::from_millis(to_ms))
    }

    #[test]
    fn times_and_places_undo_each_other() {
        for (from, to) in [(0, 10), (0, 15_000), (11_234, 11_250), (0, 86_400_000)] {
            let axis = axis(from, to);
            for x in axis.left..=axis.right {
                let back = axis.x_of(axis.time_of(x));
                // A thousand pixels over the shortest time: a microsecond is a whole pixel.
                let slack = if to - from <= 16 { px(1) } else { 0 };
                assert!((back - x).abs() <= slack, "{from}..{to}: {x} and {back}");
            }
        }
    }

    #[test]
    fn places_are_proportional() {
        // A thousand pixels for ten seconds: a hundred pixels a second.
        let axis = axis(0, 10_000);
        assert_eq!(axis.x_of(Time::ZERO), px(100));
        assert_eq!(axis.x_of(Time::from_millis(2_500)), px(350));
        assert_eq!(axis.time_of(px(350)), Time::from_millis(2_500));
        assert_eq!(axis.time_of(-px(5_000)), Time::ZERO, "never before the start");
    }

    #[test]
    fn ticks_are_round_and_apart() {
        let labels = |from, to| axis(from, to).ticks.into_iter().map(|tick| tick.label).collect::<Vec<_>>();
        // At least 60 pixels apart: of 1000 pixels, 16 ticks at most.
        let seconds = labels(0, 10_000);
        assert_eq!((seconds.len(), seconds[0].as_str(), seconds[10].as_str()), (11, "0 s", "10 s"));
        let zoomed = labels(12_000, 13_000);
        assert_eq!((zoomed.len(), zoomed[1].as_str()), (11, "12.1 s"));
        assert_eq!(labels(0, 400)[1], "50 ms");
        // 24 h in 1000 pixels: 2 h are 83.
        assert_eq!(labels(0, 86_400_000)[1], "2 h");
    }

    #[test]
    fn no_time_and_no_width_are_widened() {
        let axis = Axis::new(0, 0, Time::from_secs(1), Time::ZERO);
        assert_eq!((axis.right, axis.to), (px(1), Time::from_millis(1_010)));
        assert_eq!(axis.ticks.len(), 1, "the only multiple of a second");
    }
}
