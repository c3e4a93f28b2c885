//! The pass over the events.

use alloc::vec;
use alloc::vec::Vec;

use fencepost_core::event::{
    ClientId, Event, Grant, Kind, LockId, Message, Node, Promise, RecordEnd, StoreId,
};
use fencepost_core::primitive::Time;
use fencepost_core::trace::Trace;

use super::{Granted, Story, Stretch, THINGS, Thing, belief, set};

/// Tells the story of a trace. The cost is linear in its events.
pub(crate) fn tell(trace: &Trace) -> Story {
    let names = &trace.names;
    let locks = names.locks.len();
    // At least one, whose lists those are that there is one of for all.
    let most = names.clients.len().max(names.processes.len()).max(locks).max(names.stores.len()).max(1);
    let mut story = Story::default();
    story.lists.resize_with(most * THINGS, Vec::new);
    let newest = vec![[(Grant(0), ClientId(0)); 2]; locks];
    let mut teller = Teller { trace, story, newest, believers: vec![0; locks], sent: Vec::new() };
    for event in &trace.events {
        teller.see(event);
    }
    teller.finish()
}

struct Teller<'a> {
    trace: &'a Trace,
    story: Story,
    /// For each lock, the newest grant, and the newest to another client than that; grant 0 is none.
    newest: Vec<[(Grant, ClientId); 2]>,
    /// For each lock, the set of clients that believe to hold it.
    believers: Vec<u64>,
    /// Where a message's passage is, by its number; `u32::MAX` where it has none.
    sent: Vec<u32>,
}

/// How many stretches of one list can last at once: as many as a scenario has things of a kind.
const LOOK_BACK: usize = 256;

/// Fits every mark: no bit of it counts.
const ANY: (u64, u64) = (0, 0);

impl Teller<'_> {
    fn list(&mut self, thing: Thing, whose: usize) -> Option<&mut Vec<Stretch>> {
        self.story.lists.get_mut(whose * THINGS + thing as usize)
    }

    /// Adds what begins now. What has its end already has it by this event.
    fn add(&mut self, thing: Thing, whose: usize, event: &Event, to: Time, mark: u64) {
        let last = (event.at < to && to < Time::MAX).then_some(event.index);
        if let Some(list) = self.list(thing, whose) {
            list.push(Stretch { from: event.at, to, events: (event.index, last), mark });
        }
    }

    fn begin(&mut self, thing: Thing, whose: usize, event: &Event, mark: u64) {
        self.add(thing, whose, event, Time::MAX, mark);
    }

    fn moment(&mut self, thing: Thing, whose: usize, event: &Event, mark: u64) {
        self.add(thing, whose, event, event.at, mark);
    }

    /// Ends the last stretch that lasts and whose mark has these bits under a mask; whether there is one.
    fn end(&mut self, thing: Thing, whose: usize, event: &Event, (mask, mark): (u64, u64)) -> bool {
        let Some(list) = self.list(thing, whose) else { return false };
        // Few stretches of one kind last at once, and they are the latest: look no further than that.
        for it in list.iter_mut().rev().take(LOOK_BACK) {
            if it.is_open() && it.mark & mask == mark {
                (it.to, it.events.1) = (event.at, Some(event.index));
                return true;
            }
        }
        false
    }

    fn see(&mut self, event: &Event) {
        match event.kind {
            Kind::Sent(ref message) => self.sent(event, message),
            Kind::Arrived { ref message, .. } | Kind::Lost { ref message, .. } => {
                if let Some(it) = self.passage(message) {
                    (it.to, it.events.1) = (event.at, Some(event.index));
                }
            }
            _ => self.see_client(event),
        }
    }

    fn sent(&mut self, event: &Event, message: &Message) {
        let place = message.id as usize;
        if place >= self.sent.len() {
            self.sent.resize(place.min(self.trace.events.len()) + 1, u32::MAX);
        }
        if let Some(slot) = self.sent.get_mut(place) {
            *slot = self.story.list(Thing::Passage, 0).len() as u32;
            self.begin(Thing::Passage, 0, event, 0);
        }
    }

    fn passage(&mut self, message: &Message) -> Option<&mut Stretch> {
        let place = *self.sent.get(message.id as usize)?;
        self.list(Thing::Passage, 0)?.get_mut(place as usize)
    }

    fn see_client(&mut self, event: &Event) {
        use Thing::{Belief, Life, Sleep, Wait, Work};
        match event.kind {
            Kind::ClientStarted { client } => self.begin(Life, client.index(), event, 0),
            Kind::WorkBegan { client, .. } => self.begin(Work, client.index(), event, 0),
            Kind::SleepBegan { client, .. } => self.begin(Sleep, client.index(), event, 0),
            Kind::AcquireBegan { client, .. } => self.begin(Wait, client.index(), event, 0),
            Kind::WorkEnded { client } => self.over(&[Work], client, event),
            Kind::SleepEnded { client } => self.over(&[Sleep], client, event),
            Kind::AcquireEnded { client, .. } => self.over(&[Wait], client, event),
            Kind::ClientFinished { client, .. } => self.over(&[Work, Sleep, Wait, Life], client, event),
            Kind::BeliefBegan { client, lock, .. } => {
                // A client that acquires what it believes to hold believes anew.
                self.end(Belief, client.index(), event, (!1, belief(lock, false)));
                self.begin(Belief, client.index(), event, belief(lock, true));
                self.believes(event, client, lock, true);
            }
            Kind::BeliefExtended { client, lock, .. } => self.turns(event, client, lock, true),
            Kind::ValidityEnded { client, lock, .. } => self.turns(event, client, lock, false),
            Kind::BeliefEnded { client, lock, .. } => {
                self.end(Belief, client.index(), event, (!1, belief(lock, false)));
                self.believes(event, client, lock, false);
            }
            _ => self.see_service(event),
        }
    }

    fn over(&mut self, things: &[Thing], client: ClientId, event: &Event) {
        for thing in things {
            self.end(*thing, client.index(), event, ANY);
        }
    }

    /// A belief becomes one within its validity, or one after it.
    fn turns(&mut self, event: &Event, client: ClientId, lock: LockId, sure: bool) {
        if self.end(Thing::Belief, client.index(), event, (!0, belief(lock, !sure))) {
            self.begin(Thing::Belief, client.index(), event, belief(lock, sure));
        }
    }

    /// A client joins or leaves those who believe to hold a lock. Where two or more are left, they overlap.
    fn believes(&mut self, event: &Event, client: ClientId, lock: LockId, begins: bool) {
        let Some(believers) = self.believers.get_mut(lock.index()) else { return };
        *believers = if begins { *believers | set(client) } else { *believers & !set(client) };
        let now = *believers;
        let several = now.count_ones() > 1;
        let last = self.list(Thing::Both, lock.index()).and_then(|list| list.last_mut());
        match last.filter(|both| both.is_open()) {
            Some(both) if several => both.mark |= now,
            Some(_) => {
                self.end(Thing::Both, lock.index(), event, ANY);
            }
            None if several => self.begin(Thing::Both, lock.index(), event, now),
            None => {}
        }
    }

    fn see_service(&mut self, event: &Event) {
        match event.kind {
            Kind::Granted { client, lock, grant, promise, .. } => {
                let number = grant.0 as usize;
                if number >= self.story.grants.len() {
                    let none = Granted { ttl: None, until: Time::MAX };
                    self.story.grants.resize(number.min(self.trace.events.len()) + 1, none);
                }
                self.promised(grant, promise);
                if let Some(it) = self.story.grants.get_mut(number)
                    && it.until != Time::MAX
                {
                    it.ttl = Some(it.until.since(event.at));
                }
                if let Some(newest) = self.newest.get_mut(lock.index()) {
                    if newest[0].1 != client {
                        newest[1] = newest[0];
                    }
                    newest[0] = (grant, client);
                }
            }
            Kind::Extended { grant, promise, .. } => self.promised(grant, promise),
            Kind::Refused { lock, .. } => self.moment(Thing::Refusal, lock.index(), event, 0),
            Kind::RecordBegan { lock, grant, .. } => {
                self.begin(Thing::Lease, lock.index(), event, u64::from(grant.0));
            }
            Kind::RecordEnded { lock, grant, why, .. } => {
                self.end(Thing::Lease, lock.index(), event, (!0, u64::from(grant.0)));
                let until = self.story.grants.get(grant.0 as usize).map_or(Time::MAX, |it| it.until);
                if why != RecordEnd::Released && until != Time::MAX && until > event.at {
                    self.add(Thing::Promise, lock.index(), event, until, 0);
                }
            }
            _ => self.see_store(event),
        }
    }

    fn promised(&mut self, grant: Grant, promise: Promise) {
        if let Some(it) = self.story.grants.get_mut(grant.0 as usize) {
            it.until = match promise {
                Promise::Until(end) => end,
                Promise::UntilReleased => Time::MAX,
            };
        }
    }

    fn see_store(&mut self, event: &Event) {
        match event.kind {
            Kind::WriteAccepted { client, store, grant, .. } => {
                self.act(event, store, self.is_late(client, store, grant));
                self.end(Thing::Value, store.index(), event, ANY);
                self.begin(Thing::Value, store.index(), event, 0);
            }
            Kind::WriteRejected { store, .. } => self.act(event, store, true),
            Kind::ReadServed { store, .. } => self.act(event, store, false),
            _ => self.see_fault(event),
        }
    }

    /// A store's answer. What is bad marks the message that led to it, too.
    fn act(&mut self, event: &Event, store: StoreId, bad: bool) {
        self.moment(Thing::Act, store.index(), event, bad.into());
        let cause = event.cause.and_then(|cause| self.trace.events.get(cause as usize));
        if let Some(Event { kind: Kind::Arrived { message, .. }, .. }) = cause
            && let Some(passage) = self.passage(message)
        {
            passage.mark |= u64::from(bad);
        }
    }

    /// Whether the lock was granted to another client after the grant that a write was made under.
    fn is_late(&self, client: ClientId, store: StoreId, grant: Option<Grant>) -> bool {
        let newest = self.trace.names.lock_of(store).and_then(|lock| self.newest.get(lock.index()));
        let (Some(grant), Some(newest)) = (grant, newest) else { return false };
        newest.iter().any(|(newer, holder)| *newer > grant && *holder != client)
    }

    fn see_fault(&mut self, event: &Event) {
        use Thing::{Clock, Crash, Pause, Restart};
        match event.kind {
            Kind::Paused { process, scope } => self.begin(Pause, process.index(), event, scope as u64),
            Kind::Resumed { process, scope } => {
                self.end(Pause, process.index(), event, (!0, scope as u64));
            }
            Kind::Crashed { process, .. } => {
                while self.end(Pause, process.index(), event, ANY) {}
                self.moment(Crash, process.index(), event, 0);
            }
            Kind::Restarted { process } => self.moment(Restart, process.index(), event, 0),
            Kind::LinkCut { from, to } => self.trouble(event, from, to, 0, true),
            Kind::LinkHealed { from, to } => self.trouble(event, from, to, 0, false),
            Kind::LinkSlowed { from, to, by } => self.trouble(event, from, to, 1, !by.is_zero()),
            Kind::LinkLossy { from, to, lossy } => self.trouble(event, from, to, 2, lossy),
            Kind::ClockChanged { .. } => self.moment(Clock, 0, event, 0),
            _ => {}
        }
    }

    /// Ends trouble of one sort on a link, and begins another if there is one.
    fn trouble(&mut self, event: &Event, from: Node, to: Node, sort: u64, begins: bool) {
        let mark = number(from) << 32 | number(to) << 8 | sort;
        self.end(Thing::Link, 0, event, (!0, mark));
        if begins {
            self.begin(Thing::Link, 0, event, mark);
        }
    }

    /// What lasts lasts to the end of the run.
    fn finish(self) -> Story {
        let mut story = self.story;
        let end = self.trace.ending.at.max(self.trace.events.last().map_or(Time::ZERO, |last| last.at));
        for it in story.lists.iter_mut().flatten() {
            if it.to == Time::MAX {
                it.to = end;
            }
        }
        story
    }
}

/// A number of its own for each node.
fn number(node: Node) -> u64 {
    let (sort, id) = match node {
        Node::Process(id) => (0, id.0),
        Node::Service(id) => (1, id.0),
        Node::Store(id) => (2, id.0),
    };
    u64::from(id) << 2 | sort
}
