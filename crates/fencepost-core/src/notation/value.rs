//! From a word to a value: spans, windows, offsets, ratios, drifts, numbers and names, exact and within
//! their limits.

use alloc::string::ToString;

use super::problem::{Bytes, Problems, is_seen};
use super::syntax::Word;
use crate::primitive::Span;
use crate::scenario::limit;
use crate::setting::{Accepts, Ratio, Value, Window};

/// The units of spans, and their microseconds.
const UNITS: &[(&str, u64)] =
    &[("us", 1), ("ms", 1_000), ("s", 1_000_000), ("min", 60_000_000), ("h", 3_600_000_000)];

/// A number too large to be told: it stands for every larger one.
const HUGE: u64 = u64::MAX;

const TOO_MANY_DIGITS: &str = "$ has too many digits\nwrite fewer";

/// Reads a value. `key` is its setting, or the empty text.
pub(super) fn read(
    word: &Word<'_>,
    accepts: &Accepts,
    key: &str,
    problems: &mut Problems<'_>,
) -> Option<Value> {
    if let Accepts::Name = accepts {
        return is_name(word, problems).then_some(Value::Name);
    }
    let text = word.text;
    let mut reader = Reader { bytes: word.bytes, key, problems };
    // What is wrong, and with which limits.
    let (says, limits) = match *accepts {
        _ if word.quoted => ("\"@\" is in quotes\nleave them away: quotes are for names and texts", [0, 0]),
        Accepts::Span { none: true, .. } if text == "none" => return Some(Value::None),
        Accepts::Span { min, max, .. } => return reader.span(text, min, max).map(Value::Span),
        Accepts::Window { max } => return reader.window(text, max).map(Value::Window),
        Accepts::Offset { max } => {
            let (sign, amount) = signed(text);
            let us = reader.any_span(amount)?;
            if us <= max.as_micros() {
                return Some(Value::Offset(sign * us as i64));
            }
            ("$ is too far\nat most ~ either way", [max.as_micros(), 0])
        }
        Accepts::Number { min, max } => match digits(text) {
            Some(number) if (min..=max).contains(&number) => return Some(Value::Number(number)),
            Some(_) => ("$ is out of range\nit goes from # to #", [min, max]),
            None => ("$ is not a whole number\nwrite digits only, from # to #", [min, max]),
        },
        Accepts::Ratio => match ratio(text) {
            Ok(ratio) => return Some(Value::Ratio(ratio)),
            Err(says) => (says, [0, 0]),
        },
        Accepts::Drift { max_ppm } => match drift(text, max_ppm.into()) {
            Ok(ppm) => return Some(Value::Drift(ppm)),
            Err(says) => (says, [u64::from(max_ppm) / 10_000, 0]),
        },
        Accepts::Amount { max } => {
            let (sign, amount) = signed(text);
            match digits(amount) {
                Some(number) if (1..=max.into()).contains(&number) && amount != text => {
                    return Some(Value::Amount(sign as i32 * number as i32));
                }
                _ => (
                    "$ is no amount to add\nwrite a sign and a whole number from 1 to #, like `+1` or `-5`",
                    [max.into(), 0],
                ),
            }
        }
        Accepts::Choice(words) => {
            let says = "$ is no value of `@`\nwrite |";
            let place = problems.choose(word, words, says, &[text, key])?;
            return words.get(place).map(|word| Value::Word(word));
        }
        Accepts::Name => return None,
    };
    problems.add_counted(word.bytes, says, &[text], &limits);
    None
}

/// Whether a word is a name: a bare word of letters, digits, `_`, `-` and `.` that begins with a letter, or
/// quoted text. Adds a problem when it is not.
pub(super) fn is_name(word: &Word<'_>, problems: &mut Problems<'_>) -> bool {
    let (text, is_bare) = (word.text, is_bare(word.text));
    if (word.quoted || is_bare) && !is_label(text, word.bytes, problems) {
        return false;
    }
    let says = match word.quoted {
        true if text.is_empty() || text.trim() != text => {
            "the name $ is empty or begins or ends with white space\nwrite a letter, digit or sign first and last"
        }
        false if !is_bare => {
            "$ is not a name\n\
            a name begins with a letter and goes on with letters, digits, `_`, `-` or `.`; put any other in quotes"
        }
        _ => return true,
    };
    problems.add(word.bytes, says, &[text]);
    false
}

/// Whether a name needs no quotes.
pub(super) fn is_bare(name: &str) -> bool {
    let mut bytes = name.bytes().enumerate();
    let fits = |(place, byte): (usize, u8)| {
        byte.is_ascii_alphabetic()
            || place > 0 && (byte.is_ascii_digit() || matches!(byte, b'_' | b'-' | b'.'))
    };
    !name.is_empty() && bytes.all(fits)
}

/// Whether a text can be shown: it is not too long and has no characters that control the screen. Adds a
/// problem when it cannot.
pub(super) fn is_label(text: &str, bytes: Bytes, problems: &mut Problems<'_>) -> bool {
    let (mut length, mut control) = (0, None);
    for (at, c) in text.char_indices() {
        length += 1;
        if control.is_none() && c.is_control() {
            control = Some(Bytes::new(at, at + c.len_utf8()).of(text));
        }
    }
    let (says, shown) = match control {
        _ if length > limit::LABEL as u64 => ("$ has # characters\nat most # are shown", text),
        Some(control) => ("$ is a character that controls the screen\nleave it away", control),
        None => return true,
    };
    problems.add_counted(bytes, says, &[shown], &[length, limit::LABEL as u64]);
    false
}

/// Reads the spans of one word.
struct Reader<'a, 't> {
    bytes: Bytes,
    key: &'a str,
    problems: &'a mut Problems<'t>,
}

impl Reader<'_, '_> {
    /// A span from `min` to `max`.
    fn span(&mut self, text: &str, min: Span, max: Span) -> Option<Span> {
        let span = Span::from_micros(self.any_span(text)?);
        let (says, limit) = if span < min {
            ("$ is too short@@@\nit is at least ~", min)
        } else if span > max {
            ("$ is too long@@@\nit is at most ~", max)
        } else {
            return Some(span);
        };
        let [before, after] = if self.key.is_empty() { ["", ""] } else { [" for `", "`"] };
        self.problems.add_counted(self.bytes, says, &[text, before, self.key, after], &[limit.as_micros()]);
        None
    }

    /// A span of any length, in microseconds.
    fn any_span(&mut self, text: &str) -> Option<u64> {
        let mut texts = [text; 3];
        let says = match Decimal::split(text) {
            _ if matches!(text.as_bytes(), [b'+' | b'-', ..]) => {
                "$ has a sign\nwrite a number and a unit, like `10s` or `250ms`"
            }
            Some((decimal, unit)) => match UNITS.iter().find(|(name, _)| *name == unit) {
                Some((_, size)) => match decimal.times(*size) {
                    Some(us) => return Some(us),
                    None => "$ is finer than a microsecond\nleave the last decimals away",
                },
                None if unit
                    .starts_with(|c: char| c.is_ascii_alphabetic() || !c.is_ascii() && is_seen(c)) =>
                {
                    texts[1] = unit;
                    "$ has the unknown unit $\nthe units are us, ms, s, min and h"
                }
                None if !unit.is_empty() => NO_SPAN,
                None if text.bytes().all(|byte| byte == b'0') => "$ needs a unit\nwrite `0s`",
                None if text.len() <= 20 => {
                    "$ needs a unit\nwrite `@s`, `@ms` or another of us, ms, s, min, h"
                }
                None => "$ needs a unit\nwrite a number and a unit, like `10s` or `250ms`",
            },
            None => NO_SPAN,
        };
        self.problems.add(self.bytes, says, &texts);
        None
    }

    /// `250ms`, or `20ms..80ms`.
    fn window(&mut self, text: &str, max: Span) -> Option<Window> {
        self.key = "";
        let dots = text.as_bytes().windows(2).position(|two| two == b"..");
        let Some(dots) = dots else { return self.span(text, Span::ZERO, max).map(Window::exactly) };
        let earliest = self.span(Bytes::new(0, dots).of(text), Span::ZERO, max)?;
        let latest = self.span(Bytes::new(dots + 2, text.len()).of(text), Span::ZERO, max)?;
        if earliest > latest {
            let says = "$ ends before it begins\nwrite `~..~`";
            let limits = [latest.as_micros(), earliest.as_micros()];
            self.problems.add_counted(self.bytes, says, &[text], &limits);
            return None;
        }
        Some(Window { earliest, latest })
    }
}

const NO_SPAN: &str = "$ is not a span of time\nwrite a number and a unit, like `10s` or `250ms`";

/// `+1%` or `-200ppm`, in parts per million; or what is wrong with it.
fn drift(text: &str, max_ppm: u64) -> Result<i32, &'static str> {
    let (sign, amount) = signed(text);
    let ppm = match Decimal::split(amount) {
        Some((decimal, "ppm")) => decimal.times(1),
        Some((decimal, "%")) => decimal.times(10_000),
        Some((_, "")) => {
            return Err("$ needs a unit\nwrite parts per million or percent, like `-200ppm` or `+1%`");
        }
        _ => return Err("$ is not a rate\nwrite parts per million or percent, like `-200ppm` or `+1%`"),
    };
    match ppm {
        Some(ppm) if ppm <= max_ppm => Ok(sign as i32 * ppm as i32),
        Some(_) => Err("$ is too far from true time\nat most #% either way"),
        None => Err("$ is finer than one part per million\nleave the last decimals away"),
    }
}

/// `1/10` or `10%`, in lowest terms; or what is wrong with it.
fn ratio(text: &str) -> Result<Ratio, &'static str> {
    let number = match text.bytes().position(|byte| byte == b'/') {
        Some(slash) => {
            digits(Bytes::new(0, slash).of(text)).zip(digits(Bytes::new(slash + 1, text.len()).of(text)))
        }
        None => match Decimal::split(text) {
            Some((decimal, "%")) => Some((decimal.whole, times(decimal.scale, 100))),
            _ => None,
        },
    };
    let Some((part, whole)) = number else {
        return Err("$ is not a part of a whole\nwrite a part of a whole, like `1/10` or `10%`");
    };
    if part == HUGE || whole == HUGE {
        return Err(TOO_MANY_DIGITS);
    }
    if whole == 0 || part > whole {
        return Err("$ is out of range\nit lies between 0% and 100%");
    }
    let shared = common_divisor(part, whole);
    match (u32::try_from(part / shared), u32::try_from(whole / shared)) {
        (Ok(part), Ok(whole)) => Ok(Ratio { part, whole }),
        _ => Err(TOO_MANY_DIGITS),
    }
}

/// The sign of a number, and what follows it.
fn signed(text: &str) -> (i64, &str) {
    let amount = Bytes::new(1, text.len()).of(text);
    match text.as_bytes() {
        [b'-', ..] => (-1, amount),
        [b'+', ..] => (1, amount),
        _ => (1, text),
    }
}

/// The number that a text spells as numbers are shown, if it is an `i32`: `10`, `-3`, not `+10` or `010`.
pub(super) fn number(text: &str) -> Option<i32> {
    let (sign, amount) = signed(text);
    let number = i32::try_from(sign * i64::try_from(digits(amount)?).ok()?).ok()?;
    (number.to_string() == text).then_some(number)
}

/// The product; [`HUGE`] for a larger one.
const fn times(a: u64, b: u64) -> u64 {
    if a > HUGE / b { HUGE } else { a * b }
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// Digits as a number; [`HUGE`] for one of more than nineteen.
fn digits(text: &str) -> Option<u64> {
    match Decimal::split(text) {
        Some((decimal, "")) if !text.as_bytes().contains(&b'.') => Some(decimal.whole),
        _ => None,
    }
}

/// A number with one more digit; [`HUGE`] for one of more than nineteen.
fn longer(number: u64, digit: u64) -> u64 {
    if number < 1_000_000_000_000_000_000 { number * 10 + digit } else { HUGE }
}

/// A number with decimals: `whole / scale`.
#[derive(Clone, Copy)]
struct Decimal {
    whole: u64,
    scale: u64,
}

impl Decimal {
    /// The number at the start of a text, and what follows it.
    fn split(text: &str) -> Option<(Self, &str)> {
        let bytes = text.as_bytes();
        let after_digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let point = after_digits(0);
        let (mut end, mut last) = (point, point);
        if bytes.get(point) == Some(&b'.') {
            end = after_digits(point + 1);
            last = end;
            // Zeros at the end of the decimals say nothing.
            while bytes[last - 1] == b'0' {
                last -= 1;
            }
        }
        if point == 0 || end == point + 1 {
            return None;
        }
        let (mut whole, mut scale) = (0, 1);
        for (at, byte) in bytes[..last].iter().enumerate().filter(|(at, _)| *at != point) {
            whole = longer(whole, u64::from(byte - b'0'));
            if at > point {
                scale = longer(scale, 0);
            }
        }
        Some((Self { whole, scale }, Bytes::new(end, text.len()).of(text)))
    }

    /// So many units of `size`, if that is a whole number.
    fn times(self, size: u64) -> Option<u64> {
        if self.whole == HUGE {
            return Some(HUGE);
        }
        let shared = common_divisor(self.whole, self.scale);
        let scale = self.scale / shared;
        let is_whole = self.scale < HUGE && size.is_multiple_of(scale);
        is_whole.then(|| times(self.whole / shared, size / scale))
    }
}
