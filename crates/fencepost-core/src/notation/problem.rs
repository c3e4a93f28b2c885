//! What is wrong with a text: where, what was found, what would do, and the nearest known word.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::syntax::Word;
use crate::primitive::Span;

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

    /// The place right after it.
    pub(super) const fn after(self) -> Self {
        Self { start: self.end, end: self.end }
    }

    /// What a text has there.
    pub(super) fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
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

impl Problem {
    /// A problem at its place in a text: a [form](filled) and what fills it, and the nearest of the known words
    /// to `word`, if any is near.
    pub(super) fn new(
        text: &str,
        bytes: Bytes,
        says: &str,
        texts: &[&str],
        numbers: &[u64],
        word: &str,
        known: &[&str],
    ) -> Self {
        let (line, column) = position(text, bytes.start);
        let [found, would_do] = filled(says, texts, numbers, known);
        let nearest = nearest(word, known).map(String::from);
        Self { line, column, bytes: bytes.range(), found, would_do, nearest }
    }
}

/// The first line of a form and the rest, filled in. A form is ASCII. In it
///
/// - `@` stands for the next of `texts` as it is, `$` for the next as a found word in backquotes;
/// - `#` for the next of `numbers`, `~` for the next as a span of so many microseconds;
/// - `&` for the `known` words joined by "and", `|` for them joined by "or", `*` for them with articles; at most
///   as many as the next number says, if there is one.
pub(super) fn filled(says: &str, texts: &[&str], numbers: &[u64], known: &[&str]) -> [String; 2] {
    let (mut lines, mut line) = ([String::new(), String::new()], 0);
    let (mut texts, mut numbers) = (texts.iter(), numbers.iter());
    for sign in says.bytes() {
        let text = &mut lines[line];
        match sign {
            b'@' => text.push_str(texts.next().unwrap_or(&"")),
            b'$' => quote(texts.next().unwrap_or(&""), text),
            b'#' => text.push_str(&numbers.next().unwrap_or(&0).to_string()),
            b'~' => text.push_str(&Span::from_micros(*numbers.next().unwrap_or(&0)).to_string()),
            b'&' | b'|' | b'*' => {
                let most = numbers.next().map_or(known.len(), |most| known.len().min(*most as usize));
                list(&known[..most], sign, text);
            }
            b'\n' if line == 0 => line = 1,
            _ => text.push(char::from(sign)),
        }
    }
    lines
}

/// "`a`, `b` or `c`", as a sign of a [form](filled) demands.
fn list(words: &[&str], sign: u8, text: &mut String) {
    let [before, after] = if sign == b'*' { ["a ", ""] } else { ["`", "`"] };
    for (place, word) in words.iter().enumerate() {
        let joint = match place {
            0 => "",
            _ if place + 1 < words.len() => ", ",
            _ if sign == b'&' => " and ",
            _ => " or ",
        };
        for part in [joint, before, word, after] {
            text.push_str(part);
        }
    }
}

/// The problems of one text, as they are found.
#[derive(Debug)]
pub(super) struct Problems<'t> {
    /// The text.
    pub(super) text: &'t str,
    /// In the order of the text.
    kept: Vec<Problem>,
    more: usize,
}

impl<'t> Problems<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, kept: Vec::new(), more: 0 }
    }

    /// Adds a problem: a [form](filled) and its texts.
    pub(super) fn add(&mut self, bytes: Bytes, says: &str, texts: &[&str]) {
        self.tell(bytes, says, texts, &[], "", &[]);
    }

    /// Adds a problem with numbers.
    pub(super) fn add_counted(&mut self, bytes: Bytes, says: &str, texts: &[&str], numbers: &[u64]) {
        self.tell(bytes, says, texts, numbers, "", &[]);
    }

    /// Adds a problem with known words, and with the nearest of them to `word`, if any is near.
    pub(super) fn add_near(&mut self, bytes: Bytes, says: &str, texts: &[&str], word: &str, known: &[&str]) {
        self.tell(bytes, says, texts, &[], word, known);
    }

    /// Adds a problem with all that a form can have.
    pub(super) fn tell(
        &mut self,
        bytes: Bytes,
        says: &str,
        texts: &[&str],
        numbers: &[u64],
        word: &str,
        known: &[&str],
    ) {
        if self.is_full() {
            self.more += 1;
            return;
        }
        let mut place = self.kept.len();
        while place > 0 && is_after(&self.kept[place - 1], bytes) {
            place -= 1;
        }
        self.kept.insert(place, Problem::new(self.text, bytes, says, texts, numbers, word, known));
    }

    /// Which of these words it is. If none, adds a problem with the nearest.
    pub(super) fn choose(
        &mut self,
        word: &Word<'_>,
        known: &[&str],
        says: &str,
        texts: &[&str],
    ) -> Option<usize> {
        let place = known.iter().position(|known| *known == word.text && !word.quoted);
        if place.is_none() {
            self.add_near(word.bytes, says, texts, word.text, known);
        }
        place
    }

    pub(super) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Whether no more are kept.
    pub(super) fn is_full(&self) -> bool {
        self.kept.len() >= KEPT
    }

    /// All of them in the order of the text, at most [`SHOWN`] and a note.
    pub(super) fn all(mut self) -> Vec<Problem> {
        let more = self.more + self.kept.len().saturating_sub(SHOWN);
        if more > 0 {
            let bytes = self.kept.get(SHOWN).map_or(0..0, |problem| problem.bytes.clone());
            self.kept.truncate(SHOWN);
            let bytes = Bytes::new(bytes.start, bytes.end);
            let says = "# more problems follow\nmend those above first";
            self.kept.push(Problem::new(self.text, bytes, says, &[], &[more as u64], "", &[]));
        }
        self.kept
    }
}

fn is_after(problem: &Problem, bytes: Bytes) -> bool {
    (problem.bytes.start, problem.bytes.end) > (bytes.start, bytes.end)
}

/// The line and column of a byte, both from 1, the column in characters.
pub(super) fn position(text: &str, byte: usize) -> (u32, u32) {
    let (mut line, mut column) = (1, 1);
    for (at, c) in text.char_indices() {
        if at >= byte {
            break;
        }
        match c {
            '\n' => (line, column) = (line + 1, 1),
            BOM => {}
            _ => column += 1,
        }
    }
    (line, column)
}

/// The mark that some editors put at the beginning of a file. It has no width.
pub(super) const BOM: char = '\u{feff}';

/// A found word in backquotes: at most 40 characters, and nothing that would not be seen.
fn quote(word: &str, text: &mut String) {
    text.push('`');
    for (count, c) in word.chars().enumerate() {
        if count == 40 {
            text.push_str("...");
            break;
        }
        match c {
            '\0' => text.push_str("\\0"),
            _ if is_seen(c) => text.push(c),
            _ => text.extend(c.escape_default()),
        }
    }
    text.push('`');
}

/// Whether a character is seen where it stands: no control, no mark upon another, nothing without width.
pub(super) fn is_seen(c: char) -> bool {
    c == ' '
        || !c.is_control()
            && !c.is_whitespace()
            && !matches!(c, '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}')
            && !matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..)
}

/// The known word with the fewest letters inserted, left out, replaced or swapped with a neighbour; `None`
/// when more than a third of the word differs.
fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let letters = Letters::of(word);
    if letters.count > LONGEST_COMPARED {
        return None;
    }
    let mut fewest = letters.count.div_ceil(3) + 1;
    let mut nearest = None;
    for candidate in known.iter().take(MOST_COMPARED) {
        let distance = letters.distance(candidate, fewest);
        if distance < fewest && *candidate != word {
            (fewest, nearest) = (distance, Some(*candidate));
        }
    }
    nearest
}

/// The letters of a word, all small; one more than are compared, if there are more.
struct Letters {
    letters: [char; LONGEST_COMPARED + 1],
    count: usize,
}

impl Letters {
    fn of(word: &str) -> Self {
        let mut found = Self { letters: ['\0'; LONGEST_COMPARED + 1], count: 0 };
        for (letter, c) in found.letters.iter_mut().zip(word.chars()) {
            *letter = c.to_ascii_lowercase();
            found.count += 1;
        }
        found
    }

    /// The edit distance to another word, swapped neighbours counting one; `most` for any that is not smaller.
    fn distance(&self, other: &str, most: usize) -> usize {
        let other = Self::of(other);
        if self.count.abs_diff(other.count) >= most || other.count > LONGEST_COMPARED {
            return most;
        }
        let (a, b) = (&self.letters, &other.letters);
        // The distance between the first `i` letters of one and the first `j` of the other is `rows[i][j]`.
        let mut rows = [[0_usize; LONGEST_COMPARED + 1]; LONGEST_COMPARED + 1];
        for i in 0..=self.count {
            for j in 0..=other.count {
                let mut best = i.max(j);
                if i > 0 && j > 0 {
                    let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                        best = best.min(rows[i - 2][j - 2] + 1);
                    }
                }
                rows[i][j] = best;
            }
        }
        rows[self.count][other.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn nearest_word_counts_letters() {
        let known = ["client", "lock", "link", "store"];
        let nearest = |word| nearest(word, &known);
        assert_eq!(nearest("clinet"), Some("client"), "two neighbours swapped: one step");
        assert_eq!(nearest("lok"), Some("lock"), "one letter left out");
        assert_eq!(nearest("Store"), Some("store"), "capitals do not count");
        assert_eq!(nearest("banana"), None, "nothing is near");
        assert_eq!(nearest(""), None);
        assert_eq!(nearest(&"x".repeat(1000)), None);
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

    fn quoted(word: &str) -> String {
        let [text, _] = filled("$", &[word], &[], &[]);
        text
    }

    #[test]
    fn found_words_are_shown_whole_or_cut_and_never_hidden() {
        assert_eq!(quoted("a b"), "`a b`");
        assert_eq!(quoted("a\u{202e}b"), "`a\\u{202e}b`");
        assert_eq!(quoted("caf\u{e9} \u{4e2d}"), "`caf\u{e9} \u{4e2d}`");
        assert_eq!(quoted("\0\t\u{a0}\u{301}\u{feff}"), "`\\0\\t\\u{a0}\\u{301}\\u{feff}`");
        assert_eq!(quoted(&"y".repeat(50)), format!("`{}...`", "y".repeat(40)));
    }
}
