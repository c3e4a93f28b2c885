//! Takes lines apart into tokens.

use alloc::vec::Vec;

use super::Word;
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
pub(super) struct Draft<'t> {
    pub(super) tokens: Vec<(Token, Word<'t>)>,
    pub(super) pieces: Vec<Bytes>,
    pub(super) broken: bool,
}

impl<'t> Draft<'t> {
    pub(super) const fn new(broken: bool) -> Self {
        Self { tokens: Vec::new(), pieces: Vec::new(), broken }
    }

    /// Takes one line apart into tokens; `start` is the place of its first byte.
    pub(super) fn lex(&mut self, content: &'t str, start: usize, problems: &mut Problems<'t>) {
        let mut piece: Option<Bytes> = None;
        let mut rest = content;
        while !rest.is_empty() && !rest.starts_with('#') {
            let at = start + (content.len() - rest.len());
            let Some((token, length)) = token(rest.as_bytes(), self.is_title()) else {
                self.broken = true;
                let bytes = Bytes::new(at, at + rest.trim_end().len());
                problems.add(
                    bytes,
                    "these quotes do not end\nwrite `\"` at their end, on the same line",
                    &[],
                );
                break;
            };
            let (whole, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
            let quoted = token == Token::Quoted;
            let text = if quoted { whole.trim_matches('"') } else { whole };
            let bytes = Bytes::new(at, at + length);
            self.tokens.push((token, Word { text, quoted, bytes }));
            piece = Some(piece.map_or(bytes, |piece| piece.to(bytes)));
            rest = trimmed(after);
        }
        self.pieces.extend(piece);
    }

    /// A title is taken as it is written, whatever signs are in it.
    fn is_title(&self) -> bool {
        self.tokens.first().is_some_and(|(token, word)| *token == Token::Word && word.text == "title")
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// A text without the white space before it.
pub(in crate::notation) fn trimmed(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
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
    let whole = |(kind, length)| matches!(kind, Token::Word | Token::Quoted) && length == text.len();
    !text.is_empty()
        && !text.starts_with('#')
        && !text.contains(char::is_control)
        && token(text.as_bytes(), false).is_some_and(whole)
}
