//! What an event names, and what else a sentence about it may name.

use super::{
    ClientId, ClockChange, Content, Datum, Event, Kind, LockId, Message, Node, Promise, Rejection, StoreId,
};
use crate::primitive::{Reading, Span, Time, Token};
use crate::trace::Names;

/// What an event names. Checks and [`Facts`](super::Facts) read it, and sentences: for their letters see
/// [`text`](crate::text).
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    pub(crate) names: &'a Names,
    pub(crate) at: Time,
    pub(crate) index: u32,
    pub(crate) here: Option<Node>,
    /// The client that did it, asked for it or is answered.
    pub client: Option<ClientId>,
    pub(crate) other: Option<ClientId>,
    /// The lock.
    pub lock: Option<LockId>,
    /// The store.
    pub store: Option<StoreId>,
    /// What is written or read.
    pub value: Option<Datum>,
    /// The sender of a message, the beginning of a link, a process that something happens to.
    pub from: Option<Node>,
    /// The addressee of a message, the end of a link.
    pub to: Option<Node>,
    /// A grant's number; 0 is none.
    pub(crate) grant: u32,
    /// A token's number; 0 is none.
    pub token: u64,
    /// The highest token that a store has seen, where it refuses for that.
    pub highest: u64,
    /// A count, or a token that is refused.
    pub number: u64,
    /// How long, or by how much.
    pub span: Span,
    pub(crate) since: Time,
    pub(crate) promise: Promise,
    pub(crate) valid: Option<Reading>,
    pub(crate) word: &'static str,
    /// A template of its own, with the same parts.
    pub(crate) said: &'static str,
    /// Which of the templates in `said`.
    pub(crate) said_case: usize,
}

impl<'a> Parts<'a> {
    /// Nothing but a moment.
    #[inline(never)]
    pub(crate) fn at(at: Time, names: &'a Names) -> Self {
        Self {
            names,
            at,
            index: 0,
            here: None,
            client: None,
            other: None,
            lock: None,
            store: None,
            value: None,
            from: None,
            to: None,
            grant: 0,
            token: 0,
            highest: 0,
            number: 0,
            span: Span::ZERO,
            since: Time::ZERO,
            promise: Promise::UntilReleased,
            valid: None,
            word: "",
            said: "",
            said_case: 0,
        }
    }

    /// What this event names. A store brings the lock that protects it.
    pub fn of(event: &Event, names: &'a Names) -> Self {
        let mut parts = Self::at(event.at, names);
        (parts.index, parts.here) = (event.index, Some(event.node));
        parts.take(&event.kind);
        if let Some(store) = parts.store {
            parts.lock = names.lock_of(store);
        }
        parts
    }

    /// Takes in what a thing that happens names.
    pub(super) fn take(&mut self, kind: &Kind) {
        match *kind {
            Kind::ClientStarted { client }
            | Kind::WorkEnded { client }
            | Kind::SleepEnded { client }
            | Kind::SessionTouched { client }
            | Kind::SessionEnded { client, .. }
            | Kind::ClientFinished { client, .. } => self.client = Some(client),
            Kind::WorkBegan { client, length } | Kind::SleepBegan { client, length } => {
                (self.client, self.span) = (Some(client), length);
            }
            Kind::AcquireBegan { client, lock, .. }
            | Kind::AcquireEnded { client, lock, .. }
            | Kind::Checked { client, lock, .. }
            | Kind::Voted { client, lock, .. }
            | Kind::Failed { client, lock, .. }
            | Kind::Contact { client, lock, .. }
            | Kind::ExtendRefused { client, lock }
            | Kind::ReleaseRefused { client, lock, .. }
            | Kind::RecordEnded { client, lock, .. }
            | Kind::ValidityEnded { client, lock, .. }
            | Kind::BeliefEnded { client, lock, .. } => self.take_lock(client, lock),
            Kind::Granted { client, lock, token, promise, .. } => {
                self.take_lock(client, lock);
                self.take_token(token);
                self.promise = promise;
            }
            Kind::Refused { client, lock, holder: other }
            | Kind::Queued { client, lock, holder: other }
            | Kind::Released { client, lock, owner: other, .. } => {
                self.take_lock(client, lock);
                self.other = Some(other);
            }
            Kind::Extended { client, lock, owner, promise, .. } => {
                self.take_lock(client, lock);
                (self.other, self.promise) = (Some(owner), promise);
            }
            Kind::RecordBegan { client, lock, token, .. } => {
                self.take_lock(client, lock);
                self.take_token(token);
            }
            Kind::BeliefBegan { client, lock, token, valid_until, .. } => {
                self.take_lock(client, lock);
                self.take_token(token);
                self.valid = valid_until;
            }
            Kind::BeliefExtended { client, lock, valid_until, .. } => {
                self.take_lock(client, lock);
                self.valid = valid_until;
            }
            Kind::ValueRead { client, store, value, .. } | Kind::ReadServed { client, store, value, .. } => {
                (self.client, self.store, self.value) = (Some(client), Some(store), value);
            }
            Kind::WriteAccepted { client, store, grant, token, value, replaced, .. } => {
                (self.client, self.store, self.value) = (Some(client), Some(store), Some(value));
                (self.grant, self.number) = (grant.map_or(0, |grant| grant.0), replaced);
                self.take_token(token);
            }
            Kind::WriteRejected { client, store, token, why, .. } => {
                (self.client, self.store) = (Some(client), Some(store));
                self.take_token(token);
                self.take_rejection(why);
            }
            Kind::TimedOut { message, .. }
            | Kind::Sent(message)
            | Kind::Duplicated(message)
            | Kind::Arrived { message, .. }
            | Kind::Lost { message, .. } => self.take_message(&message),
            Kind::Paused { process, .. }
            | Kind::Resumed { process, .. }
            | Kind::Crashed { process, .. }
            | Kind::Restarted { process }
            | Kind::ConnectionClosed { process } => self.from = Some(Node::Process(process)),
            Kind::LinkCut { from, to }
            | Kind::LinkHealed { from, to }
            | Kind::LinkLossy { from, to, .. }
            | Kind::LinkDoubled { from, to, .. }
            | Kind::LinkUnordered { from, to, .. } => (self.from, self.to) = (Some(from), Some(to)),
            Kind::ConnectionLost { client, from } => {
                (self.client, self.from) = (Some(client), Some(from));
            }
            Kind::ServiceChanged { .. } => {}
            Kind::LinkSlowed { from, to, by } => {
                (self.from, self.to, self.span) = (Some(from), Some(to), by);
            }
            Kind::ClockChanged { change: ClockChange::Step(us) } => {
                self.span = Span::from_micros(us.unsigned_abs());
            }
            Kind::ClockChanged { change: ClockChange::Rate(ppm) } => self.number = ppm.unsigned_abs().into(),
        }
    }

    fn take_lock(&mut self, client: ClientId, lock: LockId) {
        (self.client, self.lock) = (Some(client), Some(lock));
    }

    fn take_token(&mut self, token: Option<Token>) {
        self.token = token.map_or(0, Token::get);
    }

    /// The token that came is a number here: it is not the token of a message that says so.
    fn take_rejection(&mut self, why: Rejection) {
        if let Rejection::Stale { token, highest } = why {
            (self.number, self.highest) = (token.get(), highest.get());
        }
    }

    fn take_message(&mut self, message: &Message) {
        (self.client, self.from, self.to) = (Some(message.client), Some(message.from), Some(message.to));
        (self.lock, self.store) = (message.content.lock(), message.content.store());
        (self.word, self.said) = (message.content.word(), message.content.said());
        self.said_case = message.content.case();
        match message.content {
            Content::Write { value, token, .. } => {
                self.value = Some(value);
                self.take_token(token);
            }
            Content::Granted { token, .. } => self.take_token(token),
            Content::Failed { why, .. } => self.word = why.word(),
            Content::Rejected { why, .. } => self.take_rejection(why),
            _ => {}
        }
    }

    /// The name of a node. A client at home, and wherever it is, is called by its own name.
    pub(crate) fn end(&self, node: Option<Node>) -> Option<&'a str> {
        match (node, self.client) {
            (None | Some(Node::Process(_)), Some(client)) => Some(self.names.client(client)),
            (node, _) => node.map(|node| self.names.node(node)),
        }
    }
}
