//! From text to statements: words, routes and settings with their places, and the comments between them.
//! It knows quotes, comments and continued lines, and no meanings.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::problem::{BOM, Bytes, Complaint, Problems, quoted};

/// A text, taken apart.
#[derive(Debug)]
pub(super) struct Document<'t> {
    /// The text.
    pub(super) text: &'t str,
    /// Its lines, where a continued statement is one.
    pub(super) lines: Vec<Line<'t>>,
}

/// A line, with the lines that continue it.
#[derive(Debug)]
pub(super) enum Line<'t> {
    /// White space only.
    Blank,
    /// A comment, from its `#`.
    Comment(&'t str),
    /// A statement.
    Statement(Statement<'t>),
}

/// A statement: a head, and after a colon the steps.
#[derive(Debug)]
pub(super) struct Statement<'t> {
    /// The words and settings before the colon.
    pub(super) head: Clause<'t>,
    /// The colon.
    pub(super) colon: Option<Bytes>,
    /// What follows it, taken apart at commas.
    pub(super) steps: Vec<Clause<'t>>,
    /// Its part of each line, without comments.
    pub(super) pieces: Vec<Bytes>,
    /// Whether it has a problem already.
    pub(super) broken: bool,
}

/// Words, then settings.
#[derive(Debug, Default)]
pub(super) struct Clause<'t> {
    /// The words. The first says what it is.
    pub(super) words: Vec<Item<'t>>,
    /// The settings.
    pub(super) settings: Vec<Pair<'t>>,
    /// From the first word to the end of the last word or setting.
    pub(super) bytes: Bytes,
    /// Comments on lines of their own before it, and others that found no better place.
    pub(super) before: Vec<&'t str>,
    /// The comment at its end.
    pub(super) after: Option<&'t str>,
}

/// A word in a clause.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item<'t> {
    /// A word.
    Word(Word<'t>),
    /// Two names joined by an arrow.
    Route(Arrow<'t>),
}

/// A word, bare or in quotes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    /// What it says, without quotes.
    pub(super) text: &'t str,
    /// Whether it is in quotes.
    pub(super) quoted: bool,
    /// Its place, quotes included.
    pub(super) bytes: Bytes,
}

/// `from->to` or `from<->to`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow<'t> {
    pub(super) from: Word<'t>,
    pub(super) to: Word<'t>,
    pub(super) both: bool,
}

/// `key=value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair<'t> {
    pub(super) key: Word<'t>,
    pub(super) value: Word<'t>,
}

impl Pair<'_> {
    pub(super) fn bytes(&self) -> Bytes {
        self.key.bytes.to(self.value.bytes)
    }
}

impl Item<'_> {
    pub(super) fn bytes(&self) -> Bytes {
        match self {
            Self::Word(word) => word.bytes,
            Self::Route(route) => route.from.bytes.to(route.to.bytes),
        }
    }
}

impl<'t> Clause<'t> {
    /// The word at a place, from 0, unless there is a route.
    pub(super) fn word(&self, place: usize) -> Option<Word<'t>> {
        match self.words.get(place)? {
            Item::Word(word) => Some(*word),
            Item::Route(_) => None,
        }
    }

    /// The first word.
    pub(super) fn keyword(&self) -> &'t str {
        self.word(0).filter(|word| !word.quoted).map_or("", |word| word.text)
    }

    /// The setting of this name, the first if there are several.
    pub(super) fn setting(&self, key: &str) -> Option<&Pair<'t>> {
        self.settings.iter().find(|pair| pair.key.text == key)
    }
}

impl<'t> Document<'t> {
    /// The statements, in the order of the text.
    pub(super) fn statements(&self) -> impl Iterator<Item = &Statement<'t>> {
        self.lines.iter().filter_map(|line| match line {
            Line::Statement(statement) => Some(statement),
            _ => None,
        })
    }

    /// A statement as written, without comments, its lines joined by one space.
    pub(super) fn source(&self, statement: &Statement<'t>) -> String {
        let mut source = String::new();
        for piece in &statement.pieces {
            if !source.is_empty() {
                source.push(' ');
            }
            source.push_str(self.text.get(piece.range()).unwrap_or(""));
        }
        source
    }
}

const BLANKS: [char; 2] = [' ', '\t'];

/// Takes a text apart.
pub(super) fn read<'t>(text: &'t str, problems: &mut Problems) -> Document<'t> {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Word,
    Quoted,
    Equals,
    Arrow { both: bool },
    Colon,
    Comma,
}

/// A statement whose lines are still being read.
struct Draft<'t> {
    tokens: Vec<(Token, Word<'t>)>,
    comments: Vec<Comment<'t>>,
    pieces: Vec<Bytes>,
    broken: bool,
}

/// A comment inside a statement.
struct Comment<'t> {
    /// How many tokens stand before it.
    after: usize,
    own_line: bool,
    text: &'t str,
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

impl<'t> Draft<'t> {
    /// Takes one line apart into tokens and a comment.
    fn lex(&mut self, start: usize, content: &'t str, problems: &mut Problems) {
        let first = self.tokens.len();
        let mut rest = content;
        loop {
            rest = rest.trim_start_matches(BLANKS);
            let at = start + (content.len() - rest.len());
            if rest.is_empty() {
                break;
            }
            if rest.starts_with('#') {
                let comment = Comment { after: self.tokens.len(), own_line: false, text: rest.trim_end() };
                self.comments.push(comment);
                break;
            }
            let Some((token, length)) = self.token(rest) else {
                let bytes = Bytes::new(at, at + rest.trim_end().len());
                self.broken = true;
                problems.add(
                    bytes,
                    Complaint::new("these quotes do not end", "write `\"` at their end, on the same line"),
                );
                break;
            };
            let (whole, after) = rest.split_at(length);
            let text = if token == Token::Quoted { whole.trim_matches('"') } else { whole };
            let bytes = Bytes::new(at, at + length);
            self.tokens.push((token, Word { text, quoted: token == Token::Quoted, bytes }));
            rest = after;
        }
        if let (Some((_, head)), Some((_, last))) = (self.tokens.get(first), self.tokens.last()) {
            self.pieces.push(head.bytes.to(last.bytes));
        }
    }

    /// The token at the start of `rest` and its length; `None` for quotes without end.
    fn token(&self, rest: &str) -> Option<(Token, usize)> {
        if self.is_title() {
            return Some((Token::Word, rest.find(BLANKS).unwrap_or(rest.len())));
        }
        let single = match rest.as_bytes().first() {
            Some(b'=') => Some(Token::Equals),
            Some(b':') => Some(Token::Colon),
            Some(b',') => Some(Token::Comma),
            _ => None,
        };
        if let Some(token) = single {
            return Some((token, 1));
        }
        if let Some(inner) = rest.strip_prefix('"') {
            return Some((Token::Quoted, inner.find('"')? + 2));
        }
        if let Some(length) = arrow(rest) {
            return Some((Token::Arrow { both: length == 3 }, length));
        }
        let end = rest.char_indices().find(|(at, c)| {
            BLANKS.contains(c) || matches!(c, '=' | ':' | ',' | '"') || arrow(&rest[*at..]).is_some()
        });
        Some((Token::Word, end.map_or(rest.len(), |(at, _)| at)))
    }

    /// A title is taken as it is written, whatever signs are in it.
    fn is_title(&self) -> bool {
        self.tokens.first().is_some_and(|(token, word)| *token == Token::Word && word.text == "title")
    }

    /// Puts the tokens together.
    fn build(self, problems: &mut Problems) -> Statement<'t> {
        let mut builder = Builder { problems, broken: self.broken };
        let mut clauses: Vec<Clause<'t>> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        let mut colon: Option<Bytes> = None;
        let mut start = 0;
        for (place, (token, word)) in self.tokens.iter().enumerate() {
            let ends_clause = match token {
                Token::Colon if colon.is_none() => {
                    colon = Some(word.bytes);
                    true
                }
                Token::Colon => {
                    builder.complain(word.bytes, "a second `:`", "one colon stands before the first step")
                }
                Token::Comma if colon.is_none() => builder.complain(
                    word.bytes,
                    "`,` separates the steps of a client, after its `:`",
                    "put a space between words and settings",
                ),
                Token::Comma => true,
                _ => false,
            };
            if ends_clause {
                clauses.push(builder.clause(&self.tokens[start..place], word.bytes));
                ends.push(place + 1);
                start = place + 1;
            }
        }
        let end = self
            .tokens
            .last()
            .map_or(Bytes::default(), |(_, word)| Bytes::new(word.bytes.end, word.bytes.end));
        let only_colon = colon.is_some() && clauses.len() == 1 && start == self.tokens.len();
        if !only_colon {
            clauses.push(builder.clause(&self.tokens[start..], end));
            ends.push(self.tokens.len());
        }
        attach(&mut clauses, &ends, self.comments);
        let broken = builder.broken;
        let mut clauses = clauses.into_iter();
        let head = clauses.next().unwrap_or_default();
        Statement { head, colon, steps: clauses.collect(), pieces: self.pieces, broken }
    }
}

/// The length of an arrow at the start of `rest`.
fn arrow(rest: &str) -> Option<usize> {
    ["->", "<->"].into_iter().find(|arrow| rest.starts_with(arrow)).map(str::len)
}

/// Gives each comment to the clause that it stands at.
fn attach<'t>(clauses: &mut [Clause<'t>], ends: &[usize], comments: Vec<Comment<'t>>) {
    for comment in comments {
        let token = if comment.own_line { comment.after } else { comment.after.saturating_sub(1) };
        let place = ends.partition_point(|end| *end <= token).min(clauses.len().saturating_sub(1));
        let Some(clause) = clauses.get_mut(place) else { continue };
        if comment.own_line {
            clause.before.push(comment.text);
        } else if let Some(earlier) = clause.after.replace(comment.text) {
            clause.before.push(earlier);
        }
    }
}

struct Builder<'p> {
    problems: &'p mut Problems,
    broken: bool,
}

impl Builder<'_> {
    /// Records a problem; always false.
    fn complain(&mut self, bytes: Bytes, found: impl Into<String>, would_do: impl Into<String>) -> bool {
        self.broken = true;
        self.problems.add(bytes, Complaint::new(found, would_do));
        false
    }

    /// One clause from its tokens; `end` is the place of what ends it.
    fn clause<'t>(&mut self, tokens: &[(Token, Word<'t>)], end: Bytes) -> Clause<'t> {
        let mut clause = Clause::default();
        let (Some((_, first)), Some((_, last))) = (tokens.first(), tokens.last()) else {
            if !self.broken {
                self.complain(end, "a step is missing here", "write one, or leave the sign before it away");
            }
            clause.bytes = Bytes::new(end.start, end.start);
            return clause;
        };
        clause.bytes = first.bytes.to(last.bytes);
        let mut place = 0;
        while let Some((token, word)) = tokens.get(place) {
            place += match token {
                Token::Word | Token::Quoted => self.item(&mut clause, &tokens[place..]),
                Token::Equals => {
                    self.complain(word.bytes, "`=` stands alone", "write `key=value` without white space");
                    1
                }
                Token::Arrow { .. } => {
                    self.complain(
                        word.bytes,
                        "an arrow without a name before it",
                        "write it between two names, like `A->report`",
                    );
                    1
                }
                // Signs that have been complained about.
                Token::Colon | Token::Comma => 1,
            };
        }
        clause
    }

    /// A word, a route or a setting; how many tokens it takes.
    fn item<'t>(&mut self, clause: &mut Clause<'t>, tokens: &[(Token, Word<'t>)]) -> usize {
        let word_at = |place: usize| match tokens.get(place) {
            Some((Token::Word | Token::Quoted, word)) => Some(*word),
            _ => None,
        };
        let Some(first) = word_at(0) else { return 1 };
        match (tokens.get(1), word_at(2)) {
            (Some((Token::Equals, sign)), value) if sign.bytes.start == first.bytes.end => {
                match value.filter(|value| value.bytes.start == sign.bytes.end) {
                    Some(value) => {
                        clause.settings.push(Pair { key: first, value });
                        3
                    }
                    None => {
                        let found = format!("`{}=` has no value", first.text);
                        self.complain(
                            first.bytes.to(sign.bytes),
                            found,
                            "write `key=value` without white space",
                        );
                        2
                    }
                }
            }
            (Some((Token::Arrow { both }, _)), Some(to)) => {
                self.add_word(clause, Item::Route(Arrow { from: first, to, both: *both }));
                3
            }
            (Some((Token::Arrow { .. }, sign)), None) => {
                self.complain(
                    sign.bytes,
                    "an arrow without a name after it",
                    "write it between two names, like `A->report`",
                );
                2
            }
            _ => {
                self.add_word(clause, Item::Word(first));
                1
            }
        }
    }

    fn add_word<'t>(&mut self, clause: &mut Clause<'t>, item: Item<'t>) {
        if let Some(pair) = clause.settings.last() {
            let would_do = format!("words come before settings such as `{}=`", pair.key.text);
            let shown = match item {
                Item::Word(word) => quoted(word.text),
                Item::Route(_) => String::from("a link"),
            };
            self.complain(item.bytes(), format!("{shown} comes too late"), would_do);
        }
        clause.words.push(item);
    }
}
