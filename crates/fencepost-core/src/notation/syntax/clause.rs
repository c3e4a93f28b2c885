//! Puts tokens together: clauses of words, routes and settings.

use super::lexer::{Draft, Token};
use super::{Item, Sign, Statement, Word};
use crate::notation::problem::{Bytes, Problems};

impl<'t> Draft<'t> {
    /// Puts the tokens together.
    pub(super) fn build(mut self, problems: &mut Problems<'t>) -> Statement<'t> {
        let (mut place, mut begin) = (0, 0);
        while let Some((token, word)) = self.tokens.get(place).copied() {
            let has_colon = self.statement.colon.is_some();
            if token == if has_colon { Token::Comma } else { Token::Colon } {
                self.end_clause(begin, place, word.bytes, problems);
                self.statement.colon.get_or_insert(word.bytes);
                place += 1;
                begin = place;
            } else {
                place += self.item(place, token, word, problems);
            }
        }
        // A colon at the end of a head begins no step.
        let only_colon = self.statement.colon.is_some() && self.statement.steps.is_empty();
        if begin < place || !only_colon {
            let end = self.tokens.last().map_or(Bytes::default(), |(_, word)| word.bytes.after());
            self.end_clause(begin, place, end, problems);
        }
        self.statement
    }

    fn complain(&mut self, problems: &mut Problems<'t>, bytes: Bytes, says: &str, texts: &[&str]) {
        self.statement.broken = true;
        problems.add(bytes, says, texts);
    }

    /// Puts the clause of these tokens into the statement; `end` is the place of what ends it.
    fn end_clause(&mut self, begin: usize, after: usize, end: Bytes, problems: &mut Problems<'t>) {
        let mut clause = core::mem::take(&mut self.clause);
        clause.bytes = match self.tokens.get(begin..after) {
            Some([(_, first), .., (_, last)]) => first.bytes.to(last.bytes),
            Some([(_, only)]) => only.bytes,
            _ => {
                if !self.statement.broken {
                    let says = "a step is missing here\nwrite one, or leave the sign before it away";
                    self.complain(problems, end, says, &[]);
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
    fn item(&mut self, place: usize, token: Token, word: Word<'t>, problems: &mut Problems<'t>) -> usize {
        let says = match token {
            Token::Word | Token::Quoted => return self.words(place, word, problems),
            Token::Equals => "`=` stands alone\nwrite `key=value` without white space",
            Token::To | Token::Both => {
                "an arrow without a name before it\nwrite it between two names, like `A->report`"
            }
            Token::Colon => "a second `:`\none colon stands before the first step",
            Token::Comma => {
                "`,` separates the steps of a client, after its `:`\nput a space between words and settings"
            }
        };
        self.complain(problems, word.bytes, says, &[]);
        1
    }

    /// What begins with a word.
    fn words(&mut self, place: usize, word: Word<'t>, problems: &mut Problems<'t>) -> usize {
        let mut item = Item { word, sign: Sign::None, value: word };
        let (token, joint) = self.tokens.get(place + 1).copied().unwrap_or((Token::Word, word));
        item.sign = match token {
            Token::Equals if joint.bytes.start == word.bytes.end => Sign::Equals,
            Token::To => Sign::To,
            Token::Both => Sign::Both,
            _ => {
                self.add(item, problems);
                return 1;
            }
        };
        let is_setting = item.sign == Sign::Equals;
        match self.tokens.get(place + 2) {
            Some((Token::Word | Token::Quoted, value))
                if !is_setting || value.bytes.start == joint.bytes.end =>
            {
                item.value = *value;
                self.add(item, problems);
                return 3;
            }
            _ if is_setting => {
                let says = "$ has no value\nwrite `key=value` without white space";
                let key = [word.text, "="].concat();
                self.complain(problems, word.bytes.to(joint.bytes), says, &[&key]);
            }
            _ => {
                let says = "an arrow without a name after it\nwrite it between two names, like `A->report`";
                self.complain(problems, joint.bytes, says, &[]);
            }
        }
        2
    }

    fn add(&mut self, item: Item<'t>, problems: &mut Problems<'t>) {
        if item.sign == Sign::Equals {
            self.clause.settings.push(item);
            return;
        }
        if let Some(pair) = self.clause.settings.last() {
            let texts = [item.word.text, pair.word.text];
            let (says, texts) = match item.is_word() {
                true => ("$ comes too late\nwords come before settings such as `@=`", &texts[..]),
                false => ("a link comes too late\nwords come before settings such as `@=`", &texts[1..]),
            };
            self.complain(problems, item.bytes(), says, texts);
        }
        self.clause.words.push(item);
    }
}
