//! From a word to a value: spans, windows, offsets, ratios, drifts, numbers and names, exact and within
//! their limits.

use alloc::string::{String, ToString};

use super::problem::{Bytes, Problems};
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
    let mut reader = Reader { bytes: word.bytes, text, problems };
    if word.quoted {
        let says = "\"@\" is in quotes\nleave them away: quotes are for names and texts";
        return reader.wrong(says, &[text]);
    }
    match *accepts {
        Accepts::Span { none: true, .. } if text == "none" => Some(Value::None),
        Accepts::Span { min, max, .. } => reader.span(text, min, max, key).map(Value::Span),
        Accepts::Window { max } => reader.window(max).map(Value::Window),
        Accepts::Offset { max } => reader.offset(max).map(Value::Offset),
        Accepts::Number { min, max } => reader.number(min, max).map(Value::Number),
        Accepts::Ratio => reader.ratio().map(Value::Ratio),
        Accepts::Drift { max_ppm } => reader.drift(max_ppm).map(Value::Drift),
        Accepts::Choice(words) => {
            let says = "$ is no value of `@`\nwrite @";
            let place = problems.choose(word, words, says, &[text, key], "or")?;
            words.get(place).map(|word| Value::Word(word))
        }
        Accepts::Name => None,
    }
}

/// Whether a word is a name: a bare word of letters, digits, `_`, `-` and `.` that begins with a letter, or
/// quoted text. Adds a problem when it is not.
pub(super) fn is_name(word: &Word<'_>, problems: &mut Problems<'_>) -> bool {
    let text = word.text;
    if (word.quoted || is_bare(text)) && !is_label(text, word.bytes, problems) {
        return false;
    }
    let says = match word.quoted {
        true if text.is_empty() || text.trim() != text => {
            "the name $ is empty or begins or ends with white space\nwrite a letter, digit or sign first and last"
        }
        false if !is_bare(text) => {
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
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
}

/// Whether a text can be shown: it is not too long and has no characters that control the screen. Adds a
/// problem when it cannot.
pub(super) fn is_label(text: &str, bytes: Bytes, problems: &mut Problems<'_>) -> bool {
    let length = text.chars().count();
    if length > limit::LABEL {
        let says = "$ has @ characters\nat most @ are shown";
        problems.add(bytes, says, &[text, &length.to_string(), &limit::LABEL.to_string()]);
        return false;
    }
    let control = text.chars().find(|c| c.is_control());
    if let Some(c) = control {
        let says = "$ is a character that controls the screen\nleave it away";
        problems.add(bytes, says, &[c.encode_utf8(&mut [0; 4])]);
    }
    control.is_none()
}

/// Reads the value of one word.
struct Reader<'a, 't> {
    bytes: Bytes,
    text: &'a str,
    problems: &'a mut Problems<'t>,
}

impl Reader<'_, '_> {
    /// Adds a problem: nothing is read.
    fn wrong<T>(&mut self, says: &str, parts: &[&str]) -> Option<T> {
        self.problems.add(self.bytes, says, parts);
        None
    }

    /// A span from `min` to `max`.
    fn span(&mut self, text: &str, min: Span, max: Span, key: &str) -> Option<Span> {
        let span = self.any_span(text)?;
        let (says, limit) = if span < min {
            ("$ is too short@\nit is at least @", min)
        } else if span > max {
            ("$ is too long@\nit is at most @", max)
        } else {
            return Some(span);
        };
        let of = if key.is_empty() { String::new() } else { [" for `", key, "`"].concat() };
        self.wrong(says, &[text, &of, &limit.to_string()])
    }

    /// A span of any length.
    fn any_span(&mut self, text: &str) -> Option<Span> {
        let what = match Decimal::split(text) {
            _ if text.starts_with(['+', '-']) => "has a sign",
            Some((decimal, unit)) => match UNITS.iter().find(|(name, _)| *name == unit) {
                Some((_, size)) => match decimal.times(*size) {
                    Some(us) => return Some(Span::from_micros(us)),
                    None => {
                        let says = "$ is finer than a microsecond\nleave the last decimals away";
                        return self.wrong(says, &[text]);
                    }
                },
                None if unit.starts_with(char::is_alphabetic) => {
                    let says = "$ has the unknown unit $\nthe units are us, ms, s, min and h";
                    return self.wrong(says, &[text, unit]);
                }
                None if !unit.is_empty() => "is not a span of time",
                None if text.bytes().all(|byte| byte == b'0') => {
                    return self.wrong("$ needs a unit\nwrite `0s`", &[text]);
                }
                None if text.len() <= 20 => {
                    let says = "$ needs a unit\nwrite `@s`, `@ms` or another of us, ms, s, min, h";
                    return self.wrong(says, &[text; 3]);
                }
                None => "needs a unit",
            },
            None => "is not a span of time",
        };
        self.wrong("$ @\nwrite a number and a unit, like `10s` or `250ms`", &[text, what])
    }

    /// `250ms`, or `20ms..80ms`.
    fn window(&mut self, max: Span) -> Option<Window> {
        let text = self.text;
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let earliest = self.span(from, Span::ZERO, max, "")?;
        let latest = if from == text { earliest } else { self.span(to, Span::ZERO, max, "")? };
        if earliest > latest {
            let says = "$ ends before it begins\nwrite `@..@`";
            return self.wrong(says, &[text, &latest.to_string(), &earliest.to_string()]);
        }
        Some(Window { earliest, latest })
    }

    /// `+20s` or `-3s`, in microseconds.
    fn offset(&mut self, max: Span) -> Option<i64> {
        let (negative, amount) = signed(self.text);
        let span = self.any_span(amount)?;
        if span > max {
            return self.wrong("$ is too far\nat most @ either way", &[self.text, &max.to_string()]);
        }
        let us = i64::try_from(span.as_micros()).unwrap_or(i64::MAX);
        Some(if negative { -us } else { us })
    }

    /// `+1%` or `-200ppm`, in parts per million.
    fn drift(&mut self, max_ppm: u32) -> Option<i32> {
        let (negative, amount) = signed(self.text);
        let ppm = match Decimal::split(amount) {
            Some((decimal, "ppm")) => decimal.times(1),
            Some((decimal, "%")) => decimal.times(10_000),
            other => {
                let what = if let Some((_, "")) = other { "needs a unit" } else { "is not a rate" };
                let says = "$ @\nwrite parts per million or percent, like `-200ppm` or `+1%`";
                return self.wrong(says, &[self.text, what]);
            }
        };
        let says = match ppm.map(i32::try_from) {
            Some(Ok(ppm)) if ppm.unsigned_abs() <= max_ppm => {
                return Some(if negative { -ppm } else { ppm });
            }
            Some(_) => "$ is too far from true time\nat most @% either way",
            None => "$ is finer than one part per million\nleave the last decimals away",
        };
        self.wrong(says, &[self.text, &(max_ppm / 10_000).to_string()])
    }

    /// `1/10` or `10%`, in lowest terms.
    fn ratio(&mut self) -> Option<Ratio> {
        let number = match self.text.split_once('/') {
            Some((part, whole)) => {
                digits(part).zip(digits(whole)).map(|(whole, scale)| Decimal { whole, scale })
            }
            None => match Decimal::split(self.text) {
                Some((Decimal { whole, scale }, "%")) => Some(Decimal { whole, scale: times(scale, 100) }),
                _ => None,
            },
        };
        let says = match number {
            None => "$ is not a part of a whole\nwrite a part of a whole, like `1/10` or `10%`",
            Some(Decimal { whole: HUGE, .. } | Decimal { scale: HUGE, .. }) => TOO_MANY_DIGITS,
            Some(Decimal { whole, scale }) if scale == 0 || whole > scale => {
                "$ is out of range\nit lies between 0% and 100%"
            }
            Some(Decimal { whole, scale }) => {
                let shared = common_divisor(whole, scale);
                match (u32::try_from(whole / shared), u32::try_from(scale / shared)) {
                    (Ok(part), Ok(whole)) => return Some(Ratio { part, whole }),
                    _ => TOO_MANY_DIGITS,
                }
            }
        };
        self.wrong(says, &[self.text])
    }

    /// A whole number from `min` to `max`.
    fn number(&mut self, min: u64, max: u64) -> Option<u64> {
        let says = match digits(self.text) {
            Some(number) if (min..=max).contains(&number) => return Some(number),
            Some(_) => "$ is out of range\nit goes from @ to @",
            None => "$ is not a whole number\nwrite digits only, from @ to @",
        };
        self.wrong(says, &[self.text, &min.to_string(), &max.to_string()])
    }
}

/// Whether there is a minus, and what follows the sign.
fn signed(text: &str) -> (bool, &str) {
    (text.starts_with('-'), text.strip_prefix(['-', '+']).unwrap_or(text))
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

/// Digits as a number; [`HUGE`] for one of more than 19 digits.
fn digits(text: &str) -> Option<u64> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = text.trim_start_matches('0');
    if digits.len() > 19 {
        return Some(HUGE);
    }
    Some(digits.bytes().fold(0, |sum, byte| sum * 10 + u64::from(byte - b'0')))
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
        let (before, rest) = at_first_other(text);
        let (after, unit) = match rest.strip_prefix('.') {
            Some(rest) => Some(at_first_other(rest)).filter(|(after, _)| !after.is_empty())?,
            None => ("", rest),
        };
        let after = after.trim_end_matches('0');
        let whole = digits(before).and_then(|_| digits(&[before, after].concat()))?;
        let scale = after.bytes().fold(1, |scale, _| times(scale, 10));
        Some((Self { whole, scale }, unit))
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

/// A text taken apart before the first character that is no digit.
fn at_first_other(text: &str) -> (&str, &str) {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at_checked(length).unwrap_or((text, ""))
}

/// "`a`, `b` or `c`".
pub(super) fn list(words: &[&str], last: &str) -> String {
    let mut listed = String::new();
    for (place, word) in words.iter().enumerate() {
        let joint = match place {
            0 => ["", "", ""],
            _ if place + 1 == words.len() => [" ", last, " "],
            _ => [", ", "", ""],
        };
        for part in joint.into_iter().chain(["`", word, "`"]) {
            listed.push_str(part);
        }
    }
    listed
}
