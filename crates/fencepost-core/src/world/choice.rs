//! What may happen next.

use alloc::vec::Vec;

use super::World;
use super::client::{Hold, LockView, Phase};
use super::clock::Clock;
use crate::event::{ClientId, LockId, Node, ServiceId};
use crate::primitive::{Reading, Time};
use crate::service::{Server, Thread};
use crate::setting::Ratio;

/// One thing that may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The next effect of a fault.
    Effect,
    /// A lock's record ends by time alone.
    Expire(LockId),
    /// A service's own timer.
    Serve(ServiceId),
    /// A service that was paused looks at a message that came in the meantime.
    CatchUp(ServiceId),
    /// A client thinks itself cut off from a lock's service.
    Silence(ClientId, LockId),
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
    /// Services' own timers.
    Service,
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

/// Takes what may happen, one by one.
type See<'a> = &'a mut dyn FnMut(Choice);

impl World<'_> {
    /// Everything that may happen next, in a fixed order.
    pub fn actions(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        self.each_choice(&mut |choice| choices.push(choice));
        choices
    }

    /// Calls `see` with everything that may happen next, in a fixed order.
    pub fn each_choice(&self, see: See<'_>) {
        if let Some((at, _)) = self.effects.get(self.next_effect) {
            offer(see, Action::Effect, *at, Rank::Fault);
        }
        for lock in self.lock_ids() {
            let of_lock = self.records.iter().filter(|record| record.lock == lock);
            let until = of_lock.fold(Time::MAX, |until, record| until.min(record.until));
            if until < Time::MAX {
                offer(see, Action::Expire(lock), until, Rank::Record);
            }
        }
        for (server, id) in self.servers.iter().zip((0..).map(ServiceId)) {
            let running = self.running[id.index()];
            if running.dead || running.stopped > 0 {
                continue;
            }
            if let Some(due) = server.due() {
                let clock = &self.clocks[self.node_index(Node::Service(id))];
                offer(see, Action::Serve(id), clock.mono_reaches(due), Rank::Service);
            }
            if self.waiting_at(id).is_some() {
                offer(see, Action::CatchUp(id), self.now, Rank::Message);
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
                stream: Stream {
                    of: flight.link as u64 + if flight.copy { COPIES } else { 0 },
                    nth: flight.nth,
                },
                loss,
            };
            see(choice);
            if loss.is_some() {
                see(Choice { action: Action::Lose(flight.message.id), ..choice });
            }
        }
    }

    fn client_choices(&self, id: ClientId, see: See<'_>) {
        // Validity ends by the clock alone, also in the middle of a pause.
        for (lock, hold) in self.holds(id) {
            if hold.believes && !hold.validity_over {
                self.timer(id, Action::Validity(id, lock), Rank::Validity, hold.valid_until, see);
            }
        }
        let process = self.program(id).process;
        if self.runs(process, Thread::Worker) {
            self.worker_choices(id, see);
        }
        if self.runs(process, Thread::Renewer) {
            self.renewer_choices(id, see);
        }
    }

    fn worker_choices(&self, id: ClientId, see: See<'_>) {
        let client = self.client(id);
        let mut gap = client.checked;
        match client.phase {
            Phase::Idle { start } => offer(see, Action::Start(id), start, Rank::Program),
            Phase::Ready => offer(see, Action::Step(id), self.now, Rank::Program),
            Phase::Running { left, since, gap: in_gap } => {
                gap |= in_gap;
                offer(see, Action::Step(id), since.unwrap_or(self.now) + left, Rank::Program);
            }
            Phase::Sleeping { until } => self.timer(id, Action::Wake(id), Rank::Timer, Some(until), see),
            Phase::Waiting(waiting) => {
                if self.queued(id, Thread::Worker).is_some() {
                    offer(see, Action::Handle(id, Thread::Worker), self.now, Rank::Program);
                }
                self.timer(id, Action::Patience(id), Rank::Timer, waiting.until, see);
            }
            Phase::Retrying { earliest, latest } => {
                let clock = self.clock_of(id);
                see(Choice {
                    action: Action::Retry(id),
                    earliest: clock.mono_reaches(earliest),
                    latest: clock.mono_reaches(latest),
                    rank: Rank::Timer,
                    stream: Stream { of: RETRIES + u64::from(id.0), nth: u64::from(client.attempts) },
                    loss: None,
                });
            }
            Phase::Finished => {}
        }
        // Between its look at the deadline and the request, nothing stops a client: that is the gap.
        if client.interrupt.is_some() && !gap {
            offer(see, Action::Stop(id), self.now, Rank::Timer);
        }
        let give_up = client.asking.and_then(|asking| asking.give_up);
        self.timer(id, Action::GiveUp(id), Rank::Timer, give_up, see);
    }

    fn renewer_choices(&self, id: ClientId, see: See<'_>) {
        if self.queued(id, Thread::Renewer).is_some() {
            offer(see, Action::Handle(id, Thread::Renewer), self.now, Rank::Timer);
        }
        for (lock, LockView { keep, .. }) in (0..).map(LockId).zip(self.views(id)) {
            if keep.is_idle() {
                continue;
            }
            self.timer(id, Action::Renew(id, lock), Rank::Timer, keep.renew_at, see);
            let patience = keep.renewing.and_then(|waiting| waiting.until);
            self.timer(id, Action::RenewPatience(id, lock), Rank::Timer, patience, see);
            self.timer(id, Action::Silence(id, lock), Rank::Timer, keep.silent_at, see);
        }
    }

    /// Offers what happens when a client's own monotonic clock reads `end`, if it ever does.
    fn timer(&self, id: ClientId, action: Action, rank: Rank, end: Option<Reading>, see: See<'_>) {
        if let Some(end) = end {
            offer(see, action, self.clock_of(id).mono_reaches(end), rank);
        }
    }

    fn clock_of(&self, id: ClientId) -> &Clock {
        &self.clocks[self.program(id).process.index()]
    }

    fn holds(&self, id: ClientId) -> impl Iterator<Item = (LockId, &Hold)> {
        let views = (0..).map(LockId).zip(self.views(id));
        views.filter_map(|(lock, view)| Some((lock, view.hold.as_ref()?)))
    }
}

/// Retries are drawn from streams of their own, far above those of links.
const RETRIES: u64 = 1 << 32;

/// So are copies of messages, so that those after them are drawn as without.
const COPIES: u64 = 1 << 33;

/// Offers what happens at this moment and at no other.
#[inline(never)]
fn offer(see: See<'_>, action: Action, at: Time, rank: Rank) {
    see(Choice { action, earliest: at, latest: at, rank, stream: Stream::default(), loss: None });
}
