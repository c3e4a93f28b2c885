//! What is called what: one namespace for everything that a text declares.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Resolver, word_of};
use crate::event::{ClientId, LockId, Node, ProcessId, ServiceId, StoreId};
use crate::notation::problem::Bytes;
use crate::notation::syntax::Word;
use crate::notation::value;
use crate::notation::words::{self, Keyword};
use crate::scenario::{End, Process};
use crate::service;

/// What has a node, and so may end a route or be spoken of.
pub(super) const NODES: &[&str] = &["process", "client", "service", "lock", "store"];

/// How many of the names of a text a message lists.
const LISTED: u64 = 8;

/// One declared thing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// What declares it.
    pub(super) word: &'static words::Word,
    /// Its place among things of its kind.
    pub(super) index: u16,
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
    /// Each name with its place in the text, in the order of their letters.
    entries: Vec<(&'t str, Entry, Bytes)>,
    /// Services that are declared by a bare kind after `on`.
    pub(super) implied: Vec<&'static service::Kind>,
}

impl<'t> Names<'t> {
    /// Where a name is, or where it would be.
    fn search(&self, name: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(known, ..)| (*known).cmp(name))
    }

    /// The thing of this name, whatever it is.
    pub(super) fn get(&self, name: &str) -> Option<Entry> {
        self.search(name).ok().map(|place| self.entries[place].1)
    }

    /// Adds a name, unless it is there: then the thing of this name and its place.
    fn add(&mut self, word: &Word<'t>, entry: Entry) -> Option<(Entry, Bytes)> {
        match self.search(word.text) {
            Ok(place) => Some((self.entries[place].1, self.entries[place].2)),
            Err(place) => {
                self.entries.insert(place, (word.text, entry, word.bytes));
                None
            }
        }
    }
}

impl<'d, 't> Resolver<'d, 't> {
    /// Collects all names, so that they may be used before their declaration.
    pub(super) fn declare(&mut self) {
        let mut counts = [0_u16; Keyword::Client as usize + 1];
        for statement in self.statements {
            let head = &statement.head;
            let Some(word) = word_of(statement) else { continue };
            if word.places.first() != Some(&"name") {
                continue;
            }
            let count = &mut counts[word.is as usize];
            let entry = Entry { word, index: *count };
            *count = count.saturating_add(1);
            let name = head.word(1).and_then(|name| self.declare_one(name, entry)).unwrap_or("");
            let is_client = word.is == Keyword::Client;
            let has_process = head.setting("in").is_some();
            let mut home = None;
            if word.is == Keyword::Process || is_client && !has_process {
                home = Some(ProcessId(self.scenario.processes.len() as u16));
                self.scenario.processes.push(Process { name: String::from(name) });
            }
            if is_client {
                self.homes.push(home);
            }
        }
        self.declare_implied(counts[Keyword::Service as usize]);
    }

    fn declare_one(&mut self, name: &Word<'t>, entry: Entry) -> Option<&'t str> {
        if !value::is_name(name, &mut self.problems) {
            return None;
        }
        if let Some((first, bytes)) = self.names.add(name, entry) {
            let says = "$ is declared twice: line # has a @ of this name\ngive each thing a name of its own";
            let line = self.line(bytes);
            self.problems.add_counted(name.bytes, says, &[name.text, first.word.name], &[line]);
            return None;
        }
        Some(name.text)
    }

    /// Declares a service for each bare kind after `on`, and finds the processes that clients name.
    fn declare_implied(&mut self, mut services: u16) {
        let Some(service) = words::statement("service") else { return };
        let mut clients = 0;
        for statement in self.statements {
            let head = &statement.head;
            match word_of(statement).map(|word| word.is) {
                Some(Keyword::Lock) => {
                    let Some(name) = head.word(3) else { continue };
                    let Some(kind) = service::find(name.text) else { continue };
                    if self.names.add(name, Entry { word: service, index: services }).is_none() {
                        self.names.implied.push(kind);
                        services = services.saturating_add(1);
                    }
                }
                Some(Keyword::Client) => {
                    if let Some(pair) = head.setting("in")
                        && let Some(entry) = self.find(&pair.value, &["process"])
                    {
                        self.homes[clients] = Some(ProcessId(entry.index));
                    }
                    clients += 1;
                }
                _ => {}
            }
        }
    }

    /// The thing of this name, if it is one of those that are wanted here.
    pub(super) fn find(&mut self, word: &Word<'_>, wanted: &[&str]) -> Option<Entry> {
        if !value::is_name(word, &mut self.problems) {
            return None;
        }
        let name = word.text;
        match self.names.get(name) {
            Some(entry) if wanted.contains(&entry.word.name) => return Some(entry),
            Some(entry) => {
                let says = "$ is a @\nwrite the name of *";
                self.problems.add_near(word.bytes, says, &[name, entry.word.name], "", wanted);
            }
            None => self.unknown(word, wanted),
        }
        None
    }

    /// Complains that nothing has this name.
    fn unknown(&mut self, word: &Word<'_>, wanted: &[&str]) {
        let mut known: Vec<&str> = Vec::new();
        // With as many problems as are kept, looking for the nearest of many names would be in vain.
        if !self.problems.is_full() {
            for (name, entry, _) in &self.names.entries {
                if wanted.contains(&entry.word.name) {
                    known.push(name);
                }
            }
        }
        let (near, shown) = if known.is_empty() { ("", wanted) } else { (word.text, &*known) };
        let says = match (wanted, near) {
            ([_], "") => "there is no @ $\ndeclare * first",
            ([_], _) => "there is no @ $\nwrite |",
            (_, "") => "nothing here is called $\ndeclare * first",
            _ => "nothing here is called $\nwrite |",
        };
        let texts = [wanted[0], word.text];
        let texts = &texts[usize::from(wanted.len() > 1)..];
        self.problems.tell(word.bytes, says, texts, &[LISTED], near, shown);
    }

    /// Where a thing is; `None` for a policy, and for what has a problem already.
    fn place_of(&self, entry: Entry) -> Option<End> {
        let at = |node| Some(End { node, client: None, lock: None, nodes: 1 });
        match entry.word.is {
            Keyword::Process => at(Node::Process(ProcessId(entry.index))),
            Keyword::Client => {
                let home = at(Node::Process(self.homes[entry.place()]?))?;
                Some(End { client: Some(ClientId(entry.index)), ..home })
            }
            Keyword::Service => Some(self.kinds.get(entry.place()).copied()??.1),
            Keyword::Lock => {
                let (service, _) = self.keepers.get(entry.place()).copied()??;
                let service = self.kinds.get(service).copied()??.1;
                Some(End { lock: Some(LockId(entry.index)), ..service })
            }
            Keyword::Store => at(Node::Store(StoreId(entry.index))),
            _ => None,
        }
    }

    /// Where the thing of this name is, if it is one of those that are wanted here. `r.3` is the third node of
    /// the service `r`.
    pub(super) fn end(&mut self, word: &Word<'_>, wanted: &[&str]) -> Option<End> {
        if self.names.get(word.text).is_none()
            && let Some((service, number)) = word.text.rsplit_once('.')
            && let Some(entry) = self.names.get(service)
            && entry.word.is == Keyword::Service
            && let Some((_, end)) = self.kinds.get(entry.place()).copied().flatten()
            && let Ok(number) = number.parse::<u16>()
            && let Node::Service(first) = end.node
        {
            if number > 0 && number <= end.nodes && end.nodes > 1 {
                return Some(End { node: Node::Service(ServiceId(first.0 + number - 1)), nodes: 1, ..end });
            }
            let says = "$ has # nodes\nwrite a number from 1 to #";
            let most = u64::from(end.nodes);
            self.problems.add_counted(word.bytes, says, &[service], &[most, most]);
            return None;
        }
        let entry = self.find(word, wanted)?;
        self.place_of(entry)
    }
}
