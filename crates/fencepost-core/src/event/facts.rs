//! What an event is called and what it says about itself, in the words that scenarios use.

use super::{Content, Kind, LockId, Parts, Rejection, StoreId};
use crate::primitive::Time;
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

impl<'a> Parts<'a> {
    fn facts(&self, why: Option<&'static str>) -> Facts<'a> {
        let names = self.names;
        let store = self.store.map(|store| names.store(store));
        let of = store.or_else(|| self.lock.map(|lock| names.lock(lock)));
        let end = || self.to.filter(|_| self.client.is_none()).map(|to| names.node(to));
        Facts {
            of: of.or_else(end),
            by: self.end(self.from),
            why,
            token: (self.token > 0).then_some(self.token),
        }
    }
}

impl Kind {
    /// What the event says about itself.
    pub fn facts<'a>(&self, names: &'a Names) -> Facts<'a> {
        let mut parts = Parts::at(Time::ZERO, names);
        parts.take(self);
        parts.facts(self.why())
    }

    /// The reason that it gives.
    fn why(&self) -> Option<&'static str> {
        Some(match *self {
            Self::ClientFinished { why, .. } => why.word(),
            Self::AcquireEnded { why, .. } => why.word(),
            Self::Checked { passed, .. } => {
                if passed {
                    "passed"
                } else {
                    "failed"
                }
            }
            Self::TimedOut { message, .. } | Self::Sent(message) | Self::Arrived { message, .. } => {
                message.content.word()
            }
            Self::Lost { why, .. } => why.word(),
            Self::ReleaseRefused { why, .. } => why.word(),
            Self::RecordEnded { why, .. } => why.word(),
            Self::BeliefEnded { why, .. } => why.word(),
            Self::WriteRejected { why, .. } => why.word(),
            Self::Paused { scope, .. } | Self::Resumed { scope, .. } => scope.word(),
            Self::Crashed { host, .. } => {
                if host {
                    "host"
                } else {
                    "process"
                }
            }
            _ => return None,
        })
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
