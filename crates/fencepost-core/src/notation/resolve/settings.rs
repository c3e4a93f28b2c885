//! Reads the settings of one clause by the tables of what it is, and fills in defaults.

use alloc::vec::Vec;

use super::Resolver;
use crate::notation::problem::Bytes;
use crate::notation::syntax::{Clause, Item, Word};
use crate::notation::{value, words};
use crate::setting::{Accepts, Fallback, Setting, Settings, Value};

/// What a clause takes: the settings of its word, and `more` that come with the kind that it names.
#[derive(Clone, Copy)]
pub(super) struct Takes {
    pub(super) word: &'static words::Word,
    /// The kind, or the empty text.
    pub(super) kind: &'static str,
    pub(super) more: &'static [Setting],
}

impl Takes {
    /// What a clause takes that names no kind.
    pub(super) const fn plain(word: &'static words::Word) -> Self {
        Self { word, kind: "", more: &[] }
    }

    fn get(&self, place: usize) -> Option<&'static Setting> {
        let own = self.word.settings;
        own.get(place).or_else(|| self.more.get(place - own.len()))
    }

    /// What messages call the clause, in three parts.
    fn owner(&self) -> [&'static str; 3] {
        let [before, after] = self.word.owner;
        [before, if self.kind.is_empty() { self.word.name } else { self.kind }, after]
    }
}

/// The settings that a clause writes.
#[derive(Default)]
pub(super) struct Written {
    settings: Settings,
    /// Whether one of them could not be read.
    broken: bool,
}

impl<'t> Resolver<'_, 't> {
    /// Reads the settings of a clause and keeps them as [found](Resolver::found).
    pub(super) fn settings(&mut self, clause: &Clause<'t>, takes: Takes) -> Option<()> {
        let written = self.written(clause, &takes);
        self.complete(&written, usize::MAX, clause.bytes.after(), &takes)
    }

    /// Reads what a clause sets.
    pub(super) fn written(&mut self, clause: &Clause<'t>, takes: &Takes) -> Written {
        let mut written = Written::default();
        for pair in &clause.settings {
            match self.one(pair, takes, &written.settings) {
                Some((name, value)) => written.settings.add(name, value),
                None => written.broken = true,
            }
        }
        written
    }

    fn one(&mut self, pair: &Item<'t>, takes: &Takes, earlier: &Settings) -> Option<(&'static str, Value)> {
        let key = pair.word.text;
        let mut names: Vec<&str> = Vec::new();
        while let Some(setting) = takes.get(names.len()) {
            names.push(setting.name);
        }
        let [before, kind, after] = takes.owner();
        let says = match names.as_slice() {
            [] => "@@@ has no setting $\nit takes none",
            _ => "@@@ has no setting $\nit takes &",
        };
        let place = Word { bytes: pair.bytes(), ..pair.word };
        let place = self.problems.choose(&place, &names, says, &[before, kind, after, key])?;
        let setting = takes.get(place)?;
        if earlier.get(key).is_some() {
            self.complain(pair.bytes(), "`@` is set twice\nleave one of them away", &[key]);
            return None;
        }
        let value = value::read(&pair.value, &setting.accepts, key, &mut self.problems)?;
        Some((setting.name, value))
    }

    /// Fills in what the policy at this place sets, if there is one, then defaults; `None` when a setting is
    /// missing that must be written, or one could not be read. What is missing is missing at `end`.
    pub(super) fn complete(
        &mut self,
        written: &Written,
        policy: usize,
        end: Bytes,
        takes: &Takes,
    ) -> Option<()> {
        self.found = Settings::default();
        let was_broken = written.broken || self.policy(policy).is_some_and(|policy| policy.broken);
        let (mut broken, mut place) = (was_broken, 0);
        while let Some(setting) = takes.get(place) {
            place += 1;
            let name = setting.name;
            let value =
                written.settings.get(name).or_else(|| self.policy(policy)?.settings.get(name)).copied();
            let value = match (value, setting.default) {
                (None, Fallback::Is(text)) => {
                    let word = Word { text, quoted: false, bytes: end };
                    value::read(&word, &setting.accepts, "", &mut self.problems)
                }
                _ => value,
            };
            match value {
                Some(value) => self.found.add(name, value),
                None if setting.default == Fallback::Required => {
                    broken = true;
                    if !was_broken {
                        let [before, kind, after] = takes.owner();
                        let texts = [before, kind, after, name, name, example(&setting.accepts)];
                        self.complain(end, "@@@ has no `@=`\nwrite `@=@`", &texts);
                    }
                }
                None => {}
            }
        }
        (!broken).then_some(())
    }

    /// What a policy sets, if it could be read.
    pub(super) fn policy(&self, place: usize) -> Option<&Written> {
        self.policies.get(place)?.as_ref()
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
