//! Lock services. Each file holds both halves of one system: what its server does with a request, and what
//! its lock library does for a worker.
//!
//! A new system is one file and one line in [`TABLE`]; a new type of server, one more in `servers!`.

mod fenced;
mod lease_server;
mod redis;

use alloc::vec::Vec;

use crate::event::{ClientId, Failure, LockId, NotReleased, ProcessId, RecordEnd, SessionEnd};
use crate::fingerprint::Fingerprint;
use crate::help::Help;
use crate::primitive::{Reading, Span, Token};
use crate::scenario::{OnExpiry, Origin};
use crate::setting::{Setting, Settings, names};

/// Every lock system.
pub static TABLE: &[&Kind] = &[&fenced::KIND, &redis::KIND];

/// The name of every system.
pub static NAMES: &[&str] = &names!(TABLE);

/// One lock system.
#[derive(Debug)]
pub struct Kind {
    /// Its name in scenarios.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub summary: Help,
    /// Whether the grants of a lock with these settings carry a fencing token.
    pub has_token: fn(&Settings) -> bool,
    /// Whether it lives inside each process: its messages take no time and are never lost.
    pub is_local: bool,
    /// On how many nodes it runs, by the settings of its `service` statement.
    pub nodes: fn(&Settings) -> u16,
    /// What a `service` statement accepts.
    pub service_settings: &'static [Setting],
    /// What a `lock` statement accepts.
    pub lock_settings: &'static [Setting],
    /// The faults that can befall it, besides those of every node.
    pub faults: &'static [&'static str],
    /// What is wrong with the settings of a service together, if anything, and in a second line what would do.
    pub service_conflict: fn(&Settings) -> Option<&'static str>,
    /// The same, of a lock.
    pub conflict: fn(&Settings) -> Option<&'static str>,
    /// A fresh server with these settings: the server half.
    pub server: fn(&Settings) -> Machine,
    /// How the lock library treats a lock of a service with these settings: the client half.
    pub library: fn(service: &Settings, lock: &Settings) -> Library,
}

/// The value that a client shows to prove that a lease is its own: the random value of one attempt. Here it
/// is the client and the number of the attempt, so that it is unique without being random.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnerValue {
    /// The client.
    pub client: ClientId,
    /// The number of its attempt, from 1.
    pub attempt: u32,
}

/// What a request to a lock service says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The lock.
    pub lock: LockId,
    /// Who asks, and for which attempt.
    pub owner: OwnerValue,
    /// What is asked.
    pub verb: Verb,
    /// What the asker's wall clock read as it asked, where the library stamps its requests.
    pub stamp: Reading,
}

/// What is asked of a lock service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// Set the lock if it is free; or wait for it in the queue, where there is one and the asker wants to.
    Acquire {
        /// Whether the asker waits.
        wait: bool,
    },
    /// Set the lock if its record still has this version.
    TakeOver {
        /// The version.
        version: u64,
    },
    /// Let the lease run anew, if it is the asker's; or, where it is gone, make it.
    Extend {
        /// Whether to make it.
        create: bool,
    },
    /// Let the asker's session run anew.
    Touch,
    /// End the lease, if it is the asker's; or, `plain`, whosever it is.
    Release {
        /// Whether no owner value is shown.
        plain: bool,
    },
}

/// What a service did with a request. The world turns it into an event, and an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The lock is the asker's, by a new grant.
    Granted {
        /// The fencing token, where the system has them.
        token: Option<Token>,
        /// The promise.
        promise: Promised,
    },
    /// It was the asker's already: the answer is given again, the grant is the same.
    Again {
        /// The fencing token, where the system has them.
        token: Option<Token>,
        /// The promise, from now.
        promise: Promised,
    },
    /// The lease was gone and is made anew by an extension: a new grant, of which the asker is told nothing.
    Remade {
        /// The fencing token, where the system has them: the asker does not learn it.
        token: Option<Token>,
        /// The promise.
        promise: Promised,
    },
    /// The asker waits behind another, and is answered later.
    Queued {
        /// Behind whom.
        behind: OwnerValue,
    },
    /// Another grant stands.
    Refused {
        /// Whose.
        holder: OwnerValue,
        /// The version of the record, where clients watch it; else 0.
        version: u64,
    },
    /// It cannot be done.
    Failed(Failure),
    /// A lease runs anew.
    Extended {
        /// Whose.
        owner: OwnerValue,
        /// The promise, from now.
        promise: Promised,
    },
    /// The session of a client that has nothing on record runs anew.
    Touched,
    /// Nothing was extended, or the session is over.
    ExtendRefused,
    /// A lease was ended.
    Released {
        /// Whose.
        owner: OwnerValue,
    },
    /// Nothing was released.
    ReleaseRefused(NotReleased),
}

/// What a grant promises: until when nobody else is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promised {
    /// For so long from now.
    For(Span),
    /// Until the holder releases.
    UntilReleased,
    /// While the holder's connection lives.
    WhileConnected,
    /// Until the holder releases, to clients of its own process alone.
    InProcess,
}

impl From<Option<Span>> for Promised {
    fn from(length: Option<Span>) -> Self {
        length.map_or(Self::UntilReleased, Self::For)
    }
}

/// A holder on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Whose grant.
    pub owner: OwnerValue,
    /// The reading of the service's wall clock at which the record ends by time alone.
    pub until: Option<Reading>,
}

/// One request, with the connection on which its answer goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The connection.
    pub connection: Connection,
    /// The process that it comes from.
    pub process: ProcessId,
    /// The message that asked; the answer bears its number.
    pub ask: u32,
    /// The request.
    pub request: Request,
}

/// One connection of one client's lock library to a node. After it is closed, a new one has the next number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Connection {
    /// Whose.
    pub client: ClientId,
    /// Which thread of the client.
    pub thread: Thread,
    /// Its number between these two, from 0.
    pub number: u32,
}

/// The two threads of a client: one runs its program, the other renews its leases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thread {
    /// Runs the program.
    Worker,
    /// Renews leases.
    Renewer,
}

/// What a node's two clocks read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Wall clock: offset, rate and steps.
    pub wall: Reading,
    /// Monotonic clock: rate only.
    pub mono: Reading,
}

/// What a server does at one moment.
#[derive(Clone, Debug, Default)]
pub struct Doings {
    /// The answers that it gives: to the call that came, or to those that waited.
    pub answers: Vec<(Call, Decision)>,
    /// Why entries of its record end, where it is neither time nor a release by the holder. What an answer does
    /// to the records of other locks than its own must be told here.
    pub ended: Vec<(OwnerValue, RecordEnd)>,
    /// The sessions that end.
    pub sessions: Vec<(ClientId, SessionEnd)>,
    /// The connections that it closes, or that die with it.
    pub closed: Vec<Connection>,
}

impl Doings {
    /// Answers a call.
    pub fn answer(&mut self, call: Call, decision: Decision) {
        self.answers.push((call, decision));
    }
}

/// What a fault does to a service as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incident {
    /// It dies. With its machine, when `power` is true: then what was not yet on the disk is lost too.
    Crash {
        /// Whether the power went.
        power: bool,
    },
    /// It starts again.
    Restart,
    /// A replica takes over. The clients of one process, if any, stay with the old primary for so long.
    Failover {
        /// Whose clients stay.
        stays: Option<ProcessId>,
        /// For how long.
        stay: Span,
    },
    /// It loses its majority: nothing is decided.
    NoLeader,
    /// It has a new leader. The former one is stuck, when true, and does not know.
    NewLeader {
        /// Whether the former one is stuck.
        stuck: bool,
    },
    /// The stuck former leader goes on, as it saw things before.
    FormerLeader,
    /// All its data are gone.
    Wipe,
    /// A snapshot is taken.
    Save,
    /// Its data become those of the snapshot.
    Restore,
    /// It drops a lock to save memory.
    Evict(LockId),
    /// Somebody ends a client's session, or what it has on record.
    Revoke(ClientId),
    /// Nothing can be heard from a client's end of its connections any more, and nobody is told; or it can be
    /// again.
    Silent {
        /// Whose.
        client: ClientId,
        /// Whether it is silent from now on.
        silent: bool,
    },
}

macro_rules! servers {
    ($($file:ident::$Server:ident,)*) => {
        /// The state of one server. As with [`Fold`](crate::check::Fold), not a trait object.
        #[derive(Clone)]
        pub struct Machine(State);

        #[derive(Clone)]
        enum State {
            $($Server($file::$Server),)*
        }

        impl Server for Machine {
            fn keep(&mut self, lock: LockId, settings: &Settings) {
                match &mut self.0 {
                    $(State::$Server(server) => server.keep(lock, settings),)*
                }
            }

            fn receive(&mut self, call: Call, now: Clocks, doings: &mut Doings) {
                match &mut self.0 {
                    $(State::$Server(server) => server.receive(call, now, doings),)*
                }
            }

            fn closed(&mut self, connection: Connection, now: Clocks, doings: &mut Doings) {
                match &mut self.0 {
                    $(State::$Server(server) => server.closed(connection, now, doings),)*
                }
            }

            fn due(&self) -> Option<Reading> {
                match &self.0 {
                    $(State::$Server(server) => server.due(),)*
                }
            }

            fn wake(&mut self, now: Clocks, doings: &mut Doings) {
                match &mut self.0 {
                    $(State::$Server(server) => server.wake(now, doings),)*
                }
            }

            fn befall(&mut self, incident: Incident, now: Clocks, doings: &mut Doings) {
                match &mut self.0 {
                    $(State::$Server(server) => server.befall(incident, now, doings),)*
                }
            }

            fn holders(&self, lock: LockId, now: Clocks, holders: &mut Vec<Holder>) {
                match &self.0 {
                    $(State::$Server(server) => server.holders(lock, now, holders),)*
                }
            }

            fn fingerprint(&self, now: Clocks, out: &mut dyn Fingerprint) {
                match &self.0 {
                    $(State::$Server(server) => server.fingerprint(now, out),)*
                }
            }
        }

        $(impl From<$file::$Server> for Machine {
            fn from(server: $file::$Server) -> Self {
                Self(State::$Server(server))
            }
        })*
    };
}

servers! {
    lease_server::LeaseServer,
}

/// The server half: a state that answers calls, given its own clocks' readings.
pub trait Server {
    /// Keeps one more lock, with these settings.
    fn keep(&mut self, lock: LockId, settings: &Settings);

    /// A call arrives.
    fn receive(&mut self, call: Call, now: Clocks, doings: &mut Doings);

    /// A client's connection closes, as far as the server can see.
    fn closed(&mut self, _connection: Connection, _now: Clocks, _doings: &mut Doings) {}

    /// The reading of its monotonic clock at which it wants to be woken.
    fn due(&self) -> Option<Reading> {
        None
    }

    /// That reading has come.
    fn wake(&mut self, _now: Clocks, _doings: &mut Doings) {}

    /// Something happens to the service. It hears of those incidents alone that its [`Kind`] lists, of crashes
    /// and of silence.
    fn befall(&mut self, _incident: Incident, _now: Clocks, _doings: &mut Doings) {}

    /// Lists who is on record for a lock.
    fn holders(&self, lock: LockId, now: Clocks, holders: &mut Vec<Holder>);

    /// Takes the state into a fingerprint, with readings relative to `now`.
    fn fingerprint(&self, now: Clocks, out: &mut dyn Fingerprint);
}

/// How a lock library treats one lock: the client half of a system, as data. A scenario's policy may say
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Library {
    /// How long a client may act, counted from `deadline`; `None` without end.
    pub validity: Option<Span>,
    /// The moment from which it counts.
    pub deadline: Origin,
    /// What happens when validity ends.
    pub on_expiry: OnExpiry,
    /// How long after a grant or a renewal the next renewal is sent; `None` renews never.
    pub renew: Option<Span>,
    /// What it sends to renew.
    pub renewal: Verb,
    /// Whether it renews from its first request on, and not only from a grant on: a session.
    pub session: bool,
    /// After how long without an answer to its renewals it thinks itself cut off; `None` never does.
    pub silence: Option<Span>,
    /// Whether it stops at that moment.
    pub stops_in_silence: bool,
    /// What it sends to release.
    pub release: Verb,
    /// Whether it lets the service queue its request, where the program says nothing else.
    pub waits: bool,
    /// The time from a refusal to the next attempt, where the program says nothing; `None` tries once.
    pub every: Option<Span>,
    /// Up to how much is added to that, from the seed.
    pub jitter: Span,
    /// How long it waits for the votes of several nodes, where there are any.
    pub ballot: Span,
    /// How long it must see a record unchanged, by its own clock, before it takes the lock over.
    pub observes: Option<Span>,
    /// What it does when a program acquires what it believes to hold.
    pub reentry: Reentry,
    /// Whether all locks that a client has of this service end together: with its session, or its transaction.
    pub together: bool,
    /// Whether a release ends all of them too.
    pub releases_all: bool,
    /// Whether the end of its program closes its connection.
    pub closes: bool,
    /// Whether it tells the service what its own wall clock reads.
    pub stamps: bool,
}

/// What a lock library does when a program acquires what it believes to hold already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reentry {
    /// It asks as ever, with a new owner value: the answer is a refusal.
    New,
    /// It counts, and asks nobody.
    Counts,
    /// It counts, and asks the service with the same owner value.
    Asks,
}

impl Library {
    /// A library that asks once, never renews and believes for ever.
    pub const PLAIN: Self = Self {
        validity: None,
        deadline: Origin::Sent,
        on_expiry: OnExpiry::Ignore,
        renew: None,
        renewal: Verb::Extend { create: false },
        session: false,
        silence: None,
        stops_in_silence: false,
        release: Verb::Release { plain: false },
        waits: false,
        every: None,
        jitter: Span::ZERO,
        ballot: Span::ZERO,
        observes: None,
        reentry: Reentry::New,
        together: false,
        releases_all: false,
        closes: false,
        stamps: false,
    };
}

/// The system of this name.
pub fn find(name: &str) -> Option<&'static Kind> {
    TABLE.iter().copied().find(|kind| kind.name == name)
}

fn always(_: &Settings) -> bool {
    true
}

fn never(_: &Settings) -> bool {
    false
}

fn one_node(_: &Settings) -> u16 {
    1
}

fn no_conflict(_: &Settings) -> Option<&'static str> {
    None
}
