//! What an event is called and what it says about itself, in the words that scenarios use.

use super::{Content, Kind, Message, Rejection};
use crate::event::{ClientId, LockId, Node, StoreId};
use crate::primitive::Token;
use crate::trace::Names;

impl Kind {
    /// Every kind of event, as scenarios write it.
    pub const NAMES: &'static [&'static str] = &[
        "client-started",
        "work-began",
        "work-ended",
        "sleep-began",
        "sleep-ended",
        "acquire-began",
        "acquire-ended",
        "timed-out",
        "checked",
        "value-read",
        "client-finished",
        "sent",
        "arrived",
        "lost",
        "granted",
        "refused",
        "extended",
        "extend-refused",
        "released",
        "release-refused",
        "record-began",
        "record-ended",
        "belief-began",
        "belief-extended",
        "validity-ended",
        "belief-ended",
        "write-accepted",
        "write-rejected",
        "read-served",
        "paused",
        "resumed",
        "crashed",
        "restarted",
        "connection-closed",
        "link-cut",
        "link-healed",
        "link-slowed",
        "link-lossy",
        "clock-changed",
    ];

    /// The kind, as scenarios write it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::ClientStarted { .. } => "client-started",
            Self::WorkBegan { .. } => "work-began",
            Self::WorkEnded { .. } => "work-ended",
            Self::SleepBegan { .. } => "sleep-began",
            Self::SleepEnded { .. } => "sleep-ended",
            Self::AcquireBegan { .. } => "acquire-began",
            Self::AcquireEnded { .. } => "acquire-ended",
            Self::TimedOut { .. } => "timed-out",
            Self::Checked { .. } => "checked",
            Self::ValueRead { .. } => "value-read",
            Self::ClientFinished { .. } => "client-finished",
            Self::Sent(_) => "sent",
            Self::Arrived { .. } => "arrived",
            Self::Lost { .. } => "lost",
            Self::Granted { .. } => "granted",
            Self::Refused { .. } => "refused",
            Self::Extended { .. } => "extended",
            Self::ExtendRefused { .. } => "extend-refused",
            Self::Released { .. } => "released",
            Self::ReleaseRefused { .. } => "release-refused",
            Self::RecordBegan { .. } => "record-began",
            Self::RecordEnded { .. } => "record-ended",
            Self::BeliefBegan { .. } => "belief-began",
            Self::BeliefExtended { .. } => "belief-extended",
            Self::ValidityEnded { .. } => "validity-ended",
            Self::BeliefEnded { .. } => "belief-ended",
            Self::WriteAccepted { .. } => "write-accepted",
            Self::WriteRejected { .. } => "write-rejected",
            Self::ReadServed { .. } => "read-served",
            Self::Paused { .. } => "paused",
            Self::Resumed { .. } => "resumed",
            Self::Crashed { .. } => "crashed",
            Self::Restarted { .. } => "restarted",
            Self::ConnectionClosed { .. } => "connection-closed",
            Self::LinkCut { .. } => "link-cut",
            Self::LinkHealed { .. } => "link-healed",
            Self::LinkSlowed { .. } => "link-slowed",
            Self::LinkLossy { .. } => "link-lossy",
            Self::ClockChanged { .. } => "clock-changed",
        }
    }
}

/// What an event says about itself, for expectations and for the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts<'a> {
    /// The lock, store or other thing that it concerns.
    pub of: Option<&'a str>,
    /// The client that did it, asked for it or is answered.
    pub by: Option<&'a str>,
    /// The reason that it gives.
    pub why: Option<&'static str>,
    /// Its fencing token.
    pub token: Option<u64>,
}

impl Kind {
    /// What the event says about itself.
    pub fn facts<'a>(&self, names: &'a Names) -> Facts<'a> {
        let facts = Facts::default();
        let client = |id: ClientId| Facts { by: Some(names.client(id)), ..facts };
        let number = |token: Option<Token>| token.map(Token::get);
        match *self {
            Self::ClientStarted { client: c }
            | Self::WorkBegan { client: c, .. }
            | Self::WorkEnded { client: c }
            | Self::SleepBegan { client: c, .. }
            | Self::SleepEnded { client: c } => client(c),
            Self::ClientFinished { client: c, why } => Facts { why: Some(why.word()), ..client(c) },
            Self::AcquireBegan { client: c, lock, .. } | Self::Refused { client: c, lock, .. } => {
                Facts { of: Some(names.lock(lock)), ..client(c) }
            }
            Self::AcquireEnded { client: c, lock, why } => {
                Facts { of: Some(names.lock(lock)), why: Some(why.word()), ..client(c) }
            }
            Self::Checked { client: c, lock, passed } => Facts {
                of: Some(names.lock(lock)),
                why: Some(if passed { "passed" } else { "failed" }),
                ..client(c)
            },
            Self::ValueRead { client: c, store, .. } | Self::ReadServed { client: c, store, .. } => {
                Facts { of: Some(names.store(store)), ..client(c) }
            }
            Self::TimedOut { message, .. } | Self::Sent(message) | Self::Arrived { message, .. } => {
                message.facts(names)
            }
            Self::Lost { message, why } => Facts { why: Some(why.word()), ..message.facts(names) },
            Self::Granted { client: c, lock, token, .. }
            | Self::RecordBegan { client: c, lock, token, .. }
            | Self::BeliefBegan { client: c, lock, token, .. } => {
                Facts { of: Some(names.lock(lock)), token: number(token), ..client(c) }
            }
            Self::Extended { client: c, lock, .. }
            | Self::ExtendRefused { client: c, lock }
            | Self::Released { client: c, lock, .. }
            | Self::BeliefExtended { client: c, lock, .. }
            | Self::ValidityEnded { client: c, lock, .. } => {
                Facts { of: Some(names.lock(lock)), ..client(c) }
            }
            Self::ReleaseRefused { client: c, lock, why } => {
                Facts { of: Some(names.lock(lock)), why: Some(why.word()), ..client(c) }
            }
            Self::RecordEnded { client: c, lock, why, .. } => {
                Facts { of: Some(names.lock(lock)), why: Some(why.word()), ..client(c) }
            }
            Self::BeliefEnded { client: c, lock, why, .. } => {
                Facts { of: Some(names.lock(lock)), why: Some(why.word()), ..client(c) }
            }
            Self::WriteAccepted { client: c, store, token, .. } => {
                Facts { of: Some(names.store(store)), token: number(token), ..client(c) }
            }
            Self::WriteRejected { client: c, store, token, why, .. } => Facts {
                of: Some(names.store(store)),
                token: number(token),
                why: Some(why.word()),
                ..client(c)
            },
            Self::Paused { process, scope } | Self::Resumed { process, scope } => {
                Facts { by: Some(names.process(process)), why: Some(scope.word()), ..facts }
            }
            Self::Crashed { process, host } => Facts {
                by: Some(names.process(process)),
                why: Some(if host { "host" } else { "process" }),
                ..facts
            },
            Self::Restarted { process } | Self::ConnectionClosed { process } => {
                Facts { by: Some(names.process(process)), ..facts }
            }
            Self::LinkCut { from, to }
            | Self::LinkHealed { from, to }
            | Self::LinkSlowed { from, to, .. }
            | Self::LinkLossy { from, to, .. } => {
                Facts { by: Some(names.node(from)), of: Some(names.node(to)), ..facts }
            }
            Self::ClockChanged { .. } => facts,
        }
    }
}

impl Message {
    fn facts<'a>(&self, names: &'a Names) -> Facts<'a> {
        Facts {
            by: Some(match self.from {
                Node::Process(_) => names.client(self.client),
                node => names.node(node),
            }),
            of: self.content.of(names),
            why: Some(self.content.word()),
            token: match self.content {
                Content::Write { token, .. } | Content::Granted { token, .. } => token.map(Token::get),
                _ => None,
            },
        }
    }
}

impl Content {
    /// What kind of message it is, in one word.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Acquire { .. } => "acquire",
            Self::Extend { .. } => "extend",
            Self::Release { .. } => "release",
            Self::Write { .. } => "write",
            Self::Read { .. } => "read",
            Self::Close => "close",
            Self::Granted { .. } => "granted",
            Self::Held { .. } => "held",
            Self::Extended { .. } => "extended",
            Self::Released { .. } => "released",
            Self::NotYours { .. } => "not-yours",
            Self::Written { .. } => "written",
            Self::Rejected { .. } => "rejected",
            Self::Value { .. } => "value",
        }
    }

    /// The lock that it is about, if any.
    pub const fn lock(&self) -> Option<LockId> {
        match *self {
            Self::Acquire { lock }
            | Self::Extend { lock }
            | Self::Release { lock, .. }
            | Self::Granted { lock, .. }
            | Self::Held { lock }
            | Self::Extended { lock }
            | Self::Released { lock }
            | Self::NotYours { lock } => Some(lock),
            _ => None,
        }
    }

    /// The store that it is about, if any.
    pub const fn store(&self) -> Option<StoreId> {
        match *self {
            Self::Write { store, .. }
            | Self::Read { store }
            | Self::Written { store }
            | Self::Rejected { store, .. }
            | Self::Value { store, .. } => Some(store),
            _ => None,
        }
    }

    fn of<'a>(&self, names: &'a Names) -> Option<&'a str> {
        let lock = self.lock().map(|lock| names.lock(lock));
        lock.or_else(|| self.store().map(|store| names.store(store)))
    }
}

impl Rejection {
    /// The word for it, as scenarios write it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stale { .. } => "stale",
            Self::NoToken => "no-token",
        }
    }
}
