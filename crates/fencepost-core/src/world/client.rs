//! The state of one client: where its program is, what it waits for, what it believes.

use crate::event::{Finish, Grant, Message, Node};
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
    /// What was sent; to several nodes, the last of these messages.
    pub(super) message: Message,
    /// The number of the first of them.
    pub(super) first: u32,
    /// To how many nodes it was sent.
    pub(super) nodes: u16,
    /// Which nodes have said yes and no so far, as bits in the order of the nodes.
    pub(super) yes: u32,
    pub(super) no: u32,
    /// The reading of its own monotonic clock as it was sent.
    pub(super) sent: Reading,
    /// The reading at which patience runs out; none while the service has it queue.
    pub(super) until: Option<Reading>,
}

impl Waiting {
    /// Whether an answer to this message is awaited. Those to several nodes are numbered one after another, but
    /// for copies that the network makes.
    pub(super) fn is_for(&self, ask: u32) -> bool {
        (self.first..=self.message.id).contains(&ask)
    }

    /// Counts the vote of a node, once.
    pub(super) fn count(&mut self, node: Node, yes: bool) {
        let (Node::Service(it), Node::Service(last)) = (node, self.message.to) else { return };
        let bit = 1_u32.checked_shl(u32::from(last.0 - it.0)).unwrap_or(0);
        if (self.yes | self.no) & bit == 0 {
            *(if yes { &mut self.yes } else { &mut self.no }) |= bit;
        }
    }

    /// Whether every node has answered.
    pub(super) fn is_complete(&self) -> bool {
        (self.yes | self.no).count_ones() >= u32::from(self.nodes)
    }

    /// Whether most nodes have said yes.
    pub(super) fn has_majority(&self) -> bool {
        self.yes.count_ones() > u32::from(self.nodes / 2)
    }
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
    /// The renewal of its lease or session.
    pub(super) keep: Keep,
    /// The version of the record that it saw last, and the reading at which it saw it first.
    pub(super) seen: Option<(u64, Reading)>,
}

/// The renewal of a lease or session, in a thread of its own.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keep {
    /// The reading at which the next renewal is sent.
    pub(super) renew_at: Option<Reading>,
    /// The renewal without an answer yet.
    pub(super) renewing: Option<Waiting>,
    /// The reading at which the client thinks itself cut off, unless it hears from the service before.
    pub(super) silent_at: Option<Reading>,
    /// Whether it thinks so.
    pub(super) silent: bool,
    /// How many renewals were sent for this grant.
    pub(super) sent: u64,
}

impl Keep {
    /// Whether it waits for nothing.
    pub(super) fn is_idle(&self) -> bool {
        self.renew_at.is_none() && self.renewing.is_none() && self.silent_at.is_none()
    }
}

/// A grant, as the client that got it sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hold {
    pub(super) owner: OwnerValue,
    pub(super) grant: Grant,
    pub(super) token: Option<Token>,
    /// Whether the client believes that it holds the lock.
    pub(super) believes: bool,
    /// How many times its program has acquired it again.
    pub(super) depth: u32,
    /// The reading of its own monotonic clock until which it may act.
    pub(super) valid_until: Option<Reading>,
    /// Whether that reading has come.
    pub(super) validity_over: bool,
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
