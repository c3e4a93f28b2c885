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

use alloc::string::String;
use alloc::vec::Vec;

use self::names::Names;
use self::settings::{Takes, Written};
use super::problem::{Bytes, Problem, Problems, position};
use super::syntax::{Clause, Statement};
use super::words::{self, Keyword, STATEMENT_NAMES, Word};
use crate::event::{Node, ProcessId};
use crate::scenario::{End, Network, Scenario, limit};
use crate::service::Kind;
use crate::setting::{Ratio, Settings, Window};

/// What a text without a client is answered with.
pub(super) const SMALLEST: &str =
    "lock report on fenced ttl=10s\nclient A: acquire report, work 1s, release report";

/// Resolves the statements of a text. `problems` are those that it has already.
pub(super) fn resolve<'t>(
    statements: &[Statement<'t>],
    problems: Problems<'t>,
) -> Result<Scenario, Vec<Problem>> {
    let mut scenario = nothing();
    let mut resolver = Resolver::new(statements, problems, &mut scenario);
    resolver.declare();
    for pass in [Pass::Alone, Pass::Services, Pass::All] {
        for statement in statements {
            resolver.statement(pass, statement);
        }
        resolver.implied_services();
    }
    resolver.limits();
    let problems = resolver.problems;
    if problems.is_empty() { Ok(scenario) } else { Err(problems.all()) }
}

/// A scenario of which nothing has been read.
fn nothing() -> Scenario {
    Scenario {
        title: String::new(),
        seed: words::SEED,
        horizon: words::HORIZON,
        network: Network { delay: Window::exactly(words::DELAY), loss: Ratio::NEVER },
        processes: Vec::new(),
        services: Vec::new(),
        locks: Vec::new(),
        stores: Vec::new(),
        clients: Vec::new(),
        links: Vec::new(),
        faults: Vec::new(),
        expects: Vec::new(),
        values: Vec::new(),
    }
}

/// What a statement begins with.
fn word_of(statement: &Statement<'_>) -> Option<&'static Word> {
    words::statement(statement.head.keyword())
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

impl Pass {
    fn of(word: Keyword) -> Self {
        match word {
            Keyword::Lock => Self::Services,
            Keyword::Store | Keyword::Client | Keyword::Link | Keyword::Fault | Keyword::Expect => Self::All,
            _ => Self::Alone,
        }
    }
}

struct Resolver<'d, 't> {
    statements: &'d [Statement<'t>],
    problems: Problems<'t>,
    names: Names<'t>,
    /// What has been read. It lacks what has a problem.
    scenario: &'d mut Scenario,
    /// The process of each client, in the order of the text; `None` where it has a problem. So with the others.
    homes: Vec<Option<ProcessId>>,
    /// The kind of each service, its first node, and how many it has.
    kinds: Vec<Option<(&'static Kind, End)>>,
    /// The service of each lock, by its place, and whether its grants have tokens.
    keepers: Vec<Option<(usize, bool)>>,
    /// The settings of each policy.
    policies: Vec<Option<Written>>,
    /// How many clients have been read.
    clients: usize,
    /// The settings of the clause that was read last.
    found: Settings,
    /// Which directions have a link statement already, and where.
    linked: Vec<(Node, Node, Bytes)>,
}

impl<'d, 't> Resolver<'d, 't> {
    fn new(statements: &'d [Statement<'t>], problems: Problems<'t>, scenario: &'d mut Scenario) -> Self {
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
            found: Settings::default(),
            linked: Vec::new(),
        }
    }

    /// Reads a statement, if it is this pass's.
    fn statement(&mut self, pass: Pass, statement: &'d Statement<'t>) {
        let (head, is_first) = (&statement.head, pass == Pass::Alone);
        let Some(word) = word_of(statement) else {
            let says = match head.words.is_empty() {
                true => "a statement begins with a word\na line begins with |",
                false => "there is no statement $\na line begins with |",
            };
            if is_first && !(head.words.is_empty() && statement.broken) {
                self.unknown_word(head, STATEMENT_NAMES, says);
            }
            return;
        };
        if Pass::of(word.is) == pass {
            self.read(word, statement);
        }
        if let Some(colon) = statement.colon
            && is_first
            && word.is != Keyword::Client
            && !statement.broken
        {
            let says = "`@` takes no steps\nleave the `:` away; steps are a client's";
            self.complain(colon, says, &[word.name]);
        }
    }

    fn read(&mut self, word: &'static Word, statement: &'d Statement<'t>) -> Option<()> {
        let (head, client) = (&statement.head, self.clients);
        // What counts even where it cannot be read.
        match word.is {
            _ if word.is_once() => self.once(head, word),
            Keyword::Service => self.kinds.push(None),
            Keyword::Lock => self.keepers.push(None),
            Keyword::Policy => self.policies.push(None),
            Keyword::Client => self.clients += 1,
            _ => {}
        }
        match word.is {
            Keyword::Title => return self.title(head),
            Keyword::Fault if head.words.len() == 2 && !self.names_fault(head) => return None,
            _ if statement.broken => return None,
            Keyword::Expect => return self.expect(statement, word),
            _ if !self.has_form(head, word) => return None,
            _ => {}
        }
        match word.is {
            Keyword::Service => *self.kinds.last_mut()? = Some(self.service(head, word)?),
            Keyword::Lock => *self.keepers.last_mut()? = Some(self.lock(head, word)?),
            Keyword::Policy => *self.policies.last_mut()? = Some(self.written(head, &Takes::plain(word))),
            Keyword::Store => return self.store(head, word),
            Keyword::Client => return self.client(statement, word, client),
            Keyword::Fault => return self.fault(head, word),
            _ => {
                let is_set = self.settings(head, Takes::plain(word));
                match word.is {
                    Keyword::Network => {
                        is_set?;
                        self.scenario.network = self.network();
                    }
                    Keyword::Link => return self.link(head, is_set),
                    Keyword::Seed | Keyword::Horizon => return self.seed_or_horizon(head, word.is),
                    _ => {}
                }
            }
        }
        None
    }

    /// Complains about a clause that begins with none of these words.
    fn unknown_word(&mut self, clause: &Clause<'t>, known: &[&str], says: &str) {
        let first = clause.words.first();
        let bytes = first.map_or(clause.bytes, |item| item.bytes());
        let text = clause.word(0).map_or("", |word| word.text);
        self.problems.add_near(bytes, says, &[text], text, known);
    }

    /// Records a problem.
    fn complain(&mut self, bytes: Bytes, says: &str, parts: &[&str]) {
        self.problems.add(bytes, says, parts);
    }

    /// The line of a place, from 1.
    fn line(&self, bytes: Bytes) -> u64 {
        position(self.problems.text, bytes.start).0.into()
    }

    /// Complains about too many of something.
    fn limits(&mut self) {
        for (keyword, plural, most) in LIMITS {
            let (mut count, mut bytes) = (0, Bytes::default());
            for statement in self.statements {
                if word_of(statement).is_some_and(|word| word.is == *keyword) {
                    if count == *most {
                        bytes = statement.head.bytes;
                    }
                    count += 1;
                }
            }
            // Clients and locks bring some that no statement declares.
            match *keyword {
                Keyword::Process => count = self.scenario.processes.len(),
                Keyword::Service => count = self.scenario.services.len().max(self.kinds.len()),
                _ => {}
            }
            if count > *most {
                let says = "a scenario has at most # @, and this text has #\nleave some away";
                self.problems.add_counted(bytes, says, &[plural], &[*most as u64, count as u64]);
            }
        }
        if self.homes.is_empty() && self.problems.is_empty() {
            let says = "this text has no client\nwrite at least one, for example\n\n@\n";
            self.complain(Bytes::default(), says, &[SMALLEST]);
        }
    }
}

/// How many there may be of each kind of thing.
const LIMITS: &[(Keyword, &str, usize)] = &[
    (Keyword::Process, "processes", limit::PROCESSES),
    (Keyword::Service, "services", limit::THINGS),
    (Keyword::Lock, "locks", limit::THINGS),
    (Keyword::Store, "stores", limit::THINGS),
    (Keyword::Policy, "policies", limit::THINGS),
    (Keyword::Client, "clients", limit::CLIENTS),
    (Keyword::Fault, "faults", limit::FAULTS),
    (Keyword::Expect, "expectations", limit::EXPECTS),
];
