//! `fault`: its kind from the table, its target, its settings.

use super::Resolver;
use super::names::{What, with_articles};
use super::route::NODES;
use crate::event::Node;
use crate::fault::{self, Befalls, Kind};
use crate::notation::syntax::{Clause, Item, Statement, Word};
use crate::primitive::Time;
use crate::scenario::{Fault, Target};
use crate::setting::Settings;

const PROCESSES: &[What] = &[What::Process, What::Client];

impl<'t> Resolver<'_, 't> {
    pub(super) fn fault(&mut self, statement: &Statement<'t>) -> Option<()> {
        let head = &statement.head;
        if let (Some(word), 2) = (head.word(1), head.words.len()) {
            self.fault_kind(&word)?;
        }
        let word = self.formed(statement)?;
        let kind = self.fault_kind(&head.word(1)?)?;
        let target = self.target(kind, head);
        let settings = self.settings(head, word, kind.name, kind.settings);
        let (target, settings) = (target?, settings?);
        if let Some(conflict) = (kind.conflict)(&settings) {
            self.complain(head.bytes, conflict, &[]);
            return None;
        }
        self.fault_in_time(head, &settings);
        self.scenario.faults.push(Fault { kind, target, settings });
        Some(())
    }

    fn fault_kind(&mut self, word: &Word<'t>) -> Option<&'static Kind> {
        let says = "there is no fault $\nthe faults are @";
        let place = self.problems.choose(word, fault::NAMES, says, &[word.text], "and")?;
        fault::TABLE.get(place).copied()
    }

    fn target(&mut self, kind: &Kind, head: &Clause<'t>) -> Option<Target> {
        let item = head.words.get(2)?;
        let wanted = match kind.befalls {
            Befalls::Route => return self.befallen_route(kind, item, head),
            Befalls::Process => PROCESSES,
            Befalls::Clock => NODES,
        };
        if !item.is_word() {
            let says = "`@` does not work on a link\nwrite the name of @";
            self.complain(item.bytes(), says, &[kind.name, &with_articles(wanted)]);
            return None;
        }
        self.befallen(kind, &item.word, wanted).map(Target::Node)
    }

    fn befallen_route(&mut self, kind: &Kind, item: &Item<'t>, head: &Clause<'t>) -> Option<Target> {
        if item.is_word() {
            let says = "`@` works on a link, and $ is a name\n\
                write two names, like `A->report` or `A<->report`";
            self.complain(item.bytes(), says, &[kind.name, item.word.text]);
            return None;
        }
        let route = self.route(item)?;
        if let (true, Some(pair)) = (route.both, head.setting("nth")) {
            let says = "`nth=` names one message, and this link goes both ways\nwrite `->`";
            self.complain(pair.bytes(), says, &[]);
            return None;
        }
        Some(Target::Route(route))
    }

    /// The node that a fault befalls, if it can.
    fn befallen(&mut self, kind: &Kind, word: &Word<'t>, wanted: &'static [What]) -> Option<Node> {
        match self.names.get(word.text) {
            Some(entry) if !wanted.contains(&entry.what) => {
                let says = "`@` works on @\n$ is a @";
                let parts = [kind.name, &with_articles(wanted), word.text, entry.what.word()];
                self.complain(word.bytes, says, &parts);
                None
            }
            _ => {
                let entry = self.find(word, wanted)?;
                self.node(entry)
            }
        }
    }

    /// Complains about a fault that begins after the horizon.
    fn fault_in_time(&mut self, head: &Clause<'t>, settings: &Settings) {
        for name in ["at", "from"] {
            if let (Some(pair), Some(span)) = (head.setting(name), settings.span(name)) {
                self.within_horizon(pair.value.bytes, Time::ZERO + span, "this fault begins");
            }
        }
    }
}
