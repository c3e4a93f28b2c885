//! `link`, and routes wherever they are named.

use super::Resolver;
use super::names::NODES;
use crate::event::Node;
use crate::notation::problem::Bytes;
use crate::notation::syntax::{Clause, Item, Sign};
use crate::scenario::{End, Link, Route};

impl<'t> Resolver<'_, 't> {
    pub(super) fn link(&mut self, head: &Clause<'t>, is_set: Option<()>) -> Option<()> {
        let item = head.words.get(1)?;
        if item.is_word() {
            let says = "a link has two ends\nwrite `link FROM->TO` or `link FROM<->TO`";
            self.complain(item.bytes(), says, &[]);
            return None;
        }
        let route = self.route(item)?;
        is_set?;
        if head.settings.is_empty() {
            let says = "this link does not differ from the network\nwrite `delay=` or `loss=`";
            self.complain(head.bytes.after(), says, &[]);
        }
        self.linked_once(&route, item.bytes());
        let network = self.network();
        self.scenario.links.push(Link { route, network });
        None
    }

    /// Complains about a second link for a direction.
    fn linked_once(&mut self, route: &Route, bytes: Bytes) {
        let mut first = None;
        let linked = &mut self.linked;
        route.each(|from, to| {
            let known = linked.iter().rfind(|linked| linked.0 == from && linked.1 == to);
            first = first.or(known.map(|linked| linked.2));
            linked.push((from, to, bytes));
        });
        if let Some(first) = first {
            let says = "this link is declared twice: the first is in line #\nleave one of them away";
            let line = self.line(first);
            self.problems.add_counted(bytes, says, &[], &[line]);
        }
    }

    /// A route between a process and a service or store.
    pub(super) fn route(&mut self, arrow: &Item<'t>) -> Option<Route> {
        let (from, to) = (self.end(&arrow.word, NODES), self.end(&arrow.value, NODES));
        let (from, to) = (from?, to?);
        let is_process = |end: &End| matches!(end.node, Node::Process(_));
        if is_process(&from) == is_process(&to) {
            let between = match is_process(&from) {
                true => "goes from one process to another",
                false => "goes between services and stores",
            };
            let says = "no message @\n\
                write a process or client at one end, a service, lock or store at the other";
            self.complain(arrow.bytes(), says, &[between]);
            return None;
        }
        Some(Route { from, to, both: arrow.sign == Sign::Both })
    }
}
