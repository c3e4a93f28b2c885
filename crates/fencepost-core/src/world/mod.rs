//! The world as a value: clients, services, stores, clocks, links and messages under way. It lists what may
//! happen next, in a fixed order, and applies one such action. It holds no wall clock and no random source;
//! whoever drives it decides when each action happens, within the action's window.
//!
//! The order of things at one instant:
//!
//! 1. faults;
//! 2. records that end by time alone: at `now == expiry` the lock is free;
//! 3. validity that ends by a client's own clock;
//! 4. the next instruction of each client that can run, or the answer that it waited for in a pause;
//! 5. timers, overdue ones among them, and queued answers to renewals;
//! 6. messages that arrive, in the order of sending.
//!
//! Within one rank, clients come in the order of the scenario.

mod choice;
mod client;
mod clock;
mod effect;
mod fingerprint;
mod log;
mod network;
mod program;
mod reply;
mod serve;

use alloc::rc::Rc;
use alloc::vec::Vec;

use crate::event::{ClientId, Grant, Kind, LockId, Node, ProcessId, ServiceId, StoreId, ValueId};
use crate::fault::{Effect, Lowered};
use crate::order;
use crate::primitive::{Span, Time, Token};
use crate::scenario::{Network, Route, Scenario};
use crate::service::{Answers, Clocks, Holder, Machine, OwnerValue, Thread};
use crate::setting::Ratio;
use crate::store::Gate;

pub use choice::{Action, Choice, Rank, Stream};
pub use log::Log;

use client::Client;
use clock::Clock;
use network::{Flight, Link, Watch};

/// The state of everything at one moment.
#[derive(Clone)]
pub struct World<'s> {
    scenario: &'s Scenario,
    now: Time,
    /// Every effect of every fault, by time; those before `next_effect` have happened.
    effects: Rc<[(Time, Effect)]>,
    next_effect: usize,
    watches: Vec<Watch>,
    processes: Vec<Process>,
    clients: Vec<Client>,
    services: Vec<Service>,
    locks: Vec<Vec<Recorded>>,
    stores: Vec<Store>,
    links: Vec<Link>,
    flights: Vec<Flight>,
    next_message: u32,
    next_grant: u32,
    /// Scratch space, empty between actions.
    answers: Answers,
    holders: Vec<Holder>,
}

#[derive(Clone, Default)]
struct Process {
    clock: Clock,
    /// How many pauses stop it: the whole, its workers, its renewal.
    stopped: [u16; 3],
    dead: bool,
}

#[derive(Clone)]
struct Service {
    clock: Clock,
    server: Machine,
}

/// A holder on record, as the world last saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Recorded {
    owner: OwnerValue,
    grant: Grant,
    token: Option<Token>,
    /// When the record ends by time alone.
    until: Time,
}

#[derive(Clone)]
struct Store {
    clock: Clock,
    guard: Gate,
    value: Option<ValueId>,
    version: u64,
}

impl<'s> World<'s> {
    /// The world at the start of a scenario.
    pub fn new(scenario: &'s Scenario) -> Self {
        let mut lowered = Lowered::default();
        for fault in &scenario.faults {
            (fault.kind.lower)(fault, &mut lowered);
        }
        order::by_key(&mut lowered.effects, |(at, _)| *at);

        let servers = scenario.services.len() + scenario.stores.len();
        let begin =
            |client: &crate::scenario::Client| Client::new(client.start, scenario.locks.len(), servers);
        let mut world = Self {
            scenario,
            now: Time::ZERO,
            effects: lowered.effects.into(),
            next_effect: 0,
            watches: lowered.rules.into_iter().map(|rule| Watch { rule, seen: 0 }).collect(),
            processes: alloc::vec![Process::default(); scenario.processes.len()],
            clients: scenario.clients.iter().map(begin).collect(),
            services: (0..)
                .map(ServiceId)
                .zip(&scenario.services)
                .map(|(id, it)| begin_service(scenario, id, it))
                .collect(),
            locks: alloc::vec![Vec::new(); scenario.locks.len()],
            stores: scenario.stores.iter().map(begin_store).collect(),
            links: Vec::new(),
            flights: Vec::new(),
            next_message: 0,
            next_grant: 1,
            answers: Answers::new(),
            holders: Vec::new(),
        };
        let link =
            Link { network: scenario.network, cuts: 0, slowed: Span::ZERO, lossy: Ratio::NEVER, sent: 0 };
        world.links = alloc::vec![link; 2 * servers * scenario.processes.len()];
        for link in &scenario.links {
            world.lay_link(link.route, link.network);
        }
        world
    }

    fn lay_link(&mut self, route: Route, network: Network) {
        let there = self.link_index(route.from.node, route.to.node);
        let back = self.link_index(route.to.node, route.from.node);
        for index in core::iter::once(there).chain(route.both.then_some(back)) {
            if let Some(link) = self.links.get_mut(index) {
                link.network = network;
            }
        }
    }

    /// The true time.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Lets one action happen at `at`, which must lie in the action's window and not before
    /// [`now`](Self::now). An action that the world does not offer changes nothing but the time.
    pub fn apply(&mut self, at: Time, action: Action, log: &mut Log<'_>) {
        self.now = self.now.max(at);
        log.because(None);
        match action {
            Action::Effect => self.effect(log),
            Action::Expire(lock) => self.compare_record(lock, None, None, log),
            Action::Validity(client, lock) => self.validity_ends(client, lock, log),
            Action::Start(client) => self.start(client, log),
            Action::Step(client) => self.step(client, log),
            Action::Stop(client) => self.interrupt(client, log),
            Action::Patience(client) => self.patience_ends(client, log),
            Action::GiveUp(client) => self.give_up(client, log),
            Action::Retry(client) => self.retry(client, log),
            Action::Wake(client) => self.wake(client, log),
            Action::Renew(client, lock) => self.renew(client, lock, log),
            Action::RenewPatience(client, lock) => self.renew_patience_ends(client, lock, log),
            Action::Handle(client, thread) => self.handle(client, thread, log),
            Action::Deliver(message) => self.deliver(message, log),
            Action::Lose(message) => self.lose(message, log),
        }
    }

    fn emit(&self, log: &mut Log<'_>, node: Node, kind: Kind) -> u32 {
        log.emit(self.now, node, self.clocks(node).wall, kind)
    }

    /// What a node's clocks read now.
    fn clocks(&self, node: Node) -> Clocks {
        let clock = match node {
            Node::Process(id) => &self.processes[id.index()].clock,
            Node::Service(id) => &self.services[id.index()].clock,
            Node::Store(id) => &self.stores[id.index()].clock,
        };
        clock.read(self.now)
    }

    /// The node of a client's process.
    fn home(&self, client: ClientId) -> Node {
        Node::Process(self.scenario.clients[client.index()].process)
    }

    /// What a client's own clocks read now.
    fn own_clocks(&self, client: ClientId) -> Clocks {
        self.clocks(self.home(client))
    }

    /// Writes an event at a client's node.
    fn emit_at_home(&self, log: &mut Log<'_>, client: ClientId, kind: Kind) -> u32 {
        self.emit(log, self.home(client), kind)
    }

    /// Whether a thread of a process can run.
    fn runs(&self, process: ProcessId, thread: Thread) -> bool {
        let process = &self.processes[process.index()];
        !process.dead && process.stopped[0] == 0 && process.stopped[1 + thread as usize] == 0
    }

    /// Every client, in the order of the scenario.
    fn client_ids(&self) -> impl Iterator<Item = ClientId> + use<> {
        (0..self.clients.len() as u16).map(ClientId)
    }

    /// The node that keeps a lock.
    fn keeper(&self, lock: LockId) -> Node {
        Node::Service(self.scenario.locks[lock.index()].service)
    }

    /// What a store holds, and its version.
    pub fn value(&self, store: StoreId) -> (Option<ValueId>, u64) {
        self.stores.get(store.index()).map_or((None, 0), |store| (store.value, store.version))
    }
}

fn begin_service(scenario: &Scenario, id: ServiceId, service: &crate::scenario::Service) -> Service {
    let locks: Vec<_> = (0..)
        .map(LockId)
        .zip(&scenario.locks)
        .filter(|(_, lock)| lock.service == id)
        .map(|(lock_id, lock)| (lock_id, &lock.settings))
        .collect();
    Service { clock: Clock::default(), server: (service.kind.server)(&service.settings, &locks) }
}

fn begin_store(store: &crate::scenario::Store) -> Store {
    let guard = (store.guard.begin)(&store.settings);
    Store { clock: Clock::default(), guard, value: None, version: 0 }
}
