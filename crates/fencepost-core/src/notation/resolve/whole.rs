//! Statements about the whole scenario, each at most once: `title`, `seed`, `horizon`, `network`.

use alloc::string::String;

use super::Resolver;
use super::settings::{Takes, Written};
use crate::notation::problem::Bytes;
use crate::notation::syntax::Clause;
use crate::notation::value;
use crate::notation::words::{self, Keyword, LARGEST_SEED, SHORTEST_HORIZON};
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

    /// Sets what holds where no `network` statement is.
    pub(super) fn network_without_statement(&mut self) {
        if let Some(word) = words::statement("network") {
            self.complete(&Written::default(), usize::MAX, Bytes::default(), &Takes::plain(word));
            self.scenario.network = network(&self.found, self.scenario.network);
        }
    }

    /// Complains about the second of its kind.
    pub(super) fn once(&mut self, head: &Clause<'t>) {
        let keyword = head.keyword();
        if let Some(first) = self.statements.iter().find(|it| it.head.keyword() == keyword)
            && first.head.bytes != head.bytes
        {
            let line = self.line(first.head.bytes).into();
            let says = "a second `@`: the first is in line #\nleave one of them away";
            self.problems.add_counted(head.bytes, says, &[keyword], &[line]);
        }
    }
}
