//! Messages that arrive, and what stores do with them.

use super::World;
use super::log::Log;
use super::network::{Flight, Letter};
use crate::event::{Content, Datum, Kind, Loss, Message, Node, StoreId};
use crate::primitive::Token;
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
            Node::Service(service) => self.serve(service, flight, log),
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
