//! What happened, as data. One event is one thing at one moment at one node, and knows what caused it.

mod facts;
mod kinds;
mod parts;

pub use facts::Facts;
pub use parts::Parts;

use crate::primitive::{Reading, Span, Time, Token};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u16);

        impl $name {
            /// The place in the scenario's list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// A process, by its place in the scenario.
    ProcessId;
    /// A client, by its place in the scenario.
    ClientId;
    /// A lock service, by its place in the scenario.
    ServiceId;
    /// A lock, by its place in the scenario.
    LockId;
    /// A store, by its place in the scenario.
    StoreId;
}

/// What a write carries, and what a store holds then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Datum {
    /// A text, by its place in the scenario; one that spells a [`Number`](Self::Number) is that.
    Text(u16),
    /// A whole number.
    Number(i32),
}

/// A place with clocks and an address: where an event happens, where a message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A process, with its clients.
    Process(ProcessId),
    /// One node of a lock service.
    Service(ServiceId),
    /// A store.
    Store(StoreId),
}

/// The number of one handing-over of a lock, counted by the engine over all locks from 1. Services and
/// stores never see it, so checks need no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grant(pub u32);

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its place in the trace, from 0.
    pub index: u32,
    /// When, in true time.
    pub at: Time,
    /// Where.
    pub node: Node,
    /// What the wall clock of that node read.
    pub clock: Reading,
    /// The event that led to this one.
    pub cause: Option<u32>,
    /// What.
    pub kind: Kind,
}

/// What happened. A field without a comment is the thing that its type names.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A client's program starts (again, after a restart of its process).
    ClientStarted { client: ClientId },
    /// A client begins to work for `length` of running time.
    WorkBegan { client: ClientId, length: Span },
    /// The work is done.
    WorkEnded { client: ClientId },
    /// A client goes to sleep until its own clock has counted `length`.
    SleepBegan { client: ClientId, length: Span },
    /// The sleep is over.
    SleepEnded { client: ClientId },
    /// A client begins to ask for a lock; with its retries this is one request. From a refusal to the next
    /// attempt it waits at most `every`, jitter included.
    AcquireBegan { client: ClientId, lock: LockId, every: Option<Span>, patience: Span },
    /// The asking is over.
    AcquireEnded { client: ClientId, lock: LockId, why: AcquireEnd },
    /// A client's patience with one request ran out. The outcome is unknown to it.
    TimedOut { client: ClientId, message: Message },
    /// A client looked at its own deadline before acting.
    Checked { client: ClientId, lock: LockId, passed: bool },
    /// A client learned what a store holds.
    ValueRead { client: ClientId, store: StoreId, version: u64, value: Option<Datum> },
    /// A client's program is over.
    ClientFinished { client: ClientId, why: Finish },

    /// A message leaves its sender.
    Sent(Message),
    /// The network makes this copy of a message that was just sent.
    Duplicated(Message),
    /// A message reaches its addressee; `queued` when that one is paused and will look at it later.
    Arrived { message: Message, queued: bool },
    /// A message never arrives.
    Lost { message: Message, why: Loss },

    /// A service grants a lock. It promises to let nobody else in before `promise`.
    Granted { client: ClientId, lock: LockId, grant: Grant, token: Option<Token>, promise: Promise },
    /// A service refuses a lock, which `holder` has.
    Refused { client: ClientId, lock: LockId, holder: ClientId },
    /// A service lets a client wait for a lock, behind `holder` who has it or waits for it.
    Queued { client: ClientId, lock: LockId, holder: ClientId },
    /// One of several nodes answers a request of a lock library that counts votes.
    Voted { client: ClientId, lock: LockId, yes: bool },
    /// A service cannot do what was asked.
    Failed { client: ClientId, lock: LockId, why: Failure },
    /// A service hears from a client that is not on record: its session runs anew.
    SessionTouched { client: ClientId },
    /// A service ends a client's session, and with it all that it has there.
    SessionEnded { client: ClientId, why: SessionEnd },
    /// Something happens to a service as a whole.
    ServiceChanged { change: Change },
    /// A service lets the lease of `owner` run anew, as `client` asked.
    Extended { client: ClientId, lock: LockId, grant: Grant, owner: ClientId, promise: Promise },
    /// A service does not extend: the lease is over, or another's.
    ExtendRefused { client: ClientId, lock: LockId },
    /// A service ends the lease of `owner`, as `client` asked.
    Released { client: ClientId, lock: LockId, grant: Grant, owner: ClientId },
    /// A service does not release: the owner value matches nothing.
    ReleaseRefused { client: ClientId, lock: LockId, why: NotReleased },
    /// A service's record begins to name a holder.
    RecordBegan { lock: LockId, client: ClientId, grant: Grant, token: Option<Token> },
    /// A service's record stops naming a holder.
    RecordEnded { lock: LockId, client: ClientId, grant: Grant, why: RecordEnd },

    /// A client begins to believe that it holds a lock: validly until its own monotonic clock reads
    /// `valid_until`, or without end.
    BeliefBegan {
        client: ClientId,
        lock: LockId,
        grant: Grant,
        token: Option<Token>,
        valid_until: Option<Reading>,
    },
    /// A renewal moved the end of validity.
    BeliefExtended { client: ClientId, lock: LockId, grant: Grant, valid_until: Option<Reading> },
    /// A client has not heard from a lock's service for so long that it thinks itself cut off; or it hears
    /// from it again.
    Contact { client: ClientId, lock: LockId, found: bool },
    /// A client's connection to a node is broken, and it knows.
    ConnectionLost { client: ClientId, from: Node },
    /// Validity is over by the client's own clock, and the client goes on believing.
    ValidityEnded { client: ClientId, lock: LockId, grant: Grant },
    /// A client stops believing.
    BeliefEnded { client: ClientId, lock: LockId, grant: Grant, why: BeliefEnd },

    /// A store takes a write. It replaces `replaced` and makes `version`.
    WriteAccepted {
        client: ClientId,
        store: StoreId,
        grant: Option<Grant>,
        token: Option<Token>,
        value: Datum,
        replaced: u64,
        version: u64,
    },
    /// A store refuses a write.
    WriteRejected {
        client: ClientId,
        store: StoreId,
        grant: Option<Grant>,
        token: Option<Token>,
        why: Rejection,
    },
    /// A store answers a read.
    ReadServed { client: ClientId, store: StoreId, version: u64, value: Option<Datum> },

    /// A process, or a part of it, stops running and does not know it.
    Paused { process: ProcessId, scope: Scope },
    /// It runs again.
    Resumed { process: ProcessId, scope: Scope },
    /// A process, or the host with it, dies.
    Crashed { process: ProcessId, host: bool },
    /// A crashed process starts again.
    Restarted { process: ProcessId },
    /// A node learns that a process closed its connection.
    ConnectionClosed { process: ProcessId },
    /// Messages from one node no longer reach another.
    LinkCut { from: Node, to: Node },
    /// They do again.
    LinkHealed { from: Node, to: Node },
    /// Messages from one node to another take longer, each by `by`; zero when that is over.
    LinkSlowed { from: Node, to: Node, by: Span },
    /// Some messages from one node to another get lost, or no longer.
    LinkLossy { from: Node, to: Node, lossy: bool },
    /// Messages from one node to another arrive twice, or no longer.
    LinkDoubled { from: Node, to: Node, doubled: bool },
    /// Messages from one node to another keep no order, or do again.
    LinkUnordered { from: Node, to: Node, unordered: bool },
    /// A node's clock was set or runs at another rate.
    ClockChanged { change: ClockChange },
}

/// A message, as far as the trace shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its number, from 0, over the whole run.
    pub id: u32,
    /// Its sender.
    pub from: Node,
    /// Its addressee.
    pub to: Node,
    /// The client that asks, or is answered.
    pub client: ClientId,
    /// What it says.
    pub content: Content,
}

/// What a message says. A field without a comment is the thing that its type names.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Asks for a lock, and to `wait` for it where the service has a queue.
    Acquire { lock: LockId, wait: bool },
    /// Takes a lock over whose record still has this version.
    TakeOver { lock: LockId, version: u64 },
    /// Asks to let the lease run anew; or to make it, where it is gone.
    Extend { lock: LockId, create: bool },
    /// Shows a sign of life: the session runs anew.
    Touch { lock: LockId },
    /// Gives a lock back; `plain` without showing whose it is.
    Release { lock: LockId, plain: bool },
    /// Writes a value.
    Write { store: StoreId, value: Datum, token: Option<Token> },
    /// Reads a value.
    Read { store: StoreId },
    /// The process closes its connection.
    Close,
    /// Answer: the lock is yours.
    Granted { lock: LockId, token: Option<Token> },
    /// Answer: another holds it. The record's version, where clients watch it; else 0.
    Held { lock: LockId, version: u64 },
    /// Answer: wait, you are in the queue.
    Queued { lock: LockId },
    /// Answer of one of several nodes: its vote.
    Vote { lock: LockId, yes: bool },
    /// Answer: it cannot be done.
    Failed { lock: LockId, why: Failure },
    /// Answer: the lease runs anew.
    Extended { lock: LockId },
    /// Answer: released.
    Released { lock: LockId },
    /// Answer to an extension or a release: not yours.
    NotYours { lock: LockId },
    /// Answer: written.
    Written { store: StoreId },
    /// Answer: the write is refused.
    Rejected { store: StoreId, why: Rejection },
    /// Answer to a read.
    Value { store: StoreId, version: u64, value: Option<Datum> },
}

/// Until when a service, by its own documentation, lets nobody else in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Promise {
    /// Until this moment of true time.
    Until(Time),
    /// Until the holder releases.
    UntilReleased,
    /// While the holder's connection lives, as the service sees it.
    WhileConnected,
    /// Until the holder releases, to clients of its own process alone.
    InProcess,
}

impl Promise {
    /// A number for each promise that does not end by time.
    pub(crate) const fn rank(self) -> u64 {
        match self {
            Self::Until(_) | Self::UntilReleased => 0,
            Self::WhileConnected => 1,
            Self::InProcess => 2,
        }
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$case_doc:meta])* $case:ident = $word:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$case_doc])* $case,)* }

        impl $name {
            /// Every word of this kind, as scenarios write it.
            pub const WORDS: &'static [&'static str] = &[$($word),*];

            /// The word for it, as scenarios write it.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$case => $word,)* }
            }
        }
    )*};
}

words! {
    /// A check's verdict.
    Outcome {
        /// It held.
        Holds = "holds",
        /// It broke, with a witness.
        Broken = "broken",
        /// Nothing happened that it could judge.
        DoesNotApply = "does-not-apply",
        /// The run ended before it could be told.
        Undecided = "undecided",
    }
    /// Why an acquire is over.
    AcquireEnd {
        /// The lock was granted.
        Granted = "granted",
        /// It was refused, and the client tries once.
        Refused = "refused",
        /// The client tried long enough.
        GaveUp = "gave-up",
        /// The service could not do it.
        Failed = "failed",
        /// No answer came in time, and the client tries once.
        Unknown = "unknown",
        /// The process died.
        Crashed = "crashed",
        /// The program stopped because another lock was lost.
        Stopped = "stopped",
    }
    /// Why a client's program is over.
    Finish {
        /// It did all its steps.
        Done = "done",
        /// A lock was refused.
        Refused = "refused",
        /// It gave up asking.
        GaveUp = "gave-up",
        /// A service could not do what it asked.
        Failed = "failed",
        /// A request had no answer in time.
        Unknown = "unknown",
        /// A store refused its write.
        Rejected = "rejected",
        /// Its lock library told it that the lock is lost.
        Told = "told",
        /// Its own deadline passed.
        Deadline = "deadline",
        /// Its lock library thinks itself cut off.
        Silence = "silence",
        /// Its process died.
        Crashed = "crashed",
    }
    /// Why a message never arrives.
    Loss {
        /// The link is cut.
        Partition = "partition",
        /// The network lost it.
        Network = "loss",
        /// The addressee's process is dead.
        Crashed = "crashed",
        /// The addressee closed this connection before.
        Closed = "connection-closed",
    }
    /// Why a service cannot do what was asked.
    Failure {
        /// Two transactions wait for each other, and this one is the victim.
        Deadlock = "deadlock",
        /// It waited for longer than the service lets it.
        LockTimeout = "lock-timeout",
        /// The service has no memory left and may not evict.
        OutOfMemory = "out-of-memory",
        /// Too few replicas have it.
        NotReplicated = "not-replicated",
        /// Its session is over.
        NoSession = "no-session",
        /// The lock-delay after an involuntary end is not over.
        LockDelay = "lock-delay",
    }
    /// Why a session is over.
    SessionEnd {
        /// The service has not heard from the client for too long.
        Expired = "expired",
        /// An administrator or a failure detector ended it.
        Revoked = "revoked",
        /// The client closed it.
        Closed = "closed",
    }
    /// What happens to a service as a whole.
    Change {
        /// It stops running and does not know it.
        Paused = "paused",
        /// It runs again.
        Resumed = "resumed",
        /// It dies.
        Crashed = "crashed",
        /// It starts again, with what it has kept.
        Restarted = "restarted",
        /// A replica takes over.
        FailedOver = "failed-over",
        /// It has no majority, and so no leader.
        NoLeader = "no-leader",
        /// It has a new leader.
        NewLeader = "new-leader",
        /// A former leader that was stuck goes on, and does not know that there is a new one.
        FormerLeader = "former-leader",
        /// All its data are gone.
        Wiped = "wiped",
        /// A snapshot of its data is taken.
        Saved = "saved",
        /// Its data are those of the snapshot again.
        Restored = "restored",
        /// It drops a key to save memory.
        Evicted = "evicted",
        /// Somebody ends what a client has there.
        Revoked = "revoked",
    }
    /// Why a release is refused.
    NotReleased {
        /// Another holds the lock.
        NotOwner = "not-owner",
        /// Nobody holds the lock.
        NotHeld = "not-held",
    }
    /// Why a record ends.
    RecordEnd {
        /// Its holder released it.
        Released = "released",
        /// Somebody else released it, without showing an owner value.
        ReleasedByOther = "released-by-other",
        /// Its time was over, by the service's clock.
        Expired = "expired",
        /// An administrator or a failure detector ended it.
        Revoked = "revoked",
        /// The service has lost it.
        Forgotten = "forgotten",
        /// Its holder's connection is closed, as the service sees it.
        Disconnected = "connection-closed",
        /// Its transaction was aborted.
        Aborted = "aborted",
    }
    /// Why a belief ends.
    BeliefEnd {
        /// Its own deadline passed, and its policy is to stop.
        Deadline = "deadline",
        /// The client sent a release.
        ReleaseSent = "release-sent",
        /// The service answered a renewal with "not yours", or said that its session or transaction is over.
        Told = "told",
        /// Its lock library thinks itself cut off, and its policy is to stop.
        Silence = "silence",
        /// A fence refused its write.
        Rejected = "rejected",
        /// Its process died.
        Crashed = "crashed",
        /// Its program is over.
        Finished = "finished",
    }
    /// How much of a process a pause stops.
    Scope {
        /// All of it.
        Process = "process",
        /// The workers; the renewal of leases goes on.
        Worker = "worker",
        /// The renewal of leases; the workers go on.
        Renewer = "renewer",
    }
}

/// Why a store refuses a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rejection {
    /// Its token is lower than one that the store has seen.
    Stale {
        /// The token that came.
        token: Token,
        /// The highest seen.
        highest: Token,
    },
    /// It carries no token.
    NoToken,
}

/// What happened to a node's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClockChange {
    /// The wall clock jumps by so many microseconds.
    Step(i64),
    /// Wall and monotonic clock run at this deviation from true time, in parts per million.
    Rate(i32),
}
