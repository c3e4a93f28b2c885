//! Lines: which are blank, which are comments, which continue the one above.

use alloc::vec::Vec;

use super::Statement;
use super::lexer::{Draft, blank_after};
use crate::notation::problem::{BOM, Bytes, Problems};

/// The statements of a text.
pub(in crate::notation) fn read<'t>(text: &'t str, problems: &mut Problems<'t>) -> Vec<Statement<'t>> {
    let mut statements = Vec::new();
    let indent = shared_indent(text);
    let mut draft: Option<Draft<'_>> = None;
    let mut at = 0;
    while let Some(line) = next_line(text, &mut at) {
        let Some(content) = content(text, line) else { continue };
        let continues = content.start - line.start > indent;
        if draft.is_none() || !continues {
            if let Some(draft) = draft.take() {
                statements.push(draft.build(problems));
            }
            if continues {
                let says = "this line begins with white space, so it continues the line above, and there is none\n\
                    begin it like the other lines";
                problems.add(content, says, &[]);
            }
        }
        let draft = draft.get_or_insert_default();
        draft.statement.broken |= continues && draft.tokens.is_empty();
        draft.lex(content, problems);
    }
    if let Some(draft) = draft {
        statements.push(draft.build(problems));
    }
    statements
}

/// The line that begins at `at`, without its end; `at` goes on to the next.
pub(in crate::notation) fn next_line(text: &str, at: &mut usize) -> Option<Bytes> {
    if *at == 0 && text.starts_with(BOM) {
        *at = BOM.len_utf8();
    }
    let bytes = text.as_bytes();
    let (start, mut end) = (*at, *at);
    if start >= bytes.len() {
        return None;
    }
    while end < bytes.len() && bytes[end] != b'\n' {
        end += 1;
    }
    *at = end + 1;
    if end > start && bytes[end - 1] == b'\r' {
        end -= 1;
    }
    Some(Bytes::new(start, end))
}

/// What a line holds besides the white space before it; `None` for nothing and for a comment.
fn content(text: &str, line: Bytes) -> Option<Bytes> {
    let start = blank_after(text, line.start);
    (start < line.end && text.as_bytes()[start] != b'#').then_some(Bytes::new(start, line.end))
}

/// The length of the white space with which all lines begin that hold more than a comment.
fn shared_indent(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut shared: Option<Bytes> = None;
    let mut at = 0;
    while let Some(line) = next_line(text, &mut at) {
        let Some(content) = content(text, line) else { continue };
        let known = shared.unwrap_or(line);
        let mut end = line.start;
        while end < content.start
            && bytes[..known.end].get(known.start + end - line.start) == Some(&bytes[end])
        {
            end += 1;
        }
        shared = Some(Bytes::new(line.start, end));
    }
    shared.map_or(0, |shared| shared.end - shared.start)
}
