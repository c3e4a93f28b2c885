//! Answers that come back to a client, and the renewal of its leases.

use super::World;
use super::client::{Hold, Phase};
use super::log::Log;
use super::network::Flight;
use crate::event::{AcquireEnd, BeliefEnd, ClientId, Content, Datum, Finish, Grant, Kind, LockId, Loss};
use crate::primitive::{Reading, Token};
use crate::scenario::{Origin, Step};
use crate::service::{Answer, Thread, Want};

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
        let client = flight.message.client;
        if flight.connection.thread == Thread::Renewer {
            self.hear_renewal(flight, log);
            return;
        }
        let sent = match &self.client(client).phase {
            Phase::Waiting(waiting) if waiting.message.id == flight.ask => waiting.sent,
            _ => return,
        };
        self.client_mut(client).last = flight.event;
        match self.current(client) {
            Some(&Step::Acquire { lock, .. }) => self.hear_acquire(client, lock, sent, flight, log),
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
        sent: Reading,
        flight: &Flight,
        log: &mut Log<'_>,
    ) {
        if let Answer::Granted { token } = self.library(lock).answer(&flight.message.content) {
            self.client_mut(client).asking = None;
            let grant = flight.grant.unwrap_or(Grant(0));
            self.believe(client, lock, grant, token, sent, log);
            self.tell(client, Kind::AcquireEnded { client, lock, why: AcquireEnd::Granted }, log);
            self.advance(client);
        } else if let Some(&Step::Acquire { every: Some(every), jitter, .. }) = self.current(client) {
            self.try_later(client, every, jitter);
        } else {
            self.end_asking(client, AcquireEnd::Refused, Finish::Refused, log);
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
        let hold = Hold {
            owner,
            grant,
            token,
            believes: true,
            valid_until,
            validity_over: false,
            renew_at: self.next_renewal(client),
            renewing: None,
        };
        self.view(client, lock).hold = Some(hold);
        self.tell(client, Kind::BeliefBegan { client, lock, grant, token, valid_until }, log);
    }

    /// The reading until which a client may act, after a request that it sent at `sent` was granted now.
    fn valid_until(&self, client: ClientId, lock: LockId, sent: Reading) -> Option<Reading> {
        let ttl = self.library(lock).ttl(&self.scenario.locks[lock.index()].settings)?;
        Some(match self.policy(client).deadline {
            Origin::Sent => sent + ttl,
            Origin::Received => self.own_clock(client) + ttl,
        })
    }

    fn next_renewal(&self, client: ClientId) -> Option<Reading> {
        self.policy(client).renew.map(|period| self.own_clock(client) + period)
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

    /// The renewer asks to let a lease run anew.
    pub(super) fn renew(&mut self, client: ClientId, lock: LockId, log: &mut Log<'_>) {
        let Some(hold) = self.hold(client, lock) else { return };
        hold.renew_at = None;
        let owner = hold.owner;
        let content = self.request_for(lock, Want::Renew);
        let to = self.keeper(lock);
        let message = self.send_request(client, Thread::Renewer, to, content, Some(owner), log);
        let waiting = self.waiting(client, message);
        if let Some(hold) = self.hold(client, lock) {
            hold.renewing = Some(waiting);
        }
    }

    fn hear_renewal(&mut self, flight: &Flight, log: &mut Log<'_>) {
        let client = flight.message.client;
        let Some(lock) = flight.message.content.lock() else { return };
        let Some(hold) = self.hold(client, lock) else { return };
        let Some(waiting) = hold.renewing.filter(|it| it.message.id == flight.ask) else { return };
        hold.renewing = None;
        let grant = hold.grant;
        if self.library(lock).answer(&flight.message.content) == Answer::Lost {
            self.client_mut(client).interrupt = Some(Finish::Told);
            self.end_belief(client, lock, BeliefEnd::Told, log);
            return;
        }
        let valid_until = self.valid_until(client, lock, waiting.sent);
        let renew_at = self.next_renewal(client);
        if let Some(hold) = self.hold(client, lock) {
            hold.valid_until = valid_until;
            hold.validity_over = false;
            hold.renew_at = renew_at;
        }
        self.emit_at_home(log, client, Kind::BeliefExtended { client, lock, grant, valid_until });
    }

    /// The renewer had no answer in time: it tries again a period later.
    pub(super) fn renew_patience_ends(&mut self, client: ClientId, lock: LockId, log: &mut Log<'_>) {
        let renew_at = self.next_renewal(client);
        let Some(hold) = self.hold(client, lock) else { return };
        let Some(waiting) = hold.renewing.take() else { return };
        hold.renew_at = renew_at;
        self.clear_inbox(client, Thread::Renewer);
        self.close(client, Thread::Renewer, waiting.message.to, false, log);
        self.emit_at_home(log, client, Kind::TimedOut { client, message: waiting.message });
    }
}
