//! The pass over the events.

use alloc::vec::Vec;

use fencepost_core::event::{Change, ClientId, Event, Grant, Kind, LockId, Node, Parts, Promise, RecordEnd};
use fencepost_core::primitive::{Span, Time};
use fencepost_core::trace::Trace;

use super::{Story, Stretch, THINGS, Thing, belief, set};

/// Tells the story of a trace. The cost is linear in its events.
pub(crate) fn tell(trace: &Trace) -> Story {
    let names = &trace.names;
    // At least one, whose lists those are that there is one of for all.
    let most =
        names.clients.len().max(names.processes.len()).max(names.locks.len()).max(names.stores.len()).max(1);
    let mut story = Story::default();
    story.lists.resize_with(most * THINGS, Vec::new);
    story.grants.push((Span::MAX, Time::MAX));
    let mut teller = Teller { trace, story, locks: Vec::new() };
    for _ in &names.locks {
        teller.locks.push(Known::default());
    }
    for event in &trace.events {
        teller.see(event);
    }
    teller.finish()
}

struct Teller<'a> {
    trace: &'a Trace,
    story: Story,
    locks: Vec<Known>,
}

/// What is known of a lock so far.
#[derive(Default)]
struct Known {
    /// The newest grant, and the newest to another client than that; grant 0 is none.
    newest: [(u32, u16); 2],
    /// The set of clients that believe to hold it.
    believers: u64,
}

/// How many stretches of one list can last at once: as many as a scenario has things of a kind.
const LOOK_BACK: usize = 256;

/// Fits every mark.
const ANY: u64 = u64::MAX;

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

    /// Ends the last stretch that lasts and has this mark; whether there is one.
    fn end(&mut self, thing: Thing, whose: usize, event: &Event, mark: u64) -> bool {
        let Some(list) = self.list(thing, whose) else { return false };
        // Few stretches of one kind last at once, and they are the latest: look no further than that.
        for it in list.iter_mut().rev().take(LOOK_BACK) {
            if it.is_open() && (it.mark == mark || mark == ANY) {
                (it.to, it.events.1) = (event.at, Some(event.index));
                return true;
            }
        }
        false
    }

    fn see(&mut self, event: &Event) {
        use Thing::{
            Clock, Crash, Lease, Life, Passage, Pause, Promise, Refusal, Restart, Sleep, Wait, Work,
        };
        let it = Parts::of(event, &self.trace.names);
        let client = it.client.map_or(0, ClientId::index);
        let lock = it.lock.map_or(0, LockId::index);
        let process = if let Some(Node::Process(id)) = it.from { id.index() } else { 0 };
        match event.kind {
            // Messages are numbered as they are sent.
            Kind::Sent(_) | Kind::Duplicated(_) => self.begin(Passage, 0, event, 0),
            Kind::Arrived { ref message, .. } | Kind::Lost { ref message, .. } => {
                if let Some(it) = self.passage(message.id) {
                    (it.to, it.events.1) = (event.at, Some(event.index));
                }
            }
            Kind::ClientStarted { .. } => self.begin(Life, client, event, 0),
            Kind::WorkBegan { .. } => self.begin(Work, client, event, 0),
            Kind::SleepBegan { .. } => self.begin(Sleep, client, event, 0),
            Kind::AcquireBegan { .. } => self.begin(Wait, client, event, 0),
            Kind::WorkEnded { .. } => self.over(&[Work], client, event),
            Kind::SleepEnded { .. } => self.over(&[Sleep], client, event),
            Kind::AcquireEnded { .. } => self.over(&[Wait], client, event),
            Kind::ClientFinished { .. } => self.over(&[Work, Sleep, Wait, Life], client, event),
            Kind::Refused { .. } | Kind::Failed { .. } => self.moment(Refusal, lock, event, 0),
            Kind::RecordBegan { grant, .. } => self.begin(Lease, lock, event, grant.0.into()),
            Kind::RecordEnded { grant, why, .. } => {
                self.end(Lease, lock, event, grant.0.into());
                let until = self.story.grants.get(grant.0 as usize).map_or(Time::MAX, |it| it.1);
                if why != RecordEnd::Released && until != Time::MAX && until > event.at {
                    self.add(Promise, lock, event, until, 0);
                }
            }
            Kind::Paused { scope, .. } => self.begin(Pause, process, event, scope as u64),
            Kind::Resumed { scope, .. } => _ = self.end(Pause, process, event, scope as u64),
            Kind::Crashed { .. } => {
                while self.end(Pause, process, event, ANY) {}
                self.moment(Crash, process, event, 0);
            }
            Kind::Restarted { .. } => self.moment(Restart, process, event, 0),
            Kind::ClockChanged { .. } => self.moment(Clock, 0, event, 0),
            _ => self.see_more(event, &it, client, lock),
        }
    }

    fn passage(&mut self, message: u32) -> Option<&mut Stretch> {
        self.list(Thing::Passage, 0)?.get_mut(message as usize)
    }

    fn over(&mut self, things: &[Thing], client: usize, event: &Event) {
        for thing in things {
            self.end(*thing, client, event, ANY);
        }
    }

    fn see_more(&mut self, event: &Event, it: &Parts<'_>, client: usize, lock: usize) {
        use Thing::{Belief, Value};
        let [unsure, sure] = [false, true].map(|sure| belief(lock, sure));
        let store = it.store.map_or(0, |store| store.index());
        match event.kind {
            Kind::BeliefBegan { .. } => {
                // A client that acquires what it believes to hold believes anew.
                self.disbelieve(event, client, lock);
                self.begin(Belief, client, event, sure);
                self.believes(event, client, lock, true);
            }
            Kind::BeliefExtended { .. } if self.end(Belief, client, event, unsure) => {
                self.begin(Belief, client, event, sure);
            }
            Kind::ValidityEnded { .. } if self.end(Belief, client, event, sure) => {
                self.begin(Belief, client, event, unsure);
            }
            Kind::BeliefEnded { .. } => {
                self.disbelieve(event, client, lock);
                self.believes(event, client, lock, false);
            }
            Kind::Granted { grant, promise, .. } => {
                let until = end_of(promise);
                let ttl = if until == Time::MAX { Span::MAX } else { until.since(event.at) };
                // A majority of nodes may have a grant on record that its client never counts.
                let place = grant.0 as usize;
                while self.story.grants.len() <= place {
                    self.story.grants.push((Span::MAX, Time::MAX));
                }
                self.story.grants[place] = (ttl, until);
                if let Some(Known { newest, .. }) = self.locks.get_mut(lock) {
                    if usize::from(newest[0].1) != client {
                        newest[1] = newest[0];
                    }
                    newest[0] = (grant.0, client as u16);
                }
            }
            Kind::Extended { grant, promise, .. } => {
                if let Some(it) = self.story.grants.get_mut(grant.0 as usize) {
                    it.1 = end_of(promise);
                }
            }
            Kind::WriteAccepted { grant, .. } => {
                self.act(event, store, self.is_late(client, it.lock, grant));
                self.end(Value, store, event, ANY);
                self.begin(Value, store, event, 0);
            }
            Kind::WriteRejected { .. } => self.act(event, store, true),
            Kind::ReadServed { .. } => self.act(event, store, false),
            Kind::ServiceChanged { change } => self.changes(event, change),
            Kind::Contact { .. } | Kind::ConnectionLost { .. } => self.moment(Thing::News, 0, event, 0),
            Kind::LinkCut { .. } => self.trouble(event, it, 0, true),
            Kind::LinkHealed { .. } => self.trouble(event, it, 0, false),
            Kind::LinkSlowed { by, .. } => self.trouble(event, it, 1, !by.is_zero()),
            Kind::LinkLossy { lossy, .. } => self.trouble(event, it, 2, lossy),
            Kind::LinkDoubled { doubled, .. } => self.trouble(event, it, 3, doubled),
            Kind::LinkUnordered { unordered, .. } => self.trouble(event, it, 4, unordered),
            _ => {}
        }
    }

    fn disbelieve(&mut self, event: &Event, client: usize, lock: usize) {
        for sure in [false, true] {
            self.end(Thing::Belief, client, event, belief(lock, sure));
        }
    }

    /// A client joins or leaves those who believe to hold a lock. Where two or more are left, they overlap.
    fn believes(&mut self, event: &Event, client: usize, lock: usize, begins: bool) {
        let Some(Known { believers, .. }) = self.locks.get_mut(lock) else { return };
        let client = set(ClientId(client as u16));
        *believers = if begins { *believers | client } else { *believers & !client };
        let now = *believers;
        let several = now.count_ones() > 1;
        let last = self.list(Thing::Both, lock).and_then(|list| list.last_mut());
        match last.filter(|both| both.is_open()) {
            Some(both) if several => both.mark |= now,
            Some(_) => _ = self.end(Thing::Both, lock, event, ANY),
            None if several => self.begin(Thing::Both, lock, event, now),
            None => {}
        }
    }

    /// A store's answer. What is bad marks the message that led to it, too.
    fn act(&mut self, event: &Event, store: usize, bad: bool) {
        self.moment(Thing::Act, store, event, bad.into());
        let cause = event.cause.and_then(|cause| self.trace.events.get(cause as usize));
        if let Some(Event { kind: Kind::Arrived { message, .. }, .. }) = cause
            && let Some(passage) = self.passage(message.id)
        {
            passage.mark |= u64::from(bad);
        }
    }

    /// Whether the lock was granted to another client after the grant that a write was made under.
    fn is_late(&self, client: usize, lock: Option<LockId>, grant: Option<Grant>) -> bool {
        let newest = lock.and_then(|lock| self.locks.get(lock.index()));
        let (Some(grant), Some(Known { newest, .. })) = (grant, newest) else { return false };
        newest.iter().any(|(newer, holder)| *newer > grant.0 && usize::from(*holder) != client)
    }

    /// Ends trouble of one sort on a link, and begins another if there is one.
    fn trouble(&mut self, event: &Event, link: &Parts<'_>, sort: u64, begins: bool) {
        let mark = number(link.from) << 32 | number(link.to) << 8 | sort;
        self.end(Thing::Link, 0, event, mark);
        if begins {
            self.begin(Thing::Link, 0, event, mark);
        }
    }

    /// A service stops serving, or serves again; or something happens to it at one moment.
    fn changes(&mut self, event: &Event, change: Change) {
        let of = |sort: Change| number(Some(event.node)) << 8 | sort as u64;
        match change {
            Change::Paused | Change::Crashed | Change::NoLeader => {
                if change == Change::Crashed {
                    self.end(Thing::Outage, 0, event, of(Change::Paused));
                }
                self.begin(Thing::Outage, 0, event, of(change));
            }
            Change::Resumed => _ = self.end(Thing::Outage, 0, event, of(Change::Paused)),
            Change::Restarted => _ = self.end(Thing::Outage, 0, event, of(Change::Crashed)),
            _ => {
                if change == Change::NewLeader {
                    self.end(Thing::Outage, 0, event, of(Change::NoLeader));
                }
                self.moment(Thing::News, 0, event, 0);
            }
        }
    }

    /// What lasts lasts to the end of the run.
    fn finish(self) -> Story {
        let mut story = self.story;
        let end = self.trace.ending.at.max(self.trace.events.last().map_or(Time::ZERO, |last| last.at));
        for list in &mut story.lists {
            for it in list {
                if it.to == Time::MAX {
                    it.to = end;
                }
            }
        }
        story
    }
}

fn end_of(promise: Promise) -> Time {
    match promise {
        Promise::Until(end) => end,
        _ => Time::MAX,
    }
}

/// A number of its own for each node.
fn number(node: Option<Node>) -> u64 {
    let (sort, id) = match node {
        None => (3, 0),
        Some(Node::Process(id)) => (0, id.0),
        Some(Node::Service(id)) => (1, id.0),
        Some(Node::Store(id)) => (2, id.0),
    };
    u64::from(id) << 2 | sort
}
