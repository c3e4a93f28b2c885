//! Events in plain words, one sentence each.
//!
//! Each sentence is a template. `$` and a letter stand for what the event names:
//!
//! | letter | stands for | | letter | stands for |
//! |---|---|---|---|---|
//! | `c` | the client | | `d` | a length of time |
//! | `o` | the other client | | `u` | the end of a promise |
//! | `p` | the process | | `r` | the end of validity, by the client's clock |
//! | `h` | the node where it happens | | `n` | a number |
//! | `f`, `t` | the nodes between which | | `m` | a message |
//! | `l`, `s` | the lock, the store | | `w` | what a message says, in one word |
//! | `k`, `K` | its token, the highest token | | `a`, `b` | a message's addressee, its sender |
//! | `v` | a value | | | |
//!
//! What stands between `[` and `]` is left out when the event does not have what it names.

use core::fmt::{self, Display, Formatter};

use crate::event::{
    AcquireEnd, BeliefEnd, ClientId, ClockChange, Content, Event, Finish, Kind, LockId, Loss, Message, Node,
    NotReleased, ProcessId, Promise, RecordEnd, Rejection, Scope, StoreId, ValueId,
};
use crate::primitive::{Reading, Span, Time, Token};
use crate::trace::Names;

/// One event, to be shown as a sentence. The time is not in it.
pub struct Sentence<'a> {
    /// The event.
    pub event: &'a Event,
    /// What things are called.
    pub names: &'a Names,
}

impl Display for Sentence<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut parts = Parts { here: Some(self.event.node), ..Parts::default() };
        parts.take(&self.event.kind);
        parts.write(template(&self.event.kind), self.names, f)
    }
}

/// What an event or a message names.
#[derive(Default)]
struct Parts {
    here: Option<Node>,
    client: Option<ClientId>,
    other: Option<ClientId>,
    process: Option<ProcessId>,
    from: Option<Node>,
    to: Option<Node>,
    lock: Option<LockId>,
    store: Option<StoreId>,
    value: Option<ValueId>,
    token: Option<Token>,
    highest: Option<Token>,
    span: Option<Span>,
    promise: Option<Time>,
    valid: Option<Reading>,
    number: Option<u32>,
    message: Option<Message>,
}

impl Parts {
    fn take(&mut self, kind: &Kind) {
        match *kind {
            Kind::ClientStarted { client: c }
            | Kind::WorkEnded { client: c }
            | Kind::SleepEnded { client: c }
            | Kind::ClientFinished { client: c, .. } => self.client = Some(c),
            Kind::WorkBegan { client: c, length } | Kind::SleepBegan { client: c, length } => {
                (self.client, self.span) = (Some(c), Some(length));
            }
            Kind::AcquireBegan { client: c, lock: l, .. }
            | Kind::AcquireEnded { client: c, lock: l, .. }
            | Kind::Checked { client: c, lock: l, .. }
            | Kind::ExtendRefused { client: c, lock: l }
            | Kind::ReleaseRefused { client: c, lock: l, .. }
            | Kind::RecordEnded { client: c, lock: l, .. }
            | Kind::ValidityEnded { client: c, lock: l, .. }
            | Kind::BeliefEnded { client: c, lock: l, .. } => self.take_lock(c, l),
            Kind::Granted { client: c, lock: l, token, promise, .. } => {
                self.take_lock(c, l);
                self.token = token;
                self.take_promise(promise);
            }
            Kind::Refused { client: c, lock: l, holder: o }
            | Kind::Released { client: c, lock: l, owner: o, .. } => {
                self.take_lock(c, l);
                self.other = Some(o);
            }
            Kind::Extended { client: c, lock: l, owner, promise, .. } => {
                self.take_lock(owner, l);
                self.other = Some(c).filter(|client| *client != owner);
                self.take_promise(promise);
            }
            Kind::RecordBegan { client: c, lock: l, token, .. } => {
                self.take_lock(c, l);
                self.token = token;
            }
            Kind::BeliefBegan { client: c, lock: l, valid_until, .. }
            | Kind::BeliefExtended { client: c, lock: l, valid_until, .. } => {
                self.take_lock(c, l);
                self.valid = valid_until;
            }
            Kind::ValueRead { client: c, store, value, .. }
            | Kind::ReadServed { client: c, store, value, .. } => {
                (self.client, self.store, self.value) = (Some(c), Some(store), value);
            }
            Kind::WriteAccepted { client: c, token, value, .. } => {
                (self.client, self.token, self.value) = (Some(c), token, Some(value));
            }
            Kind::WriteRejected { client: c, why, .. } => {
                self.client = Some(c);
                self.take_rejection(why);
            }
            Kind::TimedOut { message, .. }
            | Kind::Sent(message)
            | Kind::Arrived { message, .. }
            | Kind::Lost { message, .. } => {
                (self.client, self.message) = (Some(message.client), Some(message));
            }
            Kind::Paused { process, .. }
            | Kind::Resumed { process, .. }
            | Kind::Crashed { process, .. }
            | Kind::Restarted { process }
            | Kind::ConnectionClosed { process } => self.process = Some(process),
            Kind::LinkCut { from, to } | Kind::LinkHealed { from, to } | Kind::LinkLossy { from, to, .. } => {
                (self.from, self.to) = (Some(from), Some(to))
            }
            Kind::LinkSlowed { from, to, by } => {
                (self.from, self.to, self.span) = (Some(from), Some(to), Some(by));
            }
            Kind::ClockChanged { change: ClockChange::Step(us) } => {
                self.span = Some(Span::from_micros(us.unsigned_abs()));
            }
            Kind::ClockChanged { change: ClockChange::Rate(ppm) } => self.number = Some(ppm.unsigned_abs()),
        }
    }

    fn take_lock(&mut self, client: ClientId, lock: LockId) {
        (self.client, self.lock) = (Some(client), Some(lock));
    }

    fn take_promise(&mut self, promise: Promise) {
        if let Promise::Until(time) = promise {
            self.promise = Some(time);
        }
    }

    fn take_rejection(&mut self, why: Rejection) {
        if let Rejection::Stale { token, highest } = why {
            (self.token, self.highest) = (Some(token), Some(highest));
        }
    }

    /// What a message names; in its template, `a` and `b` are its ends.
    fn of_message(message: &Message) -> Self {
        let mut parts = Self {
            client: Some(message.client),
            lock: message.content.lock(),
            message: Some(*message),
            ..Self::default()
        };
        match message.content {
            Content::Write { value, token, .. } => (parts.value, parts.token) = (Some(value), token),
            Content::Granted { token, .. } => parts.token = token,
            Content::Rejected { why, .. } => parts.take_rejection(why),
            _ => {}
        }
        parts
    }

    fn write(&self, template: &str, names: &Names, f: &mut Formatter<'_>) -> fmt::Result {
        let mut rest = template;
        while let Some(place) = rest.bytes().position(|byte| matches!(byte, b'$' | b'[' | b']')) {
            let (text, after) = rest.split_at(place);
            f.write_str(text)?;
            let (sign, letter) = (after.as_bytes()[0], after.as_bytes().get(1).copied().unwrap_or(b' '));
            rest = match sign {
                b'$' => {
                    self.write_part(letter, names, f)?;
                    after.get(2..).unwrap_or("")
                }
                b'[' if !self.has_optional(after) => {
                    after.bytes().position(|byte| byte == b']').map_or("", |end| &after[end + 1..])
                }
                _ => &after[1..],
            };
        }
        f.write_str(rest)
    }

    /// Whether the event has the first thing that an optional part names.
    fn has_optional(&self, text: &str) -> bool {
        match text.bytes().skip_while(|byte| *byte != b'$').nth(1) {
            Some(b'k') => self.token.is_some(),
            Some(b'u') => self.promise.is_some(),
            Some(b'r') => self.valid.is_some(),
            Some(b'o') => self.other.is_some(),
            _ => true,
        }
    }

    fn write_part(&self, letter: u8, names: &Names, f: &mut Formatter<'_>) -> fmt::Result {
        let message_end = |pick: fn(&Message) -> Node| match (&self.message, self.client) {
            (Some(message), Some(client)) => match pick(message) {
                Node::Process(_) => names.client(client),
                node => names.node(node),
            },
            _ => "",
        };
        let name = match letter {
            b'c' => self.client.map(|id| names.client(id)),
            b'o' => self.other.map(|id| names.client(id)),
            b'p' => self.process.map(|id| names.process(id)),
            b'h' => self.here.map(|node| names.node(node)),
            b'f' => self.from.map(|node| names.node(node)),
            b't' => self.to.map(|node| names.node(node)),
            b'l' => self.lock.map(|id| names.lock(id)),
            b's' => self.store.map(|id| names.store(id)),
            b'v' => self.value.map(|id| names.value(id)),
            b'a' => Some(message_end(|message| message.to)),
            b'b' => Some(message_end(|message| message.from)),
            b'w' => self.message.as_ref().map(|message| message.content.word()),
            _ => return self.write_measure(letter, names, f),
        };
        f.write_str(name.unwrap_or_default())
    }

    fn write_measure(&self, letter: u8, names: &Names, f: &mut Formatter<'_>) -> fmt::Result {
        let some: Option<&dyn Display> = match letter {
            b'k' => self.token.as_ref().map(|it| it as _),
            b'K' => self.highest.as_ref().map(|it| it as _),
            b'd' => self.span.as_ref().map(|it| it as _),
            b'u' => self.promise.as_ref().map(|it| it as _),
            b'r' => self.valid.as_ref().map(|it| it as _),
            b'n' => self.number.as_ref().map(|it| it as _),
            _ => {
                let Some(message) = &self.message else { return Ok(()) };
                return Self::of_message(message).write(said(&message.content), names, f);
            }
        };
        some.map_or(Ok(()), |it| it.fmt(f))
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
        Kind::Arrived { message, queued } => match (message.from, queued) {
            (Node::Process(_), false) => "$b's $w reaches $a",
            (Node::Process(_), true) => "$b's $w reaches $a, which is paused and will see it later",
            (_, false) => "$b's answer “$w” reaches $a",
            (_, true) => "$b's answer “$w” reaches $a, which is paused and will see it later",
        },
        Kind::Lost { message, why } => lost(matches!(message.from, Node::Process(_)), *why),
        Kind::Granted { promise: Promise::UntilReleased, .. } => {
            "$h grants $l to $c[ with token $k], promised until it is released"
        }
        Kind::Granted { .. } => "$h grants $l to $c[ with token $k], promised until $u",
        Kind::Refused { client, holder, .. } if client == holder => "$h refuses $l to $c: $c has it already",
        Kind::Refused { .. } => "$h refuses $l to $c: $o has it",
        Kind::Extended { promise: Promise::UntilReleased, .. } => {
            "$h extends $c's lease on $l[, asked by $o], promised until it is released"
        }
        Kind::Extended { .. } => "$h extends $c's lease on $l[, asked by $o], promised until $u",
        Kind::ExtendRefused { .. } => "$h does not extend $l: it is not $c's",
        Kind::Released { client, owner, .. } if client == owner => "$h releases $l for $c",
        Kind::Released { .. } => "$h releases $l for $c, though $o holds it",
        Kind::ReleaseRefused { why: NotReleased::NotOwner, .. } => {
            "$h does not release $l: another holds it, not $c"
        }
        Kind::ReleaseRefused { .. } => "$h does not release $l: nobody holds it",
        Kind::RecordBegan { .. } => "$h has $c on record as holder of $l[, token $k]",
        Kind::RecordEnded { why, .. } => match why {
            RecordEnd::Released => "$c's lease on $l is released",
            RecordEnd::ReleasedByOther => "$c's lease on $l is released by another",
            RecordEnd::Expired => "$c's lease on $l expires",
        },
        Kind::BeliefBegan { .. } => "$c believes that it holds $l[, by its own clock until $r]",
        Kind::BeliefExtended { .. } => "$c may act on $l for longer[, by its own clock until $r]",
        Kind::ValidityEnded { .. } => "$c's validity for $l ends, and $c still thinks that it holds the lock",
        Kind::BeliefEnded { why, .. } => belief_ended(*why),
        _ => store_or_fault(kind),
    }
}

fn lost(request: bool, why: Loss) -> &'static str {
    match (why, request) {
        (Loss::Partition, true) => "$b's $w is lost: the link is cut",
        (Loss::Partition, false) => "$b's answer “$w” is lost: the link is cut",
        (Loss::Network, true) => "$b's $w is lost on the way",
        (Loss::Network, false) => "$b's answer “$w” is lost on the way",
        (Loss::Crashed, true) => "$b's $w is lost: $a is dead",
        (Loss::Crashed, false) => "$b's answer “$w” is lost: $a is dead",
        (Loss::Closed, true) => "$b's $w is lost: $a closed this connection",
        (Loss::Closed, false) => "$b's answer “$w” is lost: $a closed this connection",
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
        Kind::WriteAccepted { .. } => "$h accepts $c's write[ with token $k] and now holds “$v”",
        Kind::WriteRejected { why: Rejection::Stale { .. }, .. } => {
            "$h refuses $c's write: it carries token $k, and $h has already seen $K"
        }
        Kind::WriteRejected { .. } => "$h refuses $c's write: it carries no token",
        Kind::ReadServed { value: Some(_), .. } => "$h tells $c that it holds “$v”",
        Kind::ReadServed { value: None, .. } => "$h tells $c that it is empty",
        Kind::Paused { scope, .. } => match scope {
            Scope::Process => "$p pauses",
            Scope::Worker => "$p pauses: its workers only",
            Scope::Renewer => "$p pauses: its renewal only",
        },
        Kind::Resumed { scope, .. } => match scope {
            Scope::Process => "$p wakes up",
            Scope::Worker => "$p wakes up: its workers only",
            Scope::Renewer => "$p wakes up: its renewal only",
        },
        Kind::Crashed { host: false, .. } => "$p crashes",
        Kind::Crashed { host: true, .. } => "the host of $p vanishes",
        Kind::Restarted { .. } => "$p starts again",
        Kind::ConnectionClosed { .. } => "$h sees that $p closed its connection",
        Kind::LinkCut { .. } => "messages from $f no longer reach $t",
        Kind::LinkHealed { .. } => "messages from $f reach $t again",
        Kind::LinkSlowed { by: Span::ZERO, .. } => "messages from $f to $t travel at their usual pace again",
        Kind::LinkSlowed { .. } => "messages from $f to $t take $d longer",
        Kind::LinkLossy { lossy: true, .. } => "messages from $f to $t may get lost",
        Kind::LinkLossy { lossy: false, .. } => "messages from $f to $t no longer get lost",
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
fn said(content: &Content) -> &'static str {
    match content {
        Content::Acquire { .. } => "“acquire $l” to $a",
        Content::Extend { .. } => "“extend $l” to $a",
        Content::Release { plain: false, .. } => "“release $l” to $a",
        Content::Release { plain: true, .. } => "a plain “release $l” to $a",
        Content::Write { .. } => "a write of “$v” to $a[, token $k]",
        Content::Read { .. } => "a read to $a",
        Content::Close => "the end of its connection to $a",
        Content::Granted { .. } => "the answer “$l is yours”[, token $k,] to $a",
        Content::Held { .. } => "the answer “$l is held” to $a",
        Content::Extended { .. } => "the answer “$l extended” to $a",
        Content::Released { .. } => "the answer “$l released” to $a",
        Content::NotYours { .. } => "the answer “$l is not yours” to $a",
        Content::Written { .. } => "the answer “written” to $a",
        Content::Rejected { why: Rejection::Stale { .. }, .. } => "the answer “refused, $k < $K” to $a",
        Content::Rejected { .. } => "the answer “refused, no token” to $a",
        Content::Value { .. } => "the value to $a",
    }
}
