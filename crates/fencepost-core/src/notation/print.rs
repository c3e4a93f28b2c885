//! The canonical form of a text: one space between words, settings in the order of their tables, one spelling
//! for each value. Comments and blank lines stay; a long client is written one step a line.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::problem::{Problem, Problems};
use super::syntax::{self, Clause, Item, Line, Pair, Statement};
use super::{resolve, spell, too_long, value, words};
use crate::primitive::Span;
use crate::scenario::{Scenario, limit};
use crate::setting::Setting;
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
    if text.len() > limit::TEXT {
        return Err(Vec::from([too_long(text)]));
    }
    let mut problems = Problems::default();
    let document = syntax::read(text, &mut problems);
    let scenario = resolve::resolve(&document, problems)?;
    let mut printer = Printer { scenario: &scenario, locks: 0, out: String::new() };
    for line in &document.lines {
        match line {
            Line::Blank => printer.line(""),
            Line::Comment(comment) => printer.line(comment),
            Line::Statement(statement) => printer.statement(statement),
        }
    }
    Ok(printer.out)
}

struct Printer<'s> {
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

    fn statement(&mut self, statement: &Statement<'_>) {
        for comment in &statement.head.before {
            self.line(comment);
        }
        let head = self.head(&statement.head);
        if statement.steps.is_empty() {
            self.line(&commented(head, statement.head.after));
            return;
        }
        let steps: Vec<String> = statement.steps.iter().map(step).collect();
        let line = format!("{head}: {}", steps.join(", "));
        let last = statement.steps.len() - 1;
        let has_inner_comments = statement.head.after.is_some()
            || statement.steps.iter().any(|step| !step.before.is_empty())
            || statement.steps.iter().take(last).any(|step| step.after.is_some());
        if !has_inner_comments && line.chars().count() <= LONGEST {
            self.line(&commented(line, statement.steps[last].after));
            return;
        }
        self.line(&commented(format!("{head}:"), statement.head.after));
        for (place, (clause, step)) in statement.steps.iter().zip(steps).enumerate() {
            for comment in &clause.before {
                self.line(&format!("    {comment}"));
            }
            let comma = if place == last { "" } else { "," };
            self.line(&commented(format!("    {step}{comma}"), clause.after));
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
    let place = |pair: &Pair<'_>| known.iter().position(|it| it.name == pair.key.text).unwrap_or(known.len());
    let mut settings: Vec<&Pair<'_>> = clause.settings.iter().collect();
    settings.sort_by_key(|pair| place(pair));
    for pair in settings {
        let value = match known.get(place(pair)).map(|setting| value::read(&pair.value, &setting.accepts)) {
            Some(Ok(value)) => spell::value(&value),
            // What a store holds: `expect value invoices="B's data"`.
            _ => spell::quotes(pair.value.text),
        };
        text.push_str(&format!(" {}={value}", spell::name(pair.key.text)));
    }
    text
}

/// A word as its place demands.
fn spelled(item: &Item<'_>, keyword: &str, key: &str) -> String {
    match item {
        Item::Route(route) => {
            let arrow = if route.both { "<->" } else { "->" };
            [&spell::name(route.from.text), arrow, &spell::name(route.to.text)].concat()
        }
        Item::Word(word) => match (keyword, key) {
            ("title", _) => word.text.to_string(),
            (_, "text") => spell::quotes(word.text),
            (_, "span") => canonical_span(word.text),
            (_, "number") => value::number(word.text, 0, u64::MAX)
                .map_or_else(|_| word.text.to_string(), |it| it.to_string()),
            _ => spell::name(word.text),
        },
    }
}

fn canonical_span(text: &str) -> String {
    value::span(text, Span::ZERO, Span::MAX).map_or_else(|_| text.to_string(), |span| span.to_string())
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
     write s \"x\"
  client B: acquire report, write s, release report, sleep 1s, acquire report, release report, sleep 10s
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
    write s \"x\"
client B:
    acquire report,
    write s,
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
