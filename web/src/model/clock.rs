//! Times as the page writes and reads them, in integers. Leaves out time zones and dates: a story starts at 0.

use fencepost_core::primitive::{Span, Time};

/// A moment for people, to the hundredth of a second: `13.15 s`, `2 min 03.50 s`, `1 h 02 min 03 s`.
pub fn moment(at: Time) -> String {
    let hundredths = at.as_micros() / 10_000;
    let (seconds, minutes, hours) = (hundredths / 100, hundredths / 6_000, hundredths / 360_000);
    let mut words = String::new();
    if hours > 0 {
        put(&mut words, hours, 1, " h ");
    }
    if minutes > 0 {
        put(&mut words, minutes % 60, if hours > 0 { 2 } else { 1 }, " min ");
    }
    put(&mut words, seconds % 60, if minutes > 0 { 2 } else { 1 }, if hours > 0 { " s" } else { "." });
    if hours == 0 {
        put(&mut words, hundredths % 100, 2, " s");
    }
    words
}

/// A length of time for people, as short as exact to the millisecond: `12 s`, `8.2 s`, `2 min 5 s`.
pub fn length(span: Span) -> String {
    let ms = span.as_micros() / 1_000;
    let (hours, minutes) = (ms / 3_600_000, ms / 60_000 % 60);
    let (seconds, mut part) = (ms / 1_000 % 60, ms % 1_000);
    let mut words = String::new();
    if ms == 0 && !span.is_zero() {
        put(&mut words, span.as_micros(), 1, " µs");
        return words;
    }
    if hours > 0 {
        put(&mut words, hours, 1, " h ");
    }
    if minutes > 0 {
        put(&mut words, minutes, 1, " min ");
    }
    let mut digits = 3;
    while digits > 0 && part % 10 == 0 {
        part /= 10;
        digits -= 1;
    }
    if digits > 0 {
        put(&mut words, seconds, 1, ".");
        put(&mut words, part, digits, " s");
    } else if seconds > 0 || words.is_empty() {
        put(&mut words, seconds, 1, " s");
    }
    if words.as_bytes().last() == Some(&b' ') {
        words.pop();
    }
    words
}

/// Adds a number with at least so many digits, and what follows it.
#[inline(never)]
fn put(words: &mut String, number: u64, digits: u32, unit: &str) {
    if digits > 1 || number > 9 {
        put(words, number / 10, digits.saturating_sub(1), "");
    }
    words.push(char::from(b'0' + (number % 10) as u8));
    words.push_str(unit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_read_as_on_a_clock() {
        assert_eq!(moment(Time::ZERO), "0.00 s");
        assert_eq!(moment(Time::from_millis(13_150)), "13.15 s");
        assert_eq!(moment(Time::from_millis(13_159)), "13.15 s", "cut, never rounded into the future");
        assert_eq!(moment(Time::from_millis(123_500)), "2 min 03.50 s");
        assert_eq!(moment(Time::from_secs(3_723)), "1 h 02 min 03 s");
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
