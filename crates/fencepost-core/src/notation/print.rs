//! The canonical form of a text: one space between words, settings in the order of their tables, one spelling
//! for each value. Comments and blank lines stay; a long client is written one step a line.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::problem::{Problem, Problems};
use super::syntax::{Clause, Item, Sign, Statement, Word, blank_after, next_line};
use super::{read, resolve, spell, value, words};
use crate::primitive::Span;
use crate::scenario::Scenario;
use crate::setting::{Accepts, Setting};
use crate::{fault, service, store};

/// The longest line of a client, in characters, before its steps get lines of their own.
const LONGEST: usize = 100;

/// A text in canonical form. It means the same, and printing it again changes nothing.
///
/// ```
/// use fencepost_core::notation::print;
/// let text = "network   loss=1/10 delay=50ms\nclient A :work 1000ms # one";
/// let printed = print(text).expect("a scenario");
/// assert_eq!(printed, "network delay=50ms loss=10%\nclient A: work 1s # one\n");
/// ```
///
/// # Errors
///
/// The problems of the text, as [`parse`](super::parse) tells them.
pub fn print(text: &str) -> Result<String, Vec<Problem>> {
    let (statements, problems) = read(text);
    let scenario = resolve::resolve(&statements, problems)?;
    let mut printer = Printer { text, scenario: &scenario, locks: 0, out: String::new() };
    let mut at = 0;
    for statement in &statements {
        let (Some(first), Some(last)) = (statement.pieces.first(), statement.pieces.last()) else { continue };
        printer.between(&mut at, first.start);
        printer.statement(statement);
        skip(text, &mut at, last.end);
    }
    printer.between(&mut at, text.len() + 1);
    Ok(printer.out)
}

/// Goes on to the line after the one that has the byte before `end`.
fn skip(text: &str, at: &mut usize, end: usize) {
    while let Some(line) = next_line(text, at)
        && line.end < end
    {}
}

/// A text without the white space before it.
fn trimmed(text: &str) -> &str {
    &text[blank_after(text, 0)..]
}

/// The comments of a clause.
#[derive(Default)]
struct Comments<'t> {
    /// Those on lines of their own before it, and others that found no better place.
    before: Vec<&'t str>,
    /// The one at its end.
    after: Option<&'t str>,
}

/// The comments inside a statement: those of its head, then those of each step.
fn comments<'t>(text: &'t str, statement: &Statement<'t>) -> Vec<Comments<'t>> {
    let starts: Vec<usize> = statement.steps.iter().map(|step| step.bytes.start).collect();
    let mut comments: Vec<Comments<'t>> = Vec::new();
    comments.resize_with(starts.len() + 1, Comments::default);
    for (place, piece) in statement.pieces.iter().enumerate() {
        // The last word or sign of a line says where the comments after it belong.
        let here = starts.iter().filter(|start| **start < piece.end).count();
        let rest = trimmed(text.get(piece.end..).unwrap_or("").lines().next().unwrap_or(""));
        if rest.starts_with('#')
            && let Some(earlier) = comments[here].after.replace(rest.trim_end())
        {
            comments[here].before.push(earlier);
        }
        let ends = matches!(text.as_bytes().get(piece.end - 1), Some(b',' | b':'));
        let next = (here + usize::from(ends)).min(starts.len());
        let Some(next_piece) = statement.pieces.get(place + 1) else { break };
        let between = text.get(piece.end..next_piece.start).unwrap_or("");
        let own_lines = between.lines().skip(1).map(trimmed).filter(|line| line.starts_with('#'));
        comments[next].before.extend(own_lines.map(str::trim_end));
    }
    comments
}

struct Printer<'s> {
    text: &'s str,
    scenario: &'s Scenario,
    /// How many locks have been printed.
    locks: usize,
    out: String,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Blank lines and comments, up to the line that has the byte `end`.
    fn between(&mut self, at: &mut usize, end: usize) {
        let mut next = *at;
        while let Some(line) = next_line(self.text, &mut next)
            && line.end <= end
        {
            self.line(trimmed(line.of(self.text)).trim_end());
            *at = next;
        }
    }

    fn statement(&mut self, statement: &Statement<'_>) {
        let comments = comments(self.text, statement);
        for comment in &comments[0].before {
            self.line(comment);
        }
        let head = self.head(&statement.head);
        if statement.steps.is_empty() {
            self.line(&commented(head, comments[0].after));
            return;
        }
        let steps: Vec<String> = statement.steps.iter().map(step).collect();
        let line = format!("{head}: {}", steps.join(", "));
        let last = steps.len();
        let has_inner_comments = comments[1..].iter().any(|step| !step.before.is_empty())
            || comments[..last].iter().any(|clause| clause.after.is_some());
        if !has_inner_comments && line.chars().count() <= LONGEST {
            self.line(&commented(line, comments[last].after));
            return;
        }
        self.line(&commented(format!("{head}:"), comments[0].after));
        for (step, comments) in steps.iter().zip(&comments[1..]) {
            for comment in &comments.before {
                self.line(&format!("    {comment}"));
            }
            let comma = if core::ptr::eq(step, &steps[last - 1]) { "" } else { "," };
            self.line(&commented(format!("    {step}{comma}"), comments.after));
        }
    }

    /// The words and settings of a statement.
    fn head(&mut self, head: &Clause<'_>) -> String {
        let keyword = head.keyword();
        let settings = words::statement(keyword).map_or(&[][..], |word| word.settings);
        let kind = |place: usize| head.word(place).map_or("", |word| word.text);
        let tables: [&'static [Setting]; 2] = match keyword {
            "service" => [settings, service::find(kind(2)).map_or(&[], |kind| kind.service_settings)],
            "lock" => [settings, self.lock_settings()],
            "store" => {
                let guard = head.setting("guard").map_or("none", |pair| pair.value.text);
                [settings, store::find(guard).map_or(&[], |kind| kind.settings)]
            }
            "fault" => [settings, fault::find(kind(1)).map_or(&[], |kind| kind.settings)],
            "expect" => match kind(1) {
                "event" | "no" => [words::EVENT_SETTINGS, &[]],
                _ => [words::VERDICT_SETTINGS, &[]],
            },
            _ => [settings, &[]],
        };
        clause(head, words::statement(keyword), &tables)
    }

    /// The settings of the next lock.
    fn lock_settings(&mut self) -> &'static [Setting] {
        let lock = self.scenario.locks.get(self.locks);
        self.locks += 1;
        lock.and_then(|lock| self.scenario.services.get(lock.service.index()))
            .map_or(&[], |service| service.kind.lock_settings)
    }
}

fn step(step: &Clause<'_>) -> String {
    let word = words::step(step.keyword());
    clause(step, word, &[word.map_or(&[][..], |word| word.settings)])
}

fn commented(line: String, comment: Option<&str>) -> String {
    match comment {
        Some(comment) => format!("{line} {comment}"),
        None => line,
    }
}

/// The words of a clause, then its settings in the order of their tables.
fn clause(clause: &Clause<'_>, word: Option<&words::Word>, tables: &[&'static [Setting]]) -> String {
    let mut text = clause.keyword().to_string();
    let places = word.map_or(&[][..], |word| word.places);
    for (place, item) in clause.words.iter().enumerate().skip(1) {
        text.push(' ');
        text.push_str(&spelled(item, clause.keyword(), places.get(place - 1).copied().unwrap_or("")));
    }
    let known: Vec<&Setting> = tables.iter().copied().flatten().collect();
    let place =
        |pair: &Item<'_>| known.iter().position(|it| it.name == pair.word.text).unwrap_or(known.len());
    let mut settings: Vec<&Item<'_>> = clause.settings.iter().collect();
    settings.sort_by_key(|pair| place(pair));
    for pair in settings {
        let value = match known.get(place(pair)) {
            Some(Setting { accepts: Accepts::Name, .. }) => spell::name(pair.value.text),
            Some(setting) => canonical(&pair.value, &setting.accepts),
            // What a store holds: `expect value invoices="B's data"`.
            None => spell::quotes(pair.value.text),
        };
        text.push_str(&format!(" {}={value}", spell::name(pair.word.text)));
    }
    text
}

/// A word as its place demands.
fn spelled(item: &Item<'_>, keyword: &str, key: &str) -> String {
    let (first, second) = (item.word.text, item.value.text);
    match (item.sign, keyword, key) {
        (Sign::Both, ..) => [&spell::name(first), "<->", &spell::name(second)].concat(),
        (Sign::To, ..) => [&spell::name(first), "->", &spell::name(second)].concat(),
        (_, "title", _) => first.to_string(),
        (_, _, "text") if item.word.quoted => spell::quotes(first),
        (_, _, "text") => canonical(&item.word, &words::AMOUNT),
        (_, _, "span") => {
            canonical(&item.word, &Accepts::Span { min: Span::ZERO, max: Span::MAX, none: false })
        }
        (_, _, "number") => canonical(&item.word, &Accepts::Number { min: 0, max: u64::MAX }),
        _ => spell::name(first),
    }
}

/// A value in its one spelling.
fn canonical(word: &Word<'_>, accepts: &Accepts) -> String {
    let value = value::read(word, accepts, "", &mut Problems::new(word.text));
    value.map_or_else(|| word.text.to_string(), |value| spell::value(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_form() {
        let text = "\u{feff}  title  Two   spaces # why
  network loss=5/100   delay=0.05s..60ms

  # a comment
    lock report on fenced first-token=033 ttl=600s
  store \"s\" guard=none for=\"report\"
  client \"A\" gap=1000us at=0ms: acquire report give-up=1min every=1s,
     # before the second
     work 90min,  # long
     write s \"x\", write s   +007
  client B: acquire report, write s -5, release report, sleep 1s, acquire report, release report, sleep 10s
  fault clock A rate=10000ppm
  fault delay A -> report nth=2 by=3s
  expect value \"s\"=\"A's data\"
  expect no event lost of=report why=loss # never
";
        // The lock's line is indented more than the others, so it continues the network's: an error.
        let problems = print(text).expect_err("a problem");
        assert_eq!((problems[0].line, problems[0].column), (5, 5));
        let text = text.replace("    lock", "  lock");
        let expected = "title Two spaces # why
network delay=50ms..60ms loss=5%

# a comment
lock report on fenced ttl=10min first-token=33
store s for=report guard=none
client A at=0s gap=1ms:
    acquire report every=1s give-up=60s,
    # before the second
    work 90min, # long
    write s \"x\",
    write s +7
client B:
    acquire report,
    write s -5,
    release report,
    sleep 1s,
    acquire report,
    release report,
    sleep 10s
fault clock A rate=+1%
fault delay A->report by=3s nth=2
expect value s=\"A's data\"
expect no event lost of=report why=loss # never
";
        let printed = print(&text).expect("a scenario");
        assert_eq!(printed, expected);
        assert_eq!(print(&printed).expect("a scenario"), printed);
    }
}
