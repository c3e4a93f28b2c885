//! The steps of a client.

use alloc::string::{String, ToString};

use super::Resolver;
use super::names::What;
use crate::event::{LockId, StoreId, ValueId};
use crate::notation::syntax::{Clause, Word};
use crate::notation::value;
use crate::notation::words::{self, STEP_NAMES};
use crate::primitive::Span;
use crate::scenario::{Step, limit};
use crate::setting::{Accepts, Settings, Value};

/// What `work` and `sleep` take.
const LENGTH: Accepts = Accepts::Span { min: Span::ZERO, max: limit::HORIZON, none: false };

impl<'t> Resolver<'_, 't> {
    /// One step of the client of this name.
    pub(super) fn step(&mut self, clause: &Clause<'t>, client: &str) -> Option<Step> {
        let Some(word) = words::step(clause.keyword()) else {
            self.unknown_step(clause);
            return None;
        };
        if !self.has_form(clause, word) {
            return None;
        }
        let settings = self.settings(clause, word, "", &[]);
        let or_continue = settings.as_ref().is_some_and(|settings| settings.word("else") == "continue");
        let first = clause.word(1)?;
        match word.name {
            "acquire" => self.acquire(clause, &first, &settings?, or_continue),
            "work" => self.length(&first).map(Step::Work),
            "sleep" => self.length(&first).map(Step::Sleep),
            "read" => Some(Step::Read { store: self.store_of(&first)?, or_continue }),
            "write" => {
                let store = self.store_of(&first);
                let value = self.value(clause, client)?;
                Some(Step::Write { store: store?, value, or_continue })
            }
            _ => Some(Step::Release { lock: self.lock_of(&first)? }),
        }
    }

    fn lock_of(&mut self, word: &Word<'t>) -> Option<LockId> {
        self.find(word, &[What::Lock]).map(|entry| LockId(entry.index))
    }

    fn store_of(&mut self, word: &Word<'t>) -> Option<StoreId> {
        self.find(word, &[What::Store]).map(|entry| StoreId(entry.index))
    }

    fn unknown_step(&mut self, clause: &Clause<'t>) {
        let (bytes, text) = match clause.words.first() {
            Some(item) if item.is_word() => (item.bytes(), item.word.text),
            item => {
                let bytes = item.map_or(clause.bytes, |item| item.bytes());
                let says = "a step begins with a word\na step is @";
                return self.complain(bytes, says, &[&value::list(STEP_NAMES, "or")]);
            }
        };
        let word = Word { text, quoted: true, bytes };
        self.problems.choose(&word, STEP_NAMES, "there is no step $\na step is @", &[text], "or");
    }

    fn acquire(
        &mut self,
        clause: &Clause<'t>,
        lock: &Word<'t>,
        settings: &Settings,
        or_continue: bool,
    ) -> Option<Step> {
        let lock = self.lock_of(lock);
        let every = settings.span("every");
        for name in ["jitter", "give-up"] {
            if let (None, Some(pair)) = (every, clause.setting(name)) {
                let says = "`@` needs `every`: without it the client tries once\n\
                    write `every=200ms` too, or leave `@` away";
                self.complain(pair.bytes(), says, &[name; 2]);
                return None;
            }
        }
        Some(Step::Acquire {
            lock: lock?,
            every,
            jitter: settings.span("jitter").unwrap_or(Span::ZERO),
            give_up: settings.span("give-up"),
            or_continue,
        })
    }

    fn length(&mut self, word: &Word<'t>) -> Option<Span> {
        match value::read(word, &LENGTH, "", &mut self.problems)? {
            Value::Span(span) => Some(span),
            _ => None,
        }
    }

    /// The text that a write carries.
    fn value(&mut self, clause: &Clause<'t>, client: &str) -> Option<ValueId> {
        let text = match clause.word(2) {
            None => [client, "'s data"].concat(),
            Some(word) => self.quoted(&word)?,
        };
        let values = &mut self.scenario.values;
        let place = values.iter().position(|known| *known == text).unwrap_or(values.len());
        if place == values.len() {
            values.push(text);
        }
        Some(ValueId(u16::try_from(place).unwrap_or(u16::MAX)))
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
