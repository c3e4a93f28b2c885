//! Statements about the whole scenario, each at most once: `title`, `seed`, `horizon`, `network`.

use alloc::format;
use alloc::string::String;

use super::Resolver;
use super::settings::defaults;
use crate::notation::problem::{Bytes, Complaint};
use crate::notation::syntax::{Item, Statement};
use crate::notation::value;
use crate::notation::words::{self, HORIZON, LARGEST_SEED, SHORTEST_HORIZON};
use crate::primitive::Span;
use crate::scenario::{Network, limit};
use crate::setting::{Accepts, Ratio, Settings, Value, Window};

/// What holds for the whole scenario.
#[derive(Debug)]
pub(super) struct Whole {
    pub(super) title: Option<String>,
    pub(super) seed: Option<u64>,
    pub(super) horizon: Span,
    pub(super) network: Network,
    places: [Option<Bytes>; 4],
}

impl Default for Whole {
    fn default() -> Self {
        let settings = words::statement("network").map_or(&[][..], |word| word.settings);
        let open = Network { delay: Window::exactly(Span::ZERO), loss: Ratio::NEVER };
        let network = network(&defaults(settings), open);
        Self { title: None, seed: None, horizon: HORIZON, network, places: [None; 4] }
    }
}

/// How messages travel: as set, otherwise as `outer` says.
pub(super) fn network(settings: &Settings, outer: Network) -> Network {
    Network {
        delay: settings.window("delay").unwrap_or(outer.delay),
        loss: settings.ratio("loss").unwrap_or(outer.loss),
    }
}

impl<'t> Resolver<'_, 't> {
    pub(super) fn title(&mut self, statement: &Statement<'t>) {
        self.once(0, statement);
        let mut title = String::new();
        for item in statement.head.words.iter().skip(1) {
            if let Item::Word(word) = item {
                if !title.is_empty() {
                    title.push(' ');
                }
                title.push_str(word.text);
            }
        }
        if title.is_empty() {
            let complaint = Complaint::new("`title` is not complete", "write `title TEXT`");
            self.complain(Bytes::new(statement.head.bytes.end, statement.head.bytes.end), complaint);
        }
        self.checked(statement.head.bytes, value::label(&title));
        self.whole.title = Some(title);
    }

    pub(super) fn seed(&mut self, statement: &Statement<'t>) {
        let accepts = Accepts::Number { min: 0, max: LARGEST_SEED };
        if let Some(Value::Number(seed)) = self.single(1, statement, &accepts) {
            self.whole.seed = Some(seed);
        }
    }

    pub(super) fn horizon(&mut self, statement: &Statement<'t>) {
        let accepts = Accepts::Span { min: SHORTEST_HORIZON, max: limit::HORIZON, none: false };
        if let Some(Value::Span(horizon)) = self.single(2, statement, &accepts) {
            self.whole.horizon = horizon;
        }
    }

    pub(super) fn network(&mut self, statement: &Statement<'t>) {
        self.once(3, statement);
        let Some(word) = self.formed(statement) else { return };
        let written = self.written(&statement.head, "`network`", &[word.settings]);
        if let Some(settings) = self.complete(written, "`network`", statement.head.bytes, &[word.settings]) {
            self.whole.network = network(&settings, self.whole.network);
        }
    }

    /// The one value of a statement.
    fn single(&mut self, place: usize, statement: &Statement<'t>, accepts: &Accepts) -> Option<Value> {
        self.once(place, statement);
        let word = self.formed(statement)?;
        self.written(&statement.head, &format!("`{}`", word.name), &[]);
        let word = statement.head.word(1)?;
        self.checked(word.bytes, value::read(&word, accepts))
    }

    /// What a statement begins with, if the statement has its form.
    pub(super) fn formed(&mut self, statement: &Statement<'t>) -> Option<&'static words::Word> {
        let word = words::statement(statement.head.keyword())?;
        (!statement.broken && self.has_form(&statement.head, word)).then_some(word)
    }

    /// Complains about the second of its kind.
    fn once(&mut self, place: usize, statement: &Statement<'t>) {
        let here = statement.head.bytes;
        let first = self.whole.places.get(place).copied().flatten();
        if let Some(first) = first {
            let line = self.line(first);
            let found = format!("a second `{}`: the first is in line {line}", statement.head.keyword());
            self.complain(here, Complaint::new(found, "leave one of them away"));
        } else if let Some(kept) = self.whole.places.get_mut(place) {
            *kept = Some(here);
        }
    }
}
