//! Nobody waits in vain. An acquire with its retries is one request, judged when it gives up or when the run
//! ends. Waiting for a client that believes, or that may still learn of its grant, is never in vain.
//!
//! A request waited in vain when nobody was on record for longer than one retry interval plus the client's
//! patience, or when the one on record is gone (it crashed, finished, or no longer believes) and its promise
//! is over or has no end. While that promise, or a release under way, is still to end it, nothing can be
//! told. Leaves out why a client did not get a free lock: it may be paused or cut off.

use crate::help::help;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::slots::Slots;
use super::{About, Check, Findings, Kind};
use crate::event::{self, AcquireEnd, ClientId, Content, Event, Finish, Grant, LockId, Message, Promise};
use crate::fingerprint::Fingerprint;
use crate::primitive::{Span, Time};
use crate::trace::{EndedBy, Ending, Names};

pub(super) static KIND: Kind = Kind {
    name: "progress",
    demands: help("Nobody waits for a lock that is free, or that somebody has who is gone for good."),
    having_held: "nobody waited in vain",
    when_holds: "nobody waited in vain",
    when_broken: "somebody waited in vain",
    when_idle: "nobody asked for a lock",
    begin: || Box::new(Progress::default()),
};

#[derive(Clone, Default)]
struct Progress {
    locks: Slots<Lock>,
    /// What each client asks for.
    requests: Slots<Option<Request>>,
    /// How each client's program ended, if it did.
    finished: Slots<Option<Finish>>,
}

/// What is known of one lock.
#[derive(Clone, Default)]
struct Lock {
    /// When the last record ended.
    free_since: Time,
    records: Vec<Record>,
    believers: Vec<ClientId>,
    /// The newest grant, until it is on record.
    granted: Option<(Grant, Promise)>,
}

/// A holder on record.
#[derive(Clone)]
struct Record {
    client: ClientId,
    grant: Grant,
    promise: Promise,
    /// Since when its client neither believes nor can still learn of the grant.
    gone_since: Option<Time>,
    /// The message under way that releases it.
    release: Option<u32>,
    /// The event that put it on record.
    event: u32,
}

#[derive(Clone)]
struct Request {
    lock: LockId,
    since: Time,
    /// How long the lock may be free without the client getting it.
    bound: Span,
    event: u32,
}

impl Check for Progress {
    fn see(&mut self, event: &Event, names: &Names, findings: &mut Findings) {
        match event.kind {
            event::Kind::Sent(message) => self.release_sent(&message),
            event::Kind::Arrived { message, .. } | event::Kind::Lost { message, .. } => {
                self.release_came(&message);
            }
            event::Kind::AcquireBegan { client, lock, every, patience } => {
                findings.applies(event.at, About::lock(lock, client));
                let bound = every.unwrap_or(Span::ZERO) + patience;
                let request = Request { lock, since: event.at, bound, event: event.index };
                *self.requests.at(client.index()) = Some(request);
            }
            event::Kind::AcquireEnded { client, lock, why } => {
                findings.applies(event.at, About::lock(lock, client));
                let request = self.requests.at(client.index()).take();
                if let (Some(request), AcquireEnd::GaveUp) = (request, why) {
                    self.judge(client, &request, End::gave_up(event), names, findings);
                }
                self.locks.at(lock.index()).is_not_told(client, event.at);
            }
            _ => self.keep_records(event),
        }
    }

    fn finish(&mut self, ending: &Ending, names: &Names, findings: &mut Findings) {
        for (client, request) in self.requests.iter() {
            if let Some(request) = request {
                findings.applies(ending.at, About::lock(request.lock, ClientId(client)));
                self.judge(ClientId(client), request, End::of_run(ending), names, findings);
            }
        }
    }

    fn boxed_clone(&self) -> Box<dyn Check> {
        Box::new(self.clone())
    }

    fn fingerprint(&self, now: Time, out: &mut dyn Fingerprint) {
        let idle = |lock: &Lock| lock.records.is_empty() && lock.believers.is_empty();
        self.locks.fingerprint(out, idle, |lock, out| lock.fingerprint(now, out));
        self.requests.fingerprint(out, Option::is_none, |request, out| {
            let Some(request) = request else { return };
            out.word(u64::from(request.lock.0));
            out.span(request.bound);
            // While somebody is on record, the lock can only become free later than any request began.
            let lock = self.locks.get(request.lock.index());
            if out.present(lock.is_none_or(|lock| lock.records.is_empty())) {
                out.relative(lock.map_or(Time::ZERO, |lock| lock.free_since).max(request.since), now);
            }
        });
    }
}

impl Progress {
    fn keep_records(&mut self, event: &Event) {
        match event.kind {
            event::Kind::ClientStarted { client } => *self.finished.at(client.index()) = None,
            event::Kind::ClientFinished { client, why } => *self.finished.at(client.index()) = Some(why),
            event::Kind::Granted { lock, grant, promise, .. } => {
                self.locks.at(lock.index()).granted = Some((grant, promise));
            }
            event::Kind::Extended { lock, grant, promise, .. } => {
                let records = &mut self.locks.at(lock.index()).records;
                if let Some(record) = records.iter_mut().find(|record| record.grant == grant) {
                    record.promise = promise;
                }
            }
            // Asking for what is on record for itself, a client cannot know of that grant.
            event::Kind::Refused { client, lock, holder } if client == holder => {
                self.locks.at(lock.index()).is_not_told(client, event.at);
            }
            event::Kind::RecordBegan { lock, client, grant, .. } => {
                let asks = self.requests.at(client.index()).as_ref().is_some_and(|it| it.lock == lock);
                self.locks.at(lock.index()).record_began(event, client, grant, asks);
            }
            event::Kind::RecordEnded { lock, grant, .. } => {
                let lock = self.locks.at(lock.index());
                lock.records.retain(|record| record.grant != grant);
                lock.free_since = event.at;
            }
            event::Kind::BeliefBegan { client, lock, .. } => {
                let lock = self.locks.at(lock.index());
                if let Err(place) = lock.believers.binary_search(&client) {
                    lock.believers.insert(place, client);
                }
                lock.records_of(client).for_each(|record| record.gone_since = None);
            }
            event::Kind::BeliefEnded { client, lock, .. } => {
                let lock = self.locks.at(lock.index());
                lock.believers.retain(|believer| *believer != client);
                lock.is_not_told(client, event.at);
            }
            _ => {}
        }
    }

    fn release_sent(&mut self, message: &Message) {
        let Content::Release { lock, plain } = message.content else { return };
        let records = &mut self.locks.at(lock.index()).records;
        for record in records.iter_mut().filter(|record| plain || record.client == message.client) {
            record.release = Some(message.id);
        }
    }

    fn release_came(&mut self, message: &Message) {
        let Content::Release { lock, .. } = message.content else { return };
        let records = &mut self.locks.at(lock.index()).records;
        for record in records.iter_mut().filter(|record| record.release == Some(message.id)) {
            record.release = None;
        }
    }

    /// Judges a request that ends without a grant.
    fn judge(&self, client: ClientId, request: &Request, end: End, names: &Names, findings: &mut Findings) {
        let unknown = Lock::default();
        let lock = self.locks.get(request.lock.index()).unwrap_or(&unknown);
        let about = About::lock(request.lock, client);
        let waited = || {
            format!("{} waited for {} from {}", names.client(client), names.lock(request.lock), request.since)
        };
        let Some(blocker) = lock.records.first() else {
            let since = lock.free_since.max(request.since);
            let from = (since + request.bound).min(end.at);
            if from < end.at || end.for_ever {
                findings.breach_lasted(end.witness.unwrap_or(request.event), (from, end.at), about, || {
                    format!("{} {}, though nobody had it from {since} on", waited(), end.words())
                });
            }
            return;
        };
        let Some(gone_since) = lock.records.iter().map(|record| record.gone_since).min().flatten() else {
            return;
        };
        let about = about.and(blocker.client);
        let holder = || {
            format!(
                "it was on record for {}, which {}",
                names.client(blocker.client),
                self.how_gone(blocker.client)
            )
        };
        if blocker.release.is_some() {
            return findings.undecided(end.at, about, || {
                format!("{} {}: {}, and a release was under way", waited(), end.words(), holder())
            });
        }
        let (over, until) = match blocker.promise {
            Promise::Until(until) if until > end.at => {
                return findings.undecided(end.at, about, || {
                    format!("{} {}: {}, and was promised until {until}", waited(), end.words(), holder())
                });
            }
            Promise::Until(until) => (until, Some(until)),
            Promise::UntilReleased => (Time::ZERO, None),
        };
        let from = gone_since.max(over).max(request.since);
        findings.breach_lasted(end.witness.unwrap_or(blocker.event), (from, end.at), about, || {
            let why = until.map_or_else(
                || String::from("without any end"),
                |until| format!("though its promise ended at {until}"),
            );
            format!("{} {}: {}, {why}", waited(), end.words(), holder())
        });
    }

    /// "crashed", "had finished" or "no longer believed that it held it".
    fn how_gone(&self, client: ClientId) -> &'static str {
        match self.finished.get(client.index()).copied().flatten() {
            Some(Finish::Crashed) => "had crashed",
            Some(_) => "had finished",
            None => "did not believe that it held it",
        }
    }
}

impl Lock {
    fn records_of(&mut self, client: ClientId) -> impl Iterator<Item = &mut Record> {
        self.records.iter_mut().filter(move |record| record.client == client)
    }

    fn record_began(&mut self, event: &Event, client: ClientId, grant: Grant, asks: bool) {
        let promised = self.granted.filter(|(granted, _)| *granted == grant);
        let promise = promised.map_or(Promise::UntilReleased, |(_, promise)| promise);
        let knows = asks || self.believers.contains(&client);
        let gone_since = (!knows).then_some(event.at);
        self.records.push(Record { client, grant, promise, gone_since, release: None, event: event.index });
    }

    /// A client that does not believe will not learn any more that it is on record.
    fn is_not_told(&mut self, client: ClientId, at: Time) {
        if !self.believers.contains(&client) {
            self.records_of(client).for_each(|record| {
                record.gone_since.get_or_insert(at);
            });
        }
    }

    fn fingerprint(&self, now: Time, out: &mut dyn Fingerprint) {
        out.word(self.records.len() as u64);
        for record in &self.records {
            out.word(u64::from(record.client.0));
            out.word(u64::from(record.grant.0));
            out.word(u64::from(record.gone_since.is_some()));
            out.word(u64::from(record.release.is_some()));
            match record.promise {
                Promise::Until(end) => out.relative(end.max(now), now),
                Promise::UntilReleased => out.word(u64::MAX),
            }
        }
        out.word(self.believers.len() as u64);
        self.believers.iter().for_each(|client| out.word(u64::from(client.0)));
    }
}

/// Where a request ends without a grant.
#[derive(Clone, Copy)]
struct End {
    at: Time,
    /// Nothing can change any more.
    for_ever: bool,
    /// The event of giving up.
    witness: Option<u32>,
}

impl End {
    fn gave_up(event: &Event) -> Self {
        Self { at: event.at, for_ever: false, witness: Some(event.index) }
    }

    fn of_run(ending: &Ending) -> Self {
        Self { at: ending.at, for_ever: ending.why == EndedBy::Quiet, witness: None }
    }

    fn words(self) -> String {
        match self.witness {
            Some(_) => format!("to {} and gave up", self.at),
            None => format!("to the end at {}", self.at),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
