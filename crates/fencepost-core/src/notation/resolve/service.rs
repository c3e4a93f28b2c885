//! `process`, `service` and `lock`.

use alloc::string::{String, ToString};

use super::Resolver;
use super::names::What;
use crate::event::ServiceId;
use crate::notation::syntax::{Statement, Word};
use crate::notation::{value, words};
use crate::scenario::{Lock, Service};
use crate::service::{self, Kind};

impl<'t> Resolver<'_, 't> {
    pub(super) fn process(&mut self, statement: &Statement<'t>) -> Option<()> {
        let word = self.formed(statement)?;
        self.settings(&statement.head, word, "", &[]);
        Some(())
    }

    pub(super) fn service(&mut self, statement: &Statement<'t>) -> Option<()> {
        let kind = self.read_service(statement);
        self.kinds.push(kind);
        None
    }

    fn read_service(&mut self, statement: &Statement<'t>) -> Option<&'static Kind> {
        let word = self.formed(statement)?;
        let (name, kind) = (statement.head.word(1)?, statement.head.word(2)?);
        let says = "there is no kind of service $\nthe kinds are @";
        let kind = Word { quoted: false, ..kind };
        let place = self.problems.choose(&kind, service::NAMES, says, &[kind.text], "and")?;
        let kind = *service::TABLE.get(place)?;
        let settings = self.settings(&statement.head, word, kind.name, kind.service_settings)?;
        self.scenario.services.push(Service { name: name.text.to_string(), kind, settings });
        Some(kind)
    }

    /// Adds the services that bare kinds after `on` declare.
    pub(super) fn implied_services(&mut self) {
        let Some(word) = words::statement("service") else { return };
        for kind in core::mem::take(&mut self.names.implied) {
            let none = Default::default();
            let end = Default::default();
            if let Some(settings) = self.complete(none, end, word, kind.name, kind.service_settings) {
                self.scenario.services.push(Service { name: String::from(kind.name), kind, settings });
            }
            self.kinds.push(Some(kind));
        }
    }

    pub(super) fn lock(&mut self, statement: &Statement<'t>) -> Option<()> {
        let keeper = self.read_lock(statement);
        self.keepers.push(keeper);
        None
    }

    fn read_lock(&mut self, statement: &Statement<'t>) -> Option<ServiceId> {
        let word = self.formed(statement)?;
        let head = &statement.head;
        let (name, on, keeper) = (head.word(1)?, head.word(2)?, head.word(3)?);
        if on.text != "on" || on.quoted {
            self.complain(on.bytes, "$ is not `on`\nwrite `lock NAME on SERVICE`", &[on.text]);
            return None;
        }
        if self.names.get(keeper.text).is_none() {
            let mut known = service::NAMES.to_vec();
            known.extend(self.scenario.services.iter().map(|service| service.name.as_str()));
            let says = "there is no service $, and no kind of service\nthe kinds are @";
            let parts = [keeper.text, &value::list(service::NAMES, "and")];
            self.problems.add_near(keeper.bytes, says, &parts, keeper.text, &known);
            return None;
        }
        let service = ServiceId(self.find(&keeper, &[What::Service])?.index);
        let kind = self.kinds.get(service.index()).copied().flatten()?;
        let settings = self.settings(head, word, kind.name, kind.lock_settings)?;
        self.scenario.locks.push(Lock { name: name.text.to_string(), service, settings });
        Some(service)
    }
}
