//! Edits of one value: what a drag or a knob does to a scenario's text. Every other byte stays, comments and
//! line ends included.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::problem::{Bytes, Problem};
use super::syntax::{self, Clause, Statement, blank_after, blank_before};
use super::words::{self, Word};
use super::{read, value};
use crate::scenario::limit;

/// What an edit is about.
///
/// Settings have their key. Values without one have these: a lock's service is `on`, a service's kind is
/// `kind`, the length of `work` and `sleep` and of `horizon` is `span`, a step's lock is `lock`, its store is
/// `store`, the text that it writes is `text`, what a fault befalls is `target`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The lock of this name.
    Lock(String),
    /// The store of this name.
    Store(String),
    /// The client of this name: its head, not its steps.
    Client(String),
    /// The service of this name, if a statement declares it.
    Service(String),
    /// The policy of this name.
    Policy(String),
    /// `network`.
    Network,
    /// `horizon`.
    Horizon,
    /// A step of a client, counted from 0.
    Step {
        /// The client's name.
        client: String,
        /// Which of its steps.
        index: usize,
    },
    /// A fault, counted from 0 in the order of the text.
    Fault(usize),
}

/// The value at a place as written, without quotes; `None` when the text does not write it.
///
/// ```
/// use fencepost_core::notation::edit::{Place, get};
/// let text = "lock report on redis ttl=10s";
/// assert_eq!(get(text, &Place::Lock("report".into()), "ttl"), Some("10s"));
/// assert_eq!(get(text, &Place::Lock("report".into()), "on"), Some("redis"));
/// assert_eq!(get(text, &Place::Lock("report".into()), "release"), None);
/// ```
pub fn get<'t>(text: &'t str, place: &Place, key: &str) -> Option<&'t str> {
    let (statements, _) = read(text);
    let clause = clause(&statements, place)?;
    match position(clause, place, key) {
        Some(index) => clause.word(index).map(|word| word.text),
        None => clause.setting(key).map(|pair| pair.value.text),
    }
}

/// The settings that the text writes at a place, in the order of the text.
pub fn settings<'t>(text: &'t str, place: &Place) -> Vec<&'t str> {
    let (statements, _) = read(text);
    let settings = clause(&statements, place).map_or(&[][..], |clause| &clause.settings);
    settings.iter().map(|pair| pair.word.text).collect()
}

/// The text with one value replaced, or inserted where it is not written: after the last setting of its
/// statement or step. `network` and `horizon` get a line of their own where there is none.
///
/// The value is written as given: with its unit, and with quotes where it needs them. Whether it makes sense
/// is for [`parse`](super::parse) to say.
///
/// ```
/// use fencepost_core::notation::edit::{Place, set};
/// let text = "client A: acquire report, work  1s # slow\n";
/// let step = Place::Step { client: "A".into(), index: 1 };
/// assert_eq!(set(text, &step, "span", "2.5s").unwrap(), "client A: acquire report, work  2.5s # slow\n");
/// let client = Place::Client("A".into());
/// assert_eq!(set(text, &client, "at", "3s").unwrap(), "client A at=3s: acquire report, work  1s # slow\n");
/// ```
///
/// # Errors
///
/// The text has nothing at this place; key or value are not one word, or text in quotes; the text has more
/// than [`TEXT`](crate::scenario::limit::TEXT) bytes.
pub fn set(text: &str, place: &Place, key: &str, new: &str) -> Result<String, Problem> {
    let statements = statements(text)?;
    if !value::is_bare(key) || !syntax::is_one_value(new) {
        let says = "$ cannot be written as a value\nwrite one word, or text in quotes";
        let texts = [&*[key, "=", new].concat()];
        return Err(Problem::new(text, Bytes::default(), says, &texts, &[], "", &[]));
    }
    let Some(clause) = clause(&statements, place) else {
        let line = match place {
            Place::Network => ["network ", key, "=", new],
            Place::Horizon => ["horizon ", "", "", new],
            _ => return Err(nothing_at(text, place)),
        };
        return Ok(with_line(text, &statements, &line.concat()));
    };
    let position = position(clause, place, key);
    let (item, beside) = match position {
        Some(index) => (clause.words.get(index), clause.words.get(index - 1).map(|item| item.bytes())),
        None => (clause.setting(key), Some(clause.bytes)),
    };
    let bytes = match (item, beside) {
        (Some(item), _) if position.is_some() => item.bytes(),
        (Some(item), _) => item.value.bytes,
        (None, Some(beside)) => beside.after(),
        (None, None) => return Err(nothing_at(text, place)),
    };
    // A value does not run into what follows.
    let space = if ends(Bytes::new(bytes.end, text.len()).of(text)) { "" } else { " " };
    let [key, equals] = if position.is_some() { ["", ""] } else { [key, "="] };
    let parts = [" ", key, equals, new, space];
    Ok(replaced(text, bytes, if item.is_some() { &parts[3..] } else { &parts }))
}

/// The text without one setting and the white space before it; the same text when it is not written. A line
/// that is left empty goes too.
///
/// # Errors
///
/// The text has nothing at this place; the value cannot be left away; the text has more than
/// [`TEXT`](crate::scenario::limit::TEXT) bytes.
pub fn remove(text: &str, place: &Place, key: &str) -> Result<String, Problem> {
    let statements = statements(text)?;
    let Some(clause) = clause(&statements, place) else {
        return match place {
            Place::Network => Ok(text.to_string()),
            _ => Err(nothing_at(text, place)),
        };
    };
    let item = match position(clause, place, key) {
        Some(index) if index > word(clause, place).map_or(0, |word| word.required) => clause.words.get(index),
        Some(_) => {
            let says = "$ cannot be left away\nwrite another value";
            return Err(Problem::new(text, clause.bytes, says, &[key], &[], "", &[]));
        }
        None => clause.setting(key),
    };
    Ok(item.map_or_else(|| text.to_string(), |item| without(text, item.bytes())))
}

impl Place {
    /// The first word of its statement, the name if it has one, and which step or fault it is.
    fn parts(&self) -> (&'static str, Option<&str>, Option<usize>) {
        let keyword = match self {
            Self::Lock(_) => "lock",
            Self::Store(_) => "store",
            Self::Client(_) | Self::Step { .. } => "client",
            Self::Service(_) => "service",
            Self::Policy(_) => "policy",
            Self::Network => "network",
            Self::Horizon => "horizon",
            Self::Fault(_) => "fault",
        };
        let (name, index) = match self {
            Self::Lock(name)
            | Self::Store(name)
            | Self::Client(name)
            | Self::Service(name)
            | Self::Policy(name) => (Some(&**name), None),
            Self::Step { client, index } => (Some(&**client), Some(*index)),
            Self::Fault(index) => (None, Some(*index)),
            Self::Network | Self::Horizon => (None, None),
        };
        (keyword, name, index)
    }
}

/// The statements of a text that is not too long.
fn statements(text: &str) -> Result<Vec<Statement<'_>>, Problem> {
    let (statements, problems) = read(text);
    match problems.all().pop() {
        Some(problem) if text.len() > limit::TEXT => Err(problem),
        _ => Ok(statements),
    }
}

/// The clause at a place.
fn clause<'d, 't>(statements: &'d [Statement<'t>], place: &Place) -> Option<&'d Clause<'t>> {
    let (keyword, name, index) = place.parts();
    let mut fitting = statements.iter().filter(|statement| {
        let head = &statement.head;
        head.keyword() == keyword
            && name.is_none_or(|name| head.word(1).is_some_and(|word| word.text == name))
    });
    match (name, index) {
        (Some(_), Some(step)) => fitting.next()?.steps.get(step),
        _ => fitting.nth(index.unwrap_or(0)).map(|statement| &statement.head),
    }
}

/// What a clause begins with.
fn word(clause: &Clause<'_>, place: &Place) -> Option<&'static Word> {
    match place {
        Place::Step { .. } => words::step(clause.keyword()),
        _ => words::statement(clause.keyword()),
    }
}

/// Which of a clause's words a key stands for, if any.
fn position(clause: &Clause<'_>, place: &Place, key: &str) -> Option<usize> {
    let places = word(clause, place)?.places;
    Some(places.iter().position(|known| !known.is_empty() && *known == key)? + 1)
}

fn nothing_at(text: &str, place: &Place) -> Problem {
    let (keyword, name, index) = place.parts();
    let (says, parts) = match (name, index) {
        (Some(name), None) => ("there is no @ $ to edit\nwrite it in the text first", [keyword, name]),
        (None, None) => ("there is no @ statement to edit\nwrite it in the text first", [keyword, ""]),
        (Some(name), _) => {
            ("there is no such value at step # of client $ to edit\nwrite it in the text first", [name, ""])
        }
        (None, _) => ("there is no such value at fault # to edit\nwrite it in the text first", [""; 2]),
    };
    let number = index.map_or(0, |index| index as u64).saturating_add(1);
    Problem::new(text, Bytes::default(), says, &parts, &[number], "", &[])
}

/// Whether a text begins with what may follow a value.
fn ends(after: &str) -> bool {
    matches!(after.as_bytes(), [] | [b' ' | b'\t' | b'\r' | b'\n' | b':' | b',', ..])
}

/// The text with a part of it replaced.
fn replaced(text: &str, part: Bytes, by: &[&str]) -> String {
    let mut all = String::from(Bytes::new(0, part.start).of(text));
    for new in by {
        all.push_str(new);
    }
    all.push_str(Bytes::new(part.end, text.len()).of(text));
    all
}

/// The text without a part of it, and without the white space before, or the line that it leaves empty.
fn without(text: &str, part: Bytes) -> String {
    let bytes = text.as_bytes();
    let (blank, rest) = (blank_before(text, part.start), blank_after(text, part.end));
    let line_end = match &bytes[rest..] {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        _ => 0,
    };
    let is_first = blank == 0 || bytes[blank - 1] == b'\n';
    let gone = match is_first {
        true if rest == text.len() || line_end > 0 => Bytes::new(blank, rest + line_end),
        true => Bytes::new(part.start, rest),
        false if ends(Bytes::new(part.end, text.len()).of(text)) => Bytes::new(blank, part.end),
        false => part,
    };
    replaced(text, gone, &[])
}

/// The text with one more line, after the statements that speak of the whole scenario.
fn with_line(text: &str, statements: &[Statement<'_>], line: &str) -> String {
    let bytes = text.as_bytes();
    let newline = if bytes.windows(2).any(|two| two == b"\r\n") { "\r\n" } else { "\n" };
    let whole = |it: &&Statement<'_>| words::statement(it.head.keyword()).is_some_and(Word::is_once);
    let last = statements.iter().rfind(whole);
    let Some(beside) = last.or(statements.first()) else {
        let gap = if matches!(bytes, [] | [.., b'\n']) { "" } else { newline };
        return replaced(text, Bytes::new(text.len(), text.len()), &[gap, line, newline]);
    };
    let mut place = beside.head.bytes.start;
    let indent = Bytes::new(blank_before(text, place), place).of(text);
    let mut parts = ["", "", line, newline, indent];
    if let Some(last) = last {
        place = last.pieces.last().map_or(last.head.bytes.end, |piece| piece.end);
        while !matches!(bytes[place..], [] | [b'\n', ..] | [b'\r', b'\n', ..]) {
            place += 1;
        }
        parts = [newline, indent, line, "", ""];
    }
    replaced(text, Bytes::new(place, place), &parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# head\r\nlock report on fenced   ttl=10s # ten\r\n\
        client \"nightly job\" # who\r\n    policy=p\r\n    renew=3s: work 1s,\r\n  \
        write s \"x\"\r\nfault pause A from=1s for=12s";

    fn client() -> Place {
        Place::Client("nightly job".into())
    }

    #[test]
    fn a_value_is_replaced_and_nothing_else() {
        let lock = Place::Lock("report".into());
        assert_eq!(set(TEXT, &lock, "ttl", "15s").unwrap(), TEXT.replace("ttl=10s", "ttl=15s"));
        assert_eq!(set(TEXT, &lock, "on", "redis").unwrap(), TEXT.replace("fenced", "redis"));
        assert_eq!(set(TEXT, &Place::Fault(0), "for", "9.5s").unwrap(), TEXT.replace("12s", "9.5s"));
        let write = Place::Step { client: "nightly job".into(), index: 1 };
        assert_eq!(set(TEXT, &write, "text", "\"y\"").unwrap(), TEXT.replace("\"x\"", "\"y\""));
    }

    #[test]
    fn a_setting_is_inserted_after_the_last_one() {
        let lock = Place::Lock("report".into());
        assert_eq!(
            set(TEXT, &lock, "release", "plain").unwrap(),
            TEXT.replace("ttl=10s", "ttl=10s release=plain")
        );
        assert_eq!(set(TEXT, &client(), "at", "2s").unwrap(), TEXT.replace("renew=3s", "renew=3s at=2s"));
        let write = Place::Step { client: "nightly job".into(), index: 1 };
        assert_eq!(
            set(TEXT, &write, "else", "continue").unwrap(),
            TEXT.replace("\"x\"", "\"x\" else=continue")
        );
        assert_eq!(set("a", &Place::Network, "delay", "5ms").unwrap(), "network delay=5ms\na");
        assert_eq!(set("", &Place::Horizon, "span", "5s").unwrap(), "horizon 5s\n");
        assert_eq!(
            set("  title x # y\r\n  client A: work 1s", &Place::Horizon, "span", "5s").unwrap(),
            "  title x # y\r\n  horizon 5s\r\n  client A: work 1s"
        );
        let write = Place::Step { client: "A".into(), index: 0 };
        assert_eq!(
            set("client A: write s else=continue", &write, "text", "\"z\"").unwrap(),
            "client A: write s \"z\" else=continue"
        );
        assert_eq!(
            set("client A: write  s +1 # x", &write, "text", "-5").unwrap(),
            "client A: write  s -5 # x"
        );
    }

    #[test]
    fn a_setting_is_removed_with_its_white_space() {
        let lock = Place::Lock("report".into());
        assert_eq!(remove(TEXT, &lock, "ttl").unwrap(), TEXT.replace("   ttl=10s", ""));
        assert_eq!(remove(TEXT, &lock, "release").unwrap(), TEXT, "it is not written");
        // Alone on its line, the line goes too; with a colon after it, the line stays.
        assert_eq!(remove(TEXT, &client(), "policy").unwrap(), TEXT.replace("    policy=p\r\n", ""));
        assert_eq!(remove(TEXT, &client(), "renew").unwrap(), TEXT.replace("renew=3s:", ":"));
        assert_eq!(remove(TEXT, &Place::Fault(0), "for").unwrap(), TEXT.replace(" for=12s", ""));
        let write = Place::Step { client: "nightly job".into(), index: 1 };
        assert_eq!(remove(TEXT, &write, "text").unwrap(), TEXT.replace(" \"x\"", ""));
        assert_eq!(remove("x", &Place::Network, "loss").unwrap(), "x");
    }

    #[test]
    fn values_never_run_into_what_follows() {
        let store = Place::Store("s".into());
        let text = "store s guard=\"none\"# c";
        assert_eq!(set(text, &store, "guard", "fence").unwrap(), "store s guard=fence # c");
        assert_eq!(set(text, &store, "for", "l").unwrap(), "store s guard=\"none\" for=l # c");
        assert_eq!(
            remove("lock l on r a=\"b\"c=d", &Place::Lock("l".into()), "a").unwrap(),
            "lock l on r c=d"
        );
    }

    #[test]
    fn what_is_not_there_is_said() {
        let missing = |place: Place| set(TEXT, &place, "ttl", "1s").unwrap_err().found;
        assert_eq!(missing(Place::Lock("x".into())), "there is no lock `x` to edit");
        assert_eq!(missing(Place::Fault(1)), "there is no such value at fault 2 to edit");
        assert_eq!(
            missing(Place::Step { client: "nightly job".into(), index: 7 }),
            "there is no such value at step 8 of client `nightly job` to edit"
        );
        for new in ["", "a b", "a\nb", "#", "a,", "\"x", "x=y", "A->B", "\"x\"y"] {
            let problem = set(TEXT, &Place::Lock("report".into()), "ttl", new).unwrap_err();
            assert!(problem.found.ends_with("cannot be written as a value"), "{new}");
        }
        let span = remove(TEXT, &Place::Step { client: "nightly job".into(), index: 0 }, "span");
        assert_eq!(span.unwrap_err().found, "`span` cannot be left away");
    }

    #[test]
    fn what_is_written_is_listed() {
        assert_eq!(settings(TEXT, &client()), ["policy", "renew"]);
        assert_eq!(settings(TEXT, &Place::Network), Vec::<&str>::new());
        assert_eq!(get(TEXT, &Place::Step { client: "nightly job".into(), index: 1 }, "text"), Some("x"));
    }
}
