//! Statements about the whole scenario, each at most once: `title`, `seed`, `horizon`, `network`.

use alloc::string::{String, ToString};

use super::Resolver;
use crate::notation::syntax::Statement;
use crate::notation::value;
use crate::notation::words::{self, LARGEST_SEED, SHORTEST_HORIZON};
use crate::scenario::{Network, limit};
use crate::setting::{Accepts, Settings, Value};

/// What `seed` takes.
const SEED: Accepts = Accepts::Number { min: 0, max: LARGEST_SEED };
/// What `horizon` takes.
const HORIZON: Accepts = Accepts::Span { min: SHORTEST_HORIZON, max: limit::HORIZON, none: false };

/// How messages travel: as set, otherwise as `outer` says.
pub(super) fn network(settings: &Settings, outer: Network) -> Network {
    Network {
        delay: settings.window("delay").unwrap_or(outer.delay),
        loss: settings.ratio("loss").unwrap_or(outer.loss),
    }
}

impl<'t> Resolver<'_, 't> {
    /// Reads one of these statements.
    pub(super) fn whole(&mut self, statement: &Statement<'t>) -> Option<()> {
        let (head, keyword) = (&statement.head, statement.head.keyword());
        self.once(statement);
        if keyword == "title" {
            return self.title(statement);
        }
        let word = self.formed(statement)?;
        let settings = self.settings(head, word, "", &[]);
        if keyword == "network" {
            self.scenario.network = network(&settings?, self.scenario.network);
            return Some(());
        }
        let accepts = if keyword == "seed" { SEED } else { HORIZON };
        match value::read(&head.word(1)?, &accepts, "", &mut self.problems)? {
            Value::Number(seed) => self.scenario.seed = seed,
            Value::Span(horizon) => self.scenario.horizon = horizon,
            _ => {}
        }
        Some(())
    }

    fn title(&mut self, statement: &Statement<'t>) -> Option<()> {
        let mut title = String::new();
        for item in statement.head.words.iter().skip(1) {
            if !title.is_empty() {
                title.push(' ');
            }
            title.push_str(item.word.text);
        }
        if title.is_empty() {
            self.complain(statement.head.bytes.after(), "`title` is not complete\nwrite `title TEXT`", &[]);
        }
        value::is_label(&title, statement.head.bytes, &mut self.problems);
        self.scenario.title = title;
        Some(())
    }

    /// Sets what holds where no `network` statement is.
    pub(super) fn network_without_statement(&mut self) {
        if let Some(word) = words::statement("network")
            && let Some(settings) = self.complete(Default::default(), Default::default(), word, "", &[])
        {
            self.scenario.network = network(&settings, self.scenario.network);
        }
    }

    /// What a statement begins with, if the statement has its form.
    pub(super) fn formed(&mut self, statement: &Statement<'t>) -> Option<&'static words::Word> {
        let word = words::statement(statement.head.keyword())?;
        (!statement.broken && self.has_form(&statement.head, word)).then_some(word)
    }

    /// Complains about the second of its kind.
    fn once(&mut self, statement: &Statement<'t>) {
        let (here, keyword) = (statement.head.bytes, statement.head.keyword());
        match self.once.iter().find(|(known, _)| *known == keyword) {
            Some((_, first)) => {
                let line = self.line(*first).to_string();
                let says = "a second `@`: the first is in line @\nleave one of them away";
                self.complain(here, says, &[keyword, &line]);
            }
            None => self.once.push((keyword, here)),
        }
    }
}
