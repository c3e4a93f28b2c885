//! The pass over the events.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use fencepost_core::event::{
    ClientId, Event, Grant, Kind, LockId, Message, Node, ProcessId, Promise, RecordEnd, StoreId,
};
use fencepost_core::primitive::Time;
use fencepost_core::trace::Trace;

use super::{
    Act, Belief, ClientStory, Fate, Lease, Link, LockStory, Moment, Passage, ProcessStory, StoreStory, Story,
    Stretch, Trouble, Written,
};

/// Tells the story of a trace. The cost is linear in its events.
pub(crate) fn tell(trace: &Trace) -> Story {
    let names = &trace.names;
    let story = Story {
        clients: vec![ClientStory::default(); names.clients.len()],
        processes: vec![ProcessStory::default(); names.processes.len()],
        locks: vec![LockStory::default(); names.locks.len()],
        stores: vec![StoreStory::default(); names.stores.len()],
        ..Story::default()
    };
    let newest = vec![[None; 2]; names.locks.len()];
    let granted = BTreeMap::new();
    let mut teller = Teller { trace, story, granted, newest, sent: Vec::new(), arrived: Vec::new() };
    for event in &trace.events {
        teller.see(event);
    }
    teller.finish()
}

struct Teller<'a> {
    trace: &'a Trace,
    story: Story,
    /// Every grant, with its promise.
    granted: BTreeMap<Grant, Granted>,
    /// For each lock, the newest grant, and the newest to another client than that.
    newest: Vec<[Option<(Grant, ClientId)>; 2]>,
    /// Where a message's passage is, by its number.
    sent: Vec<Option<usize>>,
    /// Where the passage is that ended with an event; ascending.
    arrived: Vec<(u32, usize)>,
}

struct Granted {
    at: Time,
    promise: Promise,
}

fn begin<T>(list: &mut Vec<Stretch<T>>, event: &Event, what: T) {
    list.push(Stretch { from: event.at, to: Time::MAX, events: (event.index, None), what });
}

/// Ends the last stretch that lasts and fits.
fn end<'a, T>(
    list: &'a mut [Stretch<T>],
    event: &Event,
    fits: impl Fn(&T) -> bool,
) -> Option<&'a mut Stretch<T>> {
    // Few stretches of one kind last at once, and they are the latest: look no further than that.
    let open = list.iter_mut().rev().take(LOOK_BACK).find(|it| it.is_open() && fits(&it.what))?;
    (open.to, open.events.1) = (event.at, Some(event.index));
    Some(open)
}

/// How many stretches of one list can last at once: as many as a scenario has things of a kind.
const LOOK_BACK: usize = 256;

impl Teller<'_> {
    fn client(&mut self, id: ClientId) -> Option<&mut ClientStory> {
        self.story.clients.get_mut(id.index())
    }

    fn see(&mut self, event: &Event) {
        match event.kind {
            Kind::Sent(message) => self.sent(event, message),
            Kind::Arrived { message, queued } => {
                self.ends(event, message, if queued { Fate::Queued } else { Fate::Arrived });
            }
            Kind::Lost { message, .. } => self.ends(event, message, Fate::Lost),
            _ => self.see_client(event),
        }
    }

    fn sent(&mut self, event: &Event, message: Message) {
        let place = message.id as usize;
        if place >= self.sent.len() {
            self.sent.resize(place.min(self.trace.events.len()) + 1, None);
        }
        if let Some(slot) = self.sent.get_mut(place) {
            *slot = Some(self.story.passages.len());
            begin(&mut self.story.passages, event, Passage { message, fate: Fate::UnderWay, bad: false });
        }
    }

    fn ends(&mut self, event: &Event, message: Message, fate: Fate) {
        let Some(place) = self.sent.get(message.id as usize).copied().flatten() else { return };
        let Some(passage) = self.story.passages.get_mut(place) else { return };
        (passage.to, passage.events.1, passage.what.fate) = (event.at, Some(event.index), fate);
        self.arrived.push((event.index, place));
    }

    fn see_client(&mut self, event: &Event) {
        let any = |_: &_| true;
        match event.kind {
            Kind::ClientStarted { client } => {
                if let Some(it) = self.client(client) {
                    begin(&mut it.lives, event, None);
                }
            }
            Kind::ClientFinished { client, why } => {
                let Some(it) = self.client(client) else { return };
                end(&mut it.works, event, |_| true);
                end(&mut it.sleeps, event, |_| true);
                end(&mut it.waits, event, |_| true);
                if let Some(life) = end(&mut it.lives, event, any) {
                    life.what = Some(why);
                }
            }
            Kind::WorkBegan { client, length } => {
                if let Some(it) = self.client(client) {
                    begin(&mut it.works, event, length);
                }
            }
            Kind::WorkEnded { client } => {
                self.client(client).and_then(|it| end(&mut it.works, event, |_| true));
            }
            Kind::SleepBegan { client, length } => {
                if let Some(it) = self.client(client) {
                    begin(&mut it.sleeps, event, length);
                }
            }
            Kind::SleepEnded { client } => {
                self.client(client).and_then(|it| end(&mut it.sleeps, event, |_| true));
            }
            Kind::AcquireBegan { client, .. } => {
                if let Some(it) = self.client(client) {
                    begin(&mut it.waits, event, None);
                }
            }
            Kind::AcquireEnded { client, why, .. } => {
                if let Some(wait) = self.client(client).and_then(|it| end(&mut it.waits, event, |_| true)) {
                    wait.what = Some(why);
                }
            }
            Kind::BeliefBegan { client, lock, .. } => self.believes(event, client, lock, true),
            Kind::BeliefExtended { client, lock, .. } => {
                let Some(it) = self.client(client) else { return };
                if end(&mut it.beliefs, event, |belief| belief.lock == lock && !belief.sure).is_some() {
                    self.believes(event, client, lock, true);
                }
            }
            Kind::ValidityEnded { client, lock, .. } => {
                let Some(it) = self.client(client) else { return };
                if end(&mut it.beliefs, event, |belief| belief.lock == lock && belief.sure).is_some() {
                    self.believes(event, client, lock, false);
                }
            }
            Kind::BeliefEnded { client, lock, .. } => {
                self.client(client).and_then(|it| end(&mut it.beliefs, event, |belief| belief.lock == lock));
            }
            _ => self.see_service(event),
        }
    }

    fn believes(&mut self, event: &Event, client: ClientId, lock: LockId, sure: bool) {
        let Some(it) = self.client(client) else { return };
        if !it.locks.contains(&lock) {
            it.locks.push(lock);
        }
        begin(&mut it.beliefs, event, Belief { lock, sure });
    }

    fn see_service(&mut self, event: &Event) {
        match event.kind {
            Kind::Granted { client, lock, grant, promise, .. } => {
                self.granted.insert(grant, Granted { at: event.at, promise });
                if let Some(newest) = self.newest.get_mut(lock.index()) {
                    if newest[0].is_some_and(|(_, holder)| holder != client) {
                        newest[1] = newest[0];
                    }
                    newest[0] = Some((grant, client));
                }
            }
            Kind::Extended { grant, promise, .. } => {
                if let Some(granted) = self.granted.get_mut(&grant) {
                    granted.promise = promise;
                }
            }
            Kind::Refused { client, lock, .. } => {
                if let Some(it) = self.story.locks.get_mut(lock.index()) {
                    it.refusals.push(Moment { at: event.at, event: event.index, what: client });
                }
            }
            Kind::RecordBegan { lock, client, grant, token } => {
                let ttl = self.granted.get(&grant).and_then(|granted| match granted.promise {
                    Promise::Until(end) => Some(end.since(granted.at)),
                    Promise::UntilReleased => None,
                });
                if let Some(it) = self.story.locks.get_mut(lock.index()) {
                    begin(&mut it.leases, event, Lease { client, grant, token, ttl, end: None });
                }
            }
            Kind::RecordEnded { lock, client, grant, why } => {
                let promise = self.granted.get(&grant).map(|granted| granted.promise);
                let Some(it) = self.story.locks.get_mut(lock.index()) else { return };
                if let Some(lease) = end(&mut it.leases, event, |lease| lease.grant == grant) {
                    lease.what.end = Some(why);
                }
                if let (Some(Promise::Until(until)), RecordEnd::ReleasedByOther | RecordEnd::Expired) =
                    (promise, why)
                    && until > event.at
                {
                    let events = (event.index, Some(event.index));
                    it.promises.push(Stretch { from: event.at, to: until, events, what: client });
                }
            }
            _ => self.see_store(event),
        }
    }

    fn see_store(&mut self, event: &Event) {
        match event.kind {
            Kind::WriteAccepted { client, store, grant, token, value, .. } => {
                let late = self.is_late(client, store, grant);
                self.act(event, store, Act::Accepted { client, late });
                self.mark_bad(event, late);
                let Some(it) = self.story.stores.get_mut(store.index()) else { return };
                end(&mut it.values, event, |_| true);
                begin(&mut it.values, event, Written { client, value, token });
            }
            Kind::WriteRejected { client, store, why, .. } => {
                self.act(event, store, Act::Rejected { client, why });
                self.mark_bad(event, true);
            }
            Kind::ReadServed { client, store, .. } => self.act(event, store, Act::Read { client }),
            _ => self.see_fault(event),
        }
    }

    fn act(&mut self, event: &Event, store: StoreId, what: Act) {
        if let Some(it) = self.story.stores.get_mut(store.index()) {
            it.acts.push(Moment { at: event.at, event: event.index, what });
        }
    }

    /// Whether the lock was granted to another client after the grant that a write was made under.
    fn is_late(&self, client: ClientId, store: StoreId, grant: Option<Grant>) -> bool {
        let newest = self.trace.names.lock_of(store).and_then(|lock| self.newest.get(lock.index()));
        let (Some(grant), Some(newest)) = (grant, newest) else { return false };
        newest.iter().flatten().any(|(newer, holder)| *newer > grant && *holder != client)
    }

    /// Colours the message that led to an event.
    fn mark_bad(&mut self, event: &Event, bad: bool) {
        let Some(cause) = event.cause else { return };
        if let Ok(found) = self.arrived.binary_search_by_key(&cause, |(index, _)| *index) {
            self.story.passages[self.arrived[found].1].what.bad |= bad;
        }
    }

    fn process(&mut self, id: ProcessId) -> Option<&mut ProcessStory> {
        self.story.processes.get_mut(id.index())
    }

    fn see_fault(&mut self, event: &Event) {
        let moment = |()| Moment { at: event.at, event: event.index, what: () };
        match event.kind {
            Kind::Paused { process, scope } => {
                if let Some(it) = self.process(process) {
                    begin(&mut it.pauses, event, scope);
                }
            }
            Kind::Resumed { process, scope } => {
                self.process(process).and_then(|it| end(&mut it.pauses, event, |paused| *paused == scope));
            }
            Kind::Crashed { process, host } => {
                if let Some(it) = self.process(process) {
                    while end(&mut it.pauses, event, |_| true).is_some() {}
                    it.crashes.push(Moment { at: event.at, event: event.index, what: host });
                }
            }
            Kind::Restarted { process } => {
                if let Some(it) = self.process(process) {
                    it.restarts.push(moment(()));
                }
            }
            Kind::LinkCut { from, to } => self.trouble(event, from, to, Some(Trouble::Cut), is_cut),
            Kind::LinkHealed { from, to } => self.trouble(event, from, to, None, is_cut),
            Kind::LinkSlowed { from, to, by } => {
                let trouble = (!by.is_zero()).then_some(Trouble::Slow(by));
                self.trouble(event, from, to, trouble, |it| matches!(it, Trouble::Slow(_)));
            }
            Kind::LinkLossy { from, to, lossy } => {
                let trouble = lossy.then_some(Trouble::Lossy);
                self.trouble(event, from, to, trouble, |it| it == Trouble::Lossy);
            }
            Kind::ClockChanged { change } => {
                let what = (event.node, change);
                self.story.clocks.push(Moment { at: event.at, event: event.index, what });
            }
            _ => {}
        }
    }

    /// Ends trouble of one sort on a link, and begins another.
    fn trouble(
        &mut self,
        event: &Event,
        from: Node,
        to: Node,
        trouble: Option<Trouble>,
        same: fn(Trouble) -> bool,
    ) {
        end(&mut self.story.links, event, |it| (it.from, it.to) == (from, to) && same(it.trouble));
        if let Some(trouble) = trouble {
            begin(&mut self.story.links, event, Link { from, to, trouble });
        }
    }

    /// What lasts lasts to the end of the run.
    fn finish(self) -> Story {
        let mut story = self.story;
        let end = self.trace.ending.at.max(self.trace.events.last().map_or(Time::ZERO, |last| last.at));
        for it in &mut story.clients {
            close(&mut it.lives, end);
            close(&mut it.beliefs, end);
            close(&mut it.works, end);
            close(&mut it.sleeps, end);
            close(&mut it.waits, end);
        }
        story.processes.iter_mut().for_each(|it| close(&mut it.pauses, end));
        story.locks.iter_mut().for_each(|it| close(&mut it.leases, end));
        story.stores.iter_mut().for_each(|it| close(&mut it.values, end));
        close(&mut story.passages, end);
        close(&mut story.links, end);
        story.both = super::both::overlaps(&story.clients, story.locks.len());
        story
    }
}

fn is_cut(trouble: Trouble) -> bool {
    trouble == Trouble::Cut
}

fn close<T>(list: &mut [Stretch<T>], end: Time) {
    for it in list.iter_mut().filter(|it| it.is_open()) {
        it.to = end;
    }
}
