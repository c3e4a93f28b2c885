//! A client's renewer: it keeps leases and sessions alive, in a thread of its own.

use super::World;
use super::client::{Keep, Phase, Waiting};
use super::log::Log;
use super::network::Flight;
use crate::event::{AcquireEnd, BeliefEnd, ClientId, Content, Finish, Kind, LockId};
use crate::primitive::{Reading, Span};
use crate::scenario::{OnRenewError, Step};
use crate::service::{Thread, Verb};

impl World<'_> {
    /// How long after a grant or a renewal the next renewal is sent.
    fn period(&self, client: ClientId, lock: LockId) -> Option<Span> {
        self.policy(client).renew.unwrap_or(self.library(lock).renew)
    }

    fn next_renewal(&self, client: ClientId, lock: LockId) -> Option<Reading> {
        self.period(client, lock).map(|period| self.own_clock(client) + period)
    }

    /// The reading at which a client thinks itself cut off, if it hears nothing from now on.
    fn next_silence(&self, client: ClientId, lock: LockId) -> Option<Reading> {
        self.library(lock).silence.map(|silence| self.own_clock(client) + silence)
    }

    /// A session begins with the first request, unless it is there already.
    pub(super) fn open_session(&mut self, client: ClientId, lock: LockId) {
        let keep = self.view(client, lock).keep;
        if keep.renew_at.is_none() && keep.renewing.is_none() {
            self.begin_renewing(client, lock);
        }
    }

    pub(super) fn begin_renewing(&mut self, client: ClientId, lock: LockId) {
        let renew_at = self.next_renewal(client, lock);
        let silent_at = self.next_silence(client, lock);
        let keep = &mut self.view(client, lock).keep;
        *keep = Keep { renew_at, silent_at, renewing: keep.renewing, ..Keep::default() };
    }

    /// What is under way comes to a closed door.
    pub(super) fn stop_renewing(&mut self, client: ClientId, lock: LockId, log: &mut Log<'_>) {
        let keep = core::mem::take(&mut self.view(client, lock).keep);
        if let Some(waiting) = keep.renewing {
            self.hang_up_on(client, Thread::Renewer, &waiting, log);
        }
    }

    /// The renewer asks to let a lease or session run anew.
    pub(super) fn renew(&mut self, client: ClientId, lock: LockId, log: &mut Log<'_>) {
        let counts = self.policy(client).renew_max.is_some();
        let view = self.view(client, lock);
        view.keep.renew_at = None;
        view.keep.sent += u64::from(counts);
        let held = view.hold.filter(|hold| hold.believes).map(|hold| hold.owner);
        let Some(owner) = held.or(view.tried) else { return };
        let content = match self.library(lock).renewal {
            Verb::Touch => Content::Touch { lock },
            Verb::Extend { create } => Content::Extend { lock, create },
            _ => return,
        };
        let policy = self.policy(client);
        let patience = policy.renew_patience.unwrap_or(policy.patience);
        let waiting = self.send_to_all((client, Thread::Renewer), content, owner, patience, log);
        self.view(client, lock).keep.renewing = Some(waiting);
    }

    pub(super) fn hear_renewal(&mut self, flight: &Flight, log: &mut Log<'_>) {
        let (client, content) = (flight.message.client, flight.message.content);
        let Some(lock) = content.lock() else { return };
        let Some(mut waiting) = self.view(client, lock).keep.renewing.filter(|it| it.is_for(flight.ask))
        else {
            return;
        };
        let mut told = matches!(content, Content::NotYours { .. } | Content::Failed { .. });
        if let Content::Vote { yes, .. } = content {
            waiting.count(flight.message.from, yes);
            if !waiting.is_complete() {
                self.view(client, lock).keep.renewing = Some(waiting);
                return;
            }
            told = !waiting.has_majority();
        }
        self.view(client, lock).keep.renewing = None;
        if told && self.policy(client).on_renew_error != OnRenewError::Ignore {
            self.is_told(client, lock, log);
        } else {
            self.is_renewed(client, lock, waiting, !told, log);
        }
    }

    /// A client learns from its renewal that its lease or session is over.
    fn is_told(&mut self, client: ClientId, lock: LockId, log: &mut Log<'_>) {
        let believed = self.hold(client, lock).is_some_and(|hold| hold.believes);
        if self.library(lock).together {
            self.end_together(client, lock, BeliefEnd::Told, log);
        }
        self.end_belief(client, lock, BeliefEnd::Told, log);
        if believed {
            self.client_mut(client).interrupt = Some(Finish::Told);
            return;
        }
        // It waits in a queue that it is no longer in.
        if let (Phase::Waiting(waiting), Some(&Step::Acquire { lock: asked, .. })) =
            (self.client(client).phase, self.current(client))
            && asked == lock
        {
            self.hang_up_on(client, Thread::Worker, &waiting, log);
            self.client_mut(client).phase = Phase::Ready;
            self.is_refused(client, lock, AcquireEnd::Failed, Finish::Failed, log);
        }
    }

    fn is_renewed(
        &mut self,
        client: ClientId,
        lock: LockId,
        waiting: Waiting,
        anew: bool,
        log: &mut Log<'_>,
    ) {
        let most = self.policy(client).renew_max.unwrap_or(u64::MAX);
        let next = self.next_renewal(client, lock);
        let silent_at = self.next_silence(client, lock);
        let valid_until = self.valid_until(client, lock, waiting.sent);
        let view = self.view(client, lock);
        view.keep.renew_at = next.filter(|_| view.keep.sent < most);
        view.keep.silent_at = silent_at;
        let was_silent = core::mem::take(&mut view.keep.silent);
        if let Some(hold) = &mut view.hold
            && hold.believes
            && anew
        {
            (hold.valid_until, hold.validity_over) = (valid_until, false);
            let grant = hold.grant;
            self.emit_at_home(log, client, Kind::BeliefExtended { client, lock, grant, valid_until });
        }
        if was_silent {
            self.hears_again(client, lock, log);
        }
    }

    /// A client that thought itself cut off has contact again. What it waits for in a queue it asks again, with
    /// the same owner value: the answer may have been lost.
    fn hears_again(&mut self, client: ClientId, lock: LockId, log: &mut Log<'_>) {
        let event = self.emit_at_home(log, client, Kind::Contact { client, lock, found: true });
        log.because(Some(event));
        if let (Phase::Waiting(waiting), Some(&Step::Acquire { lock: asked, wait, .. })) =
            (self.client(client).phase, self.current(client))
            && asked == lock
            && let Some(owner) = self.view(client, lock).tried
        {
            self.hang_up_on(client, Thread::Worker, &waiting, log);
            let content = Content::Acquire { lock, wait: wait.unwrap_or(self.library(lock).waits) };
            self.ask_service(client, content, owner, log);
        }
    }

    /// A client has not heard from a lock's service for too long.
    pub(super) fn falls_silent(&mut self, client: ClientId, lock: LockId, log: &mut Log<'_>) {
        let keep = &mut self.view(client, lock).keep;
        (keep.silent_at, keep.silent) = (None, true);
        let event = self.emit_at_home(log, client, Kind::Contact { client, lock, found: false });
        log.because(Some(event));
        let believes = self.hold(client, lock).is_some_and(|hold| hold.believes);
        if self.library(lock).stops_in_silence && believes {
            self.client_mut(client).interrupt = Some(Finish::Silence);
            self.end_belief(client, lock, BeliefEnd::Silence, log);
        }
    }

    /// The renewer had no answer in time: it tries again a period later, unless it stops at an error.
    pub(super) fn renew_patience_ends(&mut self, client: ClientId, lock: LockId, log: &mut Log<'_>) {
        let retries = self.policy(client).on_renew_error != OnRenewError::Stop;
        let renew_at = self.next_renewal(client, lock).filter(|_| retries);
        let keep = &mut self.view(client, lock).keep;
        let Some(waiting) = keep.renewing.take() else { return };
        keep.renew_at = renew_at;
        self.clear_inbox(client, Thread::Renewer);
        self.hang_up_on(client, Thread::Renewer, &waiting, log);
        if waiting.nodes == 1 {
            self.emit_at_home(log, client, Kind::TimedOut { client, message: waiting.message });
        } else if waiting.has_majority() {
            self.is_renewed(client, lock, waiting, true, log);
        }
    }
}
