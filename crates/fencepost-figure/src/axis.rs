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
    /// and the plot to one pixel.
    pub fn new(left: Tenths, right: Tenths, from: Time, to: Time) -> Self {
        let right = right.max(left.saturating_add(px(1)));
        let to = to.max(from + SHORTEST);
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
        let since = i128::from(at.as_micros()) - i128::from(self.from.as_micros());
        let scaled = since.clamp(-span, 2 * span) * width;
        self.left + nearest(scaled, span) as i32
    }

    /// The time at a place; never before the start of the story.
    pub fn time_of(&self, x: Tenths) -> Time {
        let (width, span) = self.size();
        let offset = (i128::from(x) - i128::from(self.left)) * span;
        let micros = i128::from(self.from.as_micros()) + nearest(offset, width);
        Time::from_micros(u64::try_from(micros.max(0)).unwrap_or(u64::MAX))
    }

    /// Whether the time from `from` to `to` touches what is shown.
    pub fn shows(&self, from: Time, to: Time) -> bool {
        from <= self.to && to >= self.from
    }

    fn size(&self) -> (i128, i128) {
        let span = self.to.since(self.from).as_micros();
        (i128::from(self.right) - i128::from(self.left), i128::from(span.max(1)))
    }

    /// The multiples of the smallest 1-2-5 step whose labels keep their distance.
    fn round_times(&self) -> Vec<Tick> {
        let (width, span) = self.size();
        let room = |step: u64| {
            let last = Time::from_micros(self.to.as_micros() / step * step);
            let label = measure::width(&tick_label(last, step), Type::Quiet, px(12)) + px(20);
            i128::from(step) * width / span >= i128::from(label.max(LABEL_ROOM))
        };
        let Some(step) = STEPS.iter().copied().find(|step| room(*step)) else { return Vec::new() };
        let first = self.from.as_micros().div_ceil(step);
        let last = self.to.as_micros() / step;
        (first..=last)
            .map(|n| Time::from_micros(n.saturating_mul(step)))
            .map(|at| Tick { x: self.x_of(at), at, label: tick_label(at, step) })
            .collect()
    }
}

/// The least distance from one tick to the next.
const LABEL_ROOM: Tenths = px(60);

const SECOND: u64 = 1_000_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;

/// Distances between ticks, in microseconds.
const STEPS: &[u64] = &[
    1,
    2,
    5,
    10,
    20,
    50,
    100,
    200,
    500,
    1_000,
    2_000,
    5_000,
    10_000,
    20_000,
    50_000,
    100_000,
    200_000,
    500_000,
    SECOND,
    2 * SECOND,
    5 * SECOND,
    10 * SECOND,
    20 * SECOND,
    30 * SECOND,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    20 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    6 * HOUR,
    12 * HOUR,
    24 * HOUR,
];

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

/// `a / b` to the nearest whole number, halves upward; `b` is positive.
fn nearest(a: i128, b: i128) -> i128 {
    (2 * a + b).div_euclid(2 * b)
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
