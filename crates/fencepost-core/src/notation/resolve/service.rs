//! `process`, `service` and `lock`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Resolver;
use super::names::What;
use super::settings::defaults;
use crate::event::ServiceId;
use crate::notation::problem::{Complaint, quoted};
use crate::notation::syntax::{Statement, Word};
use crate::notation::value;
use crate::scenario::{Lock, Service};
use crate::service;
use crate::setting::Settings;

impl<'t> Resolver<'_, 't> {
    pub(super) fn process(&mut self, statement: &Statement<'t>) {
        if self.formed(statement).is_some() {
            self.written(&statement.head, "a process", &[]);
        }
    }

    pub(super) fn service(&mut self, statement: &Statement<'t>) {
        let service = self.read_service(statement);
        self.services.push(service);
    }

    fn read_service(&mut self, statement: &Statement<'t>) -> Option<Service> {
        self.formed(statement)?;
        let (name, kind) = (statement.head.word(1)?, statement.head.word(2)?);
        let Some(kind) = service::find(kind.text) else {
            let complaint = unknown_kind(&kind);
            self.complain(kind.bytes, complaint);
            return None;
        };
        let (owner, tables) = (format!("a service of kind `{}`", kind.name), &[kind.service_settings]);
        let written = self.written(&statement.head, &owner, tables);
        let settings = self.complete(written, &owner, statement.head.bytes, tables)?;
        Some(Service { name: name.text.to_string(), kind, settings })
    }

    /// Adds the services that bare kinds after `on` declare.
    pub(super) fn implied_services(&mut self) {
        for kind in core::mem::take(&mut self.names.implied) {
            let settings: Settings = defaults(kind.service_settings);
            self.services.push(Some(Service { name: String::from(kind.name), kind, settings }));
        }
    }

    pub(super) fn lock(&mut self, statement: &Statement<'t>) {
        let lock = self.read_lock(statement);
        self.locks.push(lock);
    }

    fn read_lock(&mut self, statement: &Statement<'t>) -> Option<Lock> {
        self.formed(statement)?;
        let (name, on, keeper) = (statement.head.word(1)?, statement.head.word(2)?, statement.head.word(3)?);
        if on.text != "on" || on.quoted {
            let complaint =
                Complaint::new(format!("{} is not `on`", quoted(on.text)), "write `lock NAME on SERVICE`");
            self.complain(on.bytes, complaint);
            return None;
        }
        if self.lookup(keeper.text).is_none() {
            let services: Vec<&str> =
                self.services.iter().flatten().map(|service| service.name.as_str()).collect();
            let mut known = kinds();
            known.extend(services);
            let found = format!("there is no service {}, and no kind of service", quoted(keeper.text));
            let would_do = format!("the kinds are {}", value::list(&kinds(), "and"));
            let complaint = Complaint::new(found, would_do).near(keeper.text, known);
            self.complain(keeper.bytes, complaint);
            return None;
        }
        let service = ServiceId(self.find(&keeper, &[What::Service])?.index);
        let kind = self.services.get(service.index())?.as_ref()?.kind;
        let (owner, tables) = (format!("a lock on `{}`", kind.name), &[kind.lock_settings]);
        let written = self.written(&statement.head, &owner, tables);
        let settings = self.complete(written, &owner, statement.head.bytes, tables)?;
        Some(Lock { name: name.text.to_string(), service, settings })
    }
}

fn kinds() -> Vec<&'static str> {
    service::TABLE.iter().map(|kind| kind.name).collect()
}

fn unknown_kind(word: &Word<'_>) -> Complaint {
    let found = format!("there is no kind of service {}", quoted(word.text));
    Complaint::new(found, format!("the kinds are {}", value::list(&kinds(), "and"))).near(word.text, kinds())
}
