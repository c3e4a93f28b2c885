//! Times in words, as the picture writes them: with a space before the unit.

use alloc::format;
use alloc::string::{String, ToString};

use fencepost_core::primitive::{Span, Time};

/// A length of time in its largest unit that fits: `10 s`, `250 ms`, `2 h`.
pub fn span(length: Span) -> String {
    spaced(&length.to_string())
}

/// A moment in seconds, as short as exact: `13.15 s`.
pub fn seconds(at: Time) -> String {
    spaced(&at.to_string())
}

/// A space between the number and the unit.
fn spaced(text: &str) -> String {
    let unit = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    format!("{number} {unit}")
}
