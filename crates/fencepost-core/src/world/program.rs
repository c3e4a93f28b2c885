//! A client's program, one instruction at a time, and the timers that act on it.

use super::World;
use super::client::{Asking, Phase, Waiting};
use super::log::Log;
use super::network::Letter;
use crate::event::{
    AcquireEnd, BeliefEnd, ClientId, Content, Datum, Finish, Kind, LockId, Message, Node, ServiceId, StoreId,
};
use crate::primitive::{Span, Token};
use crate::scenario::{OnExpiry, Policy, Step};
use crate::service::{Connection, Library, OwnerValue, Reentry, Thread, Verb};

impl<'s> World<'s> {
    pub(super) fn policy(&self, client: ClientId) -> &'s Policy {
        &self.program(client).policy
    }

    /// The step that a client is at.
    pub(super) fn current(&self, client: ClientId) -> Option<&'s Step> {
        self.program(client).steps.get(self.client(client).step)
    }

    /// What follows is caused by what the client did last.
    fn go_on(&self, client: ClientId, log: &mut Log<'_>) {
        log.because(self.client(client).last);
    }

    /// Writes an event of a client's program; what the client does next follows from it.
    pub(super) fn tell(&mut self, client: ClientId, kind: Kind, log: &mut Log<'_>) {
        let event = self.emit_at_home(log, client, kind);
        log.because(Some(event));
        self.client_mut(client).last = Some(event);
    }

    pub(super) fn start(&mut self, client: ClientId, log: &mut Log<'_>) {
        self.go_on(client, log);
        self.client_mut(client).phase = Phase::Ready;
        self.tell(client, Kind::ClientStarted { client }, log);
    }

    /// The step is done: the next instruction is due.
    pub(super) fn advance(&mut self, client: ClientId) {
        let client = self.client_mut(client);
        client.step += 1;
        client.checked = false;
        client.phase = Phase::Ready;
    }

    pub(super) fn step(&mut self, client: ClientId, log: &mut Log<'_>) {
        self.go_on(client, log);
        match self.client(client).phase {
            Phase::Running { gap: false, .. } => {
                self.advance(client);
                self.tell(client, Kind::WorkEnded { client }, log);
            }
            Phase::Running { gap: true, .. } => {
                self.client_mut(client).checked = true;
                self.execute(client, log);
            }
            Phase::Ready => self.execute(client, log),
            _ => {}
        }
    }

    fn execute(&mut self, client: ClientId, log: &mut Log<'_>) {
        let Some(step) = self.current(client) else {
            self.finish(client, Finish::Done, AcquireEnd::Stopped, BeliefEnd::Finished, log);
            return;
        };
        match *step {
            Step::Acquire { lock, give_up, wait, .. } => self.ask(client, lock, give_up, wait, log),
            Step::Work(length) => {
                let since = Some(self.now);
                self.client_mut(client).phase = Phase::Running { left: length, since, gap: false };
                self.tell(client, Kind::WorkBegan { client, length }, log);
            }
            Step::Sleep(length) => {
                let until = self.own_clock(client) + length;
                self.client_mut(client).phase = Phase::Sleeping { until };
                self.tell(client, Kind::SleepBegan { client, length }, log);
            }
            Step::Read { store, .. } => {
                if self.may_act(client, store, log) {
                    self.ask_store(client, store, Content::Read { store }, log);
                }
            }
            Step::Write { store, value, .. } => self.write_to(client, store, value, log),
            Step::Add { store, amount, .. } => {
                let number = self.numbers(client)[store.index()].saturating_add(amount);
                self.write_to(client, store, Datum::Number(number), log);
            }
            Step::Release { lock } => self.release(client, lock, log),
        }
    }

    fn write_to(&mut self, client: ClientId, store: StoreId, value: Datum, log: &mut Log<'_>) {
        if self.may_act(client, store, log) {
            let token = self.hold_for(client, store).and_then(|hold| hold.token);
            self.ask_store(client, store, Content::Write { store, value, token }, log);
        }
    }

    /// With `on-expiry=stop`, looks at the deadline first: that is one instruction, sending is another, and
    /// between the two lies the gap. True when the request may be sent now.
    fn may_act(&mut self, client: ClientId, store: StoreId, log: &mut Log<'_>) -> bool {
        let policy = self.policy(client);
        let (Some(hold), Some(lock)) =
            (self.hold_for(client, store), self.scenario.stores[store.index()].lock)
        else {
            return true;
        };
        if self.on_expiry(client, lock) == OnExpiry::Ignore || self.client(client).checked {
            return true;
        }
        let now = self.own_clock(client);
        let passed = hold.believes && hold.valid_until.is_none_or(|end| now < end);
        self.tell(client, Kind::Checked { client, lock, passed }, log);
        if !passed {
            self.finish(client, Finish::Deadline, AcquireEnd::Stopped, BeliefEnd::Deadline, log);
            return false;
        }
        let since = Some(self.now);
        let state = self.client_mut(client);
        if policy.gap.is_zero() {
            state.checked = true;
        } else {
            state.phase = Phase::Running { left: policy.gap, since, gap: true };
        }
        false
    }

    fn hold_for(&self, client: ClientId, store: StoreId) -> Option<super::client::Hold> {
        let lock = self.scenario.stores[store.index()].lock?;
        self.views(client)[lock.index()].hold
    }

    /// Begins to ask for a lock, or asks again.
    fn ask(
        &mut self,
        client: ClientId,
        lock: LockId,
        give_up: Option<Span>,
        wait: Option<bool>,
        log: &mut Log<'_>,
    ) {
        let library = *self.library(lock);
        if self.client(client).asking.is_none() {
            let now = self.own_clock(client);
            let asking = Asking { give_up: give_up.map(|span| now + span) };
            self.client_mut(client).asking = Some(asking);
            let patience = self.policy(client).patience;
            let every = self.every(client, lock).map(|(every, jitter)| every + jitter);
            self.tell(client, Kind::AcquireBegan { client, lock, every, patience }, log);
        }
        let held = self.hold(client, lock).filter(|hold| hold.believes);
        let owner = match (library.reentry, held.map(|hold| hold.owner)) {
            (Reentry::Counts, Some(_)) => {
                self.enter_again(client, lock, None, log);
                return;
            }
            (Reentry::Asks, Some(owner)) => owner,
            _ => self.new_owner_value(client),
        };
        self.view(client, lock).tried = Some(owner);
        if library.session {
            self.open_session(client, lock);
        }
        let content = Content::Acquire { lock, wait: wait.unwrap_or(library.waits) };
        self.ask_service(client, content, owner, log);
    }

    /// A client has once more what it believes to hold.
    pub(super) fn enter_again(
        &mut self,
        client: ClientId,
        lock: LockId,
        token: Option<Token>,
        log: &mut Log<'_>,
    ) {
        self.client_mut(client).asking = None;
        if let Some(hold) = self.hold(client, lock) {
            hold.depth += 1;
            hold.token = token.or(hold.token);
        }
        self.tell(client, Kind::AcquireEnded { client, lock, why: AcquireEnd::Granted }, log);
        self.advance(client);
    }

    /// How long a client waits from a refusal to its next attempt: as its program says, or else its library.
    pub(super) fn every(&self, client: ClientId, lock: LockId) -> Option<(Span, Span)> {
        match self.current(client) {
            Some(&Step::Acquire { every: Some(every), jitter, .. }) => Some((every, jitter)),
            _ => {
                let library = self.library(lock);
                library.every.map(|every| (every, library.jitter))
            }
        }
    }

    pub(super) fn new_owner_value(&mut self, client: ClientId) -> OwnerValue {
        let state = self.client_mut(client);
        state.attempts += 1;
        OwnerValue { client, attempt: state.attempts }
    }

    /// Sends a release, with the owner value of the grant that the client believes in, else of its last
    /// attempt, else one that matches nothing. Belief ends as it is sent.
    fn release(&mut self, client: ClientId, lock: LockId, log: &mut Log<'_>) {
        let view = *self.view(client, lock);
        let held = view.hold.filter(|hold| hold.believes).map(|hold| hold.owner);
        if let Some(hold) = self.hold(client, lock)
            && hold.believes
            && hold.depth > 0
        {
            hold.depth -= 1;
            self.advance(client);
            return;
        }
        let owner = held.or(view.tried).unwrap_or_else(|| self.new_owner_value(client));
        let library = *self.library(lock);
        self.end_belief(client, lock, BeliefEnd::ReleaseSent, log);
        if library.releases_all {
            self.end_together(client, lock, BeliefEnd::ReleaseSent, log);
        }
        self.ask_service(client, release_of(lock, &library), owner, log);
    }

    /// Ends the belief in every lock that a client has of this lock's service.
    pub(super) fn end_together(&mut self, client: ClientId, lock: LockId, why: BeliefEnd, log: &mut Log<'_>) {
        let service = self.scenario.locks[lock.index()].service;
        for other in self.lock_ids() {
            if self.scenario.locks[other.index()].service == service {
                self.end_belief(client, other, why, log);
            }
        }
    }

    /// Sends a release that nobody waits for: it cleans up what may have been granted.
    pub(super) fn clean_up(&mut self, client: ClientId, lock: LockId, log: &mut Log<'_>) {
        if let Some(owner) = self.view(client, lock).tried {
            let content = release_of(lock, self.library(lock));
            self.send_to_all((client, Thread::Worker), content, owner, Span::ZERO, log);
        }
    }

    /// Sends the worker's request to every node of the service that keeps a lock, and waits.
    pub(super) fn ask_service(
        &mut self,
        client: ClientId,
        content: Content,
        owner: OwnerValue,
        log: &mut Log<'_>,
    ) {
        let patience = self.policy(client).patience;
        let waiting = self.send_to_all((client, Thread::Worker), content, owner, patience, log);
        self.wait(client, waiting);
    }

    /// Sends a request about a lock to every node of its service; of several, only their ballot is waited for.
    pub(super) fn send_to_all(
        &mut self,
        (client, thread): (ClientId, Thread),
        content: Content,
        owner: OwnerValue,
        patience: Span,
        log: &mut Log<'_>,
    ) -> Waiting {
        let (cause, lock) = (log.cause(), content.lock().unwrap_or(LockId(0)));
        let service = self.scenario.locks[lock.index()].service;
        let nodes = self.scenario.services[service.index()].nodes;
        let message = self.send_request(client, thread, Node::Service(service), content, Some(owner), log);
        let patience = if nodes > 1 { self.library(lock).ballot } else { patience };
        let mut waiting = Waiting { nodes, ..self.waiting(client, message, patience) };
        for node in service.0 + 1..service.0 + nodes {
            log.because(cause);
            let to = Node::Service(ServiceId(node));
            waiting.message = self.send_request(client, thread, to, content, Some(owner), log);
        }
        waiting
    }

    fn ask_store(&mut self, client: ClientId, store: StoreId, content: Content, log: &mut Log<'_>) {
        let message = self.send_request(client, Thread::Worker, Node::Store(store), content, None, log);
        let waiting = self.waiting(client, message, self.policy(client).patience);
        self.wait(client, waiting);
    }

    fn wait(&mut self, client: ClientId, waiting: Waiting) {
        let flight = self.flights.iter().rev().find(|it| it.message.id == waiting.message.id);
        let last = flight.and_then(|it| it.event);
        let state = self.client_mut(client);
        state.phase = Phase::Waiting(waiting);
        state.checked = false;
        state.last = last;
    }

    /// A request just sent: from when to when its answer is awaited.
    fn waiting(&self, client: ClientId, message: Message, patience: Span) -> Waiting {
        let sent = self.own_clock(client);
        Waiting { message, first: message.id, nodes: 1, yes: 0, no: 0, sent, until: Some(sent + patience) }
    }

    pub(super) fn library(&self, lock: LockId) -> &Library {
        &self.libraries[lock.index()]
    }

    pub(super) fn send_request(
        &mut self,
        client: ClientId,
        thread: Thread,
        to: Node,
        content: Content,
        owner: Option<OwnerValue>,
        log: &mut Log<'_>,
    ) -> Message {
        let wire = self.wire(client, to, thread);
        wire.open = true;
        let connection = Connection { client, thread, number: wire.number };
        let grant = match content {
            Content::Write { store, .. } => self.hold_for(client, store).map(|hold| hold.grant),
            _ => None,
        };
        let from = self.home(client);
        self.send(Letter { from, to, content, connection, answers: None, owner, grant }, log)
    }

    /// Stops believing, if the client believes, and renewing.
    pub(super) fn end_belief(&mut self, client: ClientId, lock: LockId, why: BeliefEnd, log: &mut Log<'_>) {
        self.stop_renewing(client, lock, log);
        let Some(hold) = self.hold(client, lock) else { return };
        let believed = core::mem::take(&mut hold.believes);
        let grant = hold.grant;
        if believed {
            self.tell(client, Kind::BeliefEnded { client, lock, grant, why }, log);
        }
    }

    /// A client's program is over: it stops asking and believing.
    pub(super) fn finish(
        &mut self,
        client: ClientId,
        why: Finish,
        asked: AcquireEnd,
        believed: BeliefEnd,
        log: &mut Log<'_>,
    ) {
        self.stop_waiting(client, log);
        if self.client_mut(client).asking.take().is_some()
            && let Some(Step::Acquire { lock, .. }) = self.current(client)
        {
            self.tell(client, Kind::AcquireEnded { client, lock: *lock, why: asked }, log);
        }
        for lock in self.lock_ids() {
            self.end_belief(client, lock, believed, log);
        }
        self.tell(client, Kind::ClientFinished { client, why }, log);
        for lock in self.lock_ids() {
            if self.library(lock).closes && why != Finish::Crashed {
                self.close(client, Thread::Worker, self.keeper(lock), true, log);
            }
        }
        let state = self.client_mut(client);
        state.phase = Phase::Finished;
        state.interrupt = None;
        self.clear_inbox(client, Thread::Worker);
        self.clear_inbox(client, Thread::Renewer);
    }

    /// Closes the connections on which an answer is awaited: it will come to a closed door.
    fn stop_waiting(&mut self, client: ClientId, log: &mut Log<'_>) {
        if let Phase::Waiting(waiting) = self.client(client).phase {
            self.clear_inbox(client, Thread::Worker);
            self.hang_up_on(client, Thread::Worker, &waiting, log);
        }
    }

    pub(super) fn interrupt(&mut self, client: ClientId, log: &mut Log<'_>) {
        self.go_on(client, log);
        if let Some(why) = self.client_mut(client).interrupt.take() {
            self.finish(client, why, AcquireEnd::Stopped, BeliefEnd::Finished, log);
        }
    }

    pub(super) fn wake(&mut self, client: ClientId, log: &mut Log<'_>) {
        self.go_on(client, log);
        if let Phase::Sleeping { .. } = self.client(client).phase {
            self.advance(client);
            self.tell(client, Kind::SleepEnded { client }, log);
        }
    }

    pub(super) fn retry(&mut self, client: ClientId, log: &mut Log<'_>) {
        self.go_on(client, log);
        if let Phase::Retrying { .. } = self.client(client).phase {
            self.execute(client, log);
        }
    }

    /// No answer came in time: the outcome is unknown.
    pub(super) fn patience_ends(&mut self, client: ClientId, log: &mut Log<'_>) {
        self.go_on(client, log);
        let Phase::Waiting(waiting) = self.client(client).phase else { return };
        if waiting.nodes > 1 {
            self.count_votes(client, waiting, log);
            return;
        }
        self.stop_waiting(client, log);
        self.tell(client, Kind::TimedOut { client, message: waiting.message }, log);
        self.outcome_is_unknown(client, log);
    }

    /// A client does not know what came of its request.
    pub(super) fn outcome_is_unknown(&mut self, client: ClientId, log: &mut Log<'_>) {
        match self.current(client) {
            Some(&Step::Acquire { lock, .. }) => {
                if self.policy(client).cleans_up {
                    self.clean_up(client, lock, log);
                }
                match self.every(client, lock) {
                    Some((every, jitter)) => self.try_later(client, every, jitter),
                    None => self.end_asking(client, AcquireEnd::Unknown, Finish::Unknown, log),
                }
            }
            Some(
                Step::Read { or_continue: false, .. }
                | Step::Write { or_continue: false, .. }
                | Step::Add { or_continue: false, .. },
            ) => {
                self.finish(client, Finish::Unknown, AcquireEnd::Stopped, BeliefEnd::Finished, log);
            }
            _ => self.advance(client),
        }
    }

    pub(super) fn give_up(&mut self, client: ClientId, log: &mut Log<'_>) {
        self.go_on(client, log);
        if self.client(client).asking.is_some() {
            let asked = matches!(self.client(client).phase, Phase::Waiting(_));
            self.stop_waiting(client, log);
            if let (true, Some(&Step::Acquire { lock, .. })) = (asked, self.current(client))
                && self.library(lock).waits
                && !self.library(lock).closes
            {
                self.clean_up(client, lock, log);
            }
            self.end_asking(client, AcquireEnd::GaveUp, Finish::GaveUp, log);
        }
    }

    pub(super) fn try_later(&mut self, client: ClientId, every: Span, jitter: Span) {
        let earliest = self.own_clock(client) + every;
        self.client_mut(client).phase = Phase::Retrying { earliest, latest: earliest + jitter };
    }

    /// The asking is over without the lock: the program ends, unless it was told to go on.
    pub(super) fn end_asking(&mut self, client: ClientId, why: AcquireEnd, end: Finish, log: &mut Log<'_>) {
        let Some(&Step::Acquire { lock, or_continue, .. }) = self.current(client) else { return };
        self.client_mut(client).asking = None;
        if !self.hold(client, lock).is_some_and(|hold| hold.believes) {
            self.stop_renewing(client, lock, log);
        }
        self.tell(client, Kind::AcquireEnded { client, lock, why }, log);
        if or_continue {
            self.advance(client);
        } else {
            self.client_mut(client).phase = Phase::Ready;
            self.finish(client, end, AcquireEnd::Stopped, BeliefEnd::Finished, log);
        }
    }

    /// The client's own clock reached the end of its validity.
    pub(super) fn validity_ends(&mut self, client: ClientId, lock: LockId, log: &mut Log<'_>) {
        let Some(hold) = self.hold(client, lock) else { return };
        hold.validity_over = true;
        let grant = hold.grant;
        match self.on_expiry(client, lock) {
            OnExpiry::Ignore => {
                self.emit_at_home(log, client, Kind::ValidityEnded { client, lock, grant });
            }
            OnExpiry::Stop => {
                self.client_mut(client).interrupt = Some(Finish::Deadline);
                self.end_belief(client, lock, BeliefEnd::Deadline, log);
            }
        }
    }

    pub(super) fn on_expiry(&self, client: ClientId, lock: LockId) -> OnExpiry {
        self.policy(client).on_expiry.unwrap_or(self.library(lock).on_expiry)
    }
}

/// What a lock library sends to release.
fn release_of(lock: LockId, library: &Library) -> Content {
    Content::Release { lock, plain: library.release == Verb::Release { plain: true } }
}
