//! Services and stores: what they do with a message that arrives, and what their records then say.

use super::log::Log;
use super::network::{Flight, Letter};
use super::{Recorded, World};
use crate::event::{
    Content, Datum, Grant, Kind, LockId, Loss, Message, Node, Promise, RecordEnd, ServiceId, StoreId,
};
use crate::primitive::{Span, Time, Token};
use crate::service::{Call, Decision, Holder, OwnerValue, Request, Server, Verb};
use crate::store::Guard;

impl World<'_> {
    /// A message arrives, or turns out to be lost.
    pub(super) fn deliver(&mut self, id: u32, log: &mut Log<'_>) {
        let Some(flight) = self.take_flight(id) else { return };
        log.because(flight.event);
        let cut = (self.links[flight.link].cuts > 0).then_some(Loss::Partition);
        if let Some(why) = flight.doomed.or(cut) {
            self.is_lost(&flight.message, why, log);
            return;
        }
        match flight.message.to {
            Node::Process(_) => self.deliver_home(flight, log),
            Node::Service(service) => self.serve(service, &flight, log),
            Node::Store(store) => self.store(store, &flight, log),
        }
    }

    /// The network loses a message.
    pub(super) fn lose(&mut self, id: u32, log: &mut Log<'_>) {
        let Some(flight) = self.take_flight(id) else { return };
        log.because(flight.event);
        self.is_lost(&flight.message, Loss::Network, log);
    }

    pub(super) fn is_lost(&self, message: &Message, why: Loss, log: &mut Log<'_>) {
        self.emit(log, message.to, Kind::Lost { message: *message, why });
    }

    /// Writes that a message arrives, and what follows is caused by that.
    pub(super) fn arrive(&self, message: &Message, queued: bool, log: &mut Log<'_>) {
        let event = self.emit(log, message.to, Kind::Arrived { message: *message, queued });
        log.because(Some(event));
    }

    fn serve(&mut self, id: ServiceId, flight: &Flight, log: &mut Log<'_>) {
        self.arrive(&flight.message, false, log);
        let now = self.clocks(Node::Service(id));
        let server = &mut self.servers[id.index()];
        match (request(flight), flight.message.from) {
            (Some(request), _) => {
                let call = Call { connection: flight.connection, ask: flight.ask, request };
                server.receive(call, now, &mut self.answers);
            }
            (None, Node::Process(process)) if flight.message.content == Content::Close => {
                server.closed(flight.connection, now, &mut self.answers);
                self.emit(log, Node::Service(id), Kind::ConnectionClosed { process });
            }
            (None, _) => {}
        }
        for place in 0..self.answers.len() {
            let (call, decision) = self.answers[place];
            self.answer(id, call, decision, log);
        }
        self.answers.clear();
    }

    /// Turns a service's decision into events, a record that may change, and a message back.
    fn answer(&mut self, service: ServiceId, call: Call, decision: Decision, log: &mut Log<'_>) {
        let OwnerValue { client, .. } = call.request.owner;
        let lock = call.request.lock;
        let node = Node::Service(service);
        let (kind, content, grant) = match decision {
            Decision::Granted { token, promise } => {
                let grant = Grant(self.next_grant);
                self.next_grant += 1;
                let promise = self.promise(promise);
                let kind = Kind::Granted { client, lock, grant, token, promise };
                (kind, Content::Granted { lock, token }, Some((grant, token)))
            }
            Decision::Refused { holder } => {
                (Kind::Refused { client, lock, holder: holder.client }, Content::Held { lock }, None)
            }
            Decision::Extended { owner, promise } => {
                let (grant, promise) = (self.grant_of(lock, owner), self.promise(promise));
                let kind = Kind::Extended { client, lock, grant, owner: owner.client, promise };
                (kind, Content::Extended { lock }, None)
            }
            Decision::ExtendRefused => {
                (Kind::ExtendRefused { client, lock }, Content::NotYours { lock }, None)
            }
            Decision::Released { owner } => {
                let grant = self.grant_of(lock, owner);
                let kind = Kind::Released { client, lock, grant, owner: owner.client };
                (kind, Content::Released { lock }, None)
            }
            Decision::ReleaseRefused(why) => {
                (Kind::ReleaseRefused { client, lock, why }, Content::NotYours { lock }, None)
            }
        };
        let cause = self.emit(log, node, kind);
        log.because(Some(cause));
        let ended = match decision {
            Decision::Released { owner } if owner.client == client => Some(RecordEnd::Released),
            Decision::Released { .. } => Some(RecordEnd::ReleasedByOther),
            _ => None,
        };
        self.compare_record(lock, ended, grant.map(|(grant, token)| (call.request.owner, grant, token)), log);
        self.send(
            Letter {
                from: node,
                to: self.home(client),
                content,
                connection: call.connection,
                answers: Some(call.ask),
                owner: Some(call.request.owner),
                grant: grant.map(|(grant, _)| grant),
            },
            log,
        );
    }

    fn promise(&self, length: Option<Span>) -> Promise {
        length.map_or(Promise::UntilReleased, |length| Promise::Until(self.now + length))
    }

    fn grant_of(&self, lock: LockId, owner: OwnerValue) -> Grant {
        self.recorded(lock, owner).map_or(Grant(0), |place| self.records[place].grant)
    }

    fn recorded(&self, lock: LockId, owner: OwnerValue) -> Option<usize> {
        self.records.iter().position(|record| record.lock == lock && record.owner == owner)
    }

    /// Asks the service who is on record, and writes down what is new. `ended` says why an entry is gone, if
    /// not by time; `granted` which grant a new entry belongs to.
    pub(super) fn compare_record(
        &mut self,
        lock: LockId,
        ended: Option<RecordEnd>,
        granted: Option<(OwnerValue, Grant, Option<Token>)>,
        log: &mut Log<'_>,
    ) {
        let node = self.keeper(lock);
        let Node::Service(service) = node else { return };
        let now = self.clocks(node);
        self.holders.clear();
        self.servers[service.index()].holders(lock, now, &mut self.holders);

        let mut place = 0;
        while let Some(&Recorded { owner, grant, lock: of, .. }) = self.records.get(place) {
            if of != lock || self.holders.iter().any(|holder| holder.owner == owner) {
                place += 1;
            } else {
                self.records.remove(place);
                let (client, why) = (owner.client, ended.unwrap_or(RecordEnd::Expired));
                self.emit(log, node, Kind::RecordEnded { lock, client, grant, why });
            }
        }
        for place in 0..self.holders.len() {
            let Holder { owner, until } = self.holders[place];
            let clock = self.clock(node);
            let until = until.map_or(Time::MAX, |reading| clock.wall_reaches(reading));
            if let Some(place) = self.recorded(lock, owner) {
                self.records[place].until = until;
                continue;
            }
            let (grant, token) = match granted {
                Some((to, grant, token)) if to == owner => (grant, token),
                _ => (Grant(0), None),
            };
            self.records.push(Recorded { lock, owner, grant, token, until });
            self.emit(log, node, Kind::RecordBegan { lock, client: owner.client, grant, token });
        }
    }

    fn store(&mut self, id: StoreId, flight: &Flight, log: &mut Log<'_>) {
        self.arrive(&flight.message, false, log);
        let node = Node::Store(id);
        let content = match (flight.message.content, flight.message.from) {
            (Content::Write { value, token, .. }, _) => self.write(id, value, token, flight, log),
            (Content::Read { store }, _) => {
                let (value, version) = self.value(store);
                let client = flight.message.client;
                let cause = self.emit(log, node, Kind::ReadServed { client, store, version, value });
                log.because(Some(cause));
                Content::Value { store, version, value }
            }
            (Content::Close, Node::Process(process)) => {
                self.emit(log, node, Kind::ConnectionClosed { process });
                return;
            }
            _ => return,
        };
        self.send(
            Letter {
                from: node,
                to: flight.message.from,
                content,
                connection: flight.connection,
                answers: Some(flight.ask),
                owner: None,
                grant: None,
            },
            log,
        );
    }

    fn write(
        &mut self,
        id: StoreId,
        value: Datum,
        token: Option<Token>,
        flight: &Flight,
        log: &mut Log<'_>,
    ) -> Content {
        let (client, grant) = (flight.message.client, flight.grant);
        let store = &mut self.stores[id.index()];
        let (kind, content) = match store.guard.admit(token) {
            Ok(()) => {
                let replaced = store.version;
                store.version += 1;
                store.value = Some(value);
                let version = store.version;
                let kind = Kind::WriteAccepted { client, store: id, grant, token, value, replaced, version };
                (kind, Content::Written { store: id })
            }
            Err(why) => {
                let kind = Kind::WriteRejected { client, store: id, grant, token, why };
                (kind, Content::Rejected { store: id, why })
            }
        };
        let cause = self.emit(log, Node::Store(id), kind);
        log.because(Some(cause));
        content
    }
}

/// The request in a message to a service, if it is one.
fn request(flight: &Flight) -> Option<Request> {
    let verb = match flight.message.content {
        Content::Acquire { .. } => Verb::Acquire,
        Content::Extend { .. } => Verb::Extend,
        Content::Release { plain: false, .. } => Verb::Release,
        Content::Release { plain: true, .. } => Verb::ReleasePlain,
        _ => return None,
    };
    Some(Request { lock: flight.message.content.lock()?, owner: flight.owner?, verb })
}
