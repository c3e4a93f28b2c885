//! Statements about the whole scenario, each at most once: `title`, `seed`, `horizon`, `network`.

use alloc::string::String;

use super::{Resolver, word_of};
use crate::notation::syntax::{Clause, Statement};
use crate::notation::value;
use crate::notation::words::{Keyword, LARGEST_SEED, SHORTEST_HORIZON, Word};
use crate::scenario::{Network, limit};
use crate::setting::{Accepts, Value};

/// What `seed` takes.
const SEED: Accepts = Accepts::Number { min: 0, max: LARGEST_SEED };
/// What `horizon` takes.
const HORIZON: Accepts = Accepts::Span { min: SHORTEST_HORIZON, max: limit::HORIZON, none: false };

impl<'t> Resolver<'_, 't> {
    /// How messages travel: as just found, otherwise as everywhere.
    pub(super) fn network(&self) -> Network {
        let Network { delay, loss } = self.scenario.network;
        Network {
            delay: self.found.window("delay").unwrap_or(delay),
            loss: self.found.ratio("loss").unwrap_or(loss),
        }
    }

    /// `seed` or `horizon`.
    pub(super) fn seed_or_horizon(&mut self, head: &Clause<'t>, word: Keyword) -> Option<()> {
        let accepts = if word == Keyword::Seed { SEED } else { HORIZON };
        match value::read(head.word(1)?, &accepts, "", &mut self.problems)? {
            Value::Number(seed) => self.scenario.seed = seed,
            Value::Span(horizon) => self.scenario.horizon = horizon,
            _ => {}
        }
        None
    }

    pub(super) fn title(&mut self, head: &Clause<'t>) -> Option<()> {
        let mut title = String::new();
        for item in head.words.iter().skip(1) {
            if !title.is_empty() {
                title.push(' ');
            }
            title.push_str(item.word.text);
        }
        if title.is_empty() {
            self.complain(head.bytes.after(), "`title` is not complete\nwrite `title TEXT`", &[]);
        }
        value::is_label(&title, head.bytes, &mut self.problems);
        self.scenario.title = title;
        None
    }

    /// Complains about the second of its kind.
    pub(super) fn once(&mut self, head: &Clause<'t>, word: &Word) {
        let same = |it: &&Statement<'t>| word_of(it).is_some_and(|it| it.is == word.is);
        if let Some(first) = self.statements.iter().find(same)
            && first.head.bytes != head.bytes
        {
            let line = self.line(first.head.bytes);
            let says = "a second `@`: the first is in line #\nleave one of them away";
            self.problems.add_counted(head.bytes, says, &[word.name], &[line]);
        }
    }
}
