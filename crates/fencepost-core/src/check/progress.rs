//! Nobody waits in vain. An acquire with its retries is one request, judged when it gives up or when the run
//! ends. Waiting for a client that believes, or that may still learn of its grant, is never in vain.
//!
//! A request waited in vain when nobody was on record for longer than one retry interval plus the client's
//! patience, or when the one on record is gone (it crashed, finished, or no longer believes) and its promise
//! is over or has no end. While that promise, or a release under way, is still to end it, nothing can be
//! told. Leaves out why a client did not get a free lock: it may be paused or cut off.

use alloc::vec::Vec;

use super::believers::Believers;
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
    records: Vec<Record>,
    believers: Believers,
    clients: Slots<Program>,
    /// When the last record of each lock ended.
    free_since: Slots<Time>,
    /// The newest grant, until it is on record.
    granted: Option<(Grant, Promise)>,
}

/// What is known of one client.
#[derive(Clone, Default)]
struct Program {
    request: Option<Request>,
    /// How it ended, if it did.
    finished: Option<Finish>,
}

/// A holder on record.
#[derive(Clone)]
struct Record {
    lock: LockId,
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
            event::Kind::Sent(message) | event::Kind::Duplicated(message) => self.release_sent(&message),
            event::Kind::Arrived { message, .. } | event::Kind::Lost { message, .. } => {
                for record in self.records.iter_mut().filter(|record| record.release == Some(message.id)) {
                    record.release = None;
                }
            }
            event::Kind::ClientStarted { client } => self.clients.at(client.index()).finished = None,
            event::Kind::ClientFinished { client, why } => {
                self.clients.at(client.index()).finished = Some(why);
            }
            event::Kind::AcquireBegan { client, lock, every, patience } => {
                findings.applies(it);
                let bound = every.unwrap_or(Span::ZERO) + patience;
                let request = Request { lock, since: it.at, bound, event: it.index };
                self.clients.at(client.index()).request = Some(request);
            }
            event::Kind::AcquireEnded { client, lock, why } => {
                findings.applies(it);
                let request = self.clients.at(client.index()).request.take();
                if let (Some(request), AcquireEnd::GaveUp) = (request, why) {
                    self.judge(&request, Some(it.index), false, it, findings);
                }
                self.is_not_told(client, lock, it.at);
            }
            // Asking for what is on record for itself, a client cannot know of that grant.
            event::Kind::Refused { client, lock, holder } if client == holder => {
                self.is_not_told(client, lock, it.at);
            }
            event::Kind::BeliefBegan { client, lock, .. } => {
                self.believers.add(lock, client);
                self.records_of(client, lock).for_each(|record| record.gone_since = None);
            }
            event::Kind::BeliefEnded { client, lock, .. } => {
                self.believers.remove(lock, client);
                self.is_not_told(client, lock, it.at);
            }
            _ => self.keep_records(kind, it),
        }
    }

    fn finish(&mut self, ending: &Ending, names: &Names, findings: &mut Findings) {
        let mut it = Parts::at(ending.at, names);
        for (client, program) in self.clients.iter() {
            if let Some(request) = &program.request {
                (it.client, it.lock) = (Some(ClientId(client)), Some(request.lock));
                findings.applies(&it);
                self.judge(request, None, ending.why == EndedBy::Quiet, &it, findings);
            }
        }
    }

    fn fingerprint(&self, now: Time, out: &mut dyn Fingerprint) {
        for record in &self.records {
            record.fingerprint(now, out);
        }
        out.word(u64::MAX);
        self.believers.fingerprint(out);
        let idle = |program: &Program| program.request.is_none();
        self.clients.fingerprint(out, idle, |program, out| {
            let Some(request) = &program.request else { return };
            out.word(u64::from(request.lock.0));
            out.span(request.bound);
            // While somebody is on record, the lock can only become free later than any request began.
            if out.present(self.on_record(request.lock).is_none()) {
                out.relative(self.free_since(request.lock).max(request.since), now);
            }
        });
    }
}

impl Progress {
    fn keep_records(&mut self, kind: &event::Kind, it: &Parts<'_>) {
        match *kind {
            event::Kind::Granted { grant, promise, .. } => self.granted = Some((grant, promise)),
            event::Kind::Extended { grant, promise, .. } => {
                if let Some(record) = self.records.iter_mut().find(|record| record.grant == grant) {
                    record.promise = promise;
                }
            }
            event::Kind::RecordBegan { lock, client, grant, .. } => {
                let promised = self.granted.filter(|(granted, _)| *granted == grant);
                let promise = promised.map_or(Promise::UntilReleased, |(_, promise)| promise);
                let request = &self.clients.at(client.index()).request;
                let asks = request.as_ref().is_some_and(|request| request.lock == lock);
                let knows = asks || self.believers.contains(lock, client);
                let gone_since = (!knows).then_some(it.at);
                let event = it.index;
                self.records.push(Record { lock, client, grant, promise, gone_since, release: None, event });
            }
            event::Kind::RecordEnded { lock, grant, .. } => {
                self.records.retain(|record| record.grant != grant);
                *self.free_since.at(lock.index()) = it.at;
            }
            _ => {}
        }
    }

    fn release_sent(&mut self, message: &Message) {
        let Content::Release { lock, plain } = message.content else { return };
        for record in self.records.iter_mut().filter(|record| record.lock == lock) {
            if plain || record.client == message.client {
                record.release = Some(message.id);
            }
        }
    }

    /// A client that does not believe will not learn any more that it is on record.
    fn is_not_told(&mut self, client: ClientId, lock: LockId, at: Time) {
        if !self.believers.contains(lock, client) {
            self.records_of(client, lock).for_each(|record| {
                record.gone_since.get_or_insert(at);
            });
        }
    }

    fn records_of(&mut self, client: ClientId, lock: LockId) -> impl Iterator<Item = &mut Record> {
        self.records.iter_mut().filter(move |record| (record.client, record.lock) == (client, lock))
    }

    fn on_record(&self, lock: LockId) -> Option<&Record> {
        self.records.iter().find(|record| record.lock == lock)
    }

    fn free_since(&self, lock: LockId) -> Time {
        self.free_since.get(lock.index()).copied().unwrap_or_default()
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
        let mut it = *it;
        it.since = request.since;
        it.said = if gave_up.is_some() { "to $i and gave up" } else { "to the end at $i" };
        let Some(blocker) = self.on_record(request.lock) else {
            let since = self.free_since(request.lock).max(request.since);
            let from = (since + request.bound).min(it.at);
            if from < it.at || for_ever {
                (it.index, it.promise) = (gave_up.unwrap_or(request.event), Promise::Until(since));
                let sentence = "$c waited for $l from $j $m, though nobody had it from $u on";
                findings.breach_lasted(&it, from, sentence);
            }
            return;
        };
        let all = self.records.iter().filter(|record| record.lock == request.lock);
        let Some(gone_since) = all.map(|record| record.gone_since).min().flatten() else { return };
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
            Promise::WhileConnected => (Time::ZERO, on_record!("on a connection that lived on")),
            _ => (Time::ZERO, on_record!("without any end")),
        };
        findings.breach_lasted(&it, gone_since.max(over).max(request.since), sentence);
    }

    /// "crashed", "had finished" or "no longer believed that it held it".
    fn how_gone(&self, client: ClientId) -> &'static str {
        match self.clients.get(client.index()).and_then(|program| program.finished) {
            Some(Finish::Crashed) => "had crashed",
            Some(_) => "had finished",
            None => "did not believe that it held it",
        }
    }
}

impl Record {
    fn fingerprint(&self, now: Time, out: &mut dyn Fingerprint) {
        out.word(u64::from(self.lock.0) << 16 | u64::from(self.client.0));
        out.word(u64::from(self.grant.0));
        out.word(u64::from(self.gone_since.is_some()));
        out.word(u64::from(self.release.is_some()));
        match self.promise {
            Promise::Until(end) => out.relative(end.max(now), now),
            promise => out.word(u64::MAX - promise.rank()),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
