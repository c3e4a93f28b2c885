//! Times as the page writes and reads them, in integers. Leaves out time zones and dates: a story starts at 0.

use fencepost_core::primitive::{Span, Time};

/// A moment for people, to the hundredth of a second: `13.15 s`, `2 min 03.50 s`, `1 h 02 min 03 s`.
/// With `fine`, to the thousandth.
pub fn moment(at: Time, fine: bool) -> String {
    const MINUTE: u64 = 60_000_000;
    let us = at.as_micros();
    if us >= 60 * MINUTE {
        return format!("{} h {:02} min {:02} s", us / (60 * MINUTE), us / MINUTE % 60, us / 1_000_000 % 60);
    }
    let seconds = us % MINUTE / 1_000_000;
    let (digits, part) = if fine { (3, us % 1_000_000 / 1_000) } else { (2, us % 1_000_000 / 10_000) };
    if us >= MINUTE {
        format!("{} min {seconds:02}.{part:0digits$} s", us / MINUTE)
    } else {
        format!("{seconds}.{part:0digits$} s")
    }
}

/// A length of time for people, as short as exact to the millisecond: `12 s`, `8.2 s`, `2 min 5 s`.
pub fn length(span: Span) -> String {
    let ms = span.as_micros() / 1_000;
    if ms == 0 && !span.is_zero() {
        return format!("{} µs", span.as_micros());
    }
    let (hours, minutes) = (ms / 3_600_000, ms / 60_000 % 60);
    let (seconds, mut part) = (ms / 1_000 % 60, ms % 1_000);
    let mut words = String::new();
    if hours > 0 {
        words += &format!("{hours} h ");
    }
    if minutes > 0 {
        words += &format!("{minutes} min ");
    }
    if part > 0 {
        let mut digits = 3;
        while part % 10 == 0 {
            part /= 10;
            digits -= 1;
        }
        words += &format!("{seconds}.{part:0digits$} s");
    } else if seconds > 0 || words.is_empty() {
        words += &format!("{seconds} s");
    }
    words.truncate(words.trim_end().len());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_read_as_on_a_clock() {
        assert_eq!(moment(Time::ZERO, false), "0.00 s");
        assert_eq!(moment(Time::from_millis(13_150), false), "13.15 s");
        assert_eq!(moment(Time::from_millis(13_159), false), "13.15 s", "cut, never rounded into the future");
        assert_eq!(moment(Time::from_millis(11_999), true), "11.999 s");
        assert_eq!(moment(Time::from_millis(123_500), false), "2 min 03.50 s");
        assert_eq!(moment(Time::from_secs(3_723), false), "1 h 02 min 03 s");
    }

    #[test]
    fn lengths_are_as_short_as_exact() {
        assert_eq!(length(Span::ZERO), "0 s");
        assert_eq!(length(Span::from_secs(12)), "12 s");
        assert_eq!(length(Span::from_millis(8_200)), "8.2 s");
        assert_eq!(length(Span::from_millis(50)), "0.05 s");
        assert_eq!(length(Span::from_millis(1)), "0.001 s");
        assert_eq!(length(Span::from_secs(125)), "2 min 5 s");
        assert_eq!(length(Span::from_secs(3600)), "1 h");
        assert_eq!(length(Span::from_micros(40)), "40 µs");
    }
}
