//! The trace as stretches of time: who believed from when to when, what was on record, what was under way.
//!
//! One pass over the events, no geometry. Leaves out what the picture does not show: looks at a deadline,
//! replies that a client had no use for.

mod both;
mod fold;

use alloc::vec::Vec;

use fencepost_core::event::{
    AcquireEnd, ClientId, ClockChange, Finish, Grant, LockId, Message, Node, ProcessId, RecordEnd, Rejection,
    Scope, ServiceId, ValueId,
};
use fencepost_core::primitive::{Span, Time, Token};

pub(crate) use fold::tell;

/// Something that lasts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stretch<T> {
    /// When it began.
    pub from: Time,
    /// When it ended; the end of the run while it lasts.
    pub to: Time,
    /// The events that began and ended it.
    pub events: (u32, Option<u32>),
    /// What.
    pub what: T,
}

impl<T> Stretch<T> {
    /// Whether it lasts beyond the end of the run.
    pub(crate) fn is_open(&self) -> bool {
        self.events.1.is_none()
    }

    pub(crate) fn span(&self) -> Span {
        self.to.since(self.from)
    }
}

/// Something that happens at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<T> {
    pub at: Time,
    pub event: u32,
    pub what: T,
}

/// A part of a belief: within its validity or after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Belief {
    pub lock: LockId,
    pub sure: bool,
}

/// A lease on record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lease {
    pub client: ClientId,
    pub grant: Grant,
    pub token: Option<Token>,
    /// How long the grant was promised at first; `None` until released.
    pub ttl: Option<Span>,
    pub end: Option<RecordEnd>,
}

/// What was written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub client: ClientId,
    pub value: ValueId,
    pub token: Option<Token>,
}

/// What a store did with a request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// Took a write; `late` when the lock had been granted to another client before.
    Accepted { client: ClientId, late: bool },
    /// Refused a write.
    Rejected { client: ClientId, why: Rejection },
    /// Answered a read.
    Read { client: ClientId },
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It is still under way when the run ends.
    UnderWay,
    /// It arrives and is handled.
    Arrived,
    /// It arrives at a paused process.
    Queued,
    /// It never arrives.
    Lost,
}

/// A message under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passage {
    pub message: Message,
    pub fate: Fate,
    /// Its write was refused, or was late.
    pub bad: bool,
}

/// What is wrong with a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    Cut,
    Slow(Span),
    Lossy,
}

/// A link with something wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub from: Node,
    pub to: Node,
    pub trouble: Trouble,
}

/// What a client did.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClientStory {
    pub lives: Vec<Stretch<Option<Finish>>>,
    pub beliefs: Vec<Stretch<Belief>>,
    pub works: Vec<Stretch<Span>>,
    pub sleeps: Vec<Stretch<Span>>,
    pub waits: Vec<Stretch<Option<AcquireEnd>>>,
    /// The locks that it ever believed to hold, in the order of the first time.
    pub locks: Vec<LockId>,
}

/// What happened to a process.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProcessStory {
    pub pauses: Vec<Stretch<Scope>>,
    pub crashes: Vec<Moment<bool>>,
    pub restarts: Vec<Moment<()>>,
}

/// What a lock's record said.
#[derive(Clone, Debug, Default)]
pub(crate) struct LockStory {
    pub leases: Vec<Stretch<Lease>>,
    /// From the end of a record to the later end of its promise.
    pub promises: Vec<Stretch<ClientId>>,
    pub refusals: Vec<Moment<ClientId>>,
}

/// What a store held and did.
#[derive(Clone, Debug, Default)]
pub(crate) struct StoreStory {
    pub values: Vec<Stretch<Written>>,
    pub acts: Vec<Moment<Act>>,
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    pub clients: Vec<ClientStory>,
    pub processes: Vec<ProcessStory>,
    pub locks: Vec<LockStory>,
    pub stores: Vec<StoreStory>,
    pub passages: Vec<Stretch<Passage>>,
    pub links: Vec<Stretch<Link>>,
    pub clocks: Vec<Moment<(Node, ClockChange)>>,
    /// Two clients or more believe to hold one lock: from when to when, who.
    pub both: Vec<Stretch<Vec<ClientId>>>,
}

impl Story {
    pub(crate) fn process(&self, id: Option<ProcessId>) -> Option<&ProcessStory> {
        self.processes.get(id?.index())
    }
}

/// The service of a node.
pub(crate) fn service(node: Node) -> Option<ServiceId> {
    match node {
        Node::Service(id) => Some(id),
        _ => None,
    }
}
