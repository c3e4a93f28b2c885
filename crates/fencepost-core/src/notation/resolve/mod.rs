//! From statements to a scenario: names to numbers, words to values. One file for each group of
//! statements; all problems are collected, and any problem means that there is no scenario.

mod client;
mod expect;
mod fault;
mod names;
mod place;
mod route;
mod service;
mod settings;
mod step;
mod store;
mod whole;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use self::names::Names;
use super::problem::{Bytes, Complaint, Problem, Problems, position, quoted};
use super::syntax::{Document, Item, Statement};
use super::words::{self, STATEMENTS};
use crate::event::ProcessId;
use crate::scenario::{Client, Expect, Fault, Link, Lock, Process, Scenario, Service, Store, limit};

/// What a text without a client is answered with.
pub(super) const SMALLEST: &str =
    "lock report on fenced ttl=10s\nclient A: acquire report, work 1s, release report";

/// Resolves a document. `problems` are those that it has already.
pub(super) fn resolve(document: &Document<'_>, problems: Problems) -> Result<Scenario, Vec<Problem>> {
    let mut resolver = Resolver::new(document, problems);
    resolver.declare();
    document.statements().for_each(|statement| resolver.first_kinds(statement));
    resolver.implied_services();
    document.statements().for_each(|statement| resolver.second_kinds(statement));
    document.statements().for_each(|statement| resolver.third_kinds(statement));
    resolver.limits();
    resolver.finish()
}

struct Resolver<'d, 't> {
    document: &'d Document<'t>,
    problems: Problems,
    names: Names<'t>,
    /// The process of each client.
    homes: Vec<Option<ProcessId>>,
    whole: whole::Whole,
    processes: Vec<Process>,
    services: Vec<Option<Service>>,
    locks: Vec<Option<Lock>>,
    stores: Vec<Option<Store>>,
    policies: Vec<Option<settings::Written>>,
    clients: Vec<Option<Client>>,
    links: Vec<Link>,
    linked: route::Linked,
    faults: Vec<Option<Fault>>,
    expects: Vec<Option<Expect>>,
    values: step::Values,
}

impl<'d, 't> Resolver<'d, 't> {
    fn new(document: &'d Document<'t>, problems: Problems) -> Self {
        Self {
            document,
            problems,
            names: Names::default(),
            homes: Vec::new(),
            whole: whole::Whole::default(),
            processes: Vec::new(),
            services: Vec::new(),
            locks: Vec::new(),
            stores: Vec::new(),
            policies: Vec::new(),
            clients: Vec::new(),
            links: Vec::new(),
            linked: route::Linked::default(),
            faults: Vec::new(),
            expects: Vec::new(),
            values: step::Values::default(),
        }
    }

    /// What needs nothing but itself.
    fn first_kinds(&mut self, statement: &'d Statement<'t>) {
        match statement.head.keyword() {
            "title" => self.title(statement),
            "seed" => self.seed(statement),
            "horizon" => self.horizon(statement),
            "network" => self.network(statement),
            "service" => self.service(statement),
            "policy" => self.policy(statement),
            "process" => self.process(statement),
            "lock" | "store" | "client" | "link" | "fault" | "expect" => {}
            _ => self.unknown_statement(statement),
        }
        let keyword = statement.head.keyword();
        let known = words::statement(keyword).is_some();
        if let (Some(colon), true) = (statement.colon, known && keyword != "client" && !statement.broken) {
            let found = format!("`{keyword}` takes no steps");
            self.complain(colon, Complaint::new(found, "leave the `:` away; steps are a client's"));
        }
    }

    /// What refers to services.
    fn second_kinds(&mut self, statement: &'d Statement<'t>) {
        if statement.head.keyword() == "lock" {
            self.lock(statement);
        }
    }

    /// What refers to anything.
    fn third_kinds(&mut self, statement: &'d Statement<'t>) {
        match statement.head.keyword() {
            "store" => self.store(statement),
            "client" => self.client(statement),
            "link" => self.link(statement),
            "fault" => self.fault(statement),
            "expect" => self.expect(statement),
            _ => {}
        }
    }

    fn unknown_statement(&mut self, statement: &'d Statement<'t>) {
        let Some(first) = statement.head.words.first() else {
            if !statement.broken {
                let complaint = Complaint::new("a statement begins with a word", first_words());
                self.complain(statement.head.bytes, complaint);
            }
            return;
        };
        let word = match first {
            Item::Word(word) => word.text,
            Item::Route(_) => "",
        };
        let known = STATEMENTS.iter().map(|statement| statement.name);
        let complaint = Complaint::new(format!("there is no statement {}", quoted(word)), first_words());
        self.complain(first.bytes(), complaint.near(word, known));
    }

    /// Records a problem.
    fn complain(&mut self, bytes: Bytes, complaint: Complaint) {
        self.problems.add(bytes, complaint);
    }

    /// The value, or `None` with its problem recorded.
    fn checked<T>(&mut self, bytes: Bytes, read: Result<T, Complaint>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(complaint) => {
                self.complain(bytes, complaint);
                None
            }
        }
    }

    /// The line of a place, from 1.
    fn line(&self, bytes: Bytes) -> u32 {
        position(self.document.text, bytes.start).0
    }

    /// Complains about too many of something.
    fn limits(&mut self) {
        let counts = [
            (self.processes.len(), limit::PROCESSES, "processes", "process"),
            (self.services.len(), limit::THINGS, "services", "service"),
            (self.locks.len(), limit::THINGS, "locks", "lock"),
            (self.stores.len(), limit::THINGS, "stores", "store"),
            (self.policies.len(), limit::THINGS, "policies", "policy"),
            (self.clients.len(), limit::CLIENTS, "clients", "client"),
            (self.faults.len(), limit::FAULTS, "faults", "fault"),
            (self.expects.len(), limit::EXPECTS, "expectations", "expect"),
        ];
        for (count, most, plural, keyword) in counts {
            if count > most {
                let statements = self.document.statements();
                let first_too_many = statements.filter(|it| it.head.keyword() == keyword).nth(most);
                let bytes = first_too_many.map_or(Bytes::default(), |statement| statement.head.bytes);
                let found = format!("a scenario has at most {most} {plural}, and this text has {count}");
                self.complain(bytes, Complaint::new(found, "leave some away"));
            }
        }
        if self.clients.is_empty() && self.problems.is_empty() {
            let would_do = format!("write at least one, for example\n\n{SMALLEST}\n");
            self.complain(Bytes::default(), Complaint::new("this text has no client", would_do));
        }
    }

    fn finish(self) -> Result<Scenario, Vec<Problem>> {
        if !self.problems.is_empty() {
            return Err(self.problems.sorted(self.document.text));
        }
        let whole = self.whole;
        Ok(Scenario {
            title: whole.title.unwrap_or_default(),
            seed: whole.seed.unwrap_or(words::SEED),
            horizon: whole.horizon,
            network: whole.network,
            processes: self.processes,
            services: self.services.into_iter().flatten().collect(),
            locks: self.locks.into_iter().flatten().collect(),
            stores: self.stores.into_iter().flatten().collect(),
            clients: self.clients.into_iter().flatten().collect(),
            links: self.links,
            faults: self.faults.into_iter().flatten().collect(),
            expects: self.expects.into_iter().flatten().collect(),
            values: self.values.texts,
        })
    }
}

fn first_words() -> String {
    let names: Vec<&str> = STATEMENTS.iter().map(|statement| statement.name).collect();
    format!("a line begins with {}", super::value::list(&names, "or"))
}
