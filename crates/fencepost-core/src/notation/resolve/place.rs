//! Whether a clause has the words that its form demands, before anything is made of them.

use super::Resolver;
use crate::notation::syntax::Clause;
use crate::notation::words::Word;

impl<'t> Resolver<'_, 't> {
    /// Complains about missing, surplus and misplaced words; true when there is nothing to complain about.
    pub(super) fn has_form(&mut self, clause: &Clause<'t>, word: &Word) -> bool {
        if clause.words.len() <= word.required {
            let last = clause.words.last().map_or(clause.bytes, |item| item.bytes());
            self.complain(last.after(), "`@` is not complete\nwrite `@`", &[word.name, word.form]);
            return false;
        }
        if let Some(item) = clause.words.get(word.places.len() + 1) {
            let then = if word.settings.is_empty() { "" } else { ", then settings" };
            let texts = [item.word.text, word.form, then];
            let (says, texts) = match item.is_word() {
                true => ("$ is too much\nwrite `@`@", &texts[..]),
                false => ("a link is too much\nwrite `@`@", &texts[1..]),
            };
            self.complain(item.bytes(), says, texts);
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
