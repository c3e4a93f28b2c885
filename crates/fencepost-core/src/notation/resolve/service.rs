//! `service` and `lock`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Resolver;
use super::settings::Takes;
use crate::event::{Node, ServiceId};
use crate::notation::syntax::{Clause, Word};
use crate::notation::words;
use crate::scenario::{End, Lock, Service};
use crate::service::{self, Kind};
use crate::setting::Settings;

impl<'t> Resolver<'_, 't> {
    pub(super) fn service(
        &mut self,
        head: &Clause<'t>,
        word: &'static words::Word,
    ) -> Option<(&'static Kind, End)> {
        let kind = Word { quoted: false, ..*head.word(2)? };
        let says = "there is no kind of service $\nthe kinds are &";
        let kind = service::TABLE[self.problems.choose(&kind, service::NAMES, says, &[kind.text])?];
        self.serve(head, word, head.word(1)?.text, kind)
    }

    /// Adds a service that sets what this clause does: an entry for each of its nodes.
    fn serve(
        &mut self,
        clause: &Clause<'t>,
        word: &'static words::Word,
        name: &str,
        kind: &'static Kind,
    ) -> Option<(&'static Kind, End)> {
        self.settings(clause, Takes { word, kind: kind.name, more: kind.service_settings })?;
        self.has_no_conflict(clause, kind.service_conflict)?;
        let settings = core::mem::take(&mut self.found);
        let services = &mut self.scenario.services;
        let (first, nodes) = (ServiceId(services.len() as u16), (kind.nodes)(&settings));
        for node in 1..=nodes {
            let name = match nodes {
                1 => String::from(name),
                _ => format!("{name}.{node}"),
            };
            services.push(Service { name, first, nodes, kind, settings: settings.clone() });
        }
        Some((kind, End { node: Node::Service(first), client: None, lock: None, nodes }))
    }

    /// `None` when the settings just read contradict each other.
    fn has_no_conflict(
        &mut self,
        clause: &Clause<'t>,
        conflict: fn(&Settings) -> Option<&'static str>,
    ) -> Option<()> {
        let Some(conflict) = conflict(&self.found) else { return Some(()) };
        self.complain(clause.bytes, conflict, &[]);
        None
    }

    /// Adds the services that bare kinds after `on` declare.
    pub(super) fn implied_services(&mut self) {
        let Some(word) = words::statement("service") else { return };
        for kind in core::mem::take(&mut self.names.implied) {
            let service = self.serve(&Clause::default(), word, kind.name, kind);
            self.kinds.push(service);
        }
    }

    pub(super) fn lock(&mut self, head: &Clause<'t>, word: &'static words::Word) -> Option<(usize, bool)> {
        let (name, on, keeper) = (head.word(1)?, head.word(2)?, head.word(3)?);
        if on.text != "on" || on.quoted {
            self.complain(on.bytes, "$ is not `on`\nwrite `lock NAME on SERVICE`", &[on.text]);
            return None;
        }
        if self.names.get(keeper.text).is_none() {
            let mut known = Vec::from(service::NAMES);
            for service in &self.scenario.services {
                known.push(&service.name);
            }
            let says = "there is no service $, and no kind of service\nthe kinds are &";
            let kinds = [service::NAMES.len() as u64];
            self.problems.tell(keeper.bytes, says, &[keeper.text], &kinds, keeper.text, &known);
            return None;
        }
        let place = self.find(keeper, &["service"])?.place();
        let (kind, end) = self.kinds.get(place).copied().flatten()?;
        self.settings(head, Takes { word, kind: kind.name, more: kind.lock_settings })?;
        self.has_no_conflict(head, kind.conflict)?;
        let (settings, Node::Service(service)) = (core::mem::take(&mut self.found), end.node) else {
            return None;
        };
        let has_token = (kind.has_token)(&settings);
        self.scenario.locks.push(Lock { name: name.text.to_string(), service, settings });
        Some((place, has_token))
    }
}
