//! The steps of a client.

use alloc::string::{String, ToString};

use super::Resolver;
use super::settings::Takes;
use crate::event::{Datum, LockId, StoreId};
use crate::notation::syntax::{Clause, Word};
use crate::notation::value;
use crate::notation::words::{self, AMOUNT, Keyword, STEP_NAMES};
use crate::primitive::Span;
use crate::scenario::{Step, limit};
use crate::service::Library;
use crate::setting::{Accepts, Value};

/// What `work` and `sleep` take.
const LENGTH: Accepts = Accepts::Span { min: Span::ZERO, max: limit::HORIZON, none: false };

impl<'t> Resolver<'_, 't> {
    /// One step of the client of this name.
    pub(super) fn step(&mut self, clause: &Clause<'t>, client: &str) -> Option<Step> {
        let Some(word) = words::step(clause.keyword()) else {
            let says = match clause.word(0) {
                None => "a step begins with a word\na step is |",
                Some(_) => "there is no step $\na step is |",
            };
            self.unknown_word(clause, STEP_NAMES, says);
            return None;
        };
        if !self.has_form(clause, word) {
            return None;
        }
        let is_set = self.settings(clause, Takes::plain(word));
        let or_continue = self.found.word("else") == "continue";
        let first = clause.word(1)?;
        match word.is {
            Keyword::Acquire => {
                is_set?;
                self.acquire(clause, first, or_continue)
            }
            Keyword::Work => self.length(first).map(Step::Work),
            Keyword::Sleep => self.length(first).map(Step::Sleep),
            Keyword::Read => Some(Step::Read { store: self.store_of(first)?, or_continue }),
            Keyword::Write => {
                let store = self.store_of(first);
                if let Some(word) = clause.word(2).filter(|it| !it.quoted && it.text.starts_with(['+', '-']))
                {
                    let amount = self.amount(word)?;
                    return Some(Step::Add { store: store?, amount, or_continue });
                }
                let value = self.value(clause, client)?;
                Some(Step::Write { store: store?, value, or_continue })
            }
            _ => Some(Step::Release { lock: self.lock_of(first)? }),
        }
    }

    pub(super) fn lock_of(&mut self, word: &Word<'t>) -> Option<LockId> {
        self.find(word, &["lock"]).map(|entry| LockId(entry.index))
    }

    pub(super) fn store_of(&mut self, word: &Word<'t>) -> Option<StoreId> {
        self.find(word, &["store"]).map(|entry| StoreId(entry.index))
    }

    fn acquire(&mut self, clause: &Clause<'t>, lock: &Word<'t>, or_continue: bool) -> Option<Step> {
        let lock = self.lock_of(lock);
        let every = self.found.span("every");
        let library = lock.and_then(|lock| self.library_of(lock));
        let queues = library.is_some_and(|library| library.waits);
        let tries = every.is_some() || library.is_some_and(|library| library.every.is_some());
        for name in ["jitter", "give-up"] {
            let is_bounded = tries || queues && name == "give-up";
            if let (false, Some(pair)) = (is_bounded, clause.setting(name)) {
                let says = "`@` needs `every`: without it the client tries once\n\
                    write `every=200ms` too, or leave `@` away";
                self.complain(pair.bytes(), says, &[name; 2]);
                return None;
            }
        }
        if let (false, Some(pair)) = (queues, clause.setting("wait")) {
            let says =
                "this lock's service has no queue to wait in\nwrite `every=200ms` to ask again and again";
            self.complain(pair.bytes(), says, &[]);
            return None;
        }
        let wait = match self.found.word("wait") {
            "" => None,
            word => Some(word == "yes"),
        };
        let (jitter, give_up) = (self.found.length("jitter"), self.found.span("give-up"));
        Some(Step::Acquire { lock: lock?, every, jitter, give_up, wait, or_continue })
    }

    /// How the lock library treats a lock, if all locks up to it could be read.
    fn library_of(&self, lock: LockId) -> Option<Library> {
        let lock = self.scenario.locks.get(lock.index())?;
        let service = self.scenario.services.get(lock.service.index())?;
        Some((service.kind.library)(&service.settings, &lock.settings))
    }

    fn length(&mut self, word: &Word<'t>) -> Option<Span> {
        match value::read(word, &LENGTH, "", &mut self.problems)? {
            Value::Span(span) => Some(span),
            _ => None,
        }
    }

    fn amount(&mut self, word: &Word<'t>) -> Option<i32> {
        match value::read(word, &AMOUNT, "", &mut self.problems)? {
            Value::Amount(amount) => Some(amount),
            _ => None,
        }
    }

    /// What a write carries: a text, or the number that it spells.
    fn value(&mut self, clause: &Clause<'t>, client: &str) -> Option<Datum> {
        let text = match clause.word(2) {
            None => [client, "'s data"].concat(),
            Some(word) => self.quoted(word)?,
        };
        if let Some(number) = value::number(&text) {
            return Some(Datum::Number(number));
        }
        let values = &mut self.scenario.values;
        let place = values.iter().position(|known| *known == text).unwrap_or(values.len());
        if place == values.len() {
            values.push(text);
        }
        Some(Datum::Text(place as u16))
    }

    /// A text in quotes.
    pub(super) fn quoted(&mut self, word: &Word<'t>) -> Option<String> {
        if !word.quoted {
            self.complain(word.bytes, "$ is not in quotes\nput the text in quotes", &[word.text]);
            return None;
        }
        value::is_label(word.text, word.bytes, &mut self.problems).then(|| word.text.to_string())
    }
}
