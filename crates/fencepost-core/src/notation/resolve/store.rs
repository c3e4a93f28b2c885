//! `store`, and whether its guard gets what it needs.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::Resolver;
use super::names::What;
use crate::event::LockId;
use crate::notation::problem::{Complaint, quoted};
use crate::notation::syntax::{Clause, Statement};
use crate::notation::value;
use crate::scenario::Store;
use crate::{service, store};

impl<'t> Resolver<'_, 't> {
    pub(super) fn store(&mut self, statement: &Statement<'t>) {
        let store = self.read_store(statement);
        self.stores.push(store);
    }

    fn read_store(&mut self, statement: &Statement<'t>) -> Option<Store> {
        let word = self.formed(statement)?;
        let (head, name) = (&statement.head, statement.head.word(1)?);
        let guard = self.guard(head)?;
        let (owner, tables) =
            (format!("a store with guard `{}`", guard.name), &[word.settings, guard.settings]);
        let written = self.written(head, &owner, tables);
        let settings = self.complete(written, &owner, head.bytes, tables)?;
        let lock = match head.setting("for") {
            Some(pair) => Some(LockId(self.find(&pair.value, &[What::Lock])?.index)),
            None => None,
        };
        if guard.needs_token {
            self.guard_has_token(head, guard, lock)?;
        }
        Some(Store { name: name.text.to_string(), lock, guard, settings })
    }

    fn guard(&mut self, head: &Clause<'t>) -> Option<&'static store::Kind> {
        let Some(pair) = head.setting("guard") else { return store::find("none") };
        let guard = store::find(pair.value.text).filter(|_| !pair.value.quoted);
        if guard.is_none() {
            let names: Vec<&str> = store::TABLE.iter().map(|kind| kind.name).collect();
            let found = format!("there is no guard {}", quoted(pair.value.text));
            let complaint = Complaint::new(found, format!("the guards are {}", value::list(&names, "and")));
            self.complain(pair.value.bytes, complaint.near(pair.value.text, names));
        }
        guard
    }

    /// A guard that compares tokens is of no use where none arrive.
    fn guard_has_token(
        &mut self,
        head: &Clause<'t>,
        guard: &store::Kind,
        lock: Option<LockId>,
    ) -> Option<()> {
        let place = head.setting("guard").map_or(head.bytes, |pair| pair.bytes());
        let Some(lock) = lock else {
            let found = format!(
                "`guard={}` compares the fencing tokens of a lock, and this store names no lock",
                guard.name
            );
            self.complain(place, Complaint::new(found, "write `for=LOCK` too, or `guard=none`"));
            return None;
        };
        let service = self.service_of(lock)?;
        let kind = self.services.get(service.index())?.as_ref()?.kind;
        if kind.has_token {
            return Some(());
        }
        let others: Vec<&str> = service::TABLE.iter().filter(|it| it.has_token).map(|it| it.name).collect();
        let found =
            format!("`guard={}` needs a fencing token, and `{}` hands out none", guard.name, kind.name);
        let would_do = format!("keep the lock on {}, or write `guard=none`", value::list(&others, "or"));
        self.complain(place, Complaint::new(found, would_do));
        None
    }
}
