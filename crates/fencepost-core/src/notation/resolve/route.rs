//! `link`, and routes wherever they are named.

use alloc::collections::BTreeMap;
use alloc::format;

use super::Resolver;
use super::names::What;
use super::whole::network;
use crate::event::{ClientId, LockId, Node};
use crate::notation::problem::{Bytes, Complaint};
use crate::notation::syntax::{Arrow, Item, Statement, Word};
use crate::scenario::{End, Link, Route};

/// Which directions have a link statement already, and where.
pub(super) type Linked = BTreeMap<(Node, Node), Bytes>;

/// What a route may end at.
const ENDS: &[What] = &[What::Process, What::Client, What::Service, What::Lock, What::Store];

impl<'t> Resolver<'_, 't> {
    pub(super) fn link(&mut self, statement: &Statement<'t>) {
        let Some(word) = self.formed(statement) else { return };
        let head = &statement.head;
        let written = self.written(head, "a link", &[word.settings]);
        let settings = self.complete(written, "a link", head.bytes, &[word.settings]);
        let Some(item) = head.words.get(1) else { return };
        let Item::Route(arrow) = item else {
            let complaint =
                Complaint::new("a link has two ends", "write `link FROM->TO` or `link FROM<->TO`");
            self.complain(item.bytes(), complaint);
            return;
        };
        let (Some(route), Some(settings)) = (self.route(arrow), settings) else { return };
        if head.settings.is_empty() {
            let complaint =
                Complaint::new("this link does not differ from the network", "write `delay=` or `loss=`");
            self.complain(Bytes::new(head.bytes.end, head.bytes.end), complaint);
        }
        self.linked_once(&route, item.bytes());
        self.links.push(Link { route, network: network(&settings, self.whole.network) });
    }

    /// Complains about a second link for a direction.
    fn linked_once(&mut self, route: &Route, bytes: Bytes) {
        let (from, to) = (route.from.node, route.to.node);
        let mut first = self.linked.insert((from, to), bytes);
        if route.both {
            first = first.or(self.linked.insert((to, from), bytes));
        }
        if let Some(first) = first {
            let line = self.line(first);
            let found = format!("this link is declared twice: the first is in line {line}");
            self.complain(bytes, Complaint::new(found, "leave one of them away"));
        }
    }

    /// A route between a process and a service or store.
    pub(super) fn route(&mut self, arrow: &Arrow<'t>) -> Option<Route> {
        let (from, to) = (self.end(&arrow.from), self.end(&arrow.to));
        let (from, to) = (from?, to?);
        let is_process = |end: &End| matches!(end.node, Node::Process(_));
        if is_process(&from) == is_process(&to) {
            let found = match is_process(&from) {
                true => "no message goes from one process to another",
                false => "no message goes between services and stores",
            };
            let would_do = "write a process or client at one end, a service, lock or store at the other";
            self.complain(arrow.from.bytes.to(arrow.to.bytes), Complaint::new(found, would_do));
            return None;
        }
        Some(Route { from, to, both: arrow.both })
    }

    fn end(&mut self, word: &Word<'t>) -> Option<End> {
        let entry = self.find(word, ENDS)?;
        let node = self.node(entry)?;
        let client = (entry.what == What::Client).then_some(ClientId(entry.index));
        let lock = (entry.what == What::Lock).then_some(LockId(entry.index));
        Some(End { node, client, lock })
    }
}
