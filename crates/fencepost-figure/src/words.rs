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

/// A form, filled in: each digit in it stands for the part of that number.
#[inline(never)]
pub(crate) fn fill(form: &str, parts: &[&str]) -> String {
    let mut text = String::new();
    for c in form.chars() {
        match c {
            '0'..='9' => text.push_str(parts[c as usize - '0' as usize]),
            _ => text.push(c),
        }
    }
    text
}
