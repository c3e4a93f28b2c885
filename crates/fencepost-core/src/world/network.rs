//! Messages under way. Each link has a number of messages sent, so that the n-th of them has the same delay
//! whatever else changes. Messages of one connection arrive in the order in which they were sent.

use super::World;
use super::client::{Waiting, Wire};
use super::log::Log;
use crate::event::{ClientId, Content, Grant, Kind, Loss, Message, Node, ServiceId};
use crate::fault::LinkChange;
use crate::primitive::{Reading, Span, Time};
use crate::scenario::{End, Network, Route};
use crate::service::{Connection, OwnerValue, Thread};
use crate::setting::Ratio;

/// A message under way, or waiting in an inbox.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    pub(super) message: Message,
    pub(super) connection: Connection,
    /// The id of the request that it is, or answers.
    pub(super) ask: u32,
    /// For requests to a service, and their answers: the owner value that they are about.
    pub(super) owner: Option<OwnerValue>,
    /// What the sender's wall clock read, where a service looks at it.
    pub(super) stamp: Option<Reading>,
    /// For writes and grants: the grant that they are under. Services and stores do not look at it.
    pub(super) grant: Option<Grant>,
    pub(super) earliest: Time,
    pub(super) latest: Time,
    /// How likely it is lost.
    pub(super) loss: Ratio,
    /// Why it is lost for certain, decided as it was sent.
    pub(super) doomed: Option<Loss>,
    /// The message before it on the same connection, while that one is under way.
    pub(super) behind: Option<u32>,
    /// Whether it keeps no order: it is behind none, and none is behind it.
    pub(super) loose: bool,
    /// Whether it is the network's copy of another.
    pub(super) copy: bool,
    /// The link, and its number on it from 1.
    pub(super) link: usize,
    pub(super) nth: u64,
    /// The event that it follows from: that it was sent, and later that it arrived.
    pub(super) event: Option<u32>,
}

/// One direction between a process and a server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) network: Network,
    /// How many faults cut it.
    pub(super) cuts: u32,
    /// By how much faults slow it.
    pub(super) slowed: Span,
    /// How likely a fault loses a message on it.
    pub(super) lossy: Ratio,
    /// Which faults double its messages, and which let them keep no order.
    pub(super) doubled: Bout,
    pub(super) unordered: Bout,
    /// How many messages were sent on it.
    pub(super) sent: u64,
}

/// Faults of one kind that last: how many, and by how much they are late together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bout {
    pub(super) faults: u32,
    pub(super) late: Span,
}

impl Link {
    pub(super) fn new(network: Network) -> Self {
        let (doubled, unordered) = (Bout::default(), Bout::default());
        Self { network, cuts: 0, slowed: Span::ZERO, lossy: Ratio::NEVER, doubled, unordered, sent: 0 }
    }

    /// Cuts, delays and the like add up: all is as ever when the last of them is over.
    pub(super) fn change(&mut self, change: LinkChange) {
        match change {
            LinkChange::Cut => self.cuts += 1,
            LinkChange::Heal => self.cuts = self.cuts.saturating_sub(1),
            LinkChange::Slow(by) => self.slowed = self.slowed + by,
            LinkChange::Unslow(by) => self.slowed = self.slowed.saturating_sub(by),
            LinkChange::Lossy(rate) => self.lossy = rate,
            LinkChange::Double(by) => self.doubled.begin(by),
            LinkChange::Undouble(by) => self.doubled.end(by),
            LinkChange::Unorder(by) => self.unordered.begin(by),
            LinkChange::Order(by) => self.unordered.end(by),
        }
    }
}

impl Bout {
    fn begin(&mut self, by: Span) {
        (self.faults, self.late) = (self.faults + 1, self.late + by);
    }

    fn end(&mut self, by: Span) {
        (self.faults, self.late) = (self.faults.saturating_sub(1), self.late.saturating_sub(by));
    }

    pub(super) fn lasts(&self) -> bool {
        self.faults > 0
    }
}

/// What is put on the network.
pub(super) struct Letter {
    pub(super) from: Node,
    pub(super) to: Node,
    pub(super) content: Content,
    pub(super) connection: Connection,
    /// The request that it answers; `None` for a request.
    pub(super) answers: Option<u32>,
    pub(super) owner: Option<OwnerValue>,
    pub(super) grant: Option<Grant>,
}

impl World<'_> {
    /// The place of a server among services and stores.
    pub(super) fn server_index(&self, node: Node) -> usize {
        match node {
            Node::Process(_) => 0,
            Node::Service(id) => id.index(),
            Node::Store(id) => self.servers.len() + id.index(),
        }
    }

    /// The place of a link in the table: process by process, server by server, there and back.
    pub(super) fn link_index(&self, from: Node, to: Node) -> usize {
        let (process, server, back) = match (from, to) {
            (Node::Process(process), server) => (process, server, 0),
            (server, Node::Process(process)) => (process, server, 1),
            _ => return 0,
        };
        let servers = self.scenario.services.len() + self.scenario.stores.len();
        2 * (process.index() * servers + self.server_index(server)) + back
    }

    /// A client's end of its connection to a server.
    pub(super) fn wire(&mut self, client: ClientId, server: Node, thread: Thread) -> &mut Wire {
        let index = client.index() * (self.servers.len() + self.stores.len()) + self.server_index(server);
        &mut self.wires[index][thread as usize]
    }

    /// Sends a message, and returns it.
    pub(super) fn send(&mut self, letter: Letter, log: &mut Log<'_>) -> Message {
        let Letter { from, to, content, connection, answers, owner, grant } = letter;
        let message = Message { id: self.next_message, from, to, client: connection.client, content };
        self.next_message += 1;
        let stamped = content.lock().is_some_and(|lock| self.library(lock).stamps);
        let stamp = stamped.then(|| self.clocks(from).wall);
        let event = Some(self.emit(log, from, Kind::Sent(message)));

        let index = self.link_index(from, to);
        self.links[index].sent += 1;
        let link = self.link_for(index, &message);
        let slowed = link.slowed + link.unordered.late;
        let lost = (link.lossy == Ratio::ALWAYS).then_some(Loss::Network);
        let doomed = if link.cuts > 0 { Some(Loss::Partition) } else { lost };
        let loose = link.unordered.lasts();
        let before = |it: &&Flight| {
            !it.loose && it.connection == connection && it.message.from == from && it.message.to == to
        };
        let behind = self.flights.iter().rev().find(before).filter(|_| !loose).map(|it| it.message.id);
        let flight = Flight {
            message,
            connection,
            ask: answers.unwrap_or(message.id),
            owner,
            stamp,
            grant,
            earliest: self.now + link.network.delay.earliest + slowed,
            latest: self.now + link.network.delay.latest + slowed,
            loss: likelier(link.network.loss, link.lossy),
            doomed,
            behind,
            loose,
            copy: false,
            link: index,
            nth: link.sent,
            event,
        };
        self.flights.push(flight);
        if link.doubled.lasts() && content != Content::Close {
            self.copy(flight, link.doubled.late, log);
        }
        message
    }

    /// The network delivers a message once more. Whatever befalls the message befalls its copy.
    fn copy(&mut self, flight: Flight, late: Span, log: &mut Log<'_>) {
        let message = Message { id: self.next_message, ..flight.message };
        self.next_message += 1;
        let because = log.because(flight.event);
        let event = Some(self.emit(log, message.from, Kind::Duplicated(message)));
        log.because(because);
        self.flights.push(Flight {
            message,
            earliest: flight.earliest + late,
            latest: flight.latest + late,
            behind: None,
            loose: true,
            copy: true,
            event,
            ..flight
        });
    }

    /// A link as one message finds it: the rules for single messages count this one, and may change it.
    fn link_for(&mut self, index: usize, message: &Message) -> Link {
        let mut link = self.links[index];
        for rule in &mut self.rules {
            if rule.nth > 0 && covers(&rule.route, message) {
                rule.nth -= 1;
                if rule.nth == 0 {
                    link.change(rule.change);
                }
            }
        }
        link
    }

    /// Takes a message off the network, and lets the one behind it go on.
    pub(super) fn take_flight(&mut self, id: u32) -> Option<Flight> {
        let place = self.flights.iter().position(|it| it.message.id == id)?;
        let flight = self.flights.remove(place);
        for other in &mut self.flights {
            if other.behind == Some(id) {
                other.behind = None;
            }
        }
        Some(flight)
    }

    /// Closes the connections on which a client waits for an answer. A node is told where the connection is
    /// what it grants on.
    pub(super) fn hang_up_on(
        &mut self,
        client: ClientId,
        thread: Thread,
        waiting: &Waiting,
        log: &mut Log<'_>,
    ) {
        let tell = waiting.message.content.lock().is_some_and(|lock| self.library(lock).closes);
        match waiting.message.to {
            Node::Service(last) => {
                for node in last.0 + 1 - waiting.nodes..=last.0 {
                    self.close(client, thread, Node::Service(ServiceId(node)), tell, log);
                }
            }
            to => self.close(client, thread, to, false, log),
        }
    }

    /// A node closes a client's connection: its client learns of it by a message.
    pub(super) fn hang_up(&mut self, id: ServiceId, connection: Connection, log: &mut Log<'_>) {
        let (from, to) = (Node::Service(id), self.home(connection.client));
        let content = Content::Close;
        self.send(Letter { from, to, content, connection, answers: Some(0), owner: None, grant: None }, log);
    }

    /// Closes a client's connection: what comes on it later is lost. Tells the server, if `tell`.
    pub(super) fn close(
        &mut self,
        client: ClientId,
        thread: Thread,
        server: Node,
        tell: bool,
        log: &mut Log<'_>,
    ) {
        let wire = self.wire(client, server, thread);
        if !wire.open {
            return;
        }
        let connection = Connection { client, thread, number: wire.number };
        wire.open = false;
        wire.number += 1;
        if tell {
            let from = self.home(client);
            let content = Content::Close;
            self.send(
                Letter { from, to: server, content, connection, answers: None, owner: None, grant: None },
                log,
            );
        }
    }
}

/// Whether a route, one way, covers a message.
fn covers(route: &Route, message: &Message) -> bool {
    let fits = |end: &End, node: Node| {
        let stands_for = match (end.node, node) {
            (Node::Service(first), Node::Service(id)) => (first.0..first.0 + end.nodes).contains(&id.0),
            (one, other) => one == other,
        };
        stands_for
            && end.client.is_none_or(|client| client == message.client)
            && end.lock.is_none_or(|lock| message.content.lock() == Some(lock))
    };
    fits(&route.from, message.from) && fits(&route.to, message.to)
}

fn likelier(one: Ratio, other: Ratio) -> Ratio {
    let left = u64::from(one.part) * u64::from(other.whole);
    let right = u64::from(other.part) * u64::from(one.whole);
    if right > left { other } else { one }
}
