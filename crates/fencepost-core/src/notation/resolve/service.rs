//! `service` and `lock`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Resolver;
use super::settings::Takes;
use crate::event::ServiceId;
use crate::notation::syntax::{Clause, Word};
use crate::notation::words;
use crate::scenario::{Lock, Service};
use crate::service::{self, Kind};

impl<'t> Resolver<'_, 't> {
    pub(super) fn service(&mut self, head: &Clause<'t>, word: &'static words::Word) -> Option<&'static Kind> {
        let kind = Word { quoted: false, ..*head.word(2)? };
        let says = "there is no kind of service $\nthe kinds are &";
        let kind = service::TABLE[self.problems.choose(&kind, service::NAMES, says, &[kind.text])?];
        self.serve(head, word, head.word(1)?.text, kind)
    }

    /// Adds a service that sets what this clause does.
    fn serve(
        &mut self,
        clause: &Clause<'t>,
        word: &'static words::Word,
        name: &str,
        kind: &'static Kind,
    ) -> Option<&'static Kind> {
        self.settings(clause, Takes { word, kind: kind.name, more: kind.service_settings })?;
        let settings = core::mem::take(&mut self.found);
        self.scenario.services.push(Service { name: String::from(name), kind, settings });
        Some(kind)
    }

    /// Adds the services that bare kinds after `on` declare.
    pub(super) fn implied_services(&mut self) {
        let Some(word) = words::statement("service") else { return };
        for kind in core::mem::take(&mut self.names.implied) {
            self.serve(&Clause::default(), word, kind.name, kind);
            self.kinds.push(Some(kind));
        }
    }

    pub(super) fn lock(&mut self, head: &Clause<'t>, word: &'static words::Word) -> Option<ServiceId> {
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
        let service = ServiceId(self.find(keeper, &["service"])?.index);
        let kind = self.kinds.get(service.index()).copied().flatten()?;
        self.settings(head, Takes { word, kind: kind.name, more: kind.lock_settings })?;
        let settings = core::mem::take(&mut self.found);
        self.scenario.locks.push(Lock { name: name.text.to_string(), service, settings });
        Some(service)
    }
}
