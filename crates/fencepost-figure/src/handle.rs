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
use fencepost_core::scenario::{End, Scenario, Step, Target};
use fencepost_core::trace::Trace;

use crate::story::{self, Story, Thing};
use crate::words::fill;
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

/// For each grip, forms of a handle's label and value, of: the name of what has it; a step of that, counted from
/// 1; a length, and the time of its end.
const FORMS: [[&str; 2]; 6] = [
    ["Start of 0's pause", "paused 2, until 3"],
    ["End of 0's pause", "paused 2, until 3"],
    ["Length of the leases on 0", "ttl 2"],
    ["End of 0's work, step 1", "works 2, until 3"],
    ["End of 0's sleep, step 1", "sleeps 2, until 3"],
    ["Start of 0", "starts at 3"],
];

/// Every handle of a scenario, given a trace of it: lane by lane, from left to right in each.
pub fn handles(scenario: &Scenario, trace: &Trace) -> Vec<Handle> {
    let mut finder = Finder { scenario, story: &story::tell(trace), found: Vec::new() };
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
    story: &'a Story,
    found: Vec<Handle>,
}

/// What has a handle: its number and its name, and a step of it.
struct Owner<'a>(usize, &'a str, usize);

impl Finder<'_> {
    /// Adds a handle of what lasts so long between two times, along the whole story, up to its horizon.
    fn add(
        &mut self,
        grip: Grip,
        lane: usize,
        owner: Owner<'_>,
        (from, end): (Time, Time),
        length: Span,
    ) -> &mut Handle {
        let Owner(number, name, step) = owner;
        let (at, anchor) = if grip == Grip::PauseStart { (from, end) } else { (end, from) };
        let parts =
            [&*measure::clean(name), &(step + 1).to_string(), &words::span(length), &words::seconds(end)];
        let [label, value] = FORMS[grip as usize].map(|form| fill(form, &parts));
        let name = String::from(name);
        let place = match grip {
            Grip::PauseStart | Grip::PauseEnd => Place::Fault(number),
            Grip::Ttl => Place::Lock(name),
            Grip::Work | Grip::Sleep => Place::Step { client: name, index: step },
            Grip::Start => Place::Client(name),
        };
        let min = if matches!(grip, Grip::Start | Grip::PauseStart) { Time::ZERO } else { anchor + FINEST };
        let max = Time::ZERO + self.scenario.horizon;
        let pauses = Vec::new();
        self.found.push_mut(Handle {
            key: key(grip, number, step),
            label,
            grip,
            lane: lane as u16,
            at,
            value,
            min,
            max,
            step: Span::from_millis(100),
            place,
            anchor,
            pauses,
        })
    }

    fn starts(&mut self) {
        for (lane, client) in self.scenario.clients.iter().enumerate() {
            let owner = Owner(lane, &client.name, 0);
            self.add(Grip::Start, lane, owner, (Time::ZERO, client.start), Span::ZERO);
        }
    }

    fn pauses(&mut self) {
        let scenario = self.scenario;
        for (fault, it) in scenario.faults.iter().enumerate() {
            let (Target::Node(End { node: Node::Process(process), .. }), "pause") = (it.target, it.kind.name)
            else {
                continue;
            };
            let Some(lane) = scenario.clients.iter().position(|it| it.process == process) else { continue };
            let start = Time::ZERO + it.settings.span("from").unwrap_or(Span::ZERO);
            let length = it.settings.span("for").unwrap_or(Span::ZERO);
            let name = scenario.processes.get(process.index()).map_or("?", |it| it.name.as_str());
            let ends = (start, start + length);
            self.add(Grip::PauseStart, lane, Owner(fault, name, 0), ends, length).max = before(ends.1);
            self.add(Grip::PauseEnd, lane, Owner(fault, name, 0), ends, length);
        }
    }

    /// The work and sleep of each client's first life, in the order of its program.
    fn steps(&mut self) {
        for (client, it) in self.scenario.clients.iter().enumerate() {
            let until = self.story.list(Thing::Life, client).first().map_or(Time::MAX, |life| life.to);
            let mut before = [0, 0];
            for (index, step) in it.steps.iter().enumerate() {
                let (grip, thing, length) = match step {
                    Step::Work(length) => (Grip::Work, Thing::Work, length),
                    Step::Sleep(length) => (Grip::Sleep, Thing::Sleep, length),
                    _ => continue,
                };
                let number = &mut before[usize::from(grip == Grip::Sleep)];
                let done = self.story.list(thing, client).get(*number);
                *number += 1;
                let Some(done) = done.filter(|it| it.to <= until && !it.is_open()) else { continue };
                let story = self.story;
                let ends = (done.from, done.to);
                let handle = self.add(grip, client, Owner(client, &it.name, index), ends, *length);
                if grip == Grip::Work {
                    for pause in story.list(Thing::Pause, it.process.index()) {
                        if pause.mark != Scope::Renewer as u64 {
                            handle.pauses.push((pause.from, pause.to));
                        }
                    }
                }
            }
        }
    }

    /// A lock's ttl sits at the end of its first lease that time ended, or where its first lease would end.
    fn ttls(&mut self) {
        for (index, lock) in self.scenario.locks.iter().enumerate() {
            let Some(ttl) = lock.settings.span("ttl") else { continue };
            let leases = self.story.list(Thing::Lease, index);
            let by_time = leases.iter().find(|it| it.to == it.from + ttl);
            let Some(lease) = by_time.or(leases.first()) else { continue };
            let lane = self.scenario.clients.len() + index;
            self.add(Grip::Ttl, lane, Owner(index, &lock.name, 0), (lease.from, lease.from + ttl), ttl);
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
