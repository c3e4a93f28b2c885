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
//! | `n` | a number | | `w` | a word |
//! | `G`, `g` | a grant's number, "under grant" and it | | `m` | what a message says |
//! | | | | `M` | whose message, in one word |
//!
//! `[` and one of `k`, `o`, `r` begin what is left out, up to `]`, when the event does not have that.

use alloc::string::String;
use core::fmt::{self, Display, Formatter, Write};

use crate::event::{
    AcquireEnd, BeliefEnd, ClockChange, Content, Event, Finish, Kind, Loss, Node, NotReleased, Parts,
    Promise, RecordEnd, Rejection, Scope,
};
use crate::primitive::Span;
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
        Parts::of(self.event, self.names).text(template(&self.event.kind))
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
        self.write(template, &mut text);
        text
    }

    fn write(&self, template: &str, out: &mut String) {
        let mut letters = template.chars();
        let mut left_out = false;
        while let Some(letter) = letters.next() {
            match letter {
                '[' => left_out = !self.has(letters.next().unwrap_or('[')),
                ']' => left_out = false,
                _ if left_out => {}
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
            'm' => self.said,
            'w' => self.word,
            'M' if matches!(self.from, Some(Node::Process(_))) => "$b's $w",
            'M' => "$b's answer “$w”",
            'g' if self.grant == 0 => "without a grant",
            'g' => "under grant $G",
            'u' if self.promise == Promise::UntilReleased => "it is released",
            _ => return self.write_name(letter, out),
        };
        self.write(template, out);
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
            'v' => self.value.map(|id| names.value(id)),
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

/// The sentence for each thing that happens.
fn template(kind: &Kind) -> &'static str {
    match kind {
        Kind::ClientStarted { .. } => "$c starts",
        Kind::WorkBegan { .. } => "$c begins to work for $d",
        Kind::WorkEnded { .. } => "$c has done its work",
        Kind::SleepBegan { .. } => "$c sleeps for $d",
        Kind::SleepEnded { .. } => "$c has slept enough",
        Kind::AcquireBegan { .. } => "$c wants the lock $l",
        Kind::AcquireEnded { why, .. } => match why {
            AcquireEnd::Granted => "$c has the lock $l",
            AcquireEnd::Refused => "$c does not get the lock $l",
            AcquireEnd::GaveUp => "$c gives up asking for $l",
            AcquireEnd::Unknown => "$c does not know whether it has $l",
            AcquireEnd::Crashed => "$c dies while asking for $l",
            AcquireEnd::Stopped => "$c stops asking for $l",
        },
        Kind::TimedOut { .. } => "$c waits no longer for an answer to $m: the outcome is unknown",
        Kind::Checked { passed: true, .. } => "$c looks at its deadline for $l: it has not passed",
        Kind::Checked { passed: false, .. } => "$c looks at its deadline for $l: it has passed",
        Kind::ValueRead { value: Some(_), .. } => "$c learns that $s holds “$v”",
        Kind::ValueRead { value: None, .. } => "$c learns that $s is empty",
        Kind::ClientFinished { why, .. } => match why {
            Finish::Done => "$c is done",
            Finish::Refused => "$c stops: the lock was refused",
            Finish::GaveUp => "$c stops: it gave up asking",
            Finish::Unknown => "$c stops: it had no answer",
            Finish::Rejected => "$c stops: its write was refused",
            Finish::Told => "$c stops: it was told that the lock is lost",
            Finish::Deadline => "$c stops: its own deadline has passed",
            Finish::Crashed => "$c is dead",
        },
        Kind::Sent(_) => "$b sends $m",
        Kind::Arrived { queued: false, .. } => "$M reaches $a",
        Kind::Arrived { queued: true, .. } => "$M reaches $a, which is paused and will see it later",
        Kind::Lost { why, .. } => match why {
            Loss::Partition => "$M is lost: the link is cut",
            Loss::Network => "$M is lost on the way",
            Loss::Crashed => "$M is lost: $a is dead",
            Loss::Closed => "$M is lost: $a closed this connection",
        },
        Kind::Granted { .. } => "$h grants $l to $c[k with token $k], promised until $u",
        Kind::Refused { client, holder, .. } if client == holder => "$h refuses $l to $c: $c has it already",
        Kind::Refused { .. } => "$h refuses $l to $c: $o has it",
        Kind::Extended { client, owner, .. } if client == owner => {
            "$h extends $c's lease on $l, promised until $u"
        }
        Kind::Extended { .. } => "$h extends $o's lease on $l, asked by $c, promised until $u",
        Kind::ExtendRefused { .. } => "$h does not extend $l: it is not $c's",
        Kind::Released { client, owner, .. } if client == owner => "$h releases $l for $c",
        Kind::Released { .. } => "$h releases $l for $c, though $o holds it",
        Kind::ReleaseRefused { why: NotReleased::NotOwner, .. } => {
            "$h does not release $l: another holds it, not $c"
        }
        Kind::ReleaseRefused { .. } => "$h does not release $l: nobody holds it",
        Kind::RecordBegan { .. } => "$h has $c on record as holder of $l[k, token $k]",
        Kind::RecordEnded { why, .. } => match why {
            RecordEnd::Released => "$c's lease on $l is released",
            RecordEnd::ReleasedByOther => "$c's lease on $l is released by another",
            RecordEnd::Expired => "$c's lease on $l expires",
        },
        Kind::BeliefBegan { .. } => "$c believes that it holds $l[r, by its own clock until $r]",
        Kind::BeliefExtended { .. } => "$c may act on $l for longer[r, by its own clock until $r]",
        Kind::ValidityEnded { .. } => "$c's validity for $l ends, and $c still thinks that it holds the lock",
        Kind::BeliefEnded { why, .. } => belief_ended(*why),
        _ => store_or_fault(kind),
    }
}

fn belief_ended(why: BeliefEnd) -> &'static str {
    match why {
        BeliefEnd::Deadline => "$c no longer believes that it holds $l: its own deadline has passed",
        BeliefEnd::ReleaseSent => "$c no longer believes that it holds $l: it has sent the release",
        BeliefEnd::Told => "$c no longer believes that it holds $l: its lock library was told so",
        BeliefEnd::Rejected => "$c no longer believes that it holds $l: its write was refused",
        BeliefEnd::Crashed => "$c no longer believes that it holds $l: it is dead",
        BeliefEnd::Finished => "$c no longer believes that it holds $l: its program is over",
    }
}

fn store_or_fault(kind: &Kind) -> &'static str {
    match kind {
        Kind::WriteAccepted { .. } => "$h accepts $c's write[k with token $k] and now holds “$v”",
        Kind::WriteRejected { why: Rejection::Stale { .. }, .. } => {
            "$h refuses $c's write: it carries token $n, and $h has already seen $K"
        }
        Kind::WriteRejected { .. } => "$h refuses $c's write: it carries no token",
        Kind::ReadServed { value: Some(_), .. } => "$h tells $c that it holds “$v”",
        Kind::ReadServed { value: None, .. } => "$h tells $c that it is empty",
        Kind::Paused { scope, .. } => match scope {
            Scope::Process => "$b pauses",
            Scope::Worker => "$b pauses: its workers only",
            Scope::Renewer => "$b pauses: its renewal only",
        },
        Kind::Resumed { scope, .. } => match scope {
            Scope::Process => "$b wakes up",
            Scope::Worker => "$b wakes up: its workers only",
            Scope::Renewer => "$b wakes up: its renewal only",
        },
        Kind::Crashed { host: false, .. } => "$b crashes",
        Kind::Crashed { host: true, .. } => "the host of $b vanishes",
        Kind::Restarted { .. } => "$b starts again",
        Kind::ConnectionClosed { .. } => "$h sees that $b closed its connection",
        Kind::LinkCut { .. } => "messages from $b no longer reach $a",
        Kind::LinkHealed { .. } => "messages from $b reach $a again",
        Kind::LinkSlowed { by: Span::ZERO, .. } => "messages from $b to $a travel at their usual pace again",
        Kind::LinkSlowed { .. } => "messages from $b to $a take $d longer",
        Kind::LinkLossy { lossy: true, .. } => "messages from $b to $a may get lost",
        Kind::LinkLossy { lossy: false, .. } => "messages from $b to $a no longer get lost",
        Kind::ClockChanged { change: ClockChange::Step(..0) } => "the clock of $h jumps back by $d",
        Kind::ClockChanged { change: ClockChange::Step(_) } => "the clock of $h jumps forward by $d",
        Kind::ClockChanged { change: ClockChange::Rate(..0) } => {
            "the clocks of $h run $n parts per million slow"
        }
        Kind::ClockChanged { .. } => "the clocks of $h run $n parts per million fast",
        _ => "",
    }
}

/// What a message says, as the object of a sentence.
pub(crate) fn said(content: &Content) -> &'static str {
    match content {
        Content::Acquire { .. } => "“acquire $l” to $a",
        Content::Extend { .. } => "“extend $l” to $a",
        Content::Release { plain: false, .. } => "“release $l” to $a",
        Content::Release { plain: true, .. } => "a plain “release $l” to $a",
        Content::Write { .. } => "a write of “$v” to $a[k, token $k]",
        Content::Read { .. } => "a read to $a",
        Content::Close => "the end of its connection to $a",
        Content::Granted { .. } => "the answer “$l is yours”[k, token $k,] to $a",
        Content::Held { .. } => "the answer “$l is held” to $a",
        Content::Extended { .. } => "the answer “$l extended” to $a",
        Content::Released { .. } => "the answer “$l released” to $a",
        Content::NotYours { .. } => "the answer “$l is not yours” to $a",
        Content::Written { .. } => "the answer “written” to $a",
        Content::Rejected { why: Rejection::Stale { .. }, .. } => "the answer “refused, $n < $K” to $a",
        Content::Rejected { .. } => "the answer “refused, no token” to $a",
        Content::Value { .. } => "the value to $a",
    }
}
