//! Nobody waits in vain. An acquire with its retries is one request, judged when it gives up or when the run
//! ends. Waiting for a client that believes, or that may still learn of its grant, is never in vain.
//!
//! A request waited in vain when nobody was on record for longer than one retry interval plus the client's
//! patience, or when the one on record is gone (it crashed, finished, or no longer believes) and its promise
//! is over or has no end. While that promise, or a release under way, is still to end it, nothing can be
//! told. Leaves out why a client did not get a free lock: it may be paused or cut off.

use alloc::vec::Vec;

use super::slots::Slots;
use super::{Check, Findings, Kind};
use crate::event::{self, AcquireEnd, ClientId, Content, Finish, Grant, LockId, Message, Parts, Promise};
use crate::fingerprint::Fingerprint;
use crate::help::help;
use crate::primitive::{Span, Time};
use crate::trace::{EndedBy, Ending, Names};

pub(super) static KIND: Kind = Kind {
    name: "progress",
    demands: help("Nobody waits for a lock that is free, or that somebody has who is gone for good."),
    having_held: "nobody waited in vain",
    when_holds: "nobody waited in vain",
    when_broken: "somebody waited in vain",
    when_idle: "nobody asked for a lock",
    begin: || Progress::default().into(),
};

#[derive(Clone, Default)]
pub(super) struct Progress {
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

/// The sentence about a request that found somebody on record.
macro_rules! on_record {
    ($how:literal) => {
        concat!("$c waited for $l from $j $m: it was on record for $o, which $w, ", $how)
    };
}

impl Check for Progress {
    fn see(&mut self, kind: &event::Kind, it: &Parts<'_>, findings: &mut Findings) {
        match *kind {
            event::Kind::Sent(message) => self.release_sent(&message),
            event::Kind::Arrived { message, .. } | event::Kind::Lost { message, .. } => {
                self.release_came(&message);
            }
            event::Kind::AcquireBegan { client, lock, every, patience } => {
                findings.applies(it);
                let bound = every.unwrap_or(Span::ZERO) + patience;
                let request = Request { lock, since: it.at, bound, event: it.index };
                *self.requests.at(client.index()) = Some(request);
            }
            event::Kind::AcquireEnded { client, lock, why } => {
                findings.applies(it);
                let request = self.requests.at(client.index()).take();
                if let (Some(request), AcquireEnd::GaveUp) = (request, why) {
                    self.judge(&request, Some(it.index), false, it, findings);
                }
                self.locks.at(lock.index()).is_not_told(client, it.at);
            }
            _ => self.keep_records(kind, it),
        }
    }

    fn finish(&mut self, ending: &Ending, names: &Names, findings: &mut Findings) {
        let mut it = Parts::at(ending.at, names);
        for (client, request) in self.requests.iter() {
            if let Some(request) = request {
                (it.client, it.lock) = (Some(ClientId(client)), Some(request.lock));
                findings.applies(&it);
                self.judge(request, None, ending.why == EndedBy::Quiet, &it, findings);
            }
        }
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
    fn keep_records(&mut self, kind: &event::Kind, it: &Parts<'_>) {
        match *kind {
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
                self.locks.at(lock.index()).is_not_told(client, it.at);
            }
            event::Kind::RecordBegan { lock, client, grant, .. } => {
                let asks = self.requests.at(client.index()).as_ref().is_some_and(|it| it.lock == lock);
                self.locks.at(lock.index()).record_began(it, client, grant, asks);
            }
            event::Kind::RecordEnded { lock, grant, .. } => {
                let lock = self.locks.at(lock.index());
                lock.records.retain(|record| record.grant != grant);
                lock.free_since = it.at;
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
                lock.is_not_told(client, it.at);
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

    /// Judges a request that ends now without a grant: with the event of giving up, or with the run, when
    /// nothing more may ever change.
    fn judge(
        &self,
        request: &Request,
        gave_up: Option<u32>,
        for_ever: bool,
        it: &Parts<'_>,
        findings: &mut Findings,
    ) {
        let unknown = Lock::default();
        let lock = self.locks.get(request.lock.index()).unwrap_or(&unknown);
        let mut it = *it;
        it.since = request.since;
        it.said = if gave_up.is_some() { "to $i and gave up" } else { "to the end at $i" };
        let Some(blocker) = lock.records.first() else {
            let since = lock.free_since.max(request.since);
            let from = (since + request.bound).min(it.at);
            if from < it.at || for_ever {
                (it.index, it.promise) = (gave_up.unwrap_or(request.event), Promise::Until(since));
                findings.breach_lasted(
                    &it,
                    from,
                    "$c waited for $l from $j $m, though nobody had it from $u on",
                );
            }
            return;
        };
        let Some(gone_since) = lock.records.iter().map(|record| record.gone_since).min().flatten() else {
            return;
        };
        it.index = gave_up.unwrap_or(blocker.event);
        (it.other, it.word) = (Some(blocker.client), self.how_gone(blocker.client));
        it.promise = blocker.promise;
        if blocker.release.is_some() {
            findings.undecided(&it, on_record!("and a release was under way"));
            return;
        }
        let (over, sentence) = match blocker.promise {
            Promise::Until(until) if until > it.at => {
                return findings.undecided(&it, on_record!("and was promised until $u"));
            }
            Promise::Until(until) => (until, on_record!("though its promise ended at $u")),
            Promise::UntilReleased => (Time::ZERO, on_record!("without any end")),
        };
        findings.breach_lasted(&it, gone_since.max(over).max(request.since), sentence);
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

    fn record_began(&mut self, it: &Parts<'_>, client: ClientId, grant: Grant, asks: bool) {
        let promised = self.granted.filter(|(granted, _)| *granted == grant);
        let promise = promised.map_or(Promise::UntilReleased, |(_, promise)| promise);
        let knows = asks || self.believers.contains(&client);
        let gone_since = (!knows).then_some(it.at);
        self.records.push(Record { client, grant, promise, gone_since, release: None, event: it.index });
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

#[cfg(test)]
pub(super) mod tests;
