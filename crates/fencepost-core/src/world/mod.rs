//! The world as a value: clients, services, stores, clocks, links and messages under way. It lists what may
//! happen next, in a fixed order, and applies one such action. It holds no wall clock and no random source;
//! whoever drives it decides when each action happens, within the action's window.
//!
//! The order of things at one instant:
//!
//! 1. faults;
//! 2. records that end by time alone: at `now == expiry` the lock is free;
//! 3. services' own timers: sessions that expire, scans, what a majority has agreed on;
//! 4. validity that ends by a client's own clock;
//! 5. the next instruction of each client that can run, or the answer that it waited for in a pause;
//! 6. clients' timers, overdue ones among them, and queued answers to renewals;
//! 7. messages that arrive, in the order of sending; those that a service's pause held up come first.
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
mod renew;
mod reply;
mod serve;
mod service;

use alloc::vec::Vec;

use crate::event::{ClientId, Datum, Grant, Kind, LockId, Node, ProcessId, ServiceId, StoreId};
use crate::fault::{Effect, Lowered, Rule};
use crate::order;
use crate::primitive::{Reading, Span, Time, Token};
use crate::scenario::{self, Network, Scenario};
use crate::service::{Clocks, Doings, Holder, Library, Machine, OwnerValue, Server, Thread};
use crate::setting::{Ratio, Window};
use crate::store::Gate;

pub use choice::{Action, Choice, Rank, Stream};
pub use log::Log;

use client::{Client, Hold, LockView, Phase, Wire};
use clock::Clock;
use network::{Flight, Link};
use service::Running;

/// The state of everything at one moment.
#[derive(Clone)]
pub struct World<'s> {
    scenario: &'s Scenario,
    now: Time,
    /// Every effect of every fault, by time; those before `next_effect` have happened.
    effects: Vec<(Time, Effect)>,
    next_effect: usize,
    /// The rules for single messages; `nth` counts down.
    rules: Vec<Rule>,
    /// Of every node: processes, services, stores.
    clocks: Vec<Clock>,
    processes: Vec<Process>,
    clients: Vec<Client>,
    /// What each client knows of each lock, client by client.
    views: Vec<LockView>,
    /// The number that each client last read from each store, client by client; 0 where it read none.
    numbers: Vec<i32>,
    /// Each client's connection to each server, client by client and server by server, for each thread.
    wires: Vec<[Wire; 2]>,
    servers: Vec<Machine>,
    running: Vec<Running>,
    /// How the lock library treats each lock.
    libraries: Vec<Library>,
    records: Vec<Recorded>,
    stores: Vec<Store>,
    links: Vec<Link>,
    flights: Vec<Flight>,
    /// Messages that came to a client that was paused, in this order.
    inbox: Vec<Flight>,
    /// Messages that came to a service that was paused, in this order.
    desk: Vec<Flight>,
    next_message: u32,
    next_grant: u32,
    /// Scratch space, empty between actions.
    doings: Doings,
    holders: Vec<Holder>,
}

#[derive(Clone, Copy, Default)]
struct Process {
    /// How many pauses stop it: the whole, its workers, its renewal.
    stopped: [u16; 3],
    dead: bool,
}

/// A holder on record, as the world last saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Recorded {
    lock: LockId,
    owner: OwnerValue,
    grant: Grant,
    token: Option<Token>,
    /// When the record ends by time alone.
    until: Time,
}

#[derive(Clone)]
struct Store {
    guard: Gate,
    value: Option<Datum>,
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

        let processes = scenario.processes.len();
        let servers = scenario.services.len() + scenario.stores.len();
        let (clients, locks) = (scenario.clients.len(), scenario.locks.len());
        let mut world = Self {
            scenario,
            now: Time::ZERO,
            effects: lowered.effects,
            next_effect: 0,
            rules: lowered.rules,
            clocks: many(Clock::default(), processes + servers),
            processes: many(Process::default(), processes),
            clients: many(Client::default(), clients),
            views: many(LockView::default(), clients * locks),
            numbers: many(0, clients * scenario.stores.len()),
            wires: many([Wire::default(); 2], clients * servers),
            servers: Vec::new(),
            running: many(Running::default(), scenario.services.len()),
            libraries: Vec::new(),
            records: Vec::new(),
            stores: Vec::new(),
            links: many(Link::new(scenario.network), 2 * servers * processes),
            flights: Vec::new(),
            inbox: Vec::new(),
            desk: Vec::new(),
            next_message: 0,
            next_grant: 1,
            doings: Doings::default(),
            holders: Vec::new(),
        };
        for (client, it) in world.clients.iter_mut().zip(&scenario.clients) {
            client.phase = Phase::Idle { start: it.start };
        }
        for service in &scenario.services {
            world.servers.push((service.kind.server)(&service.settings));
        }
        for (lock, id) in scenario.locks.iter().zip((0..).map(LockId)) {
            let service = &scenario.services[lock.service.index()];
            for node in lock.service.0..lock.service.0 + service.nodes {
                world.servers[usize::from(node)].keep(id, &lock.settings);
            }
            world.libraries.push((service.kind.library)(&service.settings, &lock.settings));
        }
        for store in &scenario.stores {
            let guard = (store.guard.begin)(&store.settings);
            world.stores.push(Store { guard, value: None, version: 0 });
        }
        for link in &scenario.links {
            link.route.each(|from, to| {
                let index = world.link_index(from, to);
                world.links[index].network = link.network;
            });
        }
        world.shorten_links();
        world
    }

    /// What a process asks of a service inside it is under way for no time, and never lost.
    fn shorten_links(&mut self) {
        let at_once = Network { delay: Window::exactly(Span::ZERO), loss: Ratio::NEVER };
        for (service, id) in self.scenario.services.iter().zip((0..).map(ServiceId)) {
            for process in (0..self.processes.len() as u16).map(ProcessId) {
                if service.kind.is_local {
                    for (from, to) in [
                        (Node::Process(process), Node::Service(id)),
                        (Node::Service(id), Node::Process(process)),
                    ] {
                        let index = self.link_index(from, to);
                        self.links[index].network = at_once;
                    }
                }
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
            Action::Expire(lock) => self.compare_record(lock, log),
            Action::Serve(service) => self.wake_service(service, log),
            Action::CatchUp(service) => self.catch_up(service, log),
            Action::Silence(client, lock) => self.falls_silent(client, lock, log),
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

    /// The clocks of a node.
    #[inline(never)]
    fn clock(&mut self, node: Node) -> &mut Clock {
        let index = self.node_index(node);
        &mut self.clocks[index]
    }

    /// What a node's clocks read now.
    fn clocks(&self, node: Node) -> Clocks {
        self.clocks[self.node_index(node)].read(self.now)
    }

    /// The place of a node among all.
    fn node_index(&self, node: Node) -> usize {
        match node {
            Node::Process(id) => id.index(),
            server => self.processes.len() + self.server_index(server),
        }
    }

    /// What the scenario says about a client.
    #[inline(never)]
    fn program(&self, client: ClientId) -> &'s scenario::Client {
        &self.scenario.clients[client.index()]
    }

    #[inline(never)]
    fn client(&self, client: ClientId) -> &Client {
        &self.clients[client.index()]
    }

    #[inline(never)]
    fn client_mut(&mut self, client: ClientId) -> &mut Client {
        &mut self.clients[client.index()]
    }

    /// What a client knows of a lock.
    #[inline(never)]
    fn view(&mut self, client: ClientId, lock: LockId) -> &mut LockView {
        &mut self.views[client.index() * self.scenario.locks.len() + lock.index()]
    }

    /// What a client knows of every lock.
    fn views(&self, client: ClientId) -> &[LockView] {
        let locks = self.scenario.locks.len();
        &self.views[client.index() * locks..][..locks]
    }

    /// The numbers that a client last read, store by store.
    fn numbers(&mut self, client: ClientId) -> &mut [i32] {
        let stores = self.stores.len();
        &mut self.numbers[client.index() * stores..][..stores]
    }

    /// The last grant that a client heard of.
    #[inline(never)]
    fn hold(&mut self, client: ClientId, lock: LockId) -> Option<&mut Hold> {
        self.view(client, lock).hold.as_mut()
    }

    /// The place of the first message in an inbox.
    fn queued(&self, client: ClientId, thread: Thread) -> Option<usize> {
        let mine = |it: &Flight| it.message.client == client && it.connection.thread == thread;
        self.inbox.iter().position(mine)
    }

    fn clear_inbox(&mut self, client: ClientId, thread: Thread) {
        while let Some(place) = self.queued(client, thread) {
            self.inbox.remove(place);
        }
    }

    /// The node of a client's process.
    #[inline(never)]
    fn home(&self, client: ClientId) -> Node {
        Node::Process(self.program(client).process)
    }

    /// What a client's own monotonic clock reads now.
    fn own_clock(&self, client: ClientId) -> Reading {
        self.clocks(self.home(client)).mono
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

    /// Every lock, in the order of the scenario.
    fn lock_ids(&self) -> impl Iterator<Item = LockId> + use<> {
        (0..self.scenario.locks.len() as u16).map(LockId)
    }

    /// The node that keeps a lock.
    fn keeper(&self, lock: LockId) -> Node {
        Node::Service(self.scenario.locks[lock.index()].service)
    }

    /// What a store holds, and its version.
    pub fn value(&self, store: StoreId) -> (Option<Datum>, u64) {
        self.stores.get(store.index()).map_or((None, 0), |store| (store.value, store.version))
    }
}

/// So many of one thing; `vec!` does the same in three times the code.
fn many<T: Copy>(one: T, times: usize) -> Vec<T> {
    let mut list = Vec::new();
    for _ in 0..times {
        list.push(one);
    }
    list
}
