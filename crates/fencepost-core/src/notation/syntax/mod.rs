//! From text to statements: words, routes and settings with their places, and the comments between them.
//! It knows quotes, comments and continued lines, and no meanings.

mod clause;
mod lexer;
mod lines;

use alloc::string::String;
use alloc::vec::Vec;

use super::problem::Bytes;
pub(super) use lexer::is_one_value;
pub(super) use lines::read;

/// A text, taken apart.
#[derive(Debug)]
pub(super) struct Document<'t> {
    /// The text.
    pub(super) text: &'t str,
    /// Its lines, where a continued statement is one.
    pub(super) lines: Vec<Line<'t>>,
}

/// A line, with the lines that continue it.
#[derive(Debug)]
pub(super) enum Line<'t> {
    /// White space only.
    Blank,
    /// A comment, from its `#`.
    Comment(&'t str),
    /// A statement.
    Statement(Statement<'t>),
}

/// A statement: a head, and after a colon the steps.
#[derive(Debug)]
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
    /// The words. The first says what it is.
    pub(super) words: Vec<Item<'t>>,
    /// The settings.
    pub(super) settings: Vec<Pair<'t>>,
    /// From the first word to the end of the last word or setting.
    pub(super) bytes: Bytes,
    /// Comments on lines of their own before it, and others that found no better place.
    pub(super) before: Vec<&'t str>,
    /// The comment at its end.
    pub(super) after: Option<&'t str>,
}

/// A word in a clause.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item<'t> {
    /// A word.
    Word(Word<'t>),
    /// Two names joined by an arrow.
    Route(Arrow<'t>),
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

/// `from->to` or `from<->to`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow<'t> {
    pub(super) from: Word<'t>,
    pub(super) to: Word<'t>,
    pub(super) both: bool,
}

/// `key=value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'t> {
    pub(super) key: Word<'t>,
    pub(super) value: Word<'t>,
}

impl Pair<'_> {
    pub(super) fn bytes(&self) -> Bytes {
        self.key.bytes.to(self.value.bytes)
    }
}

impl Item<'_> {
    pub(super) fn bytes(&self) -> Bytes {
        match self {
            Self::Word(word) => word.bytes,
            Self::Route(route) => route.from.bytes.to(route.to.bytes),
        }
    }
}

impl<'t> Clause<'t> {
    /// The word at a place, from 0, unless there is a route.
    pub(super) fn word(&self, place: usize) -> Option<Word<'t>> {
        match self.words.get(place)? {
            Item::Word(word) => Some(*word),
            Item::Route(_) => None,
        }
    }

    /// The first word.
    pub(super) fn keyword(&self) -> &'t str {
        self.word(0).filter(|word| !word.quoted).map_or("", |word| word.text)
    }

    /// The setting of this name, the first if there are several.
    pub(super) fn setting(&self, key: &str) -> Option<&Pair<'t>> {
        self.settings.iter().find(|pair| pair.key.text == key)
    }
}

impl<'t> Document<'t> {
    /// The statements, in the order of the text.
    pub(super) fn statements(&self) -> impl Iterator<Item = &Statement<'t>> {
        self.lines.iter().filter_map(|line| match line {
            Line::Statement(statement) => Some(statement),
            _ => None,
        })
    }

    /// A statement as written, without comments, its lines joined by one space.
    pub(super) fn source(&self, statement: &Statement<'t>) -> String {
        let mut source = String::new();
        for piece in &statement.pieces {
            if !source.is_empty() {
                source.push(' ');
            }
            source.push_str(self.text.get(piece.range()).unwrap_or(""));
        }
        source
    }
}
