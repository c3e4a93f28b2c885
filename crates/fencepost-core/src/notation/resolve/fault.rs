//! `fault`: its kind from the table, its target, its settings.

use alloc::format;
use alloc::vec::Vec;

use super::Resolver;
use super::names::{Entry, What, with_articles};
use crate::fault::{self, Befalls, Kind};
use crate::notation::problem::{Complaint, quoted};
use crate::notation::syntax::{Clause, Item, Statement, Word};
use crate::notation::value;
use crate::primitive::Time;
use crate::scenario::{Fault, Target};
use crate::setting::Settings;

const PROCESSES: &[What] = &[What::Process, What::Client];
const NODES: &[What] = &[What::Process, What::Client, What::Service, What::Lock, What::Store];

impl<'t> Resolver<'_, 't> {
    pub(super) fn fault(&mut self, statement: &Statement<'t>) {
        let fault = self.read_fault(statement);
        self.faults.push(fault);
    }

    fn read_fault(&mut self, statement: &Statement<'t>) -> Option<Fault> {
        if let (Some(word), 2) = (statement.head.word(1), statement.head.words.len()) {
            self.fault_kind(&word)?;
        }
        self.formed(statement)?;
        let head = &statement.head;
        let kind = self.fault_kind(&head.word(1)?)?;
        let target = self.target(kind, head);
        let (owner, tables) = (format!("`fault {}`", kind.name), &[kind.settings]);
        let written = self.written(head, &owner, tables);
        let settings = self.complete(written, &owner, head.bytes, tables);
        let (target, settings) = (target?, settings?);
        if let Some(conflict) = (kind.conflict)(&settings) {
            let (found, would_do) = conflict.split_once(": ").unwrap_or((conflict, ""));
            self.complain(head.bytes, Complaint::new(found, would_do));
            return None;
        }
        self.fault_in_time(head, &settings);
        Some(Fault { kind, target, settings })
    }

    fn fault_kind(&mut self, word: &Word<'t>) -> Option<&'static Kind> {
        let kind = fault::find(word.text).filter(|_| !word.quoted);
        if kind.is_none() {
            let names: Vec<&str> = fault::TABLE.iter().map(|kind| kind.name).collect();
            let would_do = format!("the faults are {}", value::list(&names, "and"));
            let complaint = Complaint::new(format!("there is no fault {}", quoted(word.text)), would_do);
            self.complain(word.bytes, complaint.near(word.text, names));
        }
        kind
    }

    fn target(&mut self, kind: &Kind, head: &Clause<'t>) -> Option<Target> {
        let item = head.words.get(2)?;
        match (kind.befalls, item) {
            (Befalls::Route, Item::Route(arrow)) => {
                let route = self.route(arrow)?;
                if let (true, Some(pair)) = (route.both, head.setting("nth")) {
                    let complaint = Complaint::new(
                        "`nth=` names one message, and this link goes both ways",
                        "write `->`",
                    );
                    self.complain(pair.bytes(), complaint);
                    return None;
                }
                Some(Target::Route(route))
            }
            (Befalls::Route, Item::Word(word)) => {
                let found = format!("`{}` works on a link, and {} is a name", kind.name, quoted(word.text));
                self.complain(
                    word.bytes,
                    Complaint::new(found, "write two names, like `A->report` or `A<->report`"),
                );
                None
            }
            (_, Item::Route(arrow)) => {
                let found = format!("`{}` does not work on a link", kind.name);
                let would_do = format!("write the name of {}", with_articles(wanted(kind)));
                self.complain(arrow.from.bytes.to(arrow.to.bytes), Complaint::new(found, would_do));
                None
            }
            (_, Item::Word(word)) => {
                let entry = self.befallen(kind, word)?;
                self.node(entry).map(Target::Node)
            }
        }
    }

    /// The thing that a fault befalls, if it can.
    fn befallen(&mut self, kind: &Kind, word: &Word<'t>) -> Option<Entry> {
        let wanted = wanted(kind);
        match self.lookup(word.text) {
            Some(entry) if !wanted.contains(&entry.what) => {
                let found = format!("`{}` works on {}", kind.name, with_articles(wanted));
                let would_do = format!("{} is a {}", quoted(word.text), entry.what.word());
                self.complain(word.bytes, Complaint::new(found, would_do));
                None
            }
            _ => self.find(word, wanted),
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

fn wanted(kind: &Kind) -> &'static [What] {
    match kind.befalls {
        Befalls::Process => PROCESSES,
        Befalls::Clock | Befalls::Route => NODES,
    }
}
