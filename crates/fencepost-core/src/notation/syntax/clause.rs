//! Puts tokens together: clauses of words, routes and settings, and the comments that belong to them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::lexer::{Comment, Draft, Token};
use super::{Arrow, Clause, Item, Pair, Statement, Word};
use crate::notation::problem::{Bytes, Complaint, Problems, quoted};

impl<'t> Draft<'t> {
    /// Puts the tokens together.
    pub(super) fn build(self, problems: &mut Problems) -> Statement<'t> {
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
                        let found = format!("{} has no value", quoted(&format!("{}=", first.text)));
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
