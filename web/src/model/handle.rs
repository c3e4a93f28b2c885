//! What a reader can drag: the ends of a pause, a ttl, a step of work, a client's start. Each handle sits at a
//! moment of the story and moves one value of the text, one to one.

use fencepost_core::event::{ClientId, Grant, Kind, LockId, Node, ProcessId, RecordEnd};
use fencepost_core::notation::Problem;
use fencepost_core::notation::edit::{self, Place};
use fencepost_core::primitive::{Span, Time};
use fencepost_core::scenario::{Step, Target, limit};
use fencepost_figure::Subject;

use super::clock::{length, moment};
use super::story::Story;

/// One handle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handle {
    /// The same for the same handle after the story is told anew.
    pub key: u64,
    /// What it moves.
    pub grip: Grip,
    /// The lane that it sits in.
    pub lane: Subject,
    /// Where it sits.
    pub at: Time,
    /// The value that it moves.
    pub value: Span,
    /// The least value.
    pub min: Span,
    /// The greatest value: the limit of the notation, or as far as a drag makes sense.
    pub max: Span,
    /// Its name: `end of A's pause`.
    pub name: String,
}

/// What a handle moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grip {
    /// The start of this fault's pause; its end stays where it is.
    PauseStart(usize, Time),
    /// The end of this fault's pause, which began then.
    PauseEnd(usize, Time),
    /// The ttl of a lock.
    Ttl(String),
    /// The length of a step of work or sleep.
    Step(String, usize),
    /// The start of a client.
    Start(String),
}

impl Handle {
    /// The text with this value in place of the present one, rounded to the millisecond.
    pub fn put(&self, text: &str, value: Span) -> Result<String, Problem> {
        let value = self.clamp(value);
        let span = value.to_string();
        match &self.grip {
            Grip::PauseStart(fault, end) => {
                let place = Place::Fault(*fault);
                let text = edit::set(text, &place, "from", &span)?;
                edit::set(&text, &place, "for", &end.since(Time::ZERO + value).to_string())
            }
            Grip::PauseEnd(fault, _) => edit::set(text, &Place::Fault(*fault), "for", &span),
            Grip::Ttl(lock) => edit::set(text, &Place::Lock(lock.clone()), "ttl", &span),
            Grip::Step(client, index) => {
                edit::set(text, &Place::Step { client: client.clone(), index: *index }, "span", &span)
            }
            Grip::Start(client) => edit::set(text, &Place::Client(client.clone()), "at", &span),
        }
    }

    /// A value within the limits, in whole milliseconds.
    pub fn clamp(&self, value: Span) -> Span {
        let ms = value.as_micros().saturating_add(500) / 1_000;
        Span::from_millis(ms).clamp(self.min, self.max)
    }

    /// The value that puts the handle at this moment.
    pub fn value_at(&self, at: Time) -> Span {
        let moved = i128::from(at.as_micros()) - i128::from(self.at.as_micros());
        let value = i128::from(self.value.as_micros()) + moved;
        self.clamp(Span::from_micros(u64::try_from(value.max(0)).unwrap_or(u64::MAX)))
    }

    /// Where the handle sits with this value.
    pub fn at_value(&self, value: Span) -> Time {
        let moved = i128::from(value.as_micros()) - i128::from(self.value.as_micros());
        let at = i128::from(self.at.as_micros()) + moved;
        Time::from_micros(u64::try_from(at.max(0)).unwrap_or(u64::MAX))
    }

    /// The value in words, for those who do not see where the handle sits.
    pub fn words(&self) -> String {
        match &self.grip {
            Grip::PauseStart(..) | Grip::Start(_) => moment(self.at, true),
            Grip::PauseEnd(..) => format!("{}, after {}", moment(self.at, true), length(self.value)),
            Grip::Ttl(_) | Grip::Step(..) => length(self.value),
        }
    }
}

/// Every handle of a story, from top to bottom.
pub fn handles(story: &Story) -> Vec<Handle> {
    let mut all = Vec::new();
    for (index, client) in story.scenario.clients.iter().enumerate() {
        starts_and_steps(story, ClientId(index as u16), client.name.as_str(), &mut all);
    }
    for (index, _) in story.scenario.faults.iter().enumerate() {
        pauses(story, index, &mut all);
    }
    for (index, _) in story.scenario.locks.iter().enumerate() {
        ttl(story, LockId(index as u16), &mut all);
    }
    all
}

/// The farthest moment that a handle is dragged to.
fn farthest(story: &Story) -> Time {
    let end = story.end().as_micros();
    let far = (end * 2).max(end + 10_000_000).min(limit::HORIZON.as_micros());
    Time::from_micros(far.div_ceil(1_000_000) * 1_000_000)
}

const MILLISECOND: Span = Span::from_millis(1);

fn starts_and_steps(story: &Story, client: ClientId, name: &str, all: &mut Vec<Handle>) {
    let Some(program) = story.scenario.clients.get(client.index()) else { return };
    let lane = Subject::Client(client);
    let far = farthest(story);
    let key = |nth: usize| 1 << 32 | u64::from(client.0) << 16 | nth as u64;
    all.push(Handle {
        key: key(0),
        grip: Grip::Start(name.to_owned()),
        lane,
        at: program.start,
        value: program.start.since(Time::ZERO),
        min: Span::ZERO,
        max: far.since(Time::ZERO),
        name: format!("start of {name}"),
    });
    // The n-th end of work in the trace belongs to the n-th step of work, as long as the program ran once.
    let mut ends = story.trace.events.iter().filter_map(|event| match event.kind {
        Kind::WorkEnded { client: who } | Kind::SleepEnded { client: who } if who == client => Some(event.at),
        _ => None,
    });
    for (index, step) in program.steps.iter().enumerate() {
        let (span, what) = match step {
            Step::Work(span) => (*span, "work"),
            Step::Sleep(span) => (*span, "sleep"),
            _ => continue,
        };
        let Some(at) = ends.next() else { return };
        all.push(Handle {
            key: key(index + 1),
            grip: Grip::Step(name.to_owned(), index),
            lane,
            at,
            value: span,
            min: MILLISECOND.min(span),
            max: (span + far.since(at)).max(span),
            name: format!("end of {name}'s {what}"),
        });
    }
}

fn pauses(story: &Story, index: usize, all: &mut Vec<Handle>) {
    let Some(fault) = story.scenario.faults.get(index) else { return };
    let Target::Node(Node::Process(process)) = fault.target else { return };
    let Some(length) = fault.settings.span("for").filter(|_| fault.kind.name == "pause") else { return };
    let Some(client) = first_client(story, process) else { return };
    let from = Time::ZERO + fault.settings.span("from").unwrap_or(Span::ZERO);
    let end = from + length;
    let name = story.trace.names.process(process);
    let key = |nth: u64| 2 << 32 | (index as u64) << 16 | nth;
    let lane = Subject::Client(client);
    all.push(Handle {
        key: key(0),
        grip: Grip::PauseStart(index, end),
        lane,
        at: from,
        value: from.since(Time::ZERO),
        min: Span::ZERO,
        max: end.since(Time::ZERO).saturating_sub(MILLISECOND),
        name: format!("start of {name}'s pause"),
    });
    all.push(Handle {
        key: key(1),
        grip: Grip::PauseEnd(index, from),
        lane,
        at: end,
        value: length,
        min: MILLISECOND.min(length),
        max: farthest(story).since(from).max(length),
        name: format!("end of {name}'s pause"),
    });
}

fn first_client(story: &Story, process: ProcessId) -> Option<ClientId> {
    let place = story.scenario.clients.iter().position(|client| client.process == process)?;
    Some(ClientId(place as u16))
}

/// The ttl sits at the end of the first lease that expired, else where the first lease would have.
fn ttl(story: &Story, lock: LockId, all: &mut Vec<Handle>) {
    let Some(kept) = story.scenario.locks.get(lock.index()) else { return };
    let Some(value) = kept.settings.span("ttl") else { return };
    let events = &story.trace.events;
    let expired = events.iter().find_map(|event| match event.kind {
        Kind::RecordEnded { lock: which, grant, why: RecordEnd::Expired, .. } if which == lock => {
            Some((grant, event.at))
        }
        _ => None,
    });
    let granted = |wanted: Option<Grant>| {
        events.iter().find_map(|event| match event.kind {
            Kind::Granted { lock: which, grant, .. } if which == lock => {
                wanted.is_none_or(|wanted| wanted == grant).then_some(event.at)
            }
            _ => None,
        })
    };
    let (Some(begin), end) = (granted(expired.map(|it| it.0)), expired.map(|it| it.1)) else { return };
    all.push(Handle {
        key: 3 << 32 | u64::from(lock.0),
        grip: Grip::Ttl(kept.name.clone()),
        lane: Subject::Lock(lock),
        at: end.unwrap_or(begin + value),
        value,
        min: MILLISECOND.min(value),
        max: farthest(story).since(begin).max(value),
        name: format!("ttl of {}", kept.name),
    });
}
