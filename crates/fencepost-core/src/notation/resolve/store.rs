//! `store`, and whether its guard gets what it needs.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::Resolver;
use super::settings::Takes;
use crate::event::LockId;
use crate::notation::syntax::Clause;
use crate::notation::words::Word;
use crate::scenario::Store;
use crate::setting::Settings;
use crate::{service, store};

impl<'t> Resolver<'_, 't> {
    pub(super) fn store(&mut self, head: &Clause<'t>, word: &'static Word) -> Option<()> {
        let guard = self.guard(head)?;
        self.settings(head, Takes { word, kind: guard.name, more: guard.settings })?;
        let lock = match head.setting("for") {
            Some(pair) => Some(self.lock_of(&pair.value)?),
            None => None,
        };
        if guard.needs_token {
            self.guard_has_token(head, guard, lock);
        }
        let (name, settings) = (head.word(1)?.text.to_string(), core::mem::take(&mut self.found));
        self.scenario.stores.push(Store { name, lock, guard, settings });
        None
    }

    fn guard(&mut self, head: &Clause<'t>) -> Option<&'static store::Kind> {
        let Some(pair) = head.setting("guard") else { return store::find("none") };
        let says = "there is no guard $\nthe guards are &";
        let place = self.problems.choose(&pair.value, store::NAMES, says, &[pair.value.text])?;
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
        if let Some((keeper, false)) = self.keepers[lock.index()]
            && let Some((kind, _)) = self.kinds[keeper]
        {
            let mut others: Vec<&str> = Vec::new();
            for kind in service::TABLE {
                if (kind.has_token)(&Settings::default()) {
                    others.push(kind.name);
                }
            }
            let says = "`guard=@` needs a fencing token, and `@` hands out none\n\
                keep the lock on |, or write `guard=none`";
            self.problems.add_near(place, says, &[guard.name, kind.name], "", &others);
        }
    }
}
