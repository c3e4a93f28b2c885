//! `expect`: verdicts, events, and what a store holds in the end.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Resolver;
use super::names::What;
use super::route::NODES;
use crate::check;
use crate::event::{AcquireEnd, BeliefEnd, Finish, Kind, Loss, NotReleased, RecordEnd, Scope, StoreId};
use crate::notation::syntax::{Clause, Statement, Word};
use crate::notation::value;
use crate::notation::words::{self, EVENT_SETTINGS, EXPECT_WORDS, VERDICT_SETTINGS};
use crate::primitive::Time;
use crate::scenario::{Expect, Expected};
use crate::setting::{Setting, Settings};

/// What a verdict may be about.
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
    pub(super) fn expect(&mut self, statement: &Statement<'t>) -> Option<()> {
        if statement.broken {
            return None;
        }
        let what = self.expected(&statement.head)?;
        let text = statement.source(self.problems.text);
        let line = self.line(statement.head.bytes);
        self.scenario.expects.push(Expect { line, text, what });
        Some(())
    }

    fn expected(&mut self, head: &Clause<'t>) -> Option<Expected> {
        let Some(word) = head.word(1) else {
            let says = "`expect` is not complete\nwrite @ next";
            self.complain(head.bytes.after(), says, &[&value::list(EXPECT_WORDS, "or")]);
            return None;
        };
        let word = Word { quoted: false, ..word };
        self.problems.choose(&word, EXPECT_WORDS, "$ cannot be expected\nwrite @", &[word.text], "or")?;
        match word.text {
            "event" => self.event(head, true, 2),
            "no" if head.word(2).is_some_and(|word| word.text == "event") => self.event(head, false, 3),
            "no" => {
                let at = head.word(2).map_or(head.bytes.after(), |word| word.bytes);
                self.complain(at, "`expect no` is not complete\nwrite `expect no event KIND`", &[]);
                None
            }
            "value" => self.value_of(head),
            _ => self.verdict(head, word.text),
        }
    }

    fn verdict(&mut self, head: &Clause<'t>, outcome: &str) -> Option<Expected> {
        let outcome = words::outcome(outcome)?;
        let check = *check::TABLE.get(self.listed(head, 2, ["a check", "check"], check::NAMES)?)?;
        let settings = self.expect_settings(head, VERDICT_SETTINGS)?;
        let of = self.concerned(head, "of", JUDGED)?;
        let moment = |name: &str| settings.span(name).map(|span| Time::ZERO + span);
        let (from, to) = (moment("from"), moment("to"));
        if let (Some(to), Some(pair)) = (to, head.setting("to"))
            && to <= from.unwrap_or(Time::ZERO)
        {
            let says = "this stretch of time is empty\n`to` comes after `from`";
            self.complain(pair.value.bytes, says, &[]);
            return None;
        }
        Some(Expected::Verdict { outcome, check, of, from, to })
    }

    fn event(&mut self, head: &Clause<'t>, happens: bool, place: usize) -> Option<Expected> {
        let kind = *Kind::NAMES.get(self.listed(head, place, ["an event", "event"], Kind::NAMES)?)?;
        let settings = self.expect_settings(head, EVENT_SETTINGS)?;
        let of = self.concerned(head, "of", NODES)?;
        let by = self.concerned(head, "by", NODES)?;
        let why = self.reason(head)?;
        if let (false, Some(pair)) = (happens, head.setting("count")) {
            self.complain(pair.bytes(), "`expect no event` counts nothing\nleave `count` away", &[]);
            return None;
        }
        let at = settings.span("at").map(|span| Time::ZERO + span);
        let (token, count) = (settings.number("token"), settings.number("count"));
        Some(Expected::Event { happens, kind, of, by, why, at, token, count })
    }

    fn value_of(&mut self, head: &Clause<'t>) -> Option<Expected> {
        let ([pair], 2) = (head.settings.as_slice(), head.words.len()) else {
            let says =
                "`expect value` names one store and what it holds\nwrite `expect value STORE=\"TEXT\"`";
            self.complain(head.bytes, says, &[]);
            return None;
        };
        let store = StoreId(self.find(&pair.word, &[What::Store])?.index);
        let value = self.quoted(&pair.value)?;
        Some(Expected::Value { store, value })
    }

    /// Which of `known` the word at this place is. It must be the last.
    fn listed(&mut self, head: &Clause<'t>, place: usize, what: [&str; 2], known: &[&str]) -> Option<usize> {
        let item = head.words.get(place);
        let Some(word) = head.word(place) else {
            let at = item.map_or(head.bytes.after(), |item| item.bytes());
            let parts = [what[0], &value::list(known, "or")];
            self.complain(at, "the name of @ is missing\nwrite @", &parts);
            return None;
        };
        let says = "there is no @ $\nwrite @";
        let found = self.problems.choose(&word, known, says, &[what[1], word.text], "or")?;
        if let Some(item) = head.words.get(place + 1) {
            self.complain(item.bytes(), "this word is too much\nsettings follow the name", &[]);
            return None;
        }
        Some(found)
    }

    fn expect_settings(&mut self, head: &Clause<'t>, table: &'static [Setting]) -> Option<Settings> {
        self.settings(head, words::statement("expect")?, "", table)
    }

    /// The name in a setting, if it is written; the outer `None` when it names nothing.
    fn concerned(&mut self, head: &Clause<'t>, key: &str, wanted: &[What]) -> Option<Option<String>> {
        let Some(pair) = head.setting(key) else { return Some(None) };
        self.find(&pair.value, wanted)?;
        Some(Some(pair.value.text.to_string()))
    }

    /// The reason of an event, if it is written; the outer `None` when no event gives it.
    fn reason(&mut self, head: &Clause<'t>) -> Option<Option<String>> {
        let Some(pair) = head.setting("why") else { return Some(None) };
        let text = pair.value.text;
        let word = Word { quoted: false, ..pair.value };
        let says = "no event gives the reason $\nsee the reasons of each event";
        self.problems.choose(&word, &reasons(), says, &[text], "")?;
        Some(Some(text.to_string()))
    }
}

/// Every word that an event may give as its reason.
fn reasons() -> Vec<&'static str> {
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
    .concat()
}
