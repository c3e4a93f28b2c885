//! Reads the settings of one clause by the tables of what it is, and fills in defaults.

use alloc::vec::Vec;

use super::Resolver;
use crate::notation::problem::Bytes;
use crate::notation::syntax::{Clause, Item, Word};
use crate::notation::{value, words};
use crate::setting::{Fallback, Setting, Settings};

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
            written.broken |= self.one(pair, takes, &mut written.settings).is_none();
        }
        written
    }

    fn one(&mut self, pair: &Item<'t>, takes: &Takes, written: &mut Settings) -> Option<()> {
        let key = pair.word.text;
        let (mut names, mut found) = (Vec::new(), None);
        while let Some(setting) = takes.get(names.len()) {
            names.push(setting.name);
            if setting.name == key && !pair.word.quoted {
                found = Some(setting);
            }
        }
        let Some(setting) = found else {
            let says = match names.as_slice() {
                [] => "@@@ has no setting $\nit takes none",
                _ => "@@@ has no setting $\nit takes &",
            };
            self.complain_about(takes, pair.bytes(), says, key, &names);
            return None;
        };
        if written.has(key) {
            self.complain(pair.bytes(), "`@` is set twice\nleave one of them away", &[key]);
            return None;
        }
        written.add(setting.name, value::read(&pair.value, &setting.accepts, key, &mut self.problems)?);
        Some(())
    }

    /// Complains about a setting of a clause.
    fn complain_about(&mut self, takes: &Takes, bytes: Bytes, says: &str, key: &str, known: &[&str]) {
        let [before, after] = takes.word.owner;
        let kind = if takes.kind.is_empty() { takes.word.name } else { takes.kind };
        self.problems.add_near(bytes, says, &[before, kind, after, key, key], key, known);
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
        self.found.clear();
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
                        // All of these are spans.
                        self.complain_about(takes, end, "@@@ has no `@=`\nwrite `@=10s`", name, &[]);
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
