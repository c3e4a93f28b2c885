//! What a reader can drag: the ends of pauses, work and sleep, a lock's ttl, a client's start. A move is an
//! edit of the scenario's text; the story is then simulated anew.
//!
//! Leaves out what is set but has no place in the picture: periods, policies, delays.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use fencepost_core::event::{Node, Scope};
use fencepost_core::notation::Problem;
use fencepost_core::notation::edit::{self, Place};
use fencepost_core::order;
use fencepost_core::primitive::{Span, Time};
use fencepost_core::scenario::{Scenario, Step, Target};
use fencepost_core::trace::Trace;

use crate::story::{self, Story, Thing};
use crate::words::concat;
use crate::{measure, words};

/// The step of a drag that is not told otherwise, and the finest: a millisecond.
pub const FINEST: Span = Span::from_millis(1);

/// Something that a reader can drag along the time axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle {
    /// Unique among the handles of a scenario, and the same while it is dragged: see [`key`].
    pub key: u64,
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
    /// What a move writes to.
    place: Place,
    /// The end of a pause whose start moves; else the time that the written length is counted from.
    anchor: Time,
    /// The pauses that do not count in that length.
    pauses: Vec<(Time, Time)>,
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

/// Every handle of a scenario, given a trace of it: lane by lane, from left to right in each.
pub fn handles(scenario: &Scenario, trace: &Trace) -> Vec<Handle> {
    let mut finder = Finder { scenario, story: story::tell(trace), found: Vec::new() };
    finder.starts();
    finder.pauses();
    finder.steps();
    finder.ttls();
    let mut found = finder.found;
    order::by_key(&mut found, |handle| (handle.lane, handle.at));
    found
}

struct Finder<'a> {
    scenario: &'a Scenario,
    story: Story,
    found: Vec<Handle>,
}

impl Finder<'_> {
    /// Adds a handle that moves along the whole story, up to its horizon.
    fn add(
        &mut self,
        grip: Grip,
        number: (usize, usize),
        (lane, at): (usize, Time),
        (place, anchor): (Place, Time),
        label: &[&str],
        value: &[&str],
    ) -> &mut Handle {
        self.found.push_mut(Handle {
            key: key(grip, number.0, number.1),
            label: concat(label),
            grip,
            lane: lane as u16,
            at,
            value: concat(value),
            min: if matches!(grip, Grip::Start | Grip::PauseStart) { Time::ZERO } else { anchor + FINEST },
            max: Time::ZERO + self.scenario.horizon,
            step: Span::from_millis(100),
            place,
            anchor,
            pauses: Vec::new(),
        })
    }

    fn starts(&mut self) {
        for (index, client) in self.scenario.clients.iter().enumerate() {
            self.add(
                Grip::Start,
                (index, 0),
                (index, client.start),
                (Place::Client(client.name.clone()), Time::ZERO),
                &["Start of ", &measure::clean(&client.name)],
                &["starts at ", &words::seconds(client.start)],
            );
        }
    }

    fn pauses(&mut self) {
        let scenario = self.scenario;
        for (fault, it) in scenario.faults.iter().enumerate() {
            let (Target::Node(Node::Process(process)), "pause") = (it.target, it.kind.name) else { continue };
            let Some(lane) = scenario.clients.iter().position(|it| it.process == process) else { continue };
            let start = Time::ZERO + it.settings.span("from").unwrap_or(Span::ZERO);
            let length = it.settings.span("for").unwrap_or(Span::ZERO);
            let end = start + length;
            let name = scenario.processes.get(process.index()).map_or("?", |it| it.name.as_str());
            let name = measure::clean(name);
            let value = ["paused ", &words::span(length), ", until ", &words::seconds(end)];
            let place = || Place::Fault(fault);
            let (number, label) = ((fault, 0), ["Start of ", &name, "'s pause"]);
            self.add(Grip::PauseStart, number, (lane, start), (place(), end), &label, &value).max =
                before(end);
            let label = ["End of ", &name, "'s pause"];
            self.add(Grip::PauseEnd, number, (lane, end), (place(), start), &label, &value);
        }
    }

    /// The work and sleep of each client's first life, in the order of its program.
    fn steps(&mut self) {
        for (client, it) in self.scenario.clients.iter().enumerate() {
            let (mut works, mut sleeps) = (0, 0);
            for (index, step) in it.steps.iter().enumerate() {
                let (grip, thing, length, number) = match step {
                    Step::Work(length) => (Grip::Work, Thing::Work, length, &mut works),
                    Step::Sleep(length) => (Grip::Sleep, Thing::Sleep, length, &mut sleeps),
                    _ => continue,
                };
                let done = self.story.list(thing, client).get(*number).copied();
                *number += 1;
                let first_life = self.story.list(Thing::Life, client).first();
                let until = first_life.map_or(Time::MAX, |life| life.to);
                let Some(done) = done.filter(|it| it.to <= until && !it.is_open()) else { continue };
                let mut pauses = Vec::new();
                if grip == Grip::Work {
                    for pause in self.story.list(Thing::Pause, it.process.index()) {
                        if pause.mark != Scope::Renewer as u64 {
                            pauses.push((pause.from, pause.to));
                        }
                    }
                }
                let noun = if grip == Grip::Work { "work" } else { "sleep" };
                let label =
                    ["End of ", &measure::clean(&it.name), "'s ", noun, ", step ", &(index + 1).to_string()];
                let value = [noun, "s ", &words::span(*length), ", until ", &words::seconds(done.to)];
                let place = Place::Step { client: it.name.clone(), index };
                let number = (client, index);
                self.add(grip, number, (client, done.to), (place, done.from), &label, &value).pauses = pauses;
            }
        }
    }

    /// A lock's ttl sits at the end of its first lease that time ended, or where its first lease would end.
    fn ttls(&mut self) {
        for (index, lock) in self.scenario.locks.iter().enumerate() {
            let Some(ttl) = lock.settings.span("ttl") else { continue };
            let leases = self.story.list(Thing::Lease, index);
            let by_time = leases.iter().find(|it| it.to == it.from + ttl);
            let Some(lease) = by_time.or(leases.first()).copied() else { continue };
            self.add(
                Grip::Ttl,
                (index, 0),
                (self.scenario.clients.len() + index, lease.from + ttl),
                (Place::Lock(lock.name.clone()), lease.from),
                &["Length of the leases on ", &measure::clean(&lock.name)],
                &["ttl ", &words::span(ttl)],
            );
        }
    }
}

/// The key of a handle: of the client, fault or lock with this number, and of which of its steps.
pub const fn key(grip: Grip, number: usize, step: usize) -> u64 {
    (number as u64) << 32 | (step as u64) << 8 | grip as u64
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
        let set = |text: &str, key, span: Span| edit::set(text, &self.place, key, &span.to_string());
        let length = running(self.anchor, to, &self.pauses).max(FINEST);
        match self.grip {
            Grip::PauseStart => set(&set(text, "from", to.since(Time::ZERO))?, "for", self.anchor.since(to)),
            Grip::PauseEnd => set(text, "for", length),
            Grip::Ttl => set(text, "ttl", length),
            Grip::Work | Grip::Sleep => set(text, "span", length),
            Grip::Start => set(text, "at", to.since(Time::ZERO)),
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
