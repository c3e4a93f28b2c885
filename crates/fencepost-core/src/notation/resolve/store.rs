//! `store`, and whether its guard gets what it needs.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::Resolver;
use super::names::What;
use crate::event::LockId;
use crate::notation::syntax::{Clause, Statement};
use crate::notation::value;
use crate::scenario::Store;
use crate::{service, store};

impl<'t> Resolver<'_, 't> {
    pub(super) fn store(&mut self, statement: &Statement<'t>) -> Option<()> {
        let word = self.formed(statement)?;
        let (head, name) = (&statement.head, statement.head.word(1)?);
        let guard = self.guard(head)?;
        let settings = self.settings(head, word, guard.name, guard.settings)?;
        let lock = match head.setting("for") {
            Some(pair) => Some(LockId(self.find(&pair.value, &[What::Lock])?.index)),
            None => None,
        };
        if guard.needs_token {
            self.guard_has_token(head, guard, lock);
        }
        self.scenario.stores.push(Store { name: name.text.to_string(), lock, guard, settings });
        Some(())
    }

    fn guard(&mut self, head: &Clause<'t>) -> Option<&'static store::Kind> {
        let Some(pair) = head.setting("guard") else { return store::find("none") };
        let says = "there is no guard $\nthe guards are @";
        let place = self.problems.choose(&pair.value, store::NAMES, says, &[pair.value.text], "and")?;
        store::TABLE.get(place).copied()
    }

    /// A guard that compares tokens is of no use where none arrive.
    fn guard_has_token(&mut self, head: &Clause<'t>, guard: &store::Kind, lock: Option<LockId>) {
        let place = head.setting("guard").map_or(head.bytes, |pair| pair.bytes());
        let Some(lock) = lock else {
            let says = "`guard=@` compares the fencing tokens of a lock, and this store names no lock\n\
                write `for=LOCK` too, or `guard=none`";
            return self.complain(place, says, &[guard.name]);
        };
        let service = self.service_of(lock);
        if let Some(kind) = service.and_then(|service| self.kinds.get(service.index()).copied().flatten())
            && !kind.has_token
        {
            let others: Vec<&str> =
                service::TABLE.iter().filter(|it| it.has_token).map(|it| it.name).collect();
            let says = "`guard=@` needs a fencing token, and `@` hands out none\n\
                keep the lock on @, or write `guard=none`";
            self.complain(place, says, &[guard.name, kind.name, &value::list(&others, "or")]);
        }
    }
}
