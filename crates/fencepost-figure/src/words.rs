//! Times in words, as the picture writes them: with a space before the unit.

use alloc::string::{String, ToString};

use fencepost_core::primitive::{Span, Time};

/// A length of time in its largest unit that fits: `10 s`, `250 ms`, `2 h`.
pub fn span(length: Span) -> String {
    spaced(length.to_string())
}

/// A moment in seconds, as short as exact: `13.15 s`.
pub fn seconds(at: Time) -> String {
    spaced(at.to_string())
}

/// A space between the number and the unit.
fn spaced(mut text: String) -> String {
    let unit = text.bytes().position(|byte| byte.is_ascii_alphabetic()).unwrap_or(text.len());
    text.insert(unit, ' ');
    text
}

/// One text of several pieces.
#[inline(never)]
pub(crate) fn concat(pieces: &[&str]) -> String {
    let mut text = String::new();
    for piece in pieces {
        text.push_str(piece);
    }
    text
}
