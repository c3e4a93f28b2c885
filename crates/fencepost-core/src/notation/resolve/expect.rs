//! `expect`: verdicts, events, and what a store holds in the end.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Resolver;
use super::names::What;
use crate::check;
use crate::event::{
    AcquireEnd, BeliefEnd, Finish, Kind, Loss, NotReleased, Outcome, RecordEnd, Scope, StoreId,
};
use crate::notation::problem::{Bytes, Complaint, quoted};
use crate::notation::syntax::{Clause, Item, Statement, Word};
use crate::notation::value;
use crate::notation::words::{self, EVENT_SETTINGS, EXPECT_WORDS, VERDICT_SETTINGS};
use crate::primitive::Time;
use crate::scenario::{Expect, Expected};
use crate::setting::{Setting, Settings};

/// What a verdict or an event may be about.
const CONCERNED: &[What] = &[What::Process, What::Client, What::Service, What::Lock, What::Store];
const JUDGED: &[What] = &[What::Lock, What::Store, What::Client];

/// The words that an event may give as its reason, besides those of its kind of reason: what a message says,
/// what a look at the deadline came to, why a store refuses, what crashed.
const REASONS: &[&str] = &[
    "acquire",
    "extend",
    "release",
    "write",
    "read",
    "close",
    "granted",
    "held",
    "extended",
    "released",
    "not-yours",
    "written",
    "rejected",
    "value",
    "passed",
    "failed",
    "stale",
    "no-token",
    "host",
    "process",
];

impl<'t> Resolver<'_, 't> {
    pub(super) fn expect(&mut self, statement: &Statement<'t>) {
        let expect = self.read_expect(statement).map(|what| Expect {
            line: self.line(statement.head.bytes),
            text: self.document.source(statement),
            what,
        });
        self.expects.push(expect);
    }

    fn read_expect(&mut self, statement: &Statement<'t>) -> Option<Expected> {
        if statement.broken {
            return None;
        }
        let head = &statement.head;
        let end = Bytes::new(head.bytes.end, head.bytes.end);
        let Some(word) = head.word(1) else {
            let would_do = format!("write {} next", value::list(EXPECT_WORDS, "or"));
            self.complain(end, Complaint::new("`expect` is not complete", would_do));
            return None;
        };
        match word.text {
            "event" => self.expect_event(head, true, 2),
            "no" => match head.word(2) {
                Some(word) if word.text == "event" => self.expect_event(head, false, 3),
                _ => {
                    let at = head.word(2).map_or(end, |word| word.bytes);
                    self.complain(
                        at,
                        Complaint::new("`expect no` is not complete", "write `expect no event KIND`"),
                    );
                    None
                }
            },
            "value" => self.expect_value(head),
            text => match words::outcome(text) {
                Some(outcome) => self.expect_verdict(head, outcome),
                None => {
                    let would_do = format!("write {}", value::list(EXPECT_WORDS, "or"));
                    let found = format!("{} cannot be expected", quoted(text));
                    self.complain(
                        word.bytes,
                        Complaint::new(found, would_do).near(text, EXPECT_WORDS.iter().copied()),
                    );
                    None
                }
            },
        }
    }

    fn expect_verdict(&mut self, head: &Clause<'t>, outcome: Outcome) -> Option<Expected> {
        let names: Vec<&str> = check::TABLE.iter().map(|kind| kind.name).collect();
        let word = self.listed(head, 2, "check", &names)?;
        let check = check::find(word.text)?;
        let settings = self.expect_settings(head, VERDICT_SETTINGS)?;
        let of = self.concerned(head, "of", JUDGED)?;
        let moment = |name: &str| settings.span(name).map(|span| Time::ZERO + span);
        let (from, to) = (moment("from"), moment("to"));
        if let (Some(to), Some(pair)) = (to, head.setting("to"))
            && to <= from.unwrap_or(Time::ZERO)
        {
            let complaint = Complaint::new("this stretch of time is empty", "`to` comes after `from`");
            self.complain(pair.value.bytes, complaint);
            return None;
        }
        Some(Expected::Verdict { outcome, check, of, from, to })
    }

    fn expect_event(&mut self, head: &Clause<'t>, happens: bool, place: usize) -> Option<Expected> {
        let word = self.listed(head, place, "event", Kind::NAMES)?;
        let kind = Kind::NAMES.iter().copied().find(|name| *name == word.text)?;
        let settings = self.expect_settings(head, EVENT_SETTINGS)?;
        let of = self.concerned(head, "of", CONCERNED)?;
        let by = self.concerned(head, "by", CONCERNED)?;
        let why = self.reason(head)?;
        if let (false, Some(pair)) = (happens, head.setting("count")) {
            let complaint = Complaint::new("`expect no event` counts nothing", "leave `count` away");
            self.complain(pair.bytes(), complaint);
            return None;
        }
        let at = settings.span("at").map(|span| Time::ZERO + span);
        let (token, count) = (settings.number("token"), settings.number("count"));
        Some(Expected::Event { happens, kind, of, by, why, at, token, count })
    }

    fn expect_value(&mut self, head: &Clause<'t>) -> Option<Expected> {
        let ([pair], 2) = (head.settings.as_slice(), head.words.len()) else {
            let complaint = Complaint::new(
                "`expect value` names one store and what it holds",
                "write `expect value STORE=\"TEXT\"`",
            );
            self.complain(head.bytes, complaint);
            return None;
        };
        let entry = self.find(&pair.key, &[What::Store])?;
        if !pair.value.quoted {
            let found = format!("{} is not in quotes", quoted(pair.value.text));
            self.complain(pair.value.bytes, Complaint::new(found, "put the text in quotes"));
            return None;
        }
        self.checked(pair.value.bytes, value::label(pair.value.text))?;
        Some(Expected::Value { store: StoreId(entry.index), value: pair.value.text.to_string() })
    }

    /// The word at this place, which must be one of `known` and the last.
    fn listed(&mut self, head: &Clause<'t>, place: usize, what: &str, known: &[&str]) -> Option<Word<'t>> {
        let would_do = || format!("write {}", value::list(known, "or"));
        let Some(word) = head.word(place) else {
            let end = Bytes::new(head.bytes.end, head.bytes.end);
            let at = head.words.get(place).map_or(end, Item::bytes);
            self.complain(
                at,
                Complaint::new(format!("the name of {} is missing", with_article(what)), would_do()),
            );
            return None;
        };
        if word.quoted || !known.contains(&word.text) {
            let complaint = Complaint::new(format!("there is no {what} {}", quoted(word.text)), would_do());
            self.complain(word.bytes, complaint.near(word.text, known.iter().copied()));
            return None;
        }
        if let Some(item) = head.words.get(place + 1) {
            let complaint = Complaint::new("this word is too much", "settings follow the name");
            self.complain(item.bytes(), complaint);
            return None;
        }
        Some(word)
    }

    fn expect_settings(&mut self, head: &Clause<'t>, table: &'static [Setting]) -> Option<Settings> {
        let written = self.written(head, "this expectation", &[table]);
        self.complete(written, "this expectation", head.bytes, &[table])
    }

    /// The name in a setting, if it is written; the outer `None` when it names nothing.
    fn concerned(&mut self, head: &Clause<'t>, key: &str, wanted: &[What]) -> Option<Option<String>> {
        let Some(pair) = head.setting(key) else { return Some(None) };
        self.find(&pair.value, wanted)?;
        Some(Some(pair.value.text.to_string()))
    }

    fn reason(&mut self, head: &Clause<'t>) -> Option<Option<String>> {
        let Some(pair) = head.setting("why") else { return Some(None) };
        let text = pair.value.text;
        if reasons().any(|word| word == text) {
            return Some(Some(text.to_string()));
        }
        let complaint = Complaint::new(
            format!("no event gives the reason {}", quoted(text)),
            "see the reasons of each event",
        );
        self.complain(pair.value.bytes, complaint.near(text, reasons()));
        None
    }
}

/// Every word that an event may give as its reason.
pub(super) fn reasons() -> impl Iterator<Item = &'static str> {
    [
        AcquireEnd::WORDS,
        BeliefEnd::WORDS,
        Finish::WORDS,
        Loss::WORDS,
        NotReleased::WORDS,
        RecordEnd::WORDS,
        Scope::WORDS,
        REASONS,
    ]
    .into_iter()
    .flatten()
    .copied()
}

fn with_article(what: &str) -> String {
    let article = if what.starts_with('e') { "an" } else { "a" };
    format!("{article} {what}")
}
