//! Takes lines apart into tokens.

use alloc::vec::Vec;

use super::{Clause, Statement, Word};
use crate::notation::problem::{Bytes, Problems};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word,
    Quoted,
    Equals,
    To,
    Both,
    Colon,
    Comma,
}

/// A statement whose lines are still being read.
#[derive(Default)]
pub(super) struct Draft<'t> {
    pub(super) tokens: Vec<(Token, Word<'t>)>,
    pub(super) statement: Statement<'t>,
    /// The clause that is being put together.
    pub(super) clause: Clause<'t>,
}

impl<'t> Draft<'t> {
    /// Takes what a line holds apart into tokens.
    pub(super) fn lex(&mut self, content: Bytes, problems: &mut Problems<'t>) {
        let text = problems.text;
        let mut piece: Option<Bytes> = None;
        let mut at = content.start;
        while let rest @ [first, ..] = &text.as_bytes()[at..content.end]
            && *first != b'#'
        {
            let Some((token, length)) = token(rest, self.is_title()) else {
                self.statement.broken = true;
                let rest = Bytes::new(at, content.end).of(text).trim_end();
                let says = "these quotes do not end\nwrite `\"` at their end, on the same line";
                problems.add(Bytes::new(at, at + rest.len()), says, &[]);
                break;
            };
            let bytes = Bytes::new(at, at + length);
            let quoted = token == Token::Quoted;
            let inner = if quoted { Bytes::new(at + 1, bytes.end - 1) } else { bytes };
            self.tokens.push((token, Word { text: inner.of(text), quoted, bytes }));
            piece = Some(piece.unwrap_or(bytes).to(bytes));
            at = blank_after(text, bytes.end);
        }
        self.statement.pieces.extend(piece);
    }

    /// A title is taken as it is written, whatever signs are in it.
    fn is_title(&self) -> bool {
        self.tokens.first().is_some_and(|(token, word)| *token == Token::Word && word.text == "title")
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The place after the white space that begins at another.
pub(in crate::notation) fn blank_after(text: &str, mut at: usize) -> usize {
    while text.as_bytes().get(at).copied().is_some_and(is_blank) {
        at += 1;
    }
    at
}

/// The place before the white space that ends at another.
pub(in crate::notation) fn blank_before(text: &str, mut at: usize) -> usize {
    while at > 0 && is_blank(text.as_bytes()[at - 1]) {
        at -= 1;
    }
    at
}

/// The token at the start of `rest` and its length; `None` for quotes without end.
fn token(rest: &[u8], in_title: bool) -> Option<(Token, usize)> {
    if !in_title {
        if let Some(sign) = sign(rest) {
            return Some(sign);
        }
        if let [b'"', inner @ ..] = rest {
            return Some((Token::Quoted, inner.iter().position(|byte| *byte == b'"')? + 2));
        }
    }
    let mut length = 0;
    while let Some([byte, ..]) = rest.get(length..)
        && !is_blank(*byte)
        && (in_title || *byte != b'"' && sign(&rest[length..]).is_none())
    {
        length += 1;
    }
    Some((Token::Word, length))
}

/// The sign at the start of `rest` and its length.
fn sign(rest: &[u8]) -> Option<(Token, usize)> {
    match rest {
        [b'=', ..] => Some((Token::Equals, 1)),
        [b':', ..] => Some((Token::Colon, 1)),
        [b',', ..] => Some((Token::Comma, 1)),
        [b'-', b'>', ..] => Some((Token::To, 2)),
        [b'<', b'-', b'>', ..] => Some((Token::Both, 3)),
        _ => None,
    }
}

/// Whether a text can stand where a value stands: one word, or text in quotes.
pub(in crate::notation) fn is_one_value(text: &str) -> bool {
    let bytes = text.as_bytes();
    !matches!(bytes, [] | [b'#', ..])
        && !text.chars().any(char::is_control)
        && matches!(token(bytes, false), Some((Token::Word | Token::Quoted, length)) if length == bytes.len())
}
