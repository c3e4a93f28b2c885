//! The scenarios in a file: the whole of it, or the ```fencepost blocks of a Markdown file.

/// A scenario's text, and how many lines of the file come before it.
pub(crate) struct Case {
    pub(crate) text: String,
    pub(crate) above: u32,
}

/// The scenarios in a file of this name.
pub(crate) fn cases(file: &str, text: &str) -> Vec<Case> {
    let markdown = [".md", ".markdown"].iter().any(|ending| file.ends_with(ending));
    if markdown { blocks(text) } else { vec![Case { text: text.to_owned(), above: 0 }] }
}

fn blocks(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut open: Option<(String, bool, Case)> = None;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let trimmed = line.trim();
        match &mut open {
            None => {
                let fence: String = trimmed.chars().take_while(|it| *it == '`').collect();
                if fence.len() >= 3 {
                    let wanted = trimmed[fence.len()..].split_whitespace().next() == Some("fencepost");
                    open = Some((fence, wanted, Case { text: String::new(), above: number }));
                }
            }
            Some((fence, ..))
                if trimmed.starts_with(fence.as_str()) && trimmed.trim_matches('`').is_empty() =>
            {
                if let Some((_, true, case)) = open.take() {
                    cases.push(case);
                }
            }
            Some((_, _, case)) => case.text.push_str(line),
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The block begins after line 3, and a block of another language is not a scenario.
    #[test]
    fn only_fencepost_blocks_are_scenarios() {
        let text = "# A page\n\n```fencepost\ntitle one\n```\n```text\ntitle two\n```\n";
        let found = cases("page.md", text);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].text.as_str(), found[0].above), ("title one\n", 3));
    }
}
