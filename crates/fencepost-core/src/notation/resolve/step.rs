//! The steps of a client.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Resolver;
use super::names::What;
use crate::event::{LockId, StoreId, ValueId};
use crate::notation::problem::{Complaint, quoted};
use crate::notation::syntax::{Clause, Item};
use crate::notation::value;
use crate::notation::words::{self, STEPS};
use crate::primitive::Span;
use crate::scenario::{Step, limit};
use crate::setting::{Accepts, Settings, Value};

/// The texts that writes carry, each once.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub(super) texts: Vec<String>,
    places: BTreeMap<String, ValueId>,
}

impl Values {
    /// The number of a text.
    fn id(&mut self, text: String) -> ValueId {
        if let Some(id) = self.places.get(&text) {
            return *id;
        }
        let id = ValueId(u16::try_from(self.texts.len()).unwrap_or(u16::MAX));
        self.places.insert(text.clone(), id);
        self.texts.push(text);
        id
    }
}

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
        let owner = format!("`{}`", word.name);
        let written = self.written(clause, &owner, &[word.settings]);
        let settings = self.complete(written, &owner, clause.bytes, &[word.settings]);
        match word.name {
            "acquire" => self.acquire(clause, settings?),
            "work" => self.length(clause).map(Step::Work),
            "sleep" => self.length(clause).map(Step::Sleep),
            "read" => {
                let store = self.store_of(clause)?;
                Some(Step::Read { store, or_continue: or_continue(&settings?) })
            }
            "write" => {
                let store = self.store_of(clause);
                let value = self.value(clause, client)?;
                Some(Step::Write { store: store?, value, or_continue: or_continue(&settings?) })
            }
            _ => Some(Step::Release { lock: self.lock_of(clause)? }),
        }
    }

    fn unknown_step(&mut self, clause: &Clause<'t>) {
        let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        let would_do = format!("a step is {}", value::list(&names, "or"));
        let complaint = match clause.words.first() {
            Some(Item::Word(word)) => {
                Complaint::new(format!("there is no step {}", quoted(word.text)), would_do)
                    .near(word.text, names)
            }
            _ => Complaint::new("a step begins with a word", would_do),
        };
        let bytes = clause.words.first().map_or(clause.bytes, Item::bytes);
        self.complain(bytes, complaint);
    }

    fn acquire(&mut self, clause: &Clause<'t>, settings: Settings) -> Option<Step> {
        let lock = self.lock_of(clause);
        let every = settings.span("every");
        for name in ["jitter", "give-up"] {
            if let (None, Some(pair)) = (every, clause.setting(name)) {
                let found = format!("`{name}` needs `every`: without it the client tries once");
                self.complain(
                    pair.bytes(),
                    Complaint::new(found, format!("write `every=200ms` too, or leave `{name}` away")),
                );
                return None;
            }
        }
        Some(Step::Acquire {
            lock: lock?,
            every,
            jitter: settings.span("jitter").unwrap_or(Span::ZERO),
            give_up: settings.span("give-up"),
            or_continue: or_continue(&settings),
        })
    }

    fn length(&mut self, clause: &Clause<'t>) -> Option<Span> {
        let word = clause.word(1)?;
        let accepts = Accepts::Span { min: Span::ZERO, max: limit::HORIZON, none: false };
        match self.checked(word.bytes, value::read(&word, &accepts))? {
            Value::Span(span) => Some(span),
            _ => None,
        }
    }

    fn lock_of(&mut self, clause: &Clause<'t>) -> Option<LockId> {
        let entry = self.find(&clause.word(1)?, &[What::Lock])?;
        Some(LockId(entry.index))
    }

    fn store_of(&mut self, clause: &Clause<'t>) -> Option<StoreId> {
        let entry = self.find(&clause.word(1)?, &[What::Store])?;
        Some(StoreId(entry.index))
    }

    /// The text that a write carries.
    fn value(&mut self, clause: &Clause<'t>, client: &str) -> Option<ValueId> {
        let Some(word) = clause.word(2) else { return Some(self.values.id(format!("{client}'s data"))) };
        if !word.quoted {
            let complaint =
                Complaint::new(format!("{} is not in quotes", quoted(word.text)), "put the text in quotes");
            self.complain(word.bytes, complaint);
            return None;
        }
        self.checked(word.bytes, value::label(word.text))?;
        Some(self.values.id(word.text.to_string()))
    }
}

fn or_continue(settings: &Settings) -> bool {
    settings.word("else") == "continue"
}
