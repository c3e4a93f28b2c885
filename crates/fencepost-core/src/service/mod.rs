//! Lock services. Each file holds both halves of one system: what its server does with a request, and what
//! its lock library does for a worker.
//!
//! A new system is one file and one line in [`TABLE`]; a new type of server, one more in `servers!`.

mod fenced;
mod lease_server;
mod redis;

use alloc::vec::Vec;

use crate::event::{ClientId, Content, LockId, NotReleased};
use crate::fingerprint::Fingerprint;
use crate::help::Help;
use crate::primitive::{Reading, Span, Token};
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
    /// Whether its grants carry a fencing token.
    pub has_token: bool,
    /// What a `service` statement accepts.
    pub service_settings: &'static [Setting],
    /// What a `lock` statement accepts.
    pub lock_settings: &'static [Setting],
    /// A fresh server with these settings: the server half.
    pub server: fn(&Settings) -> Machine,
    /// The client half.
    pub library: &'static dyn Library,
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
}

/// What is asked of a lock service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verb {
    /// Set the lock if it is free.
    Acquire,
    /// Let the lease run anew, if it is the asker's.
    Extend,
    /// End the lease, if it is the asker's.
    Release,
    /// End the lease, whosever it is.
    ReleasePlain,
}

/// What a service did with a request. The world turns it into an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The lock is the asker's, for `promise` from now, or until released.
    Granted {
        /// The fencing token, where the system has them.
        token: Option<Token>,
        /// The length of the promise.
        promise: Option<Span>,
    },
    /// Another grant stands.
    Refused {
        /// Whose.
        holder: OwnerValue,
    },
    /// A lease runs anew.
    Extended {
        /// Whose.
        owner: OwnerValue,
        /// The length of the promise, from now.
        promise: Option<Span>,
    },
    /// Nothing was extended.
    ExtendRefused,
    /// A lease was ended.
    Released {
        /// Whose.
        owner: OwnerValue,
    },
    /// Nothing was released.
    ReleaseRefused(NotReleased),
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

/// The answers that a server gives now: to the call that came, or to one that waited.
pub type Answers = Vec<(Call, Decision)>;

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

            fn receive(&mut self, call: Call, now: Clocks, answers: &mut Answers) {
                match &mut self.0 {
                    $(State::$Server(server) => server.receive(call, now, answers),)*
                }
            }

            fn closed(&mut self, connection: Connection, now: Clocks, answers: &mut Answers) {
                match &mut self.0 {
                    $(State::$Server(server) => server.closed(connection, now, answers),)*
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
    fn receive(&mut self, call: Call, now: Clocks, answers: &mut Answers);

    /// A client's connection closes, as far as the server can see.
    fn closed(&mut self, _connection: Connection, _now: Clocks, _answers: &mut Answers) {}

    /// Lists who is on record for a lock.
    fn holders(&self, lock: LockId, now: Clocks, holders: &mut Vec<Holder>);

    /// Takes the state into a fingerprint, with readings relative to `now`.
    fn fingerprint(&self, now: Clocks, out: &mut dyn Fingerprint);
}

/// What a worker asks of its lock library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Want {
    /// To have the lock.
    Acquire,
    /// To keep it for longer.
    Renew,
    /// To give it back.
    Release,
}

/// What a worker is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The lock, or more time, is yours.
    Granted {
        /// The fencing token, where the system has them.
        token: Option<Token>,
    },
    /// It is another's.
    Refused,
    /// It was yours and is no longer.
    Lost,
}

/// The client half: the lock library.
pub trait Library: core::fmt::Debug + Sync {
    /// The verb that this library sends for what the worker wants.
    fn verb(&self, want: Want, lock: &Settings) -> Verb;

    /// What the worker is told when this comes back.
    fn answer(&self, reply: &Content) -> Answer;

    /// The length of a grant as this library counts it; `None` without expiry.
    fn ttl(&self, lock: &Settings) -> Option<Span>;
}

/// The system of this name.
pub fn find(name: &str) -> Option<&'static Kind> {
    TABLE.iter().copied().find(|kind| kind.name == name)
}
