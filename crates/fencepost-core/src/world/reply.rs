//! Answers that come back to a client.

use super::World;
use super::client::{Hold, Phase, Waiting};
use super::log::Log;
use super::network::Flight;
use crate::event::{
    AcquireEnd, BeliefEnd, ClientId, Content, Datum, Finish, Grant, Kind, LockId, Loss, Node, Promise,
};
use crate::primitive::{Reading, Token};
use crate::scenario::{Origin, Step};
use crate::service::Thread;

impl World<'_> {
    /// A message reaches a client's process.
    pub(super) fn deliver_home(&mut self, mut flight: Flight, log: &mut Log<'_>) {
        let client = flight.message.client;
        let thread = flight.connection.thread;
        let process = self.program(client).process;
        let open = self.wire(client, flight.message.from, thread).number == flight.connection.number;
        let lost = if self.processes[process.index()].dead {
            Some(Loss::Crashed)
        } else {
            (!open).then_some(Loss::Closed)
        };
        if let Some(why) = lost {
            self.is_lost(&flight.message, why, log);
            return;
        }
        let queued = !self.runs(process, thread) || self.queued(client, thread).is_some();
        flight.event = Some(log.next_index());
        self.arrive(&flight.message, queued, log);
        if queued {
            self.inbox.push(flight);
        } else {
            self.hear(&flight, log);
        }
    }

    /// A client looks at the first message in an inbox.
    pub(super) fn handle(&mut self, client: ClientId, thread: Thread, log: &mut Log<'_>) {
        if let Some(place) = self.queued(client, thread) {
            let flight = self.inbox.remove(place);
            self.hear(&flight, log);
        }
    }

    fn hear(&mut self, flight: &Flight, log: &mut Log<'_>) {
        log.because(flight.event);
        let (client, thread) = (flight.message.client, flight.connection.thread);
        if flight.message.content == Content::Close {
            self.connection_breaks(client, thread, flight.message.from, log);
            return;
        }
        if thread == Thread::Renewer {
            self.hear_renewal(flight, log);
            return;
        }
        let Phase::Waiting(mut waiting) = self.client(client).phase else { return };
        if !waiting.is_for(flight.ask) {
            return;
        }
        self.client_mut(client).last = flight.event;
        if let Content::Vote { yes, .. } = flight.message.content {
            waiting.count(flight.message.from, yes);
            self.client_mut(client).phase = Phase::Waiting(waiting);
            if waiting.is_complete() {
                self.count_votes(client, waiting, log);
            }
            return;
        }
        match self.current(client) {
            Some(&Step::Acquire { lock, .. }) => self.hear_acquire(client, lock, waiting, flight, log),
            Some(Step::Read { .. } | Step::Write { .. } | Step::Add { .. }) => {
                self.hear_store(client, flight, log)
            }
            _ => self.advance(client),
        }
    }

    fn hear_acquire(
        &mut self,
        client: ClientId,
        lock: LockId,
        waiting: Waiting,
        flight: &Flight,
        log: &mut Log<'_>,
    ) {
        match flight.message.content {
            Content::Granted { token, .. } => {
                if self
                    .hold(client, lock)
                    .is_some_and(|hold| hold.believes && Some(hold.owner) == flight.owner)
                {
                    self.enter_again(client, lock, token, log);
                } else {
                    let grant = flight.grant.unwrap_or(Grant(0));
                    self.is_granted(client, lock, grant, token, waiting.sent, log);
                }
            }
            // In the queue, patience does not run out.
            Content::Queued { .. } => {
                self.client_mut(client).phase = Phase::Waiting(Waiting { until: None, ..waiting });
            }
            Content::Held { version, .. } if self.may_take_over(client, lock, version) => {
                let owner = self.new_owner_value(client);
                self.view(client, lock).tried = Some(owner);
                self.ask_service(client, Content::TakeOver { lock, version }, owner, log);
            }
            Content::Failed { .. } => {
                if self.library(lock).together {
                    self.end_together(client, lock, BeliefEnd::Told, log);
                }
                self.is_refused(client, lock, AcquireEnd::Failed, Finish::Failed, log);
            }
            _ => self.is_refused(client, lock, AcquireEnd::Refused, Finish::Refused, log),
        }
    }

    fn is_granted(
        &mut self,
        client: ClientId,
        lock: LockId,
        grant: Grant,
        token: Option<Token>,
        sent: Reading,
        log: &mut Log<'_>,
    ) {
        self.client_mut(client).asking = None;
        self.believe(client, lock, grant, token, sent, log);
        self.tell(client, Kind::AcquireEnded { client, lock, why: AcquireEnd::Granted }, log);
        self.advance(client);
    }

    pub(super) fn is_refused(
        &mut self,
        client: ClientId,
        lock: LockId,
        why: AcquireEnd,
        end: Finish,
        log: &mut Log<'_>,
    ) {
        match self.every(client, lock) {
            Some((every, jitter)) => self.try_later(client, every, jitter),
            None => self.end_asking(client, why, end, log),
        }
    }

    /// Whether a client has seen a record unchanged for so long that it takes the lock over.
    fn may_take_over(&mut self, client: ClientId, lock: LockId, version: u64) -> bool {
        let Some(length) = self.library(lock).observes else { return false };
        let now = self.own_clock(client);
        let seen = &mut self.view(client, lock).seen;
        match *seen {
            Some((known, since)) if known == version => now >= since + length,
            _ => {
                *seen = Some((version, now));
                false
            }
        }
    }

    /// Every node has answered, or time is up: a majority within its validity is a grant. Whatever was granted
    /// otherwise is released, on every node.
    pub(super) fn count_votes(&mut self, client: ClientId, waiting: Waiting, log: &mut Log<'_>) {
        let Some(&Step::Acquire { lock, .. }) = self.current(client) else {
            self.hang_up_on(client, Thread::Worker, &waiting, log);
            self.advance(client);
            return;
        };
        let Some(owner) = self.view(client, lock).tried else { return };
        let valid_until = self.valid_until(client, lock, waiting.sent);
        let now = self.own_clock(client);
        if !waiting.is_complete() {
            self.clear_inbox(client, Thread::Worker);
            self.hang_up_on(client, Thread::Worker, &waiting, log);
        }
        if waiting.has_majority() && valid_until.is_none_or(|end| now < end) {
            let grant = self.grant_or_new(lock, owner);
            let home = self.home(client);
            let end = valid_until.map(|end| self.clock(home).mono_reaches(end));
            let promise = end.map_or(Promise::UntilReleased, Promise::Until);
            self.tell(client, Kind::Granted { client, lock, grant, token: None, promise }, log);
            self.is_granted(client, lock, grant, None, waiting.sent, log);
        } else {
            self.clean_up(client, lock, log);
            self.is_refused(client, lock, AcquireEnd::Refused, Finish::Refused, log);
        }
    }

    /// A client learns that its connection to a node is broken.
    pub(super) fn connection_breaks(
        &mut self,
        client: ClientId,
        thread: Thread,
        node: Node,
        log: &mut Log<'_>,
    ) {
        let wire = self.wire(client, node, thread);
        if !wire.open {
            return;
        }
        (wire.open, wire.number) = (false, wire.number + 1);
        let dead = self.processes[self.program(client).process.index()].dead;
        if dead || self.client(client).phase == Phase::Finished {
            return;
        }
        let cause = self.emit_at_home(log, client, Kind::ConnectionLost { client, from: node });
        log.because(Some(cause));
        match (thread, self.client(client).phase) {
            (Thread::Worker, Phase::Waiting(waiting)) if waiting.nodes == 1 && waiting.message.to == node => {
                self.client_mut(client).phase = Phase::Ready;
                self.client_mut(client).last = Some(cause);
                self.outcome_is_unknown(client, log);
            }
            _ => {}
        }
    }

    /// A client begins to believe that it holds a lock.
    fn believe(
        &mut self,
        client: ClientId,
        lock: LockId,
        grant: Grant,
        token: Option<Token>,
        sent: Reading,
        log: &mut Log<'_>,
    ) {
        let Some(owner) = self.view(client, lock).tried else { return };
        let valid_until = self.valid_until(client, lock, sent);
        let hold = Hold { owner, grant, token, believes: true, depth: 0, valid_until, validity_over: false };
        self.view(client, lock).hold = Some(hold);
        self.begin_renewing(client, lock);
        self.tell(client, Kind::BeliefBegan { client, lock, grant, token, valid_until }, log);
    }

    /// The reading until which a client may act, after a request that it sent at `sent` was granted now.
    pub(super) fn valid_until(&self, client: ClientId, lock: LockId, sent: Reading) -> Option<Reading> {
        let library = self.library(lock);
        let validity = library.validity?;
        Some(match self.policy(client).deadline.unwrap_or(library.deadline) {
            Origin::Sent => sent + validity,
            Origin::Received => self.own_clock(client) + validity,
        })
    }

    fn hear_store(&mut self, client: ClientId, flight: &Flight, log: &mut Log<'_>) {
        match flight.message.content {
            Content::Value { store, version, value } => {
                let number = if let Some(Datum::Number(number)) = value { number } else { 0 };
                self.numbers(client)[store.index()] = number;
                self.advance(client);
                self.tell(client, Kind::ValueRead { client, store, version, value }, log);
            }
            Content::Rejected { store, .. } => {
                if let Some(lock) = self.scenario.stores[store.index()].lock {
                    self.end_belief(client, lock, BeliefEnd::Rejected, log);
                }
                self.client_mut(client).phase = Phase::Ready;
                self.finish(client, Finish::Rejected, AcquireEnd::Stopped, BeliefEnd::Finished, log);
            }
            _ => self.advance(client),
        }
    }
}
