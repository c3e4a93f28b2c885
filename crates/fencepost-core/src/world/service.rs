//! Services: what they do with a request, by themselves, and in a fault; and what their records then say.

use alloc::vec::Vec;

use super::log::Log;
use super::network::{Flight, Letter};
use super::{Recorded, World};
use crate::event::{
    Change, Content, Grant, Kind, LockId, Loss, Node, ProcessId, Promise, RecordEnd, ServiceId,
};
use crate::primitive::{Time, Token};
use crate::service::{Call, Decision, Doings, Incident, OwnerValue, Promised, Request, Server, Verb};

/// Whether a service's node runs.
#[derive(Clone, Copy, Default)]
pub(super) struct Running {
    /// How many pauses stop it.
    pub(super) stopped: u16,
    pub(super) dead: bool,
}

/// One answer of a service, as far as the world has carried it out.
struct Done {
    call: Call,
    content: Content,
    owner: OwnerValue,
    granted: Option<(Grant, Option<Token>)>,
    /// Whose lease it ended.
    released: Option<OwnerValue>,
    event: u32,
}

impl World<'_> {
    /// A message reaches a service.
    pub(super) fn serve(&mut self, id: ServiceId, flight: Flight, log: &mut Log<'_>) {
        let Running { stopped, dead } = self.running[id.index()];
        if dead {
            self.is_lost(&flight.message, Loss::Crashed, log);
            return;
        }
        self.arrive(&flight.message, stopped > 0, log);
        if stopped > 0 {
            self.desk.push(Flight { event: log.next_index().checked_sub(1), ..flight });
        } else {
            self.attend(id, &flight, log);
        }
    }

    /// A service that was paused looks at the first message that came in the meantime.
    pub(super) fn catch_up(&mut self, id: ServiceId, log: &mut Log<'_>) {
        if let Some(place) = self.waiting_at(id) {
            let flight = self.desk.remove(place);
            log.because(flight.event);
            self.attend(id, &flight, log);
        }
    }

    /// The place of the first message that waits at a service that was paused.
    pub(super) fn waiting_at(&self, id: ServiceId) -> Option<usize> {
        self.desk.iter().position(|flight| flight.message.to == Node::Service(id))
    }

    fn attend(&mut self, id: ServiceId, flight: &Flight, log: &mut Log<'_>) {
        let now = self.clocks(Node::Service(id));
        let mut doings = core::mem::take(&mut self.doings);
        match (request(flight), flight.message.from) {
            (Some(request), Node::Process(process)) => {
                let call = Call { connection: flight.connection, process, ask: flight.ask, request };
                self.servers[id.index()].receive(call, now, &mut doings);
            }
            (None, Node::Process(process)) if flight.message.content == Content::Close => {
                self.servers[id.index()].closed(flight.connection, now, &mut doings);
                let event = self.emit(log, Node::Service(id), Kind::ConnectionClosed { process });
                log.because(Some(event));
            }
            _ => {}
        }
        self.carry_out(id, doings, log);
    }

    /// A service's own timer.
    pub(super) fn wake_service(&mut self, id: ServiceId, log: &mut Log<'_>) {
        let now = self.clocks(Node::Service(id));
        let mut doings = core::mem::take(&mut self.doings);
        self.servers[id.index()].wake(now, &mut doings);
        self.carry_out(id, doings, log);
    }

    /// Something happens to a service as a whole; `change` is what the trace says about it.
    pub(super) fn befall(
        &mut self,
        id: ServiceId,
        incident: Incident,
        change: Option<Change>,
        log: &mut Log<'_>,
    ) {
        let now = self.clocks(Node::Service(id));
        if let Some(change) = change {
            let event = self.emit(log, Node::Service(id), Kind::ServiceChanged { change });
            log.because(Some(event));
        }
        let mut doings = core::mem::take(&mut self.doings);
        self.servers[id.index()].befall(incident, now, &mut doings);
        self.carry_out(id, doings, log);
    }

    /// Turns what a service does into events, records that may change, and messages back.
    pub(super) fn carry_out(&mut self, id: ServiceId, mut doings: Doings, log: &mut Log<'_>) {
        let (node, cause) = (Node::Service(id), log.cause());
        let mut after = cause;
        for (client, why) in doings.sessions.drain(..) {
            after = Some(self.emit(log, node, Kind::SessionEnded { client, why }));
            log.because(after);
        }
        let mut done: Vec<Done> = Vec::new();
        for (call, decision) in doings.answers.drain(..) {
            log.because(after);
            done.push(self.decided(id, call, decision, log));
        }
        log.because(after);
        let all = done.is_empty() || !doings.ended.is_empty();
        for lock in self.lock_ids() {
            let concerned = all || done.iter().any(|one| one.call.request.lock == lock);
            if concerned && self.keeps(id, lock) {
                self.compare_records(id, lock, &done, &doings.ended, log);
            }
        }
        for one in done {
            log.because(Some(one.event));
            let letter = Letter {
                from: node,
                to: Node::Process(one.call.process),
                content: one.content,
                connection: one.call.connection,
                answers: Some(one.call.ask),
                owner: Some(one.owner),
                grant: one.granted.map(|(grant, _)| grant),
            };
            self.send(letter, log);
        }
        log.because(after);
        for connection in doings.closed.drain(..) {
            self.hang_up(id, connection, log);
        }
        doings.ended.clear();
        self.doings = doings;
    }

    /// Writes down one decision.
    fn decided(&mut self, id: ServiceId, call: Call, decision: Decision, log: &mut Log<'_>) -> Done {
        let (owner, lock) = (call.request.owner, call.request.lock);
        let (client, votes) = (owner.client, self.scenario.services[id.index()].nodes > 1);
        let (mut granted, mut released) = (None, None);
        let (kind, content) = match decision {
            Decision::Granted { .. } | Decision::Extended { .. } | Decision::Released { .. } if votes => {
                (Kind::Voted { client, lock, yes: true }, Content::Vote { lock, yes: true })
            }
            Decision::Refused { .. } | Decision::ExtendRefused | Decision::ReleaseRefused(_) if votes => {
                (Kind::Voted { client, lock, yes: false }, Content::Vote { lock, yes: false })
            }
            Decision::Granted { token, promise } | Decision::Remade { token, promise } => {
                let (grant, promise) = (self.new_grant(), self.promise(promise));
                granted = Some((grant, token));
                let kind = Kind::Granted { client, lock, grant, token, promise };
                match decision {
                    Decision::Remade { .. } => (kind, Content::Extended { lock }),
                    _ => (kind, Content::Granted { lock, token }),
                }
            }
            Decision::Again { token, promise } => {
                let (grant, promise) = (self.grant_of(lock, owner), self.promise(promise));
                granted = Some((grant, token));
                let kind = Kind::Extended { client, lock, grant, owner: client, promise };
                (kind, Content::Granted { lock, token })
            }
            Decision::Queued { behind } => {
                (Kind::Queued { client, lock, holder: behind.client }, Content::Queued { lock })
            }
            Decision::Refused { holder, version } => {
                (Kind::Refused { client, lock, holder: holder.client }, Content::Held { lock, version })
            }
            Decision::Failed(why) => (Kind::Failed { client, lock, why }, Content::Failed { lock, why }),
            Decision::Extended { owner, promise } => {
                let (grant, promise) = (self.grant_of(lock, owner), self.promise(promise));
                let kind = Kind::Extended { client, lock, grant, owner: owner.client, promise };
                (kind, Content::Extended { lock })
            }
            Decision::Touched => (Kind::SessionTouched { client }, Content::Extended { lock }),
            Decision::ExtendRefused => (Kind::ExtendRefused { client, lock }, Content::NotYours { lock }),
            Decision::Released { owner } => {
                released = Some(owner);
                let grant = self.grant_of(lock, owner);
                let kind = Kind::Released { client, lock, grant, owner: owner.client };
                (kind, Content::Released { lock })
            }
            Decision::ReleaseRefused(why) => {
                (Kind::ReleaseRefused { client, lock, why }, Content::NotYours { lock })
            }
        };
        let event = self.emit(log, Node::Service(id), kind);
        Done { call, content, owner, granted, released, event }
    }

    fn new_grant(&mut self) -> Grant {
        let grant = Grant(self.next_grant);
        self.next_grant += 1;
        grant
    }

    fn promise(&self, promised: Promised) -> Promise {
        match promised {
            Promised::For(length) => Promise::Until(self.now + length),
            Promised::UntilReleased => Promise::UntilReleased,
            Promised::WhileConnected => Promise::WhileConnected,
            Promised::InProcess => Promise::InProcess,
        }
    }

    fn grant_of(&self, lock: LockId, owner: OwnerValue) -> Grant {
        self.recorded(lock, owner).map_or(Grant(0), |place| self.records[place].grant)
    }

    /// The grant that is on record for this owner value, or a new one.
    pub(super) fn grant_or_new(&mut self, lock: LockId, owner: OwnerValue) -> Grant {
        match self.recorded(lock, owner) {
            Some(place) => self.records[place].grant,
            None => self.new_grant(),
        }
    }

    fn recorded(&self, lock: LockId, owner: OwnerValue) -> Option<usize> {
        self.records.iter().position(|record| record.lock == lock && record.owner == owner)
    }

    /// Whether a node is one of those that keep a lock.
    pub(super) fn keeps(&self, id: ServiceId, lock: LockId) -> bool {
        self.scenario.services[id.index()].first == self.scenario.locks[lock.index()].service
    }

    /// The record of a lock may have changed by time alone, or with a clock.
    pub(super) fn compare_record(&mut self, lock: LockId, log: &mut Log<'_>) {
        self.compare_records(self.scenario.locks[lock.index()].service, lock, &[], &[], log);
    }

    /// Asks the service who is on record for a lock, and writes down what is new at the node `id`.
    fn compare_records(
        &mut self,
        id: ServiceId,
        lock: LockId,
        done: &[Done],
        ended: &[(OwnerValue, RecordEnd)],
        log: &mut Log<'_>,
    ) {
        let (node, cause) = (Node::Service(id), log.cause());
        let holders = self.holders(lock);
        let mut place = 0;
        while let Some(&Recorded { owner, grant, lock: of, .. }) = self.records.get(place) {
            if of != lock || holders.iter().any(|(holder, _)| *holder == owner) {
                place += 1;
                continue;
            }
            self.records.remove(place);
            let client = owner.client;
            let release = done.iter().find(|one| one.released == Some(owner));
            let why = match release {
                Some(one) if one.owner.client == client => RecordEnd::Released,
                Some(_) => RecordEnd::ReleasedByOther,
                None => ended.iter().find(|it| it.0 == owner).map_or(RecordEnd::Expired, |it| it.1),
            };
            log.because(release.map_or(cause, |one| Some(one.event)));
            self.emit(log, node, Kind::RecordEnded { lock, client, grant, why });
        }
        for (owner, until) in holders {
            if let Some(place) = self.recorded(lock, owner) {
                self.records[place].until = until;
                continue;
            }
            let one = done.iter().find(|one| one.owner == owner && one.granted.is_some());
            let (grant, token) = match one.and_then(|one| one.granted) {
                Some(granted) => granted,
                None => (self.new_grant(), None),
            };
            log.because(one.map_or(cause, |one| Some(one.event)));
            self.records.push(Recorded { lock, owner, grant, token, until });
            self.emit(log, node, Kind::RecordBegan { lock, client: owner.client, grant, token });
        }
        log.because(cause);
    }

    /// Who is on record for a lock, and until which true time if nothing happens. Of several nodes, whoever most
    /// of them have.
    fn holders(&mut self, lock: LockId) -> Vec<(OwnerValue, Time)> {
        let first = self.scenario.locks[lock.index()].service;
        let nodes = self.scenario.services[first.index()].nodes;
        let mut entries: Vec<(OwnerValue, Time)> = Vec::new();
        for id in (first.0..first.0 + nodes).map(ServiceId) {
            let node = Node::Service(id);
            let now = self.clocks(node);
            self.holders.clear();
            self.servers[id.index()].holders(lock, now, &mut self.holders);
            for place in 0..self.holders.len() {
                let holder = self.holders[place];
                let clock = self.clock(node);
                let until = holder.until.map_or(Time::MAX, |reading| clock.wall_reaches(reading));
                entries.push((holder.owner, until));
            }
        }
        if nodes == 1 {
            return entries;
        }
        let most = usize::from(nodes / 2);
        let mut holders: Vec<(OwnerValue, Time)> = Vec::new();
        for (owner, _) in &entries {
            let mut ends: Vec<Time> = Vec::new();
            ends.extend(entries.iter().filter(|it| it.0 == *owner).map(|it| it.1));
            if ends.len() <= most || holders.iter().any(|it| it.0 == *owner) {
                continue;
            }
            crate::order::by_key(&mut ends, |end| *end);
            // The majority is gone when one more than the rest has ended.
            holders.push((*owner, ends[ends.len() - most - 1]));
        }
        holders
    }

    /// A process's connections to a service are watched by nobody any more, or again.
    pub(super) fn silence(&mut self, process: ProcessId, id: ServiceId, silent: bool, log: &mut Log<'_>) {
        for client in self.client_ids() {
            if self.program(client).process == process {
                self.befall(id, Incident::Silent { client, silent }, None, log);
            }
        }
    }
}

/// The request in a message to a service, if it is one.
fn request(flight: &Flight) -> Option<Request> {
    let verb = match flight.message.content {
        Content::Acquire { wait, .. } => Verb::Acquire { wait },
        Content::TakeOver { version, .. } => Verb::TakeOver { version },
        Content::Extend { create, .. } => Verb::Extend { create },
        Content::Touch { .. } => Verb::Touch,
        Content::Release { plain, .. } => Verb::Release { plain },
        _ => return None,
    };
    let lock = flight.message.content.lock()?;
    Some(Request { lock, owner: flight.owner?, verb, stamp: flight.stamp.unwrap_or_default() })
}
