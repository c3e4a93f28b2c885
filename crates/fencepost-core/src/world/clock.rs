//! A node's two clocks: `wall` with offset, rate and steps, `mono` with a rate only. Both count whole
//! microseconds, rounded down.

use crate::event::ClockChange;
use crate::primitive::{Rate, Reading, Span, Time};
use crate::service::Clocks;

/// Two clocks that run at one rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// The true time of the last change.
    since: Time,
    /// What they read then.
    then: Clocks,
    rate: Rate,
}

impl Default for Clock {
    fn default() -> Self {
        let then = Clocks { wall: Reading::ZERO, mono: Reading::ZERO };
        Self { since: Time::ZERO, then, rate: Rate::EXACT }
    }
}

impl Clock {
    /// What the clocks read at `now`.
    pub(super) fn read(&self, now: Time) -> Clocks {
        let counted = self.rate.counts(now.since(self.since));
        Clocks { wall: self.then.wall + counted, mono: self.then.mono + counted }
    }

    /// The first true microsecond at which the wall clock reads `reading` or more.
    pub(super) fn wall_reaches(&self, reading: Reading) -> Time {
        self.counts_up(self.then.wall, reading)
    }

    /// The first true microsecond at which the monotonic clock reads `reading` or more.
    pub(super) fn mono_reaches(&self, reading: Reading) -> Time {
        self.counts_up(self.then.mono, reading)
    }

    fn counts_up(&self, from: Reading, to: Reading) -> Time {
        self.since + self.rate.takes(to.since(from))
    }

    /// Applies a change at `now`.
    pub(super) fn change(&mut self, change: ClockChange, now: Time) {
        self.then = self.read(now);
        self.since = now;
        match change {
            ClockChange::Step(us) => {
                let wall = self.then.wall;
                let by = Span::from_micros(us.unsigned_abs());
                self.then.wall = if us < 0 { wall - by } else { wall + by };
            }
            ClockChange::Rate(ppm) => self.rate = Rate::off_by(ppm).unwrap_or(Rate::EXACT),
        }
    }

    /// The rate, for fingerprints.
    pub(super) fn rate(&self) -> Rate {
        self.rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock 1 % fast counts 101 in 100; it first reads 10 when 10 / 1.01 = 9.9009901 s have gone by,
    /// rounded up to the microsecond.
    #[test]
    fn a_fast_clock_reaches_a_deadline_early() {
        let mut clock = Clock::default();
        clock.change(ClockChange::Rate(10_000), Time::ZERO);
        let deadline = Reading::from_secs(10);
        let reached = clock.mono_reaches(deadline);
        assert_eq!(reached, Time::from_micros(9_900_991));
        assert!(clock.read(reached).mono >= deadline);
        assert!(clock.read(Time::from_micros(9_900_990)).mono < deadline);
    }

    #[test]
    fn a_step_moves_the_wall_clock_alone() {
        let mut clock = Clock::default();
        clock.change(ClockChange::Step(-3_000_000), Time::from_secs(5));
        let read = clock.read(Time::from_secs(6));
        assert_eq!(read.wall, Reading::from_secs(3));
        assert_eq!(read.mono, Reading::from_secs(6));
        assert_eq!(clock.wall_reaches(Reading::from_secs(10)), Time::from_secs(13));
    }
}
