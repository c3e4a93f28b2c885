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

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use self::names::Names;
use super::problem::{Bytes, Problem, Problems, position};
use super::syntax::{Statement, Word};
use super::value;
use super::words::{self, STATEMENT_NAMES};
use crate::event::{Node, ProcessId, ServiceId};
use crate::scenario::{Network, Scenario, limit};
use crate::service::Kind;
use crate::setting::{Ratio, Window};

/// What a text without a client is answered with.
pub(super) const SMALLEST: &str =
    "lock report on fenced ttl=10s\nclient A: acquire report, work 1s, release report";

/// Resolves the statements of a text. `problems` are those that it has already.
pub(super) fn resolve<'t>(
    statements: &[Statement<'t>],
    problems: Problems<'t>,
) -> Result<Scenario, Vec<Problem>> {
    let mut resolver = Resolver::new(statements, problems);
    resolver.network_without_statement();
    resolver.declare();
    for pass in [Pass::Alone, Pass::Services, Pass::All] {
        for statement in statements {
            resolver.statement(pass, statement);
        }
        resolver.implied_services();
    }
    resolver.limits();
    match resolver.problems.is_empty() {
        true => Ok(resolver.scenario),
        false => Err(resolver.problems.all()),
    }
}

/// What is read together, so that what it refers to has been read before.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    /// What needs nothing but itself.
    Alone,
    /// What refers to services.
    Services,
    /// What refers to anything.
    All,
}

struct Resolver<'d, 't> {
    statements: &'d [Statement<'t>],
    problems: Problems<'t>,
    names: Names<'t>,
    /// What has been read. It lacks what has a problem.
    scenario: Scenario,
    /// The process of each client, in the order of the text; `None` where it has a problem. So with the others.
    homes: Vec<Option<ProcessId>>,
    /// The kind of each service.
    kinds: Vec<Option<&'static Kind>>,
    /// The service of each lock.
    keepers: Vec<Option<ServiceId>>,
    /// The settings of each policy.
    policies: Vec<Option<settings::Written>>,
    /// How many clients have been read.
    clients: usize,
    /// The first of each kind of statement that stands only once.
    once: Vec<(&'t str, Bytes)>,
    /// Which directions have a link statement already, and where.
    linked: Vec<(Node, Node, Bytes)>,
}

impl<'d, 't> Resolver<'d, 't> {
    fn new(statements: &'d [Statement<'t>], problems: Problems<'t>) -> Self {
        let scenario = Scenario {
            title: String::new(),
            seed: words::SEED,
            horizon: words::HORIZON,
            network: Network { delay: Window::exactly(words::HORIZON), loss: Ratio::NEVER },
            processes: Vec::new(),
            services: Vec::new(),
            locks: Vec::new(),
            stores: Vec::new(),
            clients: Vec::new(),
            links: Vec::new(),
            faults: Vec::new(),
            expects: Vec::new(),
            values: Vec::new(),
        };
        Self {
            statements,
            problems,
            names: Names::default(),
            scenario,
            homes: Vec::new(),
            kinds: Vec::new(),
            keepers: Vec::new(),
            policies: Vec::new(),
            clients: 0,
            once: Vec::new(),
            linked: Vec::new(),
        }
    }

    /// Reads a statement, if it is this pass's.
    fn statement(&mut self, pass: Pass, statement: &'d Statement<'t>) {
        let keyword = statement.head.keyword();
        match (pass, keyword) {
            (Pass::Alone, "title" | "seed" | "horizon" | "network") => self.whole(statement),
            (Pass::Alone, "service") => self.service(statement),
            (Pass::Alone, "policy") => self.policy(statement),
            (Pass::Alone, "process") => self.process(statement),
            (Pass::Services, "lock") => self.lock(statement),
            (Pass::All, "store") => self.store(statement),
            (Pass::All, "client") => self.client(statement),
            (Pass::All, "link") => self.link(statement),
            (Pass::All, "fault") => self.fault(statement),
            (Pass::All, "expect") => self.expect(statement),
            (Pass::Alone, "lock" | "store" | "client" | "link" | "fault" | "expect") => None,
            (Pass::Alone, _) => self.unknown_statement(statement),
            _ => None,
        };
        let is_colon_wrong = pass == Pass::Alone && keyword != "client" && !statement.broken;
        if let (Some(colon), true) = (statement.colon, is_colon_wrong && words::statement(keyword).is_some())
        {
            self.complain(colon, "`@` takes no steps\nleave the `:` away; steps are a client's", &[keyword]);
        }
    }

    fn unknown_statement(&mut self, statement: &Statement<'t>) -> Option<()> {
        let Some(first) = statement.head.words.first() else {
            if !statement.broken {
                let says = "a statement begins with a word\na line begins with @";
                self.complain(statement.head.bytes, says, &[&value::list(STATEMENT_NAMES, "or")]);
            }
            return None;
        };
        let text = if first.is_word() { first.word.text } else { "" };
        let word = Word { text, quoted: true, bytes: first.bytes() };
        let says = "there is no statement $\na line begins with @";
        self.problems.choose(&word, STATEMENT_NAMES, says, &[text], "or");
        None
    }

    /// Records a problem.
    fn complain(&mut self, bytes: Bytes, says: &str, parts: &[&str]) {
        self.problems.add(bytes, says, parts);
    }

    /// The line of a place, from 1.
    fn line(&self, bytes: Bytes) -> u32 {
        position(self.problems.text, bytes.start).0
    }

    /// Complains about too many of something.
    fn limits(&mut self) {
        let counts = [
            ("process", "processes", limit::PROCESSES),
            ("service", "services", limit::THINGS),
            ("lock", "locks", limit::THINGS),
            ("store", "stores", limit::THINGS),
            ("policy", "policies", limit::THINGS),
            ("client", "clients", limit::CLIENTS),
            ("fault", "faults", limit::FAULTS),
            ("expect", "expectations", limit::EXPECTS),
        ];
        for (keyword, plural, most) in counts {
            let (mut count, mut bytes) = (0, Bytes::default());
            for statement in self.statements.iter().filter(|it| it.head.keyword() == keyword) {
                if count == most {
                    bytes = statement.head.bytes;
                }
                count += 1;
            }
            // Clients and locks bring some that no statement declares.
            match keyword {
                "process" => count = self.scenario.processes.len(),
                "service" => count = self.kinds.len(),
                _ => {}
            }
            if count > most {
                let says = "a scenario has at most @ @, and this text has @\nleave some away";
                self.complain(bytes, says, &[&most.to_string(), plural, &count.to_string()]);
            }
        }
        if self.homes.is_empty() && self.problems.is_empty() {
            let says = "this text has no client\nwrite at least one, for example\n\n@\n";
            self.complain(Bytes::default(), says, &[SMALLEST]);
        }
    }
}
