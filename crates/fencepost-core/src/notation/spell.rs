//! Values and names as a scenario writes them: one spelling for each, and reading it gives the value again.

use alloc::format;
use alloc::string::{String, ToString};

use super::value::is_bare;
use crate::primitive::Span;
use crate::setting::{Ratio, Value};

/// A value; names are [spelled](name) by themselves.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::None => "none".to_string(),
        Value::Span(span) => span.to_string(),
        Value::Window(window) if window.earliest == window.latest => window.earliest.to_string(),
        Value::Window(window) => format!("{}..{}", window.earliest, window.latest),
        Value::Offset(us) => format!("{}{}", sign(*us < 0), Span::from_micros(us.unsigned_abs())),
        Value::Number(number) => number.to_string(),
        Value::Ratio(share) => ratio(*share),
        Value::Drift(ppm) if ppm % 10_000 == 0 => {
            format!("{}{}%", sign(*ppm < 0), ppm.unsigned_abs() / 10_000)
        }
        Value::Drift(ppm) => format!("{}{}ppm", sign(*ppm < 0), ppm.unsigned_abs()),
        Value::Amount(amount) => format!("{amount:+}"),
        Value::Word(word) => (*word).to_string(),
        Value::Name => String::new(),
    }
}

/// A name, in quotes only where it needs them.
pub(super) fn name(text: &str) -> String {
    if is_bare(text) { text.to_string() } else { quotes(text) }
}

/// A text in quotes.
pub(super) fn quotes(text: &str) -> String {
    format!("\"{text}\"")
}

/// Whole percent where it is, a fraction elsewhere.
fn ratio(ratio: Ratio) -> String {
    let (part, whole) = (u64::from(ratio.part) * 100, u64::from(ratio.whole.max(1)));
    if part.is_multiple_of(whole) {
        format!("{}%", part / whole)
    } else {
        format!("{}/{}", ratio.part, ratio.whole)
    }
}

const fn sign(negative: bool) -> char {
    if negative { '-' } else { '+' }
}
