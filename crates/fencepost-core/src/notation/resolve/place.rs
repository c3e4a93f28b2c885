//! Whether a clause has the words that its form demands, before anything is made of them.

use super::Resolver;
use crate::notation::problem::Bytes;
use crate::notation::syntax::Clause;
use crate::notation::words;

impl<'t> Resolver<'_, 't> {
    /// Complains about missing, surplus and misplaced words; true when there is nothing to complain about.
    pub(super) fn has_form(&mut self, clause: &Clause<'t>, word: &words::Word) -> bool {
        if clause.words.len() <= word.required {
            let at = clause.words.last().map_or(clause.bytes.end, |item| item.bytes().end);
            self.complain(Bytes::new(at, at), "`@` is not complete\nwrite `@`", &[word.name, word.form]);
            return false;
        }
        if let Some(item) = clause.words.get(word.places.len() + 1) {
            let then = if word.settings.is_empty() { "" } else { ", then settings" };
            match item.is_word() {
                true => {
                    let parts = [item.word.text, word.form, then];
                    self.complain(item.bytes(), "$ is too much\nwrite `@`@", &parts);
                }
                false => self.complain(item.bytes(), "a link is too much\nwrite `@`@", &[word.form, then]),
            }
            return false;
        }
        for (place, item) in word.places.iter().zip(clause.words.iter().skip(1)) {
            if !item.is_word() && !matches!(*place, "route" | "target") {
                self.complain(item.bytes(), "a link is not expected here\nwrite `@`", &[word.form]);
                return false;
            }
        }
        true
    }
}
