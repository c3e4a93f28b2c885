//! Reads the settings of one clause by the tables of what it is, and fills in defaults.

use alloc::string::String;
use alloc::vec::Vec;

use super::Resolver;
use crate::notation::problem::{Bytes, filled};
use crate::notation::syntax::{Clause, Item, Word};
use crate::notation::{value, words};
use crate::setting::{Accepts, Fallback, Setting, Settings, Value};

/// The settings that a clause writes.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    settings: Settings,
    /// Whether one of them could not be read.
    broken: bool,
}

impl Written {
    /// These settings where they are written, and those of `other` elsewhere.
    pub(super) fn over(mut self, other: &Self, table: &[Setting]) -> Self {
        for setting in table {
            if let (None, Some(value)) = (self.settings.get(setting.name), other.settings.get(setting.name)) {
                self.settings.set(setting.name, value);
            }
        }
        self.broken |= other.broken;
        self
    }
}

/// What a clause is called in messages.
fn owner(word: &words::Word, kind: &str) -> String {
    filled(word.owner, &mut [if kind.is_empty() { word.name } else { kind }].iter())
}

impl<'t> Resolver<'_, 't> {
    /// The settings of a clause: those of `word`, and `more` that come with the kind that it names.
    pub(super) fn settings(
        &mut self,
        clause: &Clause<'t>,
        word: &'static words::Word,
        kind: &str,
        more: &'static [Setting],
    ) -> Option<Settings> {
        let written = self.written(clause, word, kind, more);
        self.complete(written, clause.bytes.after(), word, kind, more)
    }

    /// Reads what a clause sets.
    pub(super) fn written(
        &mut self,
        clause: &Clause<'t>,
        word: &'static words::Word,
        kind: &str,
        more: &'static [Setting],
    ) -> Written {
        let mut written = Written::default();
        for pair in &clause.settings {
            match self.one(pair, word, kind, more, &written.settings) {
                Some((name, value)) => written.settings.set(name, value),
                None => written.broken = true,
            }
        }
        written
    }

    fn one(
        &mut self,
        pair: &Item<'t>,
        word: &'static words::Word,
        kind: &str,
        more: &'static [Setting],
        earlier: &Settings,
    ) -> Option<(&'static str, Value)> {
        let (key, all) = (pair.word.text, word.settings.iter().chain(more));
        let Some(setting) = all.clone().find(|setting| setting.name == key && !pair.word.quoted) else {
            let names: Vec<&str> = all.map(|setting| setting.name).collect();
            let says = match names.as_slice() {
                [] => "@ has no setting $\nit takes none",
                _ => "@ has no setting $\nit takes @",
            };
            let place = Word { bytes: pair.bytes(), ..pair.word };
            self.problems.choose(&place, &names, says, &[&owner(word, kind), key], "and");
            return None;
        };
        if earlier.get(key).is_some() {
            self.complain(pair.bytes(), "`@` is set twice\nleave one of them away", &[key]);
            return None;
        }
        let value = value::read(&pair.value, &setting.accepts, key, &mut self.problems)?;
        Some((setting.name, value))
    }

    /// Fills in defaults; `None` when a setting is missing that must be written, or one could not be read.
    /// What is missing is missing at `end`.
    pub(super) fn complete(
        &mut self,
        written: Written,
        end: Bytes,
        word: &'static words::Word,
        kind: &str,
        more: &'static [Setting],
    ) -> Option<Settings> {
        let mut broken = written.broken;
        let mut settings = Settings::default();
        for setting in word.settings.iter().chain(more) {
            let default = match setting.default {
                Fallback::Is(text) => text,
                _ => "",
            };
            if let Some(value) = written.settings.get(setting.name) {
                settings.set(setting.name, value);
            } else if !default.is_empty() {
                let word = Word { text: default, quoted: false, bytes: end };
                settings.set(setting.name, value::read(&word, &setting.accepts, "", &mut self.problems)?);
            } else if setting.default == Fallback::Required {
                broken = true;
                if written.broken {
                    continue;
                }
                let parts = [&owner(word, kind), setting.name, setting.name, example(&setting.accepts)];
                self.complain(end, "@ has no `@=`\nwrite `@=@`", &parts);
            }
        }
        (!broken).then_some(settings)
    }
}

/// A value that a setting takes.
fn example(accepts: &Accepts) -> &'static str {
    match accepts {
        Accepts::Span { .. } => "10s",
        Accepts::Window { .. } => "20ms..80ms",
        Accepts::Offset { .. } => "+3s",
        Accepts::Number { .. } => "1",
        Accepts::Ratio => "1/10",
        Accepts::Drift { .. } => "+1%",
        Accepts::Choice(words) => words.first().copied().unwrap_or(""),
        Accepts::Name => "NAME",
    }
}
