//! What a reader can drag: the ends of pauses, work and sleep, a lock's ttl, a client's start. A move is an
//! edit of the scenario's text; the story is then simulated anew.
//!
//! Leaves out what is set but has no place in the picture: periods, policies, delays.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use fencepost_core::event::{ClientId, LockId, Node, ProcessId};
use fencepost_core::notation::Problem;
use fencepost_core::notation::edit::{self, Place};
use fencepost_core::primitive::{Span, Time};
use fencepost_core::scenario::{Scenario, Step, Target};
use fencepost_core::trace::Trace;

use crate::story::{self, Story, Stretch};
use crate::{measure, words};

/// The step of a drag that is not told otherwise, and the finest: a millisecond.
pub const FINEST: Span = Span::from_millis(1);

/// Something that a reader can drag along the time axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle {
    /// Unique among the handles of a scenario, and the same while it is dragged.
    pub key: String,
    /// What it is, for those who do not see it: "End of A's pause".
    pub label: String,
    /// What kind of handle.
    pub grip: Grip,
    /// The lane that it sits on, counted from the top.
    pub lane: u16,
    /// Where it is.
    pub at: Time,
    /// The value that it sets, in words: "paused 12 s, until 13 s".
    pub value: String,
    /// The earliest time that it can be moved to.
    pub min: Time,
    /// The latest time that it can be moved to.
    pub max: Time,
    /// By how much an arrow key moves it: 100 ms, or a hundredth of a shorter value's room.
    pub step: Span,
    change: Change,
}

/// What a handle moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grip {
    /// When a pause begins. Its end stays.
    PauseStart,
    /// When a pause ends.
    PauseEnd,
    /// How long a lock's leases last.
    Ttl,
    /// When a step of work is done.
    Work,
    /// When a sleep is over.
    Sleep,
    /// When a client starts.
    Start,
}

impl Grip {
    /// Its class name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::PauseStart => "pause-start",
            Self::PauseEnd => "pause-end",
            Self::Ttl => "ttl",
            Self::Work => "work",
            Self::Sleep => "sleep",
            Self::Start => "start",
        }
    }

    /// What happens at the time that it is moved to, as in "wake before here".
    pub const fn verb(self) -> &'static str {
        match self {
            Self::PauseStart => "pause",
            Self::PauseEnd => "wake",
            Self::Ttl => "expire",
            Self::Work => "done",
            Self::Sleep => "awake",
            Self::Start => "start",
        }
    }
}

/// What a move writes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    /// `from=` is the time, and `for=` what remains until `end`.
    PauseStart { fault: usize, end: Time },
    /// `for=` is the time since `start`.
    PauseEnd { fault: usize, start: Time },
    /// `ttl=` is the time since `start`.
    Ttl { lock: String, start: Time },
    /// The step's length is the time since `start` that no pause covers.
    Step { client: String, index: usize, start: Time, pauses: Vec<(Time, Time)> },
    /// `at=` is the time.
    Start { client: String },
}

/// Every handle of a scenario, given a trace of it: lane by lane, from left to right in each.
pub fn handles(scenario: &Scenario, trace: &Trace) -> Vec<Handle> {
    let story = story::tell(trace);
    let max = Time::ZERO + scenario.horizon;
    let finder = Finder { scenario, story, max };
    let mut found = Vec::new();
    finder.starts(&mut found);
    finder.pauses(&mut found);
    finder.steps(&mut found);
    finder.ttls(&mut found);
    found.sort_by_key(|handle| (handle.lane, handle.at));
    found
}

struct Finder<'a> {
    scenario: &'a Scenario,
    story: Story,
    max: Time,
}

impl Finder<'_> {
    fn handle(&self, grip: Grip, lane: usize, at: Time, change: Change) -> Handle {
        Handle {
            key: String::new(),
            label: String::new(),
            grip,
            lane: lane as u16,
            at,
            value: String::new(),
            min: Time::ZERO,
            max: self.max,
            step: Span::from_millis(100),
            change,
        }
    }

    fn client_name(&self, index: usize) -> (String, String) {
        let name = self.scenario.clients.get(index).map_or("?", |it| it.name.as_str());
        (name.to_string(), measure::clean(name))
    }

    fn starts(&self, found: &mut Vec<Handle>) {
        for (index, client) in self.scenario.clients.iter().enumerate() {
            let (client_name, shown) = self.client_name(index);
            let change = Change::Start { client: client_name };
            found.push(Handle {
                key: format!("start-{index}"),
                label: format!("Start of {shown}"),
                value: format!("starts at {}", words::seconds(client.start)),
                ..self.handle(Grip::Start, index, client.start, change)
            });
        }
    }

    fn pauses(&self, found: &mut Vec<Handle>) {
        for (fault, it) in self.scenario.faults.iter().enumerate() {
            let (Target::Node(Node::Process(process)), "pause") = (it.target, it.kind.name) else { continue };
            let Some(lane) = self.scenario.clients.iter().position(|it| it.process == process) else {
                continue;
            };
            let start = Time::ZERO + it.settings.span("from").unwrap_or(Span::ZERO);
            let length = it.settings.span("for").unwrap_or(Span::ZERO);
            let end = start + length;
            let name = self.process_name(process);
            let value = format!("paused {}, until {}", words::span(length), words::seconds(end));
            found.push(Handle {
                key: format!("pause-start-{fault}"),
                label: format!("Start of {name}'s pause"),
                value: value.clone(),
                max: before(end),
                ..self.handle(Grip::PauseStart, lane, start, Change::PauseStart { fault, end })
            });
            found.push(Handle {
                key: format!("pause-end-{fault}"),
                label: format!("End of {name}'s pause"),
                value,
                min: start + FINEST,
                ..self.handle(Grip::PauseEnd, lane, end, Change::PauseEnd { fault, start })
            });
        }
    }

    fn process_name(&self, process: ProcessId) -> String {
        measure::clean(self.scenario.processes.get(process.index()).map_or("?", |it| it.name.as_str()))
    }

    /// The work and sleep of each client's first life, in the order of its program.
    fn steps(&self, found: &mut Vec<Handle>) {
        for (client, it) in self.scenario.clients.iter().enumerate() {
            let Some(story) = self.story.clients.get(client) else { continue };
            let (mut works, mut sleeps) = (story.works.iter(), story.sleeps.iter());
            let first_life = story.lives.first().map_or(Time::MAX, |life| life.to);
            for (index, step) in it.steps.iter().enumerate() {
                let (grip, done) = match step {
                    Step::Work(_) => (Grip::Work, works.next()),
                    Step::Sleep(_) => (Grip::Sleep, sleeps.next()),
                    _ => continue,
                };
                let Some(done) = done.filter(|it| it.to <= first_life && !it.is_open()) else { continue };
                found.push(self.step(ClientId(client as u16), index, grip, done));
            }
        }
    }

    fn step(&self, client: ClientId, index: usize, grip: Grip, done: &Stretch<Span>) -> Handle {
        let (client_name, shown) = self.client_name(client.index());
        let process = self.scenario.clients.get(client.index()).map(|it| it.process);
        let pauses = self.story.process(process).map_or(&[][..], |it| &it.pauses);
        let stops = |scope| grip == Grip::Work && scope != fencepost_core::event::Scope::Renewer;
        let pauses = pauses.iter().filter(|it| stops(it.what)).map(|it| (it.from, it.to)).collect();
        let change = Change::Step { client: client_name, index, start: done.from, pauses };
        let (noun, verb) = if grip == Grip::Work { ("work", "works") } else { ("sleep", "sleeps") };
        Handle {
            key: format!("step-{}-{index}", client.index()),
            label: format!("End of {shown}'s {noun}, step {}", index + 1),
            value: format!("{verb} {}, until {}", words::span(done.what), words::seconds(done.to)),
            min: done.from + FINEST,
            ..self.handle(grip, client.index(), done.to, change)
        }
    }

    /// A lock's ttl sits at the end of its first lease that time ended, or where its first lease would end.
    fn ttls(&self, found: &mut Vec<Handle>) {
        for (index, lock) in self.scenario.locks.iter().enumerate() {
            let lane = self.scenario.clients.len() + index;
            let Some(ttl) = lock.settings.span("ttl") else { continue };
            let leases = self.story.locks.get(index).map_or(&[][..], |it| &it.leases);
            let by_time = leases.iter().find(|it| it.to == it.from + ttl);
            let Some(lease) = by_time.or(leases.first()) else { continue };
            let change = Change::Ttl { lock: lock.name.clone(), start: lease.from };
            found.push(Handle {
                key: format!("ttl-{}", LockId(index as u16).index()),
                label: format!("Length of the leases on {}", measure::clean(&lock.name)),
                value: format!("ttl {}", words::span(ttl)),
                min: lease.from + FINEST,
                ..self.handle(Grip::Ttl, lane, lease.from + ttl, change)
            });
        }
    }
}

/// A millisecond before a time, or the start of the story.
fn before(at: Time) -> Time {
    Time::from_micros(at.as_micros().saturating_sub(FINEST.as_micros()))
}

impl Handle {
    /// A time brought within the handle's range, and to a multiple of `grid` (at least [`FINEST`]) where one
    /// lies in that range.
    pub fn rounded(&self, to: Time, grid: Span) -> Time {
        let grid = grid.max(FINEST).as_micros();
        let inside = to.clamp(self.min, self.max.max(self.min));
        let near = (inside.as_micros() + grid / 2) / grid * grid;
        let near = Time::from_micros(near);
        if near < self.min || near > self.max { inside } else { near }
    }

    /// The scenario's text with this handle moved to a time, rounded as [`rounded`](Self::rounded) says.
    /// Every byte that the move does not change stays.
    ///
    /// # Errors
    ///
    /// The text is not the one that the handle was made from, and has nothing at its place.
    pub fn moved(&self, text: &str, to: Time, grid: Span) -> Result<String, Problem> {
        let to = self.rounded(to, grid);
        let set =
            |text: &str, place: &Place, key: &str, span: Span| edit::set(text, place, key, &span.to_string());
        match &self.change {
            Change::PauseStart { fault, end } => {
                let place = Place::Fault(*fault);
                let text = set(text, &place, "from", to.since(Time::ZERO))?;
                set(&text, &place, "for", end.since(to))
            }
            Change::PauseEnd { fault, start } => set(text, &Place::Fault(*fault), "for", to.since(*start)),
            Change::Ttl { lock, start } => set(text, &Place::Lock(lock.clone()), "ttl", to.since(*start)),
            Change::Step { client, index, start, pauses } => {
                let place = Place::Step { client: client.clone(), index: *index };
                set(text, &place, "span", running(*start, to, pauses).max(FINEST))
            }
            Change::Start { client } => set(text, &Place::Client(client.clone()), "at", to.since(Time::ZERO)),
        }
    }
}

/// The time from `from` to `to` that no pause covers.
fn running(from: Time, to: Time, pauses: &[(Time, Time)]) -> Span {
    let paused = |(start, end): &(Time, Time)| (*end).min(to).since((*start).max(from));
    pauses.iter().map(paused).fold(to.since(from), Span::saturating_sub)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_without_pauses() {
        // From 0.1 to 13.1 with a pause from 1 to 13: 0.9 + 0.1 of running.
        let pauses = [(Time::from_secs(1), Time::from_secs(13))];
        let from = Time::from_millis(100);
        assert_eq!(running(from, Time::from_millis(13_100), &pauses), Span::from_secs(1));
        // An end in the middle of the pause is its beginning.
        assert_eq!(running(from, Time::from_secs(5), &pauses), Span::from_millis(900));
    }
}
