//! From a word to a value: spans, windows, offsets, ratios, drifts, numbers and names, exact and within
//! their limits.

use alloc::format;
use alloc::string::{String, ToString};

use super::problem::{Complaint, quoted};
use super::syntax::Word;
use crate::primitive::Span;
use crate::scenario::limit;
use crate::setting::{Accepts, Ratio, Value, Window};

/// A value, or what is wrong with it.
pub(super) type Read<T> = Result<T, Complaint>;

/// The units of spans, and their microseconds.
pub(super) const UNITS: &[(&str, u64)] =
    &[("us", 1), ("ms", 1_000), ("s", 1_000_000), ("min", 60_000_000), ("h", 3_600_000_000)];

const SPAN_EXAMPLE: &str = "write a number and a unit, like `10s` or `250ms`";

/// Reads a setting's value.
pub(super) fn read(word: &Word<'_>, accepts: &Accepts) -> Read<Value> {
    let text = word.text;
    if let Accepts::Name = accepts {
        return name(word).map(|name| Value::Name(name.to_string()));
    }
    if word.quoted {
        return Err(Complaint::new(
            format!("\"{text}\" is in quotes"),
            "leave them away: quotes are for names and texts",
        ));
    }
    match *accepts {
        Accepts::Span { none: true, .. } if text == "none" => Ok(Value::None),
        Accepts::Span { min, max, .. } => span(text, min, max).map(Value::Span),
        Accepts::Window { max } => window(text, max).map(Value::Window),
        Accepts::Offset { max } => offset(text, max).map(Value::Offset),
        Accepts::Number { min, max } => number(text, min, max).map(Value::Number),
        Accepts::Ratio => ratio(text).map(Value::Ratio),
        Accepts::Drift { max_ppm } => drift(text, max_ppm).map(Value::Drift),
        Accepts::Choice(words) => choice(text, words).map(Value::Word),
        Accepts::Name => Err(Complaint::new("", "")),
    }
}

/// A name: a bare word of letters, digits, `_`, `-` and `.` that begins with a letter, or quoted text.
pub(super) fn name<'t>(word: &Word<'t>) -> Read<&'t str> {
    let text = word.text;
    if word.quoted {
        label(text)?;
        if text.is_empty() || text.trim() != text {
            return Err(Complaint::new(
                format!("the name {} is empty or begins or ends with white space", quoted(text)),
                "write a letter, digit or sign first and last",
            ));
        }
        return Ok(text);
    }
    if !is_bare(text) {
        return Err(Complaint::new(
            format!("{} is not a name", quoted(text)),
            "a name begins with a letter and goes on with letters, digits, `_`, `-` or `.`; put any other in quotes",
        ));
    }
    label(text)?;
    Ok(text)
}

/// Whether a name needs no quotes.
pub(super) fn is_bare(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

/// Text that is shown: not too long, and without characters that control the screen.
pub(super) fn label(text: &str) -> Read<()> {
    let length = text.chars().count();
    if length > limit::LABEL {
        let found = format!("{} has {length} characters", quoted(text));
        return Err(Complaint::new(found, format!("at most {} are shown", limit::LABEL)));
    }
    match text.chars().find(|c| c.is_control()) {
        Some(c) => {
            let found =
                format!("{} is a character that controls the screen", quoted(c.encode_utf8(&mut [0; 4])));
            Err(Complaint::new(found, "leave it away"))
        }
        None => Ok(()),
    }
}

/// A span from `min` to `max`.
pub(super) fn span(text: &str, min: Span, max: Span) -> Read<Span> {
    let us = microseconds(text)?;
    if us < u128::from(min.as_micros()) {
        return Err(Complaint::new(
            format!("{} is too short", quoted(text)),
            format!("it is at least {min}"),
        ));
    }
    if us > u128::from(max.as_micros()) {
        return Err(Complaint::new(format!("{} is too long", quoted(text)), format!("it is at most {max}")));
    }
    Ok(Span::from_micros(u64::try_from(us).unwrap_or(u64::MAX)))
}

/// A span in microseconds; [`u128::MAX`] for one that is longer still.
fn microseconds(text: &str) -> Read<u128> {
    let not_a_span = || Complaint::new(format!("{} is not a span of time", quoted(text)), SPAN_EXAMPLE);
    if text.starts_with(['+', '-']) {
        return Err(Complaint::new(format!("{} has a sign", quoted(text)), SPAN_EXAMPLE));
    }
    let (decimal, unit) = Decimal::split(text).ok_or_else(not_a_span)?;
    if unit.is_empty() {
        let would_do = match text.bytes().all(|byte| byte == b'0') {
            true => String::from("write `0s`"),
            false if text.len() <= 20 => {
                format!("write `{text}s`, `{text}ms` or another of us, ms, s, min, h")
            }
            false => String::from(SPAN_EXAMPLE),
        };
        return Err(Complaint::new(format!("{} needs a unit", quoted(text)), would_do));
    }
    let Some((_, size)) = UNITS.iter().find(|(name, _)| *name == unit) else {
        if !unit.starts_with(|c: char| c.is_alphabetic()) {
            return Err(not_a_span());
        }
        let found = format!("{} has the unknown unit {}", quoted(text), quoted(unit));
        return Err(Complaint::new(found, "the units are us, ms, s, min and h"));
    };
    decimal.times(*size).ok_or_else(|| {
        Complaint::new(
            format!("{} is finer than a microsecond", quoted(text)),
            "leave the last decimals away",
        )
    })
}

/// `250ms`, or `20ms..80ms`.
fn window(text: &str, max: Span) -> Read<Window> {
    let Some((from, to)) = text.split_once("..") else {
        return span(text, Span::ZERO, max).map(Window::exactly);
    };
    let (earliest, latest) = (span(from, Span::ZERO, max)?, span(to, Span::ZERO, max)?);
    if earliest > latest {
        let found = format!("{} ends before it begins", quoted(text));
        return Err(Complaint::new(found, format!("write `{latest}..{earliest}`")));
    }
    Ok(Window { earliest, latest })
}

/// `+20s` or `-3s`, in microseconds.
fn offset(text: &str, max: Span) -> Read<i64> {
    let (negative, amount) = signed(text);
    let us = microseconds(amount)?;
    if us > u128::from(max.as_micros()) {
        return Err(Complaint::new(
            format!("{} is too far", quoted(text)),
            format!("at most {max} either way"),
        ));
    }
    let us = i64::try_from(us).unwrap_or(i64::MAX);
    Ok(if negative { -us } else { us })
}

/// `+1%` or `-200ppm`, in parts per million.
fn drift(text: &str, max_ppm: u32) -> Read<i32> {
    let (negative, amount) = signed(text);
    let example = "write parts per million or percent, like `-200ppm` or `+1%`";
    let wrong = || Complaint::new(format!("{} is not a rate", quoted(text)), example);
    let (decimal, unit) = Decimal::split(amount).ok_or_else(wrong)?;
    let size = match unit {
        "ppm" => 1,
        "%" => 10_000,
        "" => return Err(Complaint::new(format!("{} needs a unit", quoted(text)), example)),
        _ => return Err(wrong()),
    };
    let ppm = decimal.times(size).ok_or_else(|| {
        Complaint::new(
            format!("{} is finer than one part per million", quoted(text)),
            "leave the last decimals away",
        )
    })?;
    if ppm > u128::from(max_ppm) {
        let found = format!("{} is too far from true time", quoted(text));
        return Err(Complaint::new(found, format!("at most {}% either way", max_ppm / 10_000)));
    }
    let ppm = i32::try_from(ppm).unwrap_or(i32::MAX);
    Ok(if negative { -ppm } else { ppm })
}

/// Whether there is a minus, and what follows the sign.
fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(amount) => (true, amount),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// The largest whole of a ratio as written.
const MOST_EXACT: u128 = 1 << 64;

/// `1/10` or `10%`, in lowest terms.
fn ratio(text: &str) -> Read<Ratio> {
    let example = "write a part of a whole, like `1/10` or `10%`";
    let wrong = || Complaint::new(format!("{} is not a part of a whole", quoted(text)), example);
    let (part, whole) = match text.split_once('/') {
        Some((part, whole)) => (digits(part).ok_or_else(wrong)?, digits(whole).ok_or_else(wrong)?),
        None => {
            let (decimal, unit) = Decimal::split(text).ok_or_else(wrong)?;
            if unit != "%" {
                return Err(wrong());
            }
            (decimal.whole, decimal.scale.saturating_mul(100))
        }
    };
    if part.max(whole) > MOST_EXACT {
        return Err(Complaint::new(format!("{} has too many digits", quoted(text)), "write fewer"));
    }
    if whole == 0 || part > whole {
        let found = format!("{} is out of range", quoted(text));
        return Err(Complaint::new(found, "it lies between 0% and 100%"));
    }
    let shared = common_divisor(part, whole);
    match (u32::try_from(part / shared), u32::try_from(whole / shared)) {
        (Ok(part), Ok(whole)) => Ok(Ratio { part, whole }),
        _ => Err(Complaint::new(format!("{} has too many digits", quoted(text)), "write fewer")),
    }
}

fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// A whole number from `min` to `max`.
pub(super) fn number(text: &str, min: u64, max: u64) -> Read<u64> {
    let Some(number) = digits(text) else {
        let found = format!("{} is not a whole number", quoted(text));
        return Err(Complaint::new(found, format!("write digits only, from {min} to {max}")));
    };
    match u64::try_from(number) {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => {
            let found = format!("{} is out of range", quoted(text));
            Err(Complaint::new(found, format!("it goes from {min} to {max}")))
        }
    }
}

/// One of these words.
pub(super) fn choice(text: &str, words: &'static [&'static str]) -> Read<&'static str> {
    words.iter().copied().find(|word| *word == text).ok_or_else(|| {
        Complaint::new(format!("{} is not known here", quoted(text)), format!("write {}", list(words, "or")))
            .near(text, words.iter().copied())
    })
}

/// Digits as a number; one too large becomes [`u128::MAX`].
fn digits(text: &str) -> Option<u128> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| {
        text.bytes().fold(0_u128, |sum, byte| sum.saturating_mul(10).saturating_add(u128::from(byte - b'0')))
    })
}

/// A number with decimals: `whole / scale`.
#[derive(Clone, Copy)]
struct Decimal {
    whole: u128,
    scale: u128,
}

impl Decimal {
    /// The number at the start of a text, and what follows it.
    fn split(text: &str) -> Option<(Self, &str)> {
        let not_digit = |c: char| !c.is_ascii_digit();
        let (before, rest) = text.split_at(text.find(not_digit).unwrap_or(text.len()));
        let whole = digits(before)?;
        let Some(rest) = rest.strip_prefix('.') else {
            return Some((Self { whole, scale: 1 }, rest));
        };
        let (after, unit) = rest.split_at(rest.find(not_digit).unwrap_or(rest.len()));
        if after.is_empty() {
            return None;
        }
        let mut number = Self { whole, scale: 1 };
        for byte in after.trim_end_matches('0').bytes() {
            number.whole = number.whole.saturating_mul(10).saturating_add(u128::from(byte - b'0'));
            number.scale = number.scale.saturating_mul(10);
        }
        Some((number, unit))
    }

    /// So many units of `size`, if that is a whole number.
    fn times(self, size: u64) -> Option<u128> {
        if self.scale == 1 {
            return Some(self.whole.saturating_mul(u128::from(size)));
        }
        let units = self.whole.saturating_mul(u128::from(size));
        (units.is_multiple_of(self.scale) && units < u128::MAX).then(|| units / self.scale)
    }
}

/// "`a`, `b` or `c`".
pub(super) fn list(words: &[&str], last: &str) -> String {
    let mut listed = String::new();
    for (place, word) in words.iter().enumerate() {
        if place > 0 {
            let joined = if place + 1 == words.len() { format!(" {last} ") } else { String::from(", ") };
            listed.push_str(&joined);
        }
        listed.push_str(&format!("`{word}`"));
    }
    listed
}
