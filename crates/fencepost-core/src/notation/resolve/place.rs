//! Whether a clause has the words that its form demands, before anything is made of them.

use alloc::format;

use super::Resolver;
use crate::notation::problem::{Bytes, Complaint, quoted};
use crate::notation::syntax::{Clause, Item};
use crate::notation::words;

impl<'t> Resolver<'_, 't> {
    /// Complains about missing, surplus and misplaced words; true when there is nothing to complain about.
    pub(super) fn has_form(&mut self, clause: &Clause<'t>, word: &words::Word) -> bool {
        let (given, end) = (clause.words.len().saturating_sub(1), clause.bytes.end);
        if given < word.required {
            let at = clause.words.last().map_or(end, |item| item.bytes().end);
            let found = format!("`{}` is not complete", word.name);
            self.complain(Bytes::new(at, at), Complaint::new(found, format!("write `{}`", word.form)));
            return false;
        }
        if let Some(item) = clause.words.get(word.places.len() + 1) {
            let shown = match item {
                Item::Word(word) => quoted(word.text),
                Item::Route(_) => "a link".into(),
            };
            let would_do = match word.settings {
                [] => format!("write `{}`", word.form),
                _ => format!("write `{}`, then settings", word.form),
            };
            self.complain(item.bytes(), Complaint::new(format!("{shown} is too much"), would_do));
            return false;
        }
        for (place, item) in word.places.iter().zip(clause.words.iter().skip(1)) {
            if let (Item::Route(_), false) = (item, matches!(*place, "route" | "target")) {
                let complaint =
                    Complaint::new("a link is not expected here", format!("write `{}`", word.form));
                self.complain(item.bytes(), complaint);
                return false;
            }
        }
        true
    }
}
