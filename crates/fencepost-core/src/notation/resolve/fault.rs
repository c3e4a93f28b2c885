//! `fault`: its kind from the table, its target, its settings.

use alloc::vec::Vec;

use super::Resolver;
use super::names::NODES;
use super::settings::Takes;
use crate::event::Node;
use crate::fault::{self, Befalls, Kind};
use crate::notation::syntax::{Clause, Item, Word};
use crate::notation::words;
use crate::primitive::Time;
use crate::scenario::{End, Fault, Target};
use crate::service;

impl<'t> Resolver<'_, 't> {
    pub(super) fn fault(&mut self, head: &Clause<'t>, word: &'static words::Word) -> Option<()> {
        let kind = self.fault_kind(head.word(1)?)?;
        let target = self.target(kind, head);
        self.settings(head, Takes { word, kind: kind.name, more: kind.settings })?;
        let target = target?;
        if let Some(conflict) = (kind.conflict)(&self.found) {
            self.complain(head.bytes, conflict, &[]);
            return None;
        }
        for name in ["at", "from"] {
            if let (Some(pair), Some(span)) = (head.setting(name), self.found.span(name)) {
                self.within_horizon(pair.value.bytes, Time::ZERO + span, "this fault begins");
            }
        }
        let settings = core::mem::take(&mut self.found);
        self.scenario.faults.push(Fault { kind, target, settings });
        None
    }

    /// Whether the second word names a fault, if there is such a word.
    pub(super) fn names_fault(&mut self, head: &Clause<'t>) -> bool {
        head.word(1).is_none_or(|kind| self.fault_kind(kind).is_some())
    }

    fn fault_kind(&mut self, word: &Word<'t>) -> Option<&'static Kind> {
        let says = "there is no fault $\nthe faults are &";
        let place = self.problems.choose(word, fault::NAMES, says, &[word.text])?;
        fault::TABLE.get(place).copied()
    }

    fn target(&mut self, kind: &Kind, head: &Clause<'t>) -> Option<Target> {
        let item = head.words.get(2)?;
        let wanted: &[&str] = match kind.befalls {
            Befalls::Route | Befalls::Bond | Befalls::Connection => {
                return self.befallen_route(kind, item, head);
            }
            Befalls::Process => &["process", "client"],
            Befalls::Runner => &["process", "client", "service", "lock"],
            Befalls::Service => &["service", "lock"],
            Befalls::Clock => NODES,
        };
        if !item.is_word() {
            let says = "`@` does not work on a link\nwrite the name of *";
            self.problems.add_near(item.bytes(), says, &[kind.name], "", wanted);
            return None;
        }
        let end = self.befallen(kind, &item.word, wanted)?;
        if kind.befalls == Befalls::Service {
            self.can_suffer(kind, item, &end)?;
        }
        Some(Target::Node(end))
    }

    /// `None` when a service knows no such fault.
    fn can_suffer(&mut self, fault: &Kind, item: &Item<'t>, end: &End) -> Option<()> {
        let service = match end.node {
            Node::Service(id) => self.scenario.services.get(id.index())?.kind.name,
            _ => "a store",
        };
        if service::find(service).is_some_and(|kind| kind.faults.contains(&fault.name)) {
            return Some(());
        }
        let able = |kind: &&&service::Kind| kind.faults.contains(&fault.name);
        let mut known: Vec<&str> = Vec::new();
        known.extend(service::TABLE.iter().filter(able).map(|kind| kind.name));
        let says = "`@` does not happen to `@`\nit happens to |";
        self.problems.add_near(item.bytes(), says, &[fault.name, service], "", &known);
        None
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
        if matches!(kind.befalls, Befalls::Bond | Befalls::Connection)
            && (route.both || !matches!(route.from.node, Node::Process(_)))
        {
            let says = "`@` begins at a process or client and goes one way\nwrite `A->report`";
            self.complain(item.bytes(), says, &[kind.name]);
            return None;
        }
        if kind.befalls == Befalls::Bond {
            self.can_suffer(kind, item, &route.to)?;
        }
        Some(Target::Route(route))
    }

    /// What a fault befalls, if it can.
    fn befallen(&mut self, kind: &Kind, word: &Word<'t>, wanted: &[&str]) -> Option<End> {
        match self.names.get(word.text) {
            Some(entry) if !wanted.contains(&entry.word.name) => {
                let says = "`@` works on *\n$ is a @";
                let texts = [kind.name, word.text, entry.word.name];
                self.problems.add_near(word.bytes, says, &texts, "", wanted);
                None
            }
            _ => self.end(word, wanted),
        }
    }
}
