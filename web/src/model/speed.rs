//! How fast a story plays: story seconds in one real second.

use fencepost_core::primitive::{Span, Time};

/// A speed: so much story time in so much real time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed {
    /// Story time.
    pub story: u32,
    /// Real time.
    pub real: u32,
    /// As the screen writes it.
    pub label: &'static str,
}

const fn speed(story: u32, real: u32, label: &'static str) -> Speed {
    Speed { story, real, label }
}

/// Every speed. Those beyond 8 are offered to long stories alone.
pub static SPEEDS: [Speed; 11] = [
    speed(1, 4, "0.25×"),
    speed(1, 2, "0.5×"),
    speed(1, 1, "1×"),
    speed(2, 1, "2×"),
    speed(4, 1, "4×"),
    speed(8, 1, "8×"),
    speed(30, 1, "30×"),
    speed(120, 1, "120×"),
    speed(600, 1, "600×"),
    speed(2_400, 1, "2400×"),
    speed(9_600, 1, "9600×"),
];

/// The slowest speed at which a story of this length plays in 12 seconds, or the fastest.
pub fn fitting(end: Time) -> usize {
    const LONGEST: u64 = 12_000_000;
    let fits = |speed: &Speed| speed.story_of(Span::from_micros(LONGEST)).as_micros() >= end.as_micros();
    SPEEDS.iter().position(fits).unwrap_or(SPEEDS.len() - 1)
}

/// How many of the speeds are offered for a story of this length.
pub fn offered(end: Time) -> usize {
    (fitting(end) + 2).clamp(6, SPEEDS.len())
}

impl Speed {
    /// The story time that goes by in so much real time.
    pub const fn story_of(self, real: Span) -> Span {
        Span::from_micros(real.as_micros() * self.story as u64 / self.real as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_plays_a_story_in_about_ten_seconds() {
        let label = |secs| SPEEDS[fitting(Time::from_secs(secs))].label;
        assert_eq!(label(0), "0.25×");
        assert_eq!(label(12), "1×");
        assert_eq!(label(15), "2×");
        assert_eq!(label(75), "8×");
        assert_eq!(label(24 * 3600), "9600×");
    }

    #[test]
    fn ordinary_stories_are_offered_up_to_eight() {
        assert_eq!(SPEEDS[offered(Time::from_secs(15)) - 1].label, "8×");
        assert_eq!(SPEEDS[offered(Time::from_secs(900)) - 1].label, "600×");
    }

    #[test]
    fn story_time_goes_with_the_speed() {
        let frame = Span::from_millis(16);
        assert_eq!(SPEEDS[0].story_of(frame), Span::from_millis(4));
        assert_eq!(SPEEDS[5].story_of(frame), Span::from_millis(128));
    }
}
