//! What may happen next.

use alloc::vec::Vec;

use super::World;
use super::client::{Client, Phase};
use crate::event::{ClientId, LockId, ServiceId};
use crate::primitive::Time;
use crate::service::Thread;
use crate::setting::Ratio;

/// One thing that may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The next effect of a fault.
    Effect,
    /// A lock's record ends by time alone.
    Expire(LockId),
    /// A client's validity for a lock ends by its own clock.
    Validity(ClientId, LockId),
    /// A client's program starts.
    Start(ClientId),
    /// A client's program goes one instruction on.
    Step(ClientId),
    /// A client's program is stopped by its lock library.
    Stop(ClientId),
    /// A client waits no longer for an answer.
    Patience(ClientId),
    /// A client gives up asking for a lock.
    GiveUp(ClientId),
    /// A client asks again.
    Retry(ClientId),
    /// A client has slept enough.
    Wake(ClientId),
    /// A client's renewer sends a renewal.
    Renew(ClientId, LockId),
    /// A client's renewer waits no longer for an answer.
    RenewPatience(ClientId, LockId),
    /// A client looks at the first message in a thread's inbox.
    Handle(ClientId, Thread),
    /// A message arrives.
    Deliver(u32),
    /// A message is lost on the way.
    Lose(u32),
}

/// The order of actions at one instant; the lowest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// Faults.
    Fault,
    /// Records that end by time.
    Record,
    /// Validity that ends.
    Validity,
    /// Instructions, and answers that were waited for in a pause.
    Program,
    /// Timers.
    Timer,
    /// Messages that arrive.
    Message,
}

/// Something that may happen, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What.
    pub action: Action,
    /// The earliest true time at which it may happen. It may lie in the past: then it is overdue.
    pub earliest: Time,
    /// The latest true time.
    pub latest: Time,
    /// Its place among others at the same instant.
    pub rank: Rank,
    /// What a driver draws its time from, when `earliest` and `latest` differ, and its loss.
    pub stream: Stream,
    /// How likely the message is lost: such a message is offered twice, to deliver and to lose.
    pub loss: Option<Ratio>,
}

/// A name for one random draw: the n-th thing of one kind. The same draw for the same thing, whatever else
/// changes in the scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// Of what.
    pub of: u64,
    /// Which.
    pub nth: u64,
}

impl World<'_> {
    /// Everything that may happen next, in a fixed order.
    pub fn actions(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.each_choice(&mut |choice| choices.push(choice));
        choices
    }

    /// Calls `see` with everything that may happen next, in a fixed order.
    pub fn each_choice(&self, see: &mut impl FnMut(Choice)) {
        if let Some((at, _)) = self.effects.get(self.next_effect) {
            see(exactly(Action::Effect, *at, Rank::Fault));
        }
        for (index, record) in self.locks.iter().enumerate() {
            let until = record.iter().map(|it| it.until).min().unwrap_or(Time::MAX);
            if until < Time::MAX {
                see(exactly(Action::Expire(LockId(index as u16)), until, Rank::Record));
            }
        }
        for id in self.client_ids() {
            self.client_choices(id, see);
        }
        for flight in self.flights.iter().filter(|flight| flight.behind.is_none()) {
            let loss = (flight.loss.part > 0 && flight.doomed.is_none()).then_some(flight.loss);
            let choice = Choice {
                action: Action::Deliver(flight.message.id),
                earliest: flight.earliest,
                latest: flight.latest,
                rank: Rank::Message,
                stream: Stream { of: flight.link as u64, nth: flight.nth },
                loss,
            };
            see(choice);
            if loss.is_some() {
                see(Choice { action: Action::Lose(flight.message.id), ..choice });
            }
        }
    }

    fn client_choices(&self, id: ClientId, see: &mut impl FnMut(Choice)) {
        let client = &self.clients[id.index()];
        let process = self.scenario.clients[id.index()].process;
        self.validity_choices(id, client, see);
        if self.runs(process, Thread::Worker) {
            self.worker_choices(id, client, see);
        }
        if self.runs(process, Thread::Renewer) {
            self.renewer_choices(id, client, see);
        }
    }

    /// Validity ends by the clock alone, also in the middle of a pause.
    fn validity_choices(&self, id: ClientId, client: &Client, see: &mut impl FnMut(Choice)) {
        let clock = self.clock_of(id);
        for (lock, hold) in holds(client) {
            if hold.believes
                && !hold.validity_over
                && let Some(end) = hold.valid_until
            {
                see(exactly(Action::Validity(id, lock), clock.mono_reaches(end), Rank::Validity));
            }
        }
    }

    fn worker_choices(&self, id: ClientId, client: &Client, see: &mut impl FnMut(Choice)) {
        let clock = self.clock_of(id);
        match client.phase {
            Phase::Idle { start } => see(exactly(Action::Start(id), start, Rank::Program)),
            Phase::Ready => see(exactly(Action::Step(id), self.now, Rank::Program)),
            Phase::Running { left, since, .. } => {
                see(exactly(Action::Step(id), since.unwrap_or(self.now) + left, Rank::Program));
            }
            Phase::Sleeping { until } => {
                see(exactly(Action::Wake(id), clock.mono_reaches(until), Rank::Timer));
            }
            Phase::Waiting(waiting) => {
                if !client.inbox[Thread::Worker as usize].is_empty() {
                    see(exactly(Action::Handle(id, Thread::Worker), self.now, Rank::Program));
                }
                see(exactly(Action::Patience(id), clock.mono_reaches(waiting.until), Rank::Timer));
            }
            Phase::Retrying { earliest, latest } => see(Choice {
                earliest: clock.mono_reaches(earliest),
                latest: clock.mono_reaches(latest),
                stream: Stream { of: RETRIES + u64::from(id.0), nth: u64::from(client.attempts) },
                ..exactly(Action::Retry(id), self.now, Rank::Timer)
            }),
            Phase::Finished => {}
        }
        // Between its look at the deadline and the request, nothing stops a client: that is the gap.
        let in_gap = client.checked || matches!(client.phase, Phase::Running { gap: true, .. });
        if client.interrupt.is_some() && !in_gap {
            see(exactly(Action::Stop(id), self.now, Rank::Timer));
        }
        if let Some(end) = client.asking.and_then(|asking| asking.give_up) {
            see(exactly(Action::GiveUp(id), clock.mono_reaches(end), Rank::Timer));
        }
    }

    fn renewer_choices(&self, id: ClientId, client: &Client, see: &mut impl FnMut(Choice)) {
        let clock = self.clock_of(id);
        if !client.inbox[Thread::Renewer as usize].is_empty() {
            see(exactly(Action::Handle(id, Thread::Renewer), self.now, Rank::Timer));
        }
        for (lock, hold) in holds(client) {
            if let Some(at) = hold.renew_at {
                see(exactly(Action::Renew(id, lock), clock.mono_reaches(at), Rank::Timer));
            }
            if let Some(waiting) = hold.renewing {
                let at = clock.mono_reaches(waiting.until);
                see(exactly(Action::RenewPatience(id, lock), at, Rank::Timer));
            }
        }
    }

    fn clock_of(&self, client: ClientId) -> &super::Clock {
        &self.processes[self.scenario.clients[client.index()].process.index()].clock
    }

    /// The service's clock was changed, or it let time pass: recompute when its records end.
    pub(super) fn record_ends(&self, service: ServiceId, until: Option<crate::primitive::Reading>) -> Time {
        until.map_or(Time::MAX, |reading| self.services[service.index()].clock.wall_reaches(reading))
    }
}

/// Retries are drawn from streams of their own, far above those of links.
const RETRIES: u64 = 1 << 32;

fn exactly(action: Action, at: Time, rank: Rank) -> Choice {
    Choice { action, earliest: at, latest: at, rank, stream: Stream::default(), loss: None }
}

fn holds(client: &Client) -> impl Iterator<Item = (LockId, &super::client::Hold)> {
    (0..).map(LockId).zip(&client.locks).filter_map(|(lock, view)| Some((lock, view.hold.as_ref()?)))
}
