//! Lines: which are blank, which are comments, which continue the one above.

use alloc::vec::Vec;

use super::lexer::{BLANKS, Comment, Draft};
use super::{Document, Line};
use crate::notation::problem::{BOM, Bytes, Complaint, Problems};

/// Takes a text apart.
pub(in crate::notation) fn read<'t>(text: &'t str, problems: &mut Problems) -> Document<'t> {
    let indent = shared_indent(text);
    let mut reader = Reader { problems, lines: Vec::new(), draft: None, between: Vec::new() };
    for (start, line) in physical_lines(text) {
        let content = line.trim_start_matches(BLANKS);
        if content.is_empty() {
            reader.between.push(Line::Blank);
        } else if content.starts_with('#') {
            reader.between.push(Line::Comment(content.trim_end()));
        } else {
            let blank = line.len() - content.len();
            reader.line(start + blank, content, blank > indent.len());
        }
    }
    reader.finish_statement();
    Document { text, lines: reader.lines }
}

/// The lines of a text without their ends, each with the place of its first byte.
fn physical_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let skipped = if text.starts_with(BOM) { BOM.len_utf8() } else { 0 };
    let mut start = skipped;
    text.get(skipped..).unwrap_or("").split_inclusive('\n').map(move |line| {
        let at = start;
        start += line.len();
        let line = line.strip_suffix('\n').unwrap_or(line);
        (at, line.strip_suffix('\r').unwrap_or(line))
    })
}

/// The white space with which all lines begin that hold more than a comment.
fn shared_indent(text: &str) -> &str {
    let mut shared: Option<&str> = None;
    for (_, line) in physical_lines(text) {
        let content = line.trim_start_matches(BLANKS);
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let own = &line[..line.len() - content.len()];
        let known = shared.unwrap_or(own);
        let common = known.bytes().zip(own.bytes()).take_while(|(a, b)| a == b).count();
        shared = Some(&known[..common]);
    }
    shared.unwrap_or("")
}

struct Reader<'p, 't> {
    problems: &'p mut Problems,
    lines: Vec<Line<'t>>,
    draft: Option<Draft<'t>>,
    /// Blank lines and comments since the last line of the draft.
    between: Vec<Line<'t>>,
}

impl<'t> Reader<'_, 't> {
    /// Reads one line with content.
    fn line(&mut self, start: usize, content: &'t str, continues: bool) {
        match &mut self.draft {
            Some(draft) if continues => {
                let after = draft.tokens.len();
                draft.comments.extend(self.between.drain(..).filter_map(|line| match line {
                    Line::Comment(text) => Some(Comment { after, own_line: true, text }),
                    _ => None,
                }));
            }
            _ => {
                self.finish_statement();
                let draft =
                    Draft { tokens: Vec::new(), comments: Vec::new(), pieces: Vec::new(), broken: continues };
                self.draft = Some(draft);
                if continues {
                    self.problems.add(
                        Bytes::new(start, start + content.len()),
                        Complaint::new(
                            "this line begins with white space, so it continues the line above, and there is none",
                            "begin it like the other lines",
                        ),
                    );
                }
            }
        }
        if let Some(draft) = &mut self.draft {
            draft.lex(start, content, self.problems);
        }
    }

    /// Puts the statement that was read, and what came after it, among the lines.
    fn finish_statement(&mut self) {
        if let Some(draft) = self.draft.take() {
            self.lines.push(Line::Statement(draft.build(self.problems)));
        }
        self.lines.append(&mut self.between);
    }
}
