//! Where a scenario stands in its file, and its problems told there: the file's own line and column, what
//! is wrong, the line, and a mark under it.

use fencepost_core::notation::Problem;

use crate::output::complain;

/// How much of a long line is shown, in characters.
const SHOWN: usize = 100;

/// A scenario's text, and where its lines stand in the file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// The text, without what Markdown puts before its lines.
    pub(crate) text: String,
    /// Where its lines begin in the file; `None` when the text is the file.
    pub(crate) starts: Option<Vec<Start>>,
}

/// Where a line of a scenario begins in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// The line, from 1.
    pub(crate) line: u32,
    /// How many characters more it has in the file: what comes before. Fewer, where a part of a tab became
    /// several spaces.
    pub(crate) before: i32,
}

impl Case {
    /// The file's line for a line of the scenario, both from 1.
    pub(crate) fn line(&self, line: u32) -> u32 {
        self.start(line).line
    }

    /// Beyond its last line, where problems of a text that ends too soon are, a scenario goes on below.
    fn start(&self, line: u32) -> Start {
        let Some(starts) = &self.starts else { return Start { line, before: 0 } };
        let below = |last: &Start| Start { line: last.line + line - starts.len() as u32, before: 0 };
        let found = starts.get(line as usize - 1).copied();
        found.or_else(|| starts.last().map(below)).unwrap_or(Start { line, before: 0 })
    }

    /// Tells every problem of the scenario to standard error.
    pub(crate) fn complain(&self, file: &str, problems: &[Problem]) {
        for problem in problems {
            complain(format_args!("{}", self.told(file, problem)));
        }
    }

    fn told(&self, file: &str, problem: &Problem) -> String {
        let start = self.start(problem.line);
        let told = problem.to_string();
        let place = format!("line {}, column {}: ", problem.line, problem.column);
        let what = told.strip_prefix(&place).unwrap_or(&told);
        let column = start.before.saturating_add_unsigned(problem.column).max(1);
        let head = format!("{file}:{}:{column}: {what}", start.line);
        let line = self.text.lines().nth(problem.line as usize - 1).unwrap_or("");
        if line.trim().is_empty() {
            return head;
        }
        let about = self.text.get(problem.bytes.clone()).unwrap_or("");
        let length = about.lines().next().unwrap_or("").chars().count();
        format!("{head}\n{}", marked(line, problem.column as usize - 1, length))
    }
}

/// A line, or the part of it around a column (from 0), and a mark under so many of its characters.
fn marked(line: &str, column: usize, length: usize) -> String {
    let first = if column < SHOWN * 3 / 4 { 0 } else { column - SHOWN / 2 };
    let mut characters = line.trim_start_matches('\u{feff}').chars().skip(first);
    let shown: String = characters.by_ref().take(SHOWN).map(visible).collect();
    let (dots, more) =
        (if first > 0 { "..." } else { "" }, if characters.next().is_some() { "..." } else { "" });
    let space = dots.len() + column - first;
    let marks = length.clamp(1, (SHOWN - (column - first)).max(1));
    format!("    {dots}{shown}{more}\n    {:space$}{:^<marks$}", "", "")
}

/// A character that takes one place and does nothing to a terminal.
fn visible(character: char) -> char {
    match character {
        '\t' => ' ',
        // Those that turn the direction of writing, or are not seen.
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {
            '\u{fffd}'
        }
        other if other.is_control() => '\u{fffd}',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_stands_under_what_is_wrong() {
        assert_eq!(marked("lock a on b", 5, 1), "    lock a on b\n         ^");
        assert_eq!(marked("a\tb", 2, 0), "    a b\n      ^", "never no mark; a tab takes one place");
        assert_eq!(marked("a\u{1b}[31m", 1, 1), "    a\u{fffd}[31m\n     ^");
    }

    /// Column 200 of 400: 50 characters before it are shown and 50 from it on, between two times three dots.
    #[test]
    fn of_a_long_line_the_part_around_the_column_is_shown() {
        let line = "x".repeat(400);
        let expected = format!("    ...{}...\n    {}{}", "x".repeat(100), " ".repeat(53), "^".repeat(50));
        assert_eq!(marked(&line, 200, 300), expected);
    }

    #[test]
    fn lines_of_a_block_are_lines_of_the_file() {
        let starts = vec![Start { line: 7, before: 2 }, Start { line: 8, before: 4 }];
        let case = Case { text: "a\nb\n".to_owned(), starts: Some(starts) };
        assert_eq!((case.line(1), case.line(2), case.line(3)), (7, 8, 9));
        let whole = Case { text: "a\nb\n".to_owned(), starts: None };
        assert_eq!((whole.line(1), whole.line(3)), (1, 3));
    }
}
