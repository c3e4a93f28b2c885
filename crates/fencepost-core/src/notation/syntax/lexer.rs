//! Takes lines apart into tokens and comments.

use alloc::vec::Vec;

use super::Word;
use crate::notation::problem::{Bytes, Complaint, Problems};

/// White space inside a line.
pub(super) const BLANKS: [char; 2] = [' ', '\t'];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word,
    Quoted,
    Equals,
    Arrow { both: bool },
    Colon,
    Comma,
}

/// A statement whose lines are still being read.
pub(super) struct Draft<'t> {
    pub(super) tokens: Vec<(Token, Word<'t>)>,
    pub(super) comments: Vec<Comment<'t>>,
    pub(super) pieces: Vec<Bytes>,
    pub(super) broken: bool,
}

/// A comment inside a statement.
pub(super) struct Comment<'t> {
    /// How many tokens stand before it.
    pub(super) after: usize,
    pub(super) own_line: bool,
    pub(super) text: &'t str,
}

impl<'t> Draft<'t> {
    /// Takes one line apart into tokens and a comment.
    pub(super) fn lex(&mut self, start: usize, content: &'t str, problems: &mut Problems) {
        let first = self.tokens.len();
        let mut rest = content;
        loop {
            rest = rest.trim_start_matches(BLANKS);
            let at = start + (content.len() - rest.len());
            if rest.is_empty() {
                break;
            }
            if rest.starts_with('#') {
                let comment = Comment { after: self.tokens.len(), own_line: false, text: rest.trim_end() };
                self.comments.push(comment);
                break;
            }
            let read = match self.is_title() {
                true => Some((Token::Word, rest.find(BLANKS).unwrap_or(rest.len()))),
                false => token(rest),
            };
            let Some((token, length)) = read else {
                let bytes = Bytes::new(at, at + rest.trim_end().len());
                self.broken = true;
                problems.add(
                    bytes,
                    Complaint::new("these quotes do not end", "write `\"` at their end, on the same line"),
                );
                break;
            };
            let (whole, after) = rest.split_at(length);
            let text = if token == Token::Quoted { whole.trim_matches('"') } else { whole };
            let bytes = Bytes::new(at, at + length);
            self.tokens.push((token, Word { text, quoted: token == Token::Quoted, bytes }));
            rest = after;
        }
        if let (Some((_, head)), Some((_, last))) = (self.tokens.get(first), self.tokens.last()) {
            self.pieces.push(head.bytes.to(last.bytes));
        }
    }

    /// A title is taken as it is written, whatever signs are in it.
    fn is_title(&self) -> bool {
        self.tokens.first().is_some_and(|(token, word)| *token == Token::Word && word.text == "title")
    }
}

/// The length of an arrow at the start of `rest`.
fn arrow(rest: &str) -> Option<usize> {
    ["->", "<->"].into_iter().find(|arrow| rest.starts_with(arrow)).map(str::len)
}

/// The token at the start of `rest` and its length; `None` for quotes without end.
fn token(rest: &str) -> Option<(Token, usize)> {
    let single = match rest.as_bytes().first() {
        Some(b'=') => Some(Token::Equals),
        Some(b':') => Some(Token::Colon),
        Some(b',') => Some(Token::Comma),
        _ => None,
    };
    if let Some(token) = single {
        return Some((token, 1));
    }
    if let Some(inner) = rest.strip_prefix('"') {
        return Some((Token::Quoted, inner.find('"')? + 2));
    }
    if let Some(length) = arrow(rest) {
        return Some((Token::Arrow { both: length == 3 }, length));
    }
    let end = rest.char_indices().find(|(at, c)| {
        BLANKS.contains(c) || matches!(c, '=' | ':' | ',' | '"') || arrow(&rest[*at..]).is_some()
    });
    Some((Token::Word, end.map_or(rest.len(), |(at, _)| at)))
}

/// Whether a text can stand where a value stands: one word, or text in quotes.
pub(in crate::notation) fn is_one_value(text: &str) -> bool {
    let whole = |(kind, length)| matches!(kind, Token::Word | Token::Quoted) && length == text.len();
    !text.is_empty()
        && !text.starts_with('#')
        && !text.contains(char::is_control)
        && token(text).is_some_and(whole)
}
