//! The trace of one run: its events in order, the names that they refer to, and how it ended.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::event::{ClientId, Datum, Event, LockId, Node, ProcessId, ServiceId, StoreId};
use crate::primitive::Time;
use crate::scenario::Scenario;
use crate::text;

/// What one run left behind.
#[derive(Clone, Debug)]
pub struct Trace {
    /// What things are called.
    pub names: Names,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How it ended.
    pub ending: Ending,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The true time of the end.
    pub at: Time,
    /// Why there.
    pub why: EndedBy,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// Nothing more could happen.
    Quiet,
    /// The horizon came.
    Horizon,
    /// The limit on events came.
    Limit,
}

/// What things are called, and how they belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Processes.
    pub processes: Vec<String>,
    /// Clients, each with its process.
    pub clients: Vec<(String, ProcessId)>,
    /// Nodes of services, each with the first node of its service.
    pub services: Vec<(String, ServiceId)>,
    /// Locks, each with its service.
    pub locks: Vec<(String, ServiceId)>,
    /// Stores, each with the lock that protects it.
    pub stores: Vec<(String, Option<LockId>)>,
    /// The texts that writes carry.
    pub values: Vec<String>,
}

impl Names {
    /// The names of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            processes: scenario.processes.iter().map(|it| it.name.clone()).collect(),
            clients: scenario.clients.iter().map(|it| (it.name.clone(), it.process)).collect(),
            services: scenario.services.iter().map(|it| (it.name.clone(), it.first)).collect(),
            locks: scenario.locks.iter().map(|it| (it.name.clone(), it.service)).collect(),
            stores: scenario.stores.iter().map(|it| (it.name.clone(), it.lock)).collect(),
            values: scenario.values.clone(),
        }
    }

    /// A process's name.
    pub fn process(&self, id: ProcessId) -> &str {
        self.processes.get(id.index()).map_or("?", String::as_str)
    }
    /// A client's name.
    pub fn client(&self, id: ClientId) -> &str {
        self.clients.get(id.index()).map_or("?", |(name, _)| name)
    }
    /// A service's name.
    pub fn service(&self, id: ServiceId) -> &str {
        self.services.get(id.index()).map_or("?", |(name, _)| name)
    }
    /// A lock's name.
    pub fn lock(&self, id: LockId) -> &str {
        self.locks.get(id.index()).map_or("?", |(name, _)| name)
    }
    /// A store's name.
    pub fn store(&self, id: StoreId) -> &str {
        self.stores.get(id.index()).map_or("?", |(name, _)| name)
    }
    /// What is written or read, as a text.
    pub fn value(&self, value: Datum) -> String {
        match value {
            Datum::Text(place) => self.values.get(usize::from(place)).cloned().unwrap_or_default(),
            Datum::Number(number) => number.to_string(),
        }
    }
    /// A node's name.
    pub fn node(&self, node: Node) -> &str {
        match node {
            Node::Process(id) => self.process(id),
            Node::Service(id) => self.service(id),
            Node::Store(id) => self.store(id),
        }
    }
    /// The first node of the service that a node belongs to; another node stays itself.
    pub fn first_of(&self, node: Node) -> Node {
        match node {
            Node::Service(id) => Node::Service(self.services.get(id.index()).map_or(id, |(_, first)| *first)),
            node => node,
        }
    }
    /// The lock that protects a store.
    pub fn lock_of(&self, store: StoreId) -> Option<LockId> {
        self.stores.get(store.index())?.1
    }
    /// The process of a client.
    pub fn process_of(&self, client: ClientId) -> Option<ProcessId> {
        self.clients.get(client.index()).map(|(_, process)| *process)
    }
}

impl Trace {
    /// One event in plain words.
    pub fn text(&self, event: &Event) -> String {
        text::Sentence { event, names: &self.names }.text()
    }
}

impl fmt::Display for Trace {
    /// One line an event: index, true time, node, that node's clock, kind, cause, words. Then the ending.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for event in &self.events {
            write!(
                f,
                "{} {} {} {} {}",
                event.index,
                event.at,
                self.names.node(event.node),
                event.clock,
                event.kind.name()
            )?;
            if let Some(cause) = event.cause {
                write!(f, " <{cause}")?;
            }
            writeln!(f, ": {}", text::Sentence { event, names: &self.names })?;
        }
        writeln!(f, "{}", self.ending)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.why {
            EndedBy::Quiet => write!(f, "Nothing more happens after {}.", self.at),
            EndedBy::Horizon => write!(f, "The horizon comes at {}.", self.at),
            EndedBy::Limit => write!(f, "The limit on events comes at {}.", self.at),
        }
    }
}
