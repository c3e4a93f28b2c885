//! From text to statements: words, routes and settings with their places. It knows quotes, comments and
//! continued lines, and no meanings. Comments are left out.

mod clause;
mod lexer;
mod lines;

use alloc::string::String;
use alloc::vec::Vec;

use super::problem::Bytes;
pub(super) use lexer::{blank_after, blank_before, is_one_value};
pub(super) use lines::{next_line, read};

/// A statement: a head, and after a colon the steps.
#[derive(Debug, Default)]
pub(super) struct Statement<'t> {
    /// The words and settings before the colon.
    pub(super) head: Clause<'t>,
    /// The colon.
    pub(super) colon: Option<Bytes>,
    /// What follows it, taken apart at commas.
    pub(super) steps: Vec<Clause<'t>>,
    /// Its part of each line, without comments.
    pub(super) pieces: Vec<Bytes>,
    /// Whether it has a problem already.
    pub(super) broken: bool,
}

/// Words, then settings.
#[derive(Debug, Default)]
pub(super) struct Clause<'t> {
    /// The words and routes. The first says what it is.
    pub(super) words: Vec<Item<'t>>,
    /// The settings.
    pub(super) settings: Vec<Item<'t>>,
    /// From the first word to the end of the last word or setting.
    pub(super) bytes: Bytes,
}

/// A word, or two joined by a sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'t> {
    /// The word: a setting's key, a route's beginning.
    pub(super) word: Word<'t>,
    /// What joins the two words.
    pub(super) sign: Sign,
    /// A setting's value, a route's end; the same word when there is but one.
    pub(super) value: Word<'t>,
}

/// What joins two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// Nothing: there is one word.
    None,
    /// `key=value`.
    Equals,
    /// `from->to`.
    To,
    /// `from<->to`.
    Both,
}

/// A word, bare or in quotes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    /// What it says, without quotes.
    pub(super) text: &'t str,
    /// Whether it is in quotes.
    pub(super) quoted: bool,
    /// Its place, quotes included.
    pub(super) bytes: Bytes,
}

impl Item<'_> {
    pub(super) fn bytes(&self) -> Bytes {
        self.word.bytes.to(self.value.bytes)
    }

    pub(super) fn is_word(&self) -> bool {
        self.sign == Sign::None
    }
}

impl<'t> Clause<'t> {
    /// The word at a place, from 0, unless there is a route.
    pub(super) fn word(&self, place: usize) -> Option<&Word<'t>> {
        self.words.get(place).filter(|item| item.is_word()).map(|item| &item.word)
    }

    /// The first word.
    pub(super) fn keyword(&self) -> &'t str {
        self.word(0).filter(|word| !word.quoted).map_or("", |word| word.text)
    }

    /// The setting of this name, the first if there are several.
    pub(super) fn setting(&self, key: &str) -> Option<&Item<'t>> {
        self.settings.iter().find(|pair| pair.word.text == key)
    }
}

impl Statement<'_> {
    /// The statement as written, without comments, its lines joined by one space.
    pub(super) fn source(&self, text: &str) -> String {
        let mut source = String::new();
        for piece in &self.pieces {
            if !source.is_empty() {
                source.push(' ');
            }
            source.push_str(piece.of(text));
        }
        source
    }
}
