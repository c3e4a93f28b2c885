//! Settings as data: what each statement, lock service, guard and fault accepts, with units, defaults and
//! limits. The notation reads these tables; so do its error messages and its documentation.

use crate::help::Help;
use alloc::vec::Vec;

use crate::primitive::Span;

/// One `key=value` that something accepts.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The key, as written before `=`.
    pub name: &'static str,
    /// The values that it takes.
    pub accepts: Accepts,
    /// What holds when it is not written.
    pub default: Fallback,
    /// What it does, in one sentence.
    pub help: Help,
}

/// What holds when a setting is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// It must be written.
    Required,
    /// It has no value: the thing does not apply.
    Absent,
    /// This value, written as in a scenario.
    Is(&'static str),
}

/// The values that a setting takes.
#[derive(Clone, Copy, Debug)]
pub enum Accepts {
    /// A span with its unit, from `min` to `max`; also the word `none` where `none` is true.
    Span {
        /// The shortest span accepted.
        min: Span,
        /// The longest span accepted.
        max: Span,
        /// Whether the word `none` is accepted too.
        none: bool,
    },
    /// A span, or two joined by `..` for "anything between": `50ms`, `20ms..80ms`.
    Window {
        /// The longest span accepted.
        max: Span,
    },
    /// A span with a sign, either way at most `max`: `+20s`, `-3s`.
    Offset {
        /// The largest amount, either way.
        max: Span,
    },
    /// A whole number.
    Number {
        /// The smallest number accepted.
        min: u64,
        /// The largest number accepted.
        max: u64,
    },
    /// A part of a whole as two integers, or percent: `1/10`, `5%`. Between 0 and 1.
    Ratio,
    /// How much faster or slower a clock runs: `+1%`, `-200ppm`. Either way at most `max_ppm`.
    Drift {
        /// The largest deviation, in parts per million.
        max_ppm: u32,
    },
    /// A whole number with its sign, not zero: `+1`, `-5`. Either way at most `max`.
    Amount {
        /// The largest amount, either way.
        max: u32,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// The name of something declared in the scenario: a policy, a process, a lock.
    Name,
}

/// The value of a setting, read and within its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The word `none`.
    None,
    /// A span.
    Span(Span),
    /// Anything from the first span to the second.
    Window(Window),
    /// A span with a sign, in microseconds.
    Offset(i64),
    /// A whole number.
    Number(u64),
    /// A part of a whole.
    Ratio(Ratio),
    /// Parts per million, with a sign.
    Drift(i32),
    /// A whole number with its sign, not zero.
    Amount(i32),
    /// One of a setting's words.
    Word(&'static str),
    /// A name; the scenario holds what it stands for.
    Name,
}

/// An earliest and a latest span: a message's delay lies anywhere between, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The shortest.
    pub earliest: Span,
    /// The longest, not shorter than `earliest`.
    pub latest: Span,
}

impl Window {
    /// A window of one span.
    pub const fn exactly(span: Span) -> Self {
        Self { earliest: span, latest: span }
    }
}

/// A part of a whole, as two integers: `part` in `whole`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    /// How many.
    pub part: u32,
    /// Out of how many; not zero.
    pub whole: u32,
}

impl Ratio {
    /// Never.
    pub const NEVER: Self = Self { part: 0, whole: 1 };
    /// Always.
    pub const ALWAYS: Self = Self { part: 1, whole: 1 };
}

/// The settings of one thing, with defaults filled in. Absent settings are not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    entries: Vec<(&'static str, Value)>,
}

impl Settings {
    /// Leaves all values away.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Adds a value that is not there yet.
    pub fn add(&mut self, name: &'static str, value: Value) {
        self.entries.push((name, value));
    }

    /// The value of a setting, if it has one.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.entries.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Whether a setting has a value.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// A span; `None` when absent or `none`.
    pub fn span(&self, name: &str) -> Option<Span> {
        match self.get(name)? {
            Value::Span(span) => Some(*span),
            _ => None,
        }
    }

    /// A span; no time when absent or `none`.
    pub fn length(&self, name: &str) -> Span {
        self.span(name).unwrap_or_default()
    }

    /// A whole number.
    pub fn number(&self, name: &str) -> Option<u64> {
        match self.get(name)? {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// One of the setting's words, or the empty word when absent.
    pub fn word(&self, name: &str) -> &'static str {
        match self.get(name) {
            Some(Value::Word(word)) => word,
            _ => "",
        }
    }

    /// A span with a sign, in microseconds.
    pub fn offset(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Value::Offset(us) => Some(*us),
            _ => None,
        }
    }

    /// A part of a whole.
    pub fn ratio(&self, name: &str) -> Option<Ratio> {
        match self.get(name)? {
            Value::Ratio(ratio) => Some(*ratio),
            _ => None,
        }
    }

    /// A window of spans.
    pub fn window(&self, name: &str) -> Option<Window> {
        match self.get(name)? {
            Value::Window(window) => Some(*window),
            _ => None,
        }
    }

    /// A clock's deviation in parts per million.
    pub fn drift(&self, name: &str) -> Option<i32> {
        match self.get(name)? {
            Value::Drift(ppm) => Some(*ppm),
            _ => None,
        }
    }
}

/// The names of a table's entries, as an array.
macro_rules! names {
    ($table:ident) => {{
        let mut names = [""; $table.len()];
        let mut place = 0;
        while place < names.len() {
            names[place] = $table[place].name;
            place += 1;
        }
        names
    }};
}
pub(crate) use names;
