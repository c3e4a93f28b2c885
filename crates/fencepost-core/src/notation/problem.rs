//! What is wrong with a text: where, what was found, what would do, and the nearest known word.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

/// How many problems of one text are told; the rest are counted.
pub const SHOWN: usize = 50;

/// How many are kept before they are sorted by place.
const KEPT: usize = 100;

/// Words longer than this have no nearest word.
const LONGEST_COMPARED: usize = 32;

/// With how many words one is compared: more than a scenario within its limits can have.
const MOST_COMPARED: usize = 400;

/// A part of a text, in bytes from its beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bytes {
    /// The first byte.
    pub(super) start: usize,
    /// The byte after the last.
    pub(super) end: usize,
}

impl Bytes {
    pub(super) const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// From the start of one to the end of the other.
    pub(super) const fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end }
    }

    pub(super) const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// One thing that is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The bytes of the text that it is about.
    pub bytes: Range<usize>,
    /// What was found.
    pub found: String,
    /// What would do instead.
    pub would_do: String,
    /// The known word that is nearest to an unknown one.
    pub nearest: Option<String>,
}

impl fmt::Display for Problem {
    /// Line, column, what was found, and what would do; on one line, but for the example of a whole scenario.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.found)?;
        match &self.nearest {
            Some(word) => write!(f, ": did you mean `{word}`?"),
            None if self.would_do.is_empty() => Ok(()),
            None => write!(f, ": {}", self.would_do),
        }
    }
}

impl core::error::Error for Problem {}

/// A problem that does not know its place yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Complaint {
    pub(super) found: String,
    pub(super) would_do: String,
    pub(super) nearest: Option<String>,
}

impl Complaint {
    pub(super) fn new(found: impl Into<String>, would_do: impl Into<String>) -> Self {
        Self { found: found.into(), would_do: would_do.into(), nearest: None }
    }

    /// The same, with the nearest of these words to `word`, if any is near.
    pub(super) fn near<'a>(mut self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        self.nearest = nearest(word, known).map(ToString::to_string);
        self
    }

    /// This complaint at its place in a text.
    pub(super) fn at(self, bytes: Bytes, text: &str) -> Problem {
        let (line, column) = position(text, bytes.start);
        let Self { found, would_do, nearest } = self;
        Problem { line, column, bytes: bytes.range(), found, would_do, nearest }
    }
}

/// The problems of one text, as they are found.
#[derive(Debug, Default)]
pub(super) struct Problems {
    kept: Vec<(Bytes, Complaint)>,
    more: usize,
}

impl Problems {
    pub(super) fn add(&mut self, bytes: Bytes, complaint: Complaint) {
        if self.kept.len() < KEPT {
            self.kept.push((bytes, complaint));
        } else {
            self.more += 1;
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Whether no more are kept, so that looking for nearest words would be in vain.
    pub(super) fn is_full(&self) -> bool {
        self.kept.len() >= KEPT
    }

    /// All of them in the order of the text, at most [`SHOWN`] and a note.
    pub(super) fn sorted(mut self, text: &str) -> Vec<Problem> {
        self.kept.sort_by_key(|(bytes, _)| *bytes);
        let more = self.more + self.kept.len().saturating_sub(SHOWN);
        let rest = self.kept.get(SHOWN).map(|(bytes, _)| *bytes);
        self.kept.truncate(SHOWN);
        if let Some(bytes) = rest {
            let note = Complaint::new(format!("{more} more problems follow"), "mend those above first");
            self.kept.push((bytes, note));
        }
        self.kept.into_iter().map(|(bytes, complaint)| complaint.at(bytes, text)).collect()
    }
}

/// The line and column of a byte, both from 1, the column in characters.
pub(super) fn position(text: &str, byte: usize) -> (u32, u32) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.bytes().filter(|byte| *byte == b'\n').count();
    let column = before.rsplit('\n').next().unwrap_or("").chars().filter(|c| *c != BOM).count();
    (count(line) + 1, count(column) + 1)
}

/// The mark that some editors put at the beginning of a file. It has no width.
pub(super) const BOM: char = '\u{feff}';

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX - 1)
}

/// A found word in backquotes: at most 40 characters, and nothing that would not be seen.
pub(super) fn quoted(word: &str) -> String {
    let mut shown = String::from("`");
    for (count, c) in word.chars().enumerate() {
        if count == 40 {
            shown.push_str("...");
            break;
        }
        if c == ' ' || c.is_ascii_graphic() {
            shown.push(c);
        } else {
            shown.extend(c.escape_debug());
        }
    }
    shown.push('`');
    shown
}

/// The known word with the fewest letters inserted, left out, replaced or swapped with a neighbour; `None`
/// when more than a third of the word differs.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> =
        word.chars().take(LONGEST_COMPARED + 1).map(|c| c.to_ascii_lowercase()).collect();
    let most = letters.len().div_ceil(3);
    if letters.len() > LONGEST_COMPARED {
        return None;
    }
    known
        .into_iter()
        .take(MOST_COMPARED)
        .filter(|candidate| *candidate != word)
        .map(|candidate| (distance(&letters, candidate, most), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The edit distance between two words, swapped neighbours counting one; above `most` any larger number.
fn distance(a: &[char], b: &str, most: usize) -> usize {
    let b: Vec<char> = b.chars().take(LONGEST_COMPARED + 1).map(|c| c.to_ascii_lowercase()).collect();
    if a.len().abs_diff(b.len()) > most || b.len() > LONGEST_COMPARED {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(x != y);
            let mut best = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = core::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_word_counts_letters() {
        let known = ["client", "lock", "link", "store"];
        assert_eq!(nearest("clinet", known), Some("client"), "two neighbours swapped: one step");
        assert_eq!(nearest("lok", known), Some("lock"), "one letter left out");
        assert_eq!(nearest("Store", known), Some("store"), "capitals do not count");
        assert_eq!(nearest("banana", known), None, "nothing is near");
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest(&"x".repeat(1000), known), None);
    }

    #[test]
    fn positions_count_characters_and_lines() {
        let text = "a\n\u{e9}\u{e9}b\r\nc";
        assert_eq!(position(text, 0), (1, 1));
        // Line 2 begins at byte 2; each é has two bytes, so b is at byte 6, the third character.
        assert_eq!(position(text, 6), (2, 3));
        assert_eq!(position(text, text.len()), (3, 2));
        assert_eq!(position(text, 999), (3, 2));
    }

    #[test]
    fn found_words_are_shown_whole_or_cut_and_never_hidden() {
        assert_eq!(quoted("a b"), "`a b`");
        assert_eq!(quoted("a\u{202e}b"), "`a\\u{202e}b`");
        assert_eq!(quoted(&"y".repeat(50)), format!("`{}...`", "y".repeat(40)));
    }
}
