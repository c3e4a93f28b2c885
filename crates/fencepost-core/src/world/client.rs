//! The state of one client: where its program is, what it waits for, what it believes.

use crate::event::{Finish, Grant, Message};
use crate::primitive::{Reading, Span, Time, Token};
use crate::service::OwnerValue;

/// One client.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Client {
    pub(super) phase: Phase,
    /// The step that it is at.
    pub(super) step: usize,
    /// The request for a lock that is going on, with its retries.
    pub(super) asking: Option<Asking>,
    /// How many attempts it has made, over all locks and restarts.
    pub(super) attempts: u32,
    /// Whether it has looked at its deadline for the step that it is at.
    pub(super) checked: bool,
    /// Why its program must stop as soon as it runs, if it must.
    pub(super) interrupt: Option<Finish>,
    /// The event that its next step follows from.
    pub(super) last: Option<u32>,
}

/// Where a program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// It starts at this true time, or when its process runs again.
    Idle { start: Time },
    /// Its next instruction is due.
    Ready,
    /// It runs: for its work, or between a look at its deadline and the request. A pause stops it.
    Running { left: Span, since: Option<Time>, gap: bool },
    /// It waits for its own clock.
    Sleeping { until: Reading },
    /// It waits for an answer.
    Waiting(Waiting),
    /// It waits until it may ask again.
    Retrying { earliest: Reading, latest: Reading },
    /// Its program is over.
    #[default]
    Finished,
}

/// A request without an answer yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waiting {
    /// What was sent.
    pub(super) message: Message,
    /// The reading of its own monotonic clock as it was sent.
    pub(super) sent: Reading,
    /// The reading at which patience runs out.
    pub(super) until: Reading,
}

/// A request for a lock, with its retries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asking {
    /// The reading at which the client gives up.
    pub(super) give_up: Option<Reading>,
}

/// What a client knows of one lock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LockView {
    /// The owner value of its last attempt.
    pub(super) tried: Option<OwnerValue>,
    /// The last grant that it heard of.
    pub(super) hold: Option<Hold>,
}

/// A grant, as the client that got it sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hold {
    pub(super) owner: OwnerValue,
    pub(super) grant: Grant,
    pub(super) token: Option<Token>,
    /// Whether the client believes that it holds the lock.
    pub(super) believes: bool,
    /// The reading of its own monotonic clock until which it may act.
    pub(super) valid_until: Option<Reading>,
    /// Whether that reading has come.
    pub(super) validity_over: bool,
    /// The reading at which the next renewal is sent.
    pub(super) renew_at: Option<Reading>,
    /// The renewal without an answer yet.
    pub(super) renewing: Option<Waiting>,
}

/// A client's end of a connection.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wire {
    /// How many were closed before this one.
    pub(super) number: u32,
    /// Whether something was sent on it.
    pub(super) open: bool,
}

impl Client {
    /// Back to the beginning of the program, with nothing remembered but the number that must not repeat.
    pub(super) fn reset(&mut self, start: Time, because: u32) {
        let (phase, attempts, last) = (Phase::Idle { start }, self.attempts, Some(because));
        *self = Self { phase, attempts, last, ..Self::default() };
    }

    /// Running time stops at a pause.
    pub(super) fn suspend(&mut self, now: Time) {
        if let Phase::Running { left, since: since @ Some(_), .. } = &mut self.phase {
            let began = since.take().unwrap_or(now);
            *left = left.saturating_sub(now.since(began));
        }
    }

    /// Running time goes on after a pause.
    pub(super) fn resume(&mut self, now: Time) {
        if let Phase::Running { since: since @ None, .. } = &mut self.phase {
            *since = Some(now);
        }
    }
}
