//! `expect`: verdicts, events, and what a store holds in the end.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Resolver;
use super::names::NODES;
use super::settings::Takes;
use crate::check;
use crate::event::{
    AcquireEnd, BeliefEnd, Change, Content, Failure, Finish, Kind, Loss, NotReleased, Outcome, RecordEnd,
    Scope, SessionEnd,
};
use crate::notation::syntax::{Clause, Statement, Word};
use crate::notation::words::{self, EVENT_SETTINGS, EXPECT_WORDS, VERDICT_SETTINGS};
use crate::primitive::Time;
use crate::scenario::{Expect, Expected};

/// The verdicts, as [`EXPECT_WORDS`] begin.
const OUTCOMES: [Outcome; 4] = [Outcome::Holds, Outcome::Broken, Outcome::Undecided, Outcome::DoesNotApply];

/// The words that an event may give as its reason, besides those of its kind of reason and what a message says:
/// what a look at the deadline or a vote came to, why a store refuses, what crashed, what became of a contact.
const REASONS: &[&str] =
    &["passed", "failed", "stale", "no-token", "host", "process", "yes", "no", "lost", "found"];

impl<'t> Resolver<'_, 't> {
    pub(super) fn expect(&mut self, statement: &Statement<'t>, word: &'static words::Word) -> Option<()> {
        let what = self.expected(&statement.head, word)?;
        let text = statement.source(self.problems.text);
        let line = self.line(statement.head.bytes) as u32;
        self.scenario.expects.push(Expect { line, text, what });
        None
    }

    fn expected(&mut self, head: &Clause<'t>, expect: &'static words::Word) -> Option<Expected> {
        let Some(word) = head.word(1) else {
            let says = "`expect` is not complete\nwrite | next";
            self.problems.add_near(head.bytes.after(), says, &[], "", EXPECT_WORDS);
            return None;
        };
        let word = Word { quoted: false, ..*word };
        let says = "$ cannot be expected\nwrite |";
        let place = self.problems.choose(&word, EXPECT_WORDS, says, &[word.text])?;
        if let Some(outcome) = OUTCOMES.get(place) {
            return self.verdict(head, expect, *outcome);
        }
        match word.text {
            "value" => self.value_of(head),
            "no" if head.word(2).is_none_or(|word| word.text != "event") => {
                let at = head.word(2).map_or(head.bytes.after(), |word| word.bytes);
                self.complain(at, "`expect no` is not complete\nwrite `expect no event KIND`", &[]);
                None
            }
            word => self.event(head, expect, word == "event"),
        }
    }

    fn verdict(
        &mut self,
        head: &Clause<'t>,
        expect: &'static words::Word,
        outcome: Outcome,
    ) -> Option<Expected> {
        let check = check::TABLE[self.listed(head, 2, ["a check", "check"], check::NAMES)?];
        self.settings(head, Takes { more: VERDICT_SETTINGS, ..Takes::plain(expect) })?;
        self.concerns(head, "of", &["lock", "store", "client"])?;
        let moment = |name: &str| self.found.span(name).map(|span| Time::ZERO + span);
        let (from, to) = (moment("from"), moment("to"));
        if let (Some(to), Some(pair)) = (to, head.setting("to"))
            && to <= from.unwrap_or(Time::ZERO)
        {
            let says = "this stretch of time is empty\n`to` comes after `from`";
            self.complain(pair.value.bytes, says, &[]);
            return None;
        }
        Some(Expected::Verdict { outcome, check, of: written(head, "of"), from, to })
    }

    fn event(&mut self, head: &Clause<'t>, expect: &'static words::Word, happens: bool) -> Option<Expected> {
        let place = if happens { 2 } else { 3 };
        let kind = Kind::NAMES[self.listed(head, place, ["an event", "event"], Kind::NAMES)?];
        self.settings(head, Takes { more: EVENT_SETTINGS, ..Takes::plain(expect) })?;
        self.concerns(head, "of", NODES)?;
        self.concerns(head, "by", NODES)?;
        if let Some(pair) = head.setting("why") {
            let word = Word { quoted: false, ..pair.value };
            let says = "no event gives the reason $\nsee the reasons of each event";
            self.problems.choose(&word, &reasons(), says, &[word.text])?;
        }
        if let (false, Some(pair)) = (happens, head.setting("count")) {
            self.complain(pair.bytes(), "`expect no event` counts nothing\nleave `count` away", &[]);
            return None;
        }
        let at = self.found.span("at").map(|span| Time::ZERO + span);
        Some(Expected::Event {
            happens,
            kind,
            of: written(head, "of"),
            by: written(head, "by"),
            why: written(head, "why"),
            at,
            token: self.found.number("token"),
            count: self.found.number("count"),
        })
    }

    fn value_of(&mut self, head: &Clause<'t>) -> Option<Expected> {
        let ([pair], 2) = (head.settings.as_slice(), head.words.len()) else {
            let says =
                "`expect value` names one store and what it holds\nwrite `expect value STORE=\"TEXT\"`";
            self.complain(head.bytes, says, &[]);
            return None;
        };
        let store = self.store_of(&pair.word)?;
        let value = self.quoted(&pair.value)?;
        Some(Expected::Value { store, value })
    }

    /// Which of `known` the word at this place is. It must be the last.
    fn listed(&mut self, head: &Clause<'t>, place: usize, what: [&str; 2], known: &[&str]) -> Option<usize> {
        let item = head.words.get(place);
        let Some(word) = head.word(place) else {
            let at = item.map_or(head.bytes.after(), |item| item.bytes());
            self.problems.add_near(at, "the name of @ is missing\nwrite |", &[what[0]], "", known);
            return None;
        };
        let says = "there is no @ $\nwrite |";
        let found = self.problems.choose(word, known, says, &[what[1], word.text])?;
        if let Some(item) = head.words.get(place + 1) {
            self.complain(item.bytes(), "this word is too much\nsettings follow the name", &[]);
            return None;
        }
        Some(found)
    }

    /// `None` when a setting names something else than these.
    fn concerns(&mut self, head: &Clause<'t>, key: &str, wanted: &[&str]) -> Option<()> {
        if let Some(pair) = head.setting(key) {
            self.find(&pair.value, wanted)?;
        }
        Some(())
    }
}

/// The name or word in a setting, if it is written.
fn written(head: &Clause<'_>, key: &str) -> Option<String> {
    head.setting(key).map(|pair| pair.value.text.to_string())
}

/// Every word that an event may give as its reason.
fn reasons() -> Vec<&'static str> {
    [
        Content::NAMES,
        AcquireEnd::WORDS,
        BeliefEnd::WORDS,
        Failure::WORDS,
        SessionEnd::WORDS,
        Change::WORDS,
        Finish::WORDS,
        Loss::WORDS,
        NotReleased::WORDS,
        RecordEnd::WORDS,
        Scope::WORDS,
        REASONS,
    ]
    .concat()
}
