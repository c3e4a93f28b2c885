//! Puts tokens together: clauses of words, routes and settings.

use alloc::vec::Vec;

use super::lexer::{Draft, Token};
use super::{Clause, Item, Sign, Statement, Word};
use crate::notation::problem::{Bytes, Problems};

impl<'t> Draft<'t> {
    /// Puts the tokens together.
    pub(super) fn build(self, problems: &mut Problems<'t>) -> Statement<'t> {
        let statement = Statement { pieces: self.pieces, broken: self.broken, ..Statement::default() };
        let mut builder = Builder { problems, tokens: self.tokens, statement, clause: Clause::default() };
        let (mut place, mut begin) = (0, 0);
        while let Some((token, word)) = builder.tokens.get(place).copied() {
            let has_colon = builder.statement.colon.is_some();
            if token == if has_colon { Token::Comma } else { Token::Colon } {
                builder.end_clause(begin, place, word.bytes);
                builder.statement.colon.get_or_insert(word.bytes);
                place += 1;
                begin = place;
            } else {
                place += builder.item(place, token, word);
            }
        }
        // A colon at the end of a head begins no step.
        let only_colon = builder.statement.colon.is_some() && builder.statement.steps.is_empty();
        if begin < place || !only_colon {
            let end = builder.tokens.last().map_or(0, |(_, word)| word.bytes.end);
            builder.end_clause(begin, place, Bytes::new(end, end));
        }
        builder.statement
    }
}

struct Builder<'p, 't> {
    problems: &'p mut Problems<'t>,
    tokens: Vec<(Token, Word<'t>)>,
    statement: Statement<'t>,
    /// The clause that is being read.
    clause: Clause<'t>,
}

impl<'t> Builder<'_, 't> {
    fn complain(&mut self, bytes: Bytes, says: &str, parts: &[&str]) {
        self.statement.broken = true;
        self.problems.add(bytes, says, parts);
    }

    /// Puts the clause of these tokens into the statement; `end` is the place of what ends it.
    fn end_clause(&mut self, begin: usize, after: usize, end: Bytes) {
        let mut clause = core::mem::take(&mut self.clause);
        clause.bytes = match self.tokens.get(begin..after) {
            Some([(_, first), .., (_, last)]) => first.bytes.to(last.bytes),
            Some([(_, only)]) => only.bytes,
            _ => {
                if !self.statement.broken {
                    let says = "a step is missing here\nwrite one, or leave the sign before it away";
                    self.complain(end, says, &[]);
                }
                Bytes::new(end.start, end.start)
            }
        };
        match self.statement.colon {
            None => self.statement.head = clause,
            Some(_) => self.statement.steps.push(clause),
        }
    }

    /// A word, a route or a setting; how many tokens it takes.
    fn item(&mut self, place: usize, token: Token, word: Word<'_>) -> usize {
        let says = match token {
            Token::Word | Token::Quoted => return self.words(place),
            Token::Equals => "`=` stands alone\nwrite `key=value` without white space",
            Token::To | Token::Both => {
                "an arrow without a name before it\nwrite it between two names, like `A->report`"
            }
            Token::Colon => "a second `:`\none colon stands before the first step",
            Token::Comma => {
                "`,` separates the steps of a client, after its `:`\nput a space between words and settings"
            }
        };
        self.complain(word.bytes, says, &[]);
        1
    }

    /// What begins with a word.
    fn words(&mut self, place: usize) -> usize {
        let at = |place: usize| self.tokens.get(place).copied();
        let Some((_, word)) = at(place) else { return 1 };
        let (token, joint) = at(place + 1).unwrap_or((Token::Word, word));
        let sign = match token {
            Token::Equals if joint.bytes.start == word.bytes.end => Sign::Equals,
            Token::To => Sign::To,
            Token::Both => Sign::Both,
            _ => {
                self.add(Item { word, sign: Sign::None, value: word });
                return 1;
            }
        };
        let apart = |value: &Word<'_>| sign == Sign::Equals && value.bytes.start != joint.bytes.end;
        match at(place + 2) {
            Some((Token::Word | Token::Quoted, value)) if !apart(&value) => {
                self.add(Item { word, sign, value });
                return 3;
            }
            _ if sign == Sign::Equals => {
                let says = "$ has no value\nwrite `key=value` without white space";
                self.complain(word.bytes.to(joint.bytes), says, &[&[word.text, "="].concat()]);
            }
            _ => {
                let says = "an arrow without a name after it\nwrite it between two names, like `A->report`";
                self.complain(joint.bytes, says, &[]);
            }
        }
        2
    }

    fn add(&mut self, item: Item<'t>) {
        if item.sign == Sign::Equals {
            self.clause.settings.push(item);
            return;
        }
        if let Some(pair) = self.clause.settings.last() {
            let (key, word) = (pair.word.text, item.word.text);
            match item.is_word() {
                true => self.complain(
                    item.bytes(),
                    "$ comes too late\nwords come before settings such as `@=`",
                    &[word, key],
                ),
                false => self.complain(
                    item.bytes(),
                    "a link comes too late\nwords come before settings such as `@=`",
                    &[key],
                ),
            }
        }
        self.clause.words.push(item);
    }
}
