//! What is called what: one namespace for everything that a text declares.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Resolver;
use crate::event::{LockId, Node, ProcessId, ServiceId, StoreId};
use crate::notation::problem::Bytes;
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
    const ALL: [Self; 6] =
        [Self::Process, Self::Client, Self::Service, Self::Lock, Self::Store, Self::Policy];

    /// The kind of thing, as a statement begins.
    pub(super) const fn word(self) -> &'static str {
        ["process", "client", "service", "lock", "store", "policy"][self as usize]
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

impl Entry {
    /// Its place among things of its kind.
    pub(super) fn place(self) -> usize {
        usize::from(self.index)
    }
}

/// Every name of a text.
#[derive(Debug, Default)]
pub(super) struct Names<'t> {
    /// In the order of their letters.
    entries: Vec<(&'t str, Entry)>,
    /// Services that are declared by a bare kind after `on`.
    pub(super) implied: Vec<&'static service::Kind>,
}

impl<'t> Names<'t> {
    /// Where a name is, or where it would be.
    fn search(&self, name: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(known, _)| (*known).cmp(name))
    }

    /// The thing of this name, whatever it is.
    pub(super) fn get(&self, name: &str) -> Option<Entry> {
        let place = self.search(name).ok()?;
        self.entries.get(place).map(|(_, entry)| *entry)
    }

    /// Adds a name, unless it is there: then the thing of this name.
    fn add(&mut self, name: &'t str, entry: Entry) -> Option<Entry> {
        match self.search(name) {
            Ok(place) => self.entries.get(place).map(|(_, entry)| *entry),
            Err(place) => {
                self.entries.insert(place, (name, entry));
                None
            }
        }
    }
}

impl<'d, 't> Resolver<'d, 't> {
    /// Collects all names, so that they may be used before their declaration.
    pub(super) fn declare(&mut self) {
        let mut counts = [0_u16; What::ALL.len()];
        for statement in self.statements {
            let keyword = statement.head.keyword();
            let Some(what) = What::ALL.into_iter().find(|what| what.word() == keyword) else { continue };
            let count = &mut counts[what as usize];
            let index = *count;
            *count = count.saturating_add(1);
            let name = statement.head.word(1).and_then(|word| self.declare_one(word, what, index));
            let has_process = statement.head.setting("in").is_some();
            if what == What::Process || (what == What::Client && !has_process) {
                self.scenario.processes.push(Process { name: String::from(name.unwrap_or("")) });
            }
            if what == What::Client {
                self.homes.push(if has_process { None } else { self.newest_process() });
            }
        }
        self.declare_implied(counts[What::Service as usize]);
    }

    fn newest_process(&self) -> Option<ProcessId> {
        u16::try_from(self.scenario.processes.len().checked_sub(1)?).ok().map(ProcessId)
    }

    fn declare_one(&mut self, word: Word<'t>, what: What, index: u16) -> Option<&'t str> {
        if !value::is_name(&word, &mut self.problems) {
            return None;
        }
        if let Some(first) = self.names.add(word.text, Entry { what, index, bytes: word.bytes }) {
            let line = self.line(first.bytes).to_string();
            let says = "$ is declared twice: line @ has a @ of this name\ngive each thing a name of its own";
            self.complain(word.bytes, says, &[word.text, &line, first.what.word()]);
            return None;
        }
        Some(word.text)
    }

    /// Declares a service for each bare kind after `on`, and finds the processes that clients name.
    fn declare_implied(&mut self, mut services: u16) {
        let mut clients = 0;
        for statement in self.statements {
            match statement.head.keyword() {
                "lock" => {
                    let Some(word) = statement.head.word(3) else { continue };
                    let Some(kind) = service::find(word.text) else { continue };
                    let entry = Entry { what: What::Service, index: services, bytes: word.bytes };
                    if self.names.add(word.text, entry).is_none() {
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
        if let Some(pair) = statement.head.setting("in")
            && let Some(entry) = self.find(&pair.value, &[What::Process])
            && let Some(home) = self.homes.get_mut(client)
        {
            *home = Some(ProcessId(entry.index));
        }
    }

    /// The thing of this name, if it is one of those that are wanted here.
    pub(super) fn find(&mut self, word: &Word<'_>, wanted: &[What]) -> Option<Entry> {
        if !value::is_name(word, &mut self.problems) {
            return None;
        }
        let name = word.text;
        match self.names.get(name) {
            Some(entry) if wanted.contains(&entry.what) => return Some(entry),
            Some(entry) => {
                let says = "$ is a @\nwrite the name of @";
                self.complain(word.bytes, says, &[name, entry.what.word(), &with_articles(wanted)]);
            }
            None => self.unknown(word, wanted),
        }
        None
    }

    /// Complains that nothing has this name.
    fn unknown(&mut self, word: &Word<'_>, wanted: &[What]) {
        let mut known: Vec<&str> = Vec::new();
        // With as many problems as are kept, looking for the nearest of many names would be in vain.
        if !self.problems.is_full() {
            let wanted = |entry: &&(&str, Entry)| wanted.contains(&entry.1.what);
            known.extend(self.names.entries.iter().filter(wanted).map(|(name, _)| *name));
        }
        let would_do = match known.as_slice() {
            [] => ["declare ", &with_articles(wanted), " first"].concat(),
            some => ["write ", &value::list(some.get(..8).unwrap_or(some), "or")].concat(),
        };
        let says = match wanted {
            [one] => ["there is no ", one.word(), " $\n@"].concat(),
            _ => String::from("nothing here is called $\n@"),
        };
        self.problems.add_near(word.bytes, &says, &[word.text, &would_do], word.text, &known);
    }

    /// The node at which a thing is; `None` for a policy, and for what has a problem already.
    pub(super) fn node(&self, entry: Entry) -> Option<Node> {
        match entry.what {
            What::Process => Some(Node::Process(ProcessId(entry.index))),
            What::Client => self.homes.get(entry.place()).copied().flatten().map(Node::Process),
            What::Service => Some(Node::Service(ServiceId(entry.index))),
            What::Lock => self.service_of(LockId(entry.index)).map(Node::Service),
            What::Store => Some(Node::Store(StoreId(entry.index))),
            What::Policy => None,
        }
    }

    /// The service that keeps a lock.
    pub(super) fn service_of(&self, lock: LockId) -> Option<ServiceId> {
        self.keepers.get(lock.index()).copied().flatten()
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
