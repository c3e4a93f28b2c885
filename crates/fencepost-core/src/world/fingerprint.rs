//! The world's state as words: everything that decides what may happen next, with all times relative to now.
//! Events, their numbers and the length of the story so far are not part of it.

use super::World;
use super::client::{Hold, Keep, Phase, Waiting};
use super::network::Flight;
use super::service::Running;
use crate::event::{ClientId, Content, Datum, Finish, Node, ServiceId};
use crate::fingerprint::Fingerprint;
use crate::primitive::{Reading, Token};
use crate::service::{Clocks, Connection, OwnerValue, Server, Thread};
use crate::store::Guard;

impl World<'_> {
    /// Takes the state into a fingerprint.
    pub fn fingerprint(&self, out: &mut dyn Fingerprint) {
        self.outside(out);
        self.clocks.iter().for_each(|clock| out.word(u64::from(clock.rate().as_ppm())));
        for process in &self.processes {
            process.stopped.iter().for_each(|count| out.word(u64::from(*count)));
            out.present(process.dead);
        }
        for id in self.client_ids() {
            self.client_words(id, out);
        }
        for Running { stopped, dead } in &self.running {
            out.word(u64::from(*stopped) << 1 | u64::from(*dead));
        }
        self.desk.iter().for_each(|flight| self.flight(flight, out));
        for (server, id) in self.servers.iter().zip((0..).map(ServiceId)) {
            server.fingerprint(self.clocks(Node::Service(id)), out);
        }
        for lock in self.lock_ids() {
            for record in self.records.iter().filter(|record| record.lock == lock) {
                owner(Some(record.owner), out);
                out.word(u64::from(record.grant.0));
                out.relative(record.until, self.now);
            }
            out.word(u64::MAX);
        }
        for store in &self.stores {
            store.guard.fingerprint(out);
            out.word(store.value.map_or(0, datum));
            out.word(store.version);
        }
        self.numbers.iter().for_each(|number| out.word(u64::from(number.cast_unsigned())));
        for wire in self.wires.iter().flatten() {
            out.word(u64::from(wire.number) << 1 | u64::from(wire.open));
        }
        out.word(self.flights.len() as u64);
        for flight in &self.flights {
            self.flight(flight, out);
        }
    }

    /// What is still to come from faults, and what links do to messages.
    fn outside(&self, out: &mut dyn Fingerprint) {
        out.word(self.next_effect as u64);
        if let Some((at, _)) = self.effects.get(self.next_effect) {
            out.relative(*at, self.now);
        }
        self.rules.iter().for_each(|rule| out.word(rule.nth));
        for link in &self.links {
            out.word(u64::from(link.cuts));
            out.span(link.slowed);
            out.word(u64::from(link.lossy.part) << 32 | u64::from(link.lossy.whole));
            for bout in [link.doubled, link.unordered] {
                out.word(u64::from(bout.faults));
                out.span(bout.late);
            }
        }
        out.word(u64::from(self.next_grant));
    }

    fn client_words(&self, id: ClientId, out: &mut dyn Fingerprint) {
        let (client, clocks) = (self.client(id), self.clocks(self.home(id)));
        let at = |reading: Reading| reading.as_micros().wrapping_sub(clocks.mono.as_micros()) as u64;
        match client.phase {
            Phase::Idle { start } => {
                out.word(1);
                out.relative(start.max(self.now), self.now);
            }
            Phase::Ready => out.word(2),
            Phase::Running { left, since, gap } => {
                out.word(if gap { 3 } else { 4 });
                let ran = since.map_or(crate::primitive::Span::ZERO, |since| self.now.since(since));
                out.span(left.saturating_sub(ran));
            }
            Phase::Sleeping { until } => {
                out.word(5);
                out.word(at(until));
            }
            Phase::Waiting(waiting) => {
                out.word(6);
                self.waiting_words(&waiting, clocks, out);
            }
            Phase::Retrying { earliest, latest } => {
                out.word(7);
                out.word(at(earliest));
                out.word(at(latest));
            }
            Phase::Finished => out.word(8),
        }
        out.word(client.step as u64);
        out.word(u64::from(client.attempts));
        out.present(client.checked);
        out.word(client.interrupt.map_or(0, finish_word));
        let give_up = client.asking.map(|asking| asking.give_up);
        if out.present(give_up.is_some()) {
            out.word(give_up.flatten().map_or(u64::MAX, at));
        }
        for view in self.views(id) {
            owner(view.tried, out);
            self.keep_words(&view.keep, clocks, out);
            if out.present(view.seen.is_some())
                && let Some((version, since)) = view.seen
            {
                out.word(version);
                out.word(at(since));
            }
            if out.present(view.hold.is_some())
                && let Some(hold) = view.hold
            {
                self.hold_words(&hold, clocks, out);
            }
        }
        for thread in [Thread::Worker, Thread::Renewer] {
            let mine = |it: &&Flight| it.message.client == id && it.connection.thread == thread;
            self.inbox.iter().filter(mine).for_each(|flight| self.flight(flight, out));
            out.word(u64::MAX);
        }
    }

    fn hold_words(&self, hold: &Hold, clocks: Clocks, out: &mut dyn Fingerprint) {
        let at = |reading: Reading| reading.as_micros().wrapping_sub(clocks.mono.as_micros()) as u64;
        owner(Some(hold.owner), out);
        out.word(u64::from(hold.grant.0));
        out.word(hold.token.map_or(0, Token::get));
        out.word(u64::from(hold.believes) << 1 | u64::from(hold.validity_over));
        out.word(hold.valid_until.map_or(u64::MAX, at));
        out.word(u64::from(hold.depth));
    }

    fn keep_words(&self, keep: &Keep, clocks: Clocks, out: &mut dyn Fingerprint) {
        let at = |reading: Reading| reading.as_micros().wrapping_sub(clocks.mono.as_micros()) as u64;
        out.word(keep.renew_at.map_or(u64::MAX, at));
        out.word(keep.silent_at.map_or(u64::MAX, at));
        out.word(keep.sent);
        out.present(keep.silent);
        if out.present(keep.renewing.is_some())
            && let Some(waiting) = keep.renewing
        {
            self.waiting_words(&waiting, clocks, out);
        }
    }

    fn waiting_words(&self, waiting: &Waiting, clocks: Clocks, out: &mut dyn Fingerprint) {
        let at = |reading: Reading| reading.as_micros().wrapping_sub(clocks.mono.as_micros()) as u64;
        content(&waiting.message.content, out);
        out.word(at(waiting.sent));
        out.word(waiting.until.map_or(u64::MAX, at));
        out.word(u64::from(waiting.yes) << 32 | u64::from(waiting.no));
    }

    /// Whether a client still waits for what comes of this message. Numbers of messages are not part of a
    /// state: they only tell whether an answer is the awaited one.
    fn is_awaited(&self, flight: &Flight) -> bool {
        let client = flight.message.client;
        let worker =
            matches!(self.client(client).phase, Phase::Waiting(waiting) if waiting.is_for(flight.ask));
        worker
            || self.views(client).iter().filter_map(|view| view.keep.renewing).any(|it| it.is_for(flight.ask))
    }

    fn flight(&self, flight: &Flight, out: &mut dyn Fingerprint) {
        node(flight.message.from, out);
        node(flight.message.to, out);
        content(&flight.message.content, out);
        connection(flight.connection, out);
        out.present(self.is_awaited(flight));
        let place = |id: u32| self.flights.iter().position(|it| it.message.id == id);
        out.word(flight.behind.and_then(place).map_or(0, |place| place as u64 + 1));
        owner(flight.owner, out);
        out.word(flight.grant.map_or(0, |grant| u64::from(grant.0)));
        if out.present(flight.stamp.is_some())
            && let Some(stamp) = flight.stamp
        {
            let wall = self.clocks(flight.message.from).wall;
            out.word(wall.as_micros().wrapping_sub(stamp.as_micros()) as u64);
        }
        out.relative(flight.earliest.max(self.now), self.now);
        out.relative(flight.latest.max(self.now), self.now);
        out.word(u64::from(flight.loss.part) << 32 | u64::from(flight.loss.whole));
        out.word(u64::from(flight.doomed.is_some()) << 1 | u64::from(flight.loose));
    }
}

fn owner(owner: Option<OwnerValue>, out: &mut dyn Fingerprint) {
    out.word(owner.map_or(0, |it| (u64::from(it.client.0) + 1) << 32 | u64::from(it.attempt)));
}

fn connection(connection: Connection, out: &mut dyn Fingerprint) {
    let Connection { client, thread, number } = connection;
    out.word(u64::from(client.0) << 33 | u64::from(thread as u8) << 32 | u64::from(number));
}

fn node(node: Node, out: &mut dyn Fingerprint) {
    let (kind, index) = match node {
        Node::Process(id) => (0, id.0),
        Node::Service(id) => (1, id.0),
        Node::Store(id) => (2, id.0),
    };
    out.word(kind << 16 | u64::from(index));
}

/// Never 0, which stands for nothing.
fn datum(value: Datum) -> u64 {
    match value {
        Datum::Text(place) => u64::from(place) + 1,
        Datum::Number(number) => 1 << 32 | u64::from(number.cast_unsigned()),
    }
}

fn finish_word(why: Finish) -> u64 {
    why as u64 + 1
}

/// A message's content: which kind, about what, and what it carries.
fn content(content: &Content, out: &mut dyn Fingerprint) {
    let word = content.word().bytes().fold(0_u64, |word, byte| word << 5 ^ u64::from(byte));
    out.word(word);
    let about = content.lock().map(|it| it.0).or_else(|| content.store().map(|it| it.0));
    out.word(about.map_or(0, |it| u64::from(it) + 1));
    match *content {
        Content::Write { value, token, .. } => {
            out.word(datum(value));
            out.word(token.map_or(0, Token::get));
        }
        Content::Granted { token, .. } => out.word(token.map_or(0, Token::get)),
        Content::Value { version, value, .. } => {
            out.word(version);
            out.word(value.map_or(0, datum));
        }
        Content::Rejected { why, .. } => out.word(why.word().len() as u64),
        Content::Release { plain: it, .. }
        | Content::Acquire { wait: it, .. }
        | Content::Extend { create: it, .. }
        | Content::Vote { yes: it, .. } => out.word(u64::from(it)),
        Content::TakeOver { version, .. } | Content::Held { version, .. } => out.word(version),
        Content::Failed { why, .. } => out.word(why as u64),
        _ => {}
    }
}
