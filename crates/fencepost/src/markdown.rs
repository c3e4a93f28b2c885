//! The scenarios in a Markdown file: its code blocks whose info string begins with the word `fencepost`,
//! wherever CommonMark allows one.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::place::{Case, Start};

/// The scenarios of a Markdown text, in its order.
pub(crate) fn cases(text: &str) -> Vec<Case> {
    let mut places = Places::new(text);
    let mut cases = Vec::new();
    let mut open: Option<Case> = None;
    let options = Options::ENABLE_FOOTNOTES | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match (event, &mut open) {
            (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))), _) if is_ours(&info) => {
                open = Some(Case { text: String::new(), starts: Some(Vec::new()) });
                // Problems of an empty block are told where it is opened.
                places.opened = places.start(range.start);
            }
            (Event::Text(part), Some(case)) => add(case, &part, range, &mut places),
            (Event::End(TagEnd::CodeBlock), Some(_)) => {
                let mut case = open.take().expect("a block is open");
                let starts = case.starts.get_or_insert_default();
                if starts.is_empty() {
                    starts.push(places.opened);
                }
                cases.push(case);
            }
            _ => {}
        }
    }
    cases
}

fn is_ours(info: &str) -> bool {
    info.split_whitespace().next() == Some("fencepost")
}

/// Adds a part of a block's text that stands at these bytes of the file: whole lines, or a part of one.
fn add(case: &mut Case, part: &str, bytes: Range<usize>, places: &mut Places<'_>) {
    // Spaces that the file has not: a tab of which the block's own indentation took a part.
    let spaces = part.len().saturating_sub(bytes.len()) as i32;
    let mut at = bytes.start;
    for line in part.split_inclusive('\n') {
        if case.text.is_empty() || case.text.ends_with('\n') {
            let Start { line, before } = places.start(at);
            case.starts.get_or_insert_default().push(Start { line, before: before - spaces });
        }
        case.text.push_str(line);
        at += line.len();
    }
}

/// Lines and columns of a text's bytes, asked for in the order of the text.
struct Places<'a> {
    text: &'a str,
    /// How far the text has been counted: a byte, and the line that it is in.
    counted: usize,
    line: u32,
    /// Where the block that is open begins.
    opened: Start,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, counted: 0, line: 1, opened: Start { line: 1, before: 0 } }
    }

    fn start(&mut self, byte: usize) -> Start {
        let byte = self.text.floor_char_boundary(byte).max(self.counted);
        let lines = self.text[self.counted..byte].bytes().filter(|it| *it == b'\n').count();
        self.line += lines as u32;
        self.counted = byte;
        let begin = self.text[..byte].rfind('\n').map_or(0, |end| end + 1);
        Start { line: self.line, before: self.text[begin..byte].chars().count() as i32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each block as its text, with line and columns before of each of its lines.
    fn found(text: &str) -> Vec<(String, Vec<(u32, i32)>)> {
        let places = |case: &Case| {
            case.starts.iter().flatten().map(|start| (start.line, start.before)).collect::<Vec<_>>()
        };
        cases(text).into_iter().map(|case| (case.text.clone(), places(&case))).collect()
    }

    fn one(text: &str, block: &str, places: &[(u32, i32)]) {
        assert_eq!(found(text), [(block.to_owned(), places.to_vec())], "{text:?}");
    }

    #[test]
    fn blocks_are_found_wherever_markdown_allows_one() {
        one("# A\n\n```fencepost\na\nb\n```\n", "a\nb\n", &[(4, 0), (5, 0)]);
        one("~~~~ fencepost of=this\na\n~~~\n~~~~\n", "a\n~~~\n", &[(2, 0), (3, 0)]);
        // The fence is indented by two, so up to two spaces of each line are not its own.
        one("  ```fencepost\n  a\n    b\n ```\n", "a\n  b\n", &[(2, 2), (3, 2)]);
        one("- x\n\n  ```fencepost\n  a\n\n  b\n  ```\n", "a\n\nb\n", &[(4, 2), (5, 0), (6, 2)]);
        one("> ```fencepost\n> a\n>b\n> ```\n", "a\nb\n", &[(2, 2), (3, 1)]);
        one("1. > ```fencepost\n   > a\n", "a\n", &[(2, 5)]);
        one("```fencepost\r\na\r\nb\r\n```\r\n", "a\nb\n", &[(2, 0), (3, 0)]);
        one("\u{e9}\n\n> ```fencepost\n> \u{e9}\n> b\n", "\u{e9}\nb\n", &[(4, 2), (5, 2)]);
        one("```fencepost\na", "a", &[(2, 0)]);
        // The tab reaches to column 4, of which `> ` takes 2 and two spaces are left: `  a` begins with `a` at
        // its column 3, which is the file's column 3 too. In the list the tab alone makes two of four.
        one("> ```fencepost\n>\ta\n", "  a\n", &[(2, 0)]);
        one("- ```fencepost\n\ta\n", "  a\n", &[(2, -1)]);
        one("---\ntitle: x\n---\n```fencepost\na\n```\n", "a\n", &[(5, 0)]);
    }

    #[test]
    fn an_empty_block_is_a_scenario_that_is_told_where_it_opens() {
        one("a\n\n```fencepost\n```\n", "", &[(3, 0)]);
    }

    #[test]
    fn other_blocks_are_not_scenarios() {
        for text in [
            "```text\na\n```\n",
            "```fencepost-like\na\n```\n",
            "```\nfencepost\n```\n",
            "    ```fencepost\n    a\n",
            "````\n```fencepost\na\n```\n````\n",
            "<!--\n```fencepost\na\n```\n-->\n",
        ] {
            assert_eq!(found(text), [], "{text:?}");
        }
    }

    #[test]
    fn several_blocks_come_in_order() {
        let text = "```fencepost\na\n```\n```rust\nx\n```\n* ```fencepost\n  b\n  ```\n";
        assert_eq!(found(text), [("a\n".to_owned(), vec![(2, 0)]), ("b\n".to_owned(), vec![(8, 2)])]);
    }
}
