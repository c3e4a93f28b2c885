//! What is called what: one namespace for everything that a text declares.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Resolver;
use crate::event::{ClientId, LockId, Node, ProcessId, ServiceId, StoreId};
use crate::notation::problem::{Bytes, Complaint, quoted};
use crate::notation::syntax::{Statement, Word};
use crate::notation::value;
use crate::scenario::Process;
use crate::service;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Process,
    Client,
    Service,
    Lock,
    Store,
    Policy,
}

impl What {
    /// The kind of thing, as a statement begins.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Process => "process",
            Self::Client => "client",
            Self::Service => "service",
            Self::Lock => "lock",
            Self::Store => "store",
            Self::Policy => "policy",
        }
    }

    fn declared_by(keyword: &str) -> Option<Self> {
        let all = [Self::Process, Self::Client, Self::Service, Self::Lock, Self::Store, Self::Policy];
        all.into_iter().find(|what| what.word() == keyword)
    }
}

/// One declared thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// What it is.
    pub(super) what: What,
    /// Its place among things of its kind.
    pub(super) index: u16,
    /// Where its name stands.
    bytes: Bytes,
}

/// Every name of a text.
#[derive(Debug, Default)]
pub(super) struct Names<'t> {
    entries: BTreeMap<&'t str, Entry>,
    /// Services that are declared by a bare kind after `on`.
    pub(super) implied: Vec<&'static service::Kind>,
}

impl<'d, 't> Resolver<'d, 't> {
    /// Collects all names, so that they may be used before their declaration.
    pub(super) fn declare(&mut self) {
        let mut counts = BTreeMap::new();
        for statement in self.document.statements() {
            let Some(what) = What::declared_by(statement.head.keyword()) else { continue };
            let count: &mut u16 = counts.entry(what.word()).or_default();
            let index = *count;
            *count = count.saturating_add(1);
            let name = statement.head.word(1).and_then(|word| self.declare_one(word, what, index));
            let has_process = statement.head.setting("in").is_some();
            if what == What::Process || (what == What::Client && !has_process) {
                self.processes.push(Process { name: String::from(name.unwrap_or("")) });
            }
            if what == What::Client {
                self.homes.push(if has_process { None } else { self.newest_process() });
            }
        }
        self.declare_implied(counts.get("service").copied().unwrap_or(0));
    }

    fn newest_process(&self) -> Option<ProcessId> {
        u16::try_from(self.processes.len().checked_sub(1)?).ok().map(ProcessId)
    }

    fn declare_one(&mut self, word: Word<'t>, what: What, index: u16) -> Option<&'t str> {
        let name = self.checked(word.bytes, value::name(&word))?;
        if let Some(first) = self.names.entries.get(name).copied() {
            let line = self.line(first.bytes);
            let found = format!(
                "{} is declared twice: line {line} has a {} of this name",
                quoted(name),
                first.what.word()
            );
            self.complain(word.bytes, Complaint::new(found, "give each thing a name of its own"));
            return None;
        }
        self.names.entries.insert(name, Entry { what, index, bytes: word.bytes });
        Some(name)
    }

    /// Declares a service for each bare kind after `on`, and finds the processes that clients name.
    fn declare_implied(&mut self, mut services: u16) {
        let mut clients = 0;
        for statement in self.document.statements() {
            match statement.head.keyword() {
                "lock" => {
                    let Some(word) = statement.head.word(3) else { continue };
                    let Some(kind) = service::find(word.text) else { continue };
                    if !self.names.entries.contains_key(word.text) {
                        let entry = Entry { what: What::Service, index: services, bytes: word.bytes };
                        self.names.entries.insert(word.text, entry);
                        self.names.implied.push(kind);
                        services = services.saturating_add(1);
                    }
                }
                "client" => {
                    self.find_home(statement, clients);
                    clients += 1;
                }
                _ => {}
            }
        }
    }

    fn find_home(&mut self, statement: &Statement<'t>, client: usize) {
        let Some(pair) = statement.head.setting("in") else { return };
        let home = self.find(&pair.value, &[What::Process]).map(|entry| ProcessId(entry.index));
        if let Some(place) = self.homes.get_mut(client) {
            *place = home;
        }
    }

    /// The thing of this name, if it is one of those that are wanted here.
    pub(super) fn find(&mut self, word: &Word<'_>, wanted: &[What]) -> Option<Entry> {
        let name = self.checked(word.bytes, value::name(word))?;
        match self.names.entries.get(name).copied() {
            Some(entry) if wanted.contains(&entry.what) => Some(entry),
            Some(entry) => {
                let found = format!("{} is a {}", quoted(name), entry.what.word());
                self.complain(
                    word.bytes,
                    Complaint::new(found, format!("write the name of {}", with_articles(wanted))),
                );
                None
            }
            None => {
                let complaint = self.unknown(name, wanted);
                self.complain(word.bytes, complaint);
                None
            }
        }
    }

    /// The thing of this name, whatever it is.
    pub(super) fn lookup(&self, name: &str) -> Option<Entry> {
        self.names.entries.get(name).copied()
    }

    /// That nothing has this name.
    pub(super) fn unknown(&self, name: &str, wanted: &[What]) -> Complaint {
        let called = match wanted {
            [one] => format!("there is no {} {}", one.word(), quoted(name)),
            _ => format!("nothing here is called {}", quoted(name)),
        };
        if self.problems.is_full() {
            return Complaint::new(called, "");
        }
        let mut known: Vec<&str> = Vec::new();
        for (name, entry) in &self.names.entries {
            if wanted.contains(&entry.what) {
                known.push(*name);
            }
        }
        let would_do = match known.as_slice() {
            [] => format!("declare {} first", with_articles(wanted)),
            [one] => format!("write `{one}`"),
            some => format!("write {}", value::list(some.get(..8).unwrap_or(some), "or")),
        };
        Complaint::new(called, would_do).near(name, known)
    }

    /// The node at which a thing is; `None` for a policy, and for what has a problem already.
    pub(super) fn node(&self, entry: Entry) -> Option<Node> {
        match entry.what {
            What::Process => Some(Node::Process(ProcessId(entry.index))),
            What::Client => {
                self.homes.get(ClientId(entry.index).index()).copied().flatten().map(Node::Process)
            }
            What::Service => Some(Node::Service(ServiceId(entry.index))),
            What::Lock => self.service_of(LockId(entry.index)).map(Node::Service),
            What::Store => Some(Node::Store(StoreId(entry.index))),
            What::Policy => None,
        }
    }

    /// The service that keeps a lock.
    pub(super) fn service_of(&self, lock: LockId) -> Option<ServiceId> {
        Some(self.locks.get(lock.index())?.as_ref()?.service)
    }
}

/// "a process or a client".
pub(super) fn with_articles(wanted: &[What]) -> String {
    let mut text = String::new();
    for (place, what) in wanted.iter().enumerate() {
        let joined = match place {
            0 => "",
            _ if place + 1 == wanted.len() => " or ",
            _ => ", ",
        };
        text.push_str(joined);
        text.push_str("a ");
        text.push_str(what.word());
    }
    text
}
