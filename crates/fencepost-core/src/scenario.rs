//! A scenario: who takes which lock from which service, who pauses, what breaks. All names resolved, all
//! values within their limits. The notation makes it from text; the world plays it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::check;
use crate::event::{ClientId, Datum, LockId, Node, Outcome, ProcessId, ServiceId, StoreId};
use crate::fault;
use crate::primitive::{Span, Time};
use crate::service;
use crate::setting::{Ratio, Settings, Window};
use crate::store;

/// What a scenario may hold at most. Reaching one is an error or an ending with a name, never a hang.
pub mod limit {
    use crate::primitive::Span;

    /// Bytes of a scenario's text.
    pub const TEXT: usize = 64 * 1024;
    /// Processes, declared or implied by a client.
    pub const PROCESSES: usize = 64;
    /// Clients.
    pub const CLIENTS: usize = 64;
    /// Steps of one client.
    pub const STEPS: usize = 256;
    /// Services, and as many locks and stores.
    pub const THINGS: usize = 32;
    /// Faults.
    pub const FAULTS: usize = 256;
    /// Expectations.
    pub const EXPECTS: usize = 256;
    /// How much a write adds to a number at most, or takes from it.
    pub const AMOUNT: u32 = 1_000_000;
    /// Characters of a name, a title or a written value.
    pub const LABEL: usize = 120;
    /// Events of one run. A run that reaches it ends there and says so.
    pub const EVENTS: u32 = 200_000;
    /// The farthest horizon.
    pub const HORIZON: Span = Span::from_secs(24 * 3600);
    /// The shortest time between two attempts of one client.
    pub const SHORTEST_PERIOD: Span = Span::from_millis(1);
    /// The longest delay of a message.
    pub const DELAY: Span = Span::from_secs(24 * 3600);
}

/// Everything that a run needs, besides the seed.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The title; may be empty.
    pub title: String,
    /// The seed that the text names; 1 when it names none.
    pub seed: u64,
    /// The true time at which a run stops at the latest.
    pub horizon: Span,
    /// Every link that no [`Link`] speaks of.
    pub network: Network,
    /// Processes: those declared, and one for each client that names none.
    pub processes: Vec<Process>,
    /// Lock services.
    pub services: Vec<Service>,
    /// Locks.
    pub locks: Vec<Lock>,
    /// Stores.
    pub stores: Vec<Store>,
    /// Clients.
    pub clients: Vec<Client>,
    /// Links that differ from the network.
    pub links: Vec<Link>,
    /// What breaks.
    pub faults: Vec<Fault>,
    /// What the author expects to come out.
    pub expects: Vec<Expect>,
    /// The texts that writes carry, each once; those that spell a number are left out.
    pub values: Vec<String>,
}

/// How messages travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    /// How long one message is under way.
    pub delay: Window,
    /// How many messages are lost.
    pub loss: Ratio,
}

/// A process: it has clocks, pauses and crashes.
#[derive(Clone, Debug)]
pub struct Process {
    /// Its name; a client that names no process has one of its own name.
    pub name: String,
}

/// A node of a lock service. Most services are one node; one of several has an entry for each, one after
/// another.
#[derive(Clone, Debug)]
pub struct Service {
    /// Its name; of several nodes each has a number too: `r.1`.
    pub name: String,
    /// The first node of the service.
    pub first: ServiceId,
    /// How many nodes the service has.
    pub nodes: u16,
    /// Which system it is.
    pub kind: &'static service::Kind,
    /// Its settings.
    pub settings: Settings,
}

/// A lock, kept by a service.
#[derive(Clone, Debug)]
pub struct Lock {
    /// Its name.
    pub name: String,
    /// Who keeps it: the first node of a service.
    pub service: ServiceId,
    /// Its settings, as its service's kind defines them.
    pub settings: Settings,
}

/// A store: what the lock is meant to protect.
#[derive(Clone, Debug)]
pub struct Store {
    /// Its name.
    pub name: String,
    /// The lock that its writers should hold, if any.
    pub lock: Option<LockId>,
    /// What guards its data.
    pub guard: &'static store::Kind,
    /// The guard's settings.
    pub settings: Settings,
}

/// A client: a program in a process.
#[derive(Clone, Debug)]
pub struct Client {
    /// Its name.
    pub name: String,
    /// The process that it runs in.
    pub process: ProcessId,
    /// The true time at which its program starts.
    pub start: Time,
    /// How its lock library behaves.
    pub policy: Policy,
    /// Its program.
    pub steps: Vec<Step>,
}

/// How a client's lock library behaves. What it leaves open is as the lock's system has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// How long after a grant or a renewal the next renewal is sent; `Some(None)` renews never.
    pub renew: Option<Option<Span>>,
    /// How long it waits for the answer to one renewal.
    pub renew_patience: Option<Span>,
    /// What it does when a renewal fails.
    pub on_renew_error: OnRenewError,
    /// How many renewals it sends for one grant at most.
    pub renew_max: Option<u64>,
    /// The moment from which validity is counted.
    pub deadline: Option<Origin>,
    /// What happens when validity ends.
    pub on_expiry: Option<OnExpiry>,
    /// How long it waits for the answer to one request.
    pub patience: Span,
    /// Whether it sends a release when no answer to an acquire came in time.
    pub cleans_up: bool,
    /// The running time between a look at its own deadline and the request that follows.
    pub gap: Span,
}

/// What a client does when a renewal fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnRenewError {
    /// Without an answer it tries again a period later; told that the lock is lost, it stops.
    Retry,
    /// Without an answer it renews no more.
    Stop,
    /// It tries again a period later, also when told that the lock is lost.
    Ignore,
}

/// The moment from which a client counts the validity of a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// When the request was sent: never later than the service's own count.
    Sent,
    /// When the answer came: too late by the way back.
    Received,
}

/// What a client does when the validity of its lease ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnExpiry {
    /// It goes on believing until told, rejected or releasing.
    Ignore,
    /// It stops at its own deadline, and looks at it before each read and write.
    Stop,
}

/// One step of a client's program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Asks for a lock.
    Acquire {
        /// The lock.
        lock: LockId,
        /// The time from a refusal to the next attempt; `None` tries once.
        every: Option<Span>,
        /// Up to how much is added to `every`, from the seed.
        jitter: Span,
        /// How long it tries; `None` without end.
        give_up: Option<Span>,
        /// Whether it waits in the service's queue; `None` as the lock's system has it.
        wait: Option<bool>,
        /// Whether the program goes on when the lock was not granted.
        or_continue: bool,
    },
    /// Runs for so long. A pause suspends it.
    Work(Span),
    /// Waits until its own clock has counted so much. A pause does not suspend it.
    Sleep(Span),
    /// Reads a store.
    Read {
        /// The store.
        store: StoreId,
        /// Whether the program goes on without an answer.
        or_continue: bool,
    },
    /// Writes to a store.
    Write {
        /// The store.
        store: StoreId,
        /// What is written.
        value: Datum,
        /// Whether the program goes on without an answer. A rejected write always ends it.
        or_continue: bool,
    },
    /// Writes to a store the number that the client last read from it, changed by an amount.
    Add {
        /// The store.
        store: StoreId,
        /// What is added to the number; not zero.
        amount: i32,
        /// As with [`Write`](Self::Write).
        or_continue: bool,
    },
    /// Gives a lock back.
    Release {
        /// The lock.
        lock: LockId,
    },
}

/// A link, or the links both ways, that differ from the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// Which.
    pub route: Route,
    /// How its messages travel.
    pub network: Network,
}

/// A way that messages take, as a scenario names it: `A->report`, `A<->invoices`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// Where it begins.
    pub from: End,
    /// Where it ends.
    pub to: End,
    /// Whether the way back is meant too.
    pub both: bool,
}

impl Route {
    /// Calls `see` with the two ends of every link that it covers, each way.
    pub fn each(&self, mut see: impl FnMut(Node, Node)) {
        for from in self.from.each() {
            for to in self.to.each() {
                see(from, to);
                if self.both {
                    see(to, from);
                }
            }
        }
    }
}

impl End {
    /// Every node that it stands for.
    pub fn each(&self) -> impl Iterator<Item = Node> + use<> {
        let node = self.node;
        (0..self.nodes).map(move |place| match node {
            Node::Service(first) => Node::Service(ServiceId(first.0 + place)),
            node => node,
        })
    }
}

/// One end of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The node.
    pub node: Node,
    /// Only messages of this client, where the end was named by it.
    pub client: Option<ClientId>,
    /// Only messages about this lock, where the end was named by it.
    pub lock: Option<LockId>,
    /// How many nodes it stands for, from `node` on: more than one for a service of several nodes.
    pub nodes: u16,
}

/// Something that breaks.
#[derive(Clone, Debug)]
pub struct Fault {
    /// What kind of thing.
    pub kind: &'static fault::Kind,
    /// What it befalls.
    pub target: Target,
    /// When, for how long, how much.
    pub settings: Settings,
}

/// What a fault befalls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A process or another node; or a service with all of its nodes.
    Node(End),
    /// A link, or messages on it.
    Route(Route),
}

/// A line that makes a scenario a test.
#[derive(Clone, Debug)]
pub struct Expect {
    /// Its line in the text, from 1.
    pub line: u32,
    /// The line as written, without comment.
    pub text: String,
    /// What it expects.
    pub what: Expected,
}

/// What a line expects.
#[derive(Clone, Debug)]
pub enum Expected {
    /// A check's verdict, over the whole run or over [from, to) alone.
    Verdict {
        /// The verdict.
        outcome: Outcome,
        /// The check.
        check: &'static check::Kind,
        /// Only what concerns this lock, store or client.
        of: Option<String>,
        /// The start of the window.
        from: Option<Time>,
        /// The end of the window.
        to: Option<Time>,
    },
    /// That an event happens, or that it does not.
    Event {
        /// False for `expect no event`.
        happens: bool,
        /// The kind of event.
        kind: &'static str,
        /// The lock, store or other thing that it concerns.
        of: Option<String>,
        /// The client or node that did it.
        by: Option<String>,
        /// The reason that it gives.
        why: Option<String>,
        /// Its true time.
        at: Option<Time>,
        /// Its token.
        token: Option<u64>,
        /// How many such events there are, exactly.
        count: Option<u64>,
    },
    /// What a store holds at the end.
    Value {
        /// The store.
        store: StoreId,
        /// Its value; the empty text for a store never written.
        value: String,
    },
}
