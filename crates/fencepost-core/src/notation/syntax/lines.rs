//! Lines: which are blank, which are comments, which continue the one above.

use alloc::vec::Vec;

use super::Statement;
use super::lexer::{Draft, trimmed};
use crate::notation::problem::{BOM, Bytes, Problems};

/// The statements of a text.
pub(in crate::notation) fn read<'t>(text: &'t str, problems: &mut Problems<'t>) -> Vec<Statement<'t>> {
    let mut statements = Vec::new();
    let indent = shared_indent(text);
    let mut draft: Option<Draft<'_>> = None;
    let mut at = 0;
    while let Some((start, line)) = next_line(text, &mut at) {
        let content = trimmed(line);
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let blank = line.len() - content.len();
        let bytes = Bytes::new(start + blank, start + line.len());
        let continues = blank > indent;
        if draft.is_none() || !continues {
            statements.extend(draft.take().map(|draft| draft.build(problems)));
            if continues {
                let says = "this line begins with white space, so it continues the line above, and there is none\n\
                    begin it like the other lines";
                problems.add(bytes, says, &[]);
            }
        }
        draft.get_or_insert_with(|| Draft::new(continues)).lex(content, bytes.start, problems);
    }
    statements.extend(draft.map(|draft| draft.build(problems)));
    statements
}

/// The line that begins at `at`, without its end, and the place of its first byte; `at` goes on to the next.
pub(in crate::notation) fn next_line<'t>(text: &'t str, at: &mut usize) -> Option<(usize, &'t str)> {
    if *at == 0 && text.starts_with(BOM) {
        *at = BOM.len_utf8();
    }
    let start = *at;
    let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
    let line = rest.bytes().position(|byte| byte == b'\n').map_or(rest, |end| &rest[..end]);
    *at = start + line.len() + 1;
    Some((start, line.strip_suffix('\r').unwrap_or(line)))
}

/// The length of the white space with which all lines begin that hold more than a comment.
fn shared_indent(text: &str) -> usize {
    let mut shared: Option<&[u8]> = None;
    let mut at = 0;
    while let Some((_, line)) = next_line(text, &mut at) {
        let content = trimmed(line);
        if !content.is_empty() && !content.starts_with('#') {
            let own = line.as_bytes();
            let known = shared.unwrap_or(own).iter();
            let common = known.zip(&own[..line.len() - content.len()]).take_while(|(a, b)| a == b).count();
            shared = Some(&own[..common]);
        }
    }
    shared.map_or(0, <[u8]>::len)
}
