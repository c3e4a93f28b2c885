//! Events in plain words, one sentence each.
//!
//! Each sentence is a template. `$` and a letter stand for what the event names, or for what else the sentence
//! is about:
//!
//! | letter | stands for | | letter | stands for |
//! |---|---|---|---|---|
//! | `c`, `o` | the client, the other client | | `d` | a length of time |
//! | `h` | the node where it happens | | `i`, `j` | the moment, an earlier moment |
//! | `b`, `a` | the ends of a link or of a message's way; a process | | `u` | the end of a promise |
//! | `l`, `s` | the lock, the store | | `r` | the end of validity, by the client's clock |
//! | `k`, `K` | its token, the highest token | | `v` | a value |
//! | `U` | "until" and the end of a promise | | `w` | a word |
//! | `n` | a number | | | |
//! | `G`, `g` | a grant's number, "under grant" and it | | `m` | what a message says |
//! | | | | `M` | whose message, in one word |
//!
//! `[` and one of `k`, `o`, `r` begin what is left out, up to `]`, when the event does not have that. `|` stands
//! between several templates of which a number says which is meant.

use alloc::string::String;
use core::fmt::{self, Display, Formatter, Write};

use crate::event::{Event, Node, Parts, Promise};
use crate::trace::Names;

/// One event, to be shown as a sentence. The time is not in it.
pub struct Sentence<'a> {
    /// The event.
    pub event: &'a Event,
    /// What things are called.
    pub names: &'a Names,
}

impl Sentence<'_> {
    /// The sentence.
    pub fn text(&self) -> String {
        let (kind, mut text) = (&self.event.kind, String::new());
        Parts::of(self.event, self.names).write(kind.sentences(), kind.case(), &mut text);
        text
    }
}

impl Display for Sentence<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Parts<'_> {
    /// A template, filled in.
    pub(crate) fn text(&self, template: &str) -> String {
        let mut text = String::new();
        self.write(template, 0, &mut text);
        text
    }

    /// Writes one of several templates, between which there are `|`.
    fn write(&self, templates: &str, case: usize, out: &mut String) {
        let mut letters = templates.chars();
        let (mut left_out, mut place) = (false, 0);
        while let Some(letter) = letters.next() {
            match letter {
                '[' => left_out = !self.has(letters.next().unwrap_or('[')),
                ']' => left_out = false,
                '|' => place += 1,
                _ if left_out || place != case => {}
                '$' => self.write_part(letters.next().unwrap_or('$'), out),
                _ => out.push(letter),
            }
        }
    }

    fn has(&self, letter: char) -> bool {
        match letter {
            'k' => self.token > 0,
            'o' => self.other.is_some(),
            _ => self.valid.is_some(),
        }
    }

    /// Not inlined: the loop over a template would load every part first.
    #[inline(never)]
    fn write_part(&self, letter: char, out: &mut String) {
        let template = match letter {
            'm' => return self.write(self.said, self.said_case, out),
            'v' => return out.push_str(&self.value.map_or_else(String::new, |it| self.names.value(it))),
            'w' => self.word,
            'M' if matches!(self.from, Some(Node::Process(_))) => "$b's $w",
            'M' => "$b's answer “$w”",
            'g' if self.grant == 0 => "without a grant",
            'g' => "under grant $G",
            'u' if self.promise == Promise::UntilReleased => "it is released",
            'U' => match self.promise {
                Promise::Until(_) | Promise::UntilReleased => "until $u",
                Promise::WhileConnected => "while the connection lives",
                Promise::InProcess => "within its process until it is released",
            },
            _ => return self.write_name(letter, out),
        };
        self.write(template, 0, out);
    }

    fn write_name(&self, letter: char, out: &mut String) {
        let names = self.names;
        let name = match letter {
            'c' => self.end(None),
            'h' => self.end(self.here),
            'b' => self.end(self.from),
            'a' => self.end(self.to),
            'o' => self.other.map(|id| names.client(id)),
            'l' => self.lock.map(|id| names.lock(id)),
            's' => self.store.map(|id| names.store(id)),
            _ => return self.write_measure(letter, out),
        };
        out.push_str(name.unwrap_or_default());
    }

    fn write_measure(&self, letter: char, out: &mut String) {
        let measure: &dyn Display = match (letter, &self.promise, &self.valid) {
            ('d', ..) => &self.span,
            ('i', ..) => &self.at,
            ('j', ..) => &self.since,
            ('u', Promise::Until(end), _) => end,
            ('r', _, Some(end)) => end,
            ('k', ..) => &self.token,
            ('K', ..) => &self.highest,
            ('G', ..) => &self.grant,
            _ => &self.number,
        };
        // Writing to a string cannot fail.
        let _ = write!(out, "{measure}");
    }
}
