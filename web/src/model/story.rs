//! A scenario's text, played and judged: everything that the page shows of it. Pure: same text and seed, same
//! story.

use fencepost_core::check::{self, Headline, Verdict};
use fencepost_core::drive;
use fencepost_core::event::{Event, Kind, Outcome};
use fencepost_core::notation::{self, Problem};
use fencepost_core::primitive::Time;
use fencepost_core::scenario::Scenario;
use fencepost_core::trace::Trace;

/// One text's story.
#[derive(Debug)]
pub struct Story {
    /// The scenario.
    pub scenario: Scenario,
    /// What happened.
    pub trace: Trace,
    /// What the checks say, in the order of the screen.
    pub verdicts: Vec<Verdict>,
    /// The outcome in plain words.
    pub headline: Headline,
}

/// An event's name that survives a change of the scenario: "the second write of A at invoices".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    what: &'static str,
    by: Option<String>,
    of: Option<String>,
    nth: usize,
}

impl Story {
    /// Plays and judges a text; the text's own seed counts where none is given.
    pub fn tell(text: &str, seed: Option<u64>) -> Result<Self, Vec<Problem>> {
        let scenario = notation::parse(text)?;
        let trace = drive::simulate(&scenario, seed.unwrap_or(scenario.seed)).trace;
        let verdicts = check::judge_all(&trace);
        let headline = check::headline(&trace, &verdicts);
        Ok(Self { scenario, trace, verdicts, headline })
    }

    /// The end of the run.
    pub fn end(&self) -> Time {
        self.trace.ending.at
    }

    /// One event.
    pub fn event(&self, index: u32) -> Option<&Event> {
        self.trace.events.get(index as usize)
    }

    /// One event as a sentence, with capital and full stop.
    pub fn sentence(&self, event: &Event) -> String {
        sentence(&self.trace.text(event))
    }

    /// The last event at or before a moment.
    pub fn last_at(&self, at: Time) -> Option<u32> {
        let after = self.trace.events.partition_point(|event| event.at <= at);
        u32::try_from(after).ok()?.checked_sub(1)
    }

    /// The event that says most among those of the last eventful instant at or before a moment.
    pub fn telling_at(&self, at: Time) -> Option<u32> {
        let last = self.last_at(at)?;
        let instant = self.event(last)?.at;
        let first = self.trace.events.partition_point(|event| event.at < instant);
        let events = &self.trace.events[first..=last as usize];
        events.iter().max_by_key(|event| (weight(&event.kind), event.index)).map(|event| event.index)
    }

    /// The event that the story is about: the witness of the gravest broken check, or the refused write that
    /// kept it from breaking, or the last telling thing that happened.
    pub fn key_moment(&self) -> Option<u32> {
        const GRAVEST: [&str; 6] =
            ["no-lost-update", "no-late-write", "writes-in-order", "own-release", "one-holder", "progress"];
        let broken = |name: &str| {
            let verdict = self.verdicts.iter().find(|it| it.check == name)?;
            verdict.event.filter(|_| verdict.outcome == Outcome::Broken)
        };
        let rejected = || {
            let mut events = self.trace.events.iter();
            events.find(|it| matches!(it.kind, Kind::WriteRejected { .. })).map(|it| it.index)
        };
        let last = || {
            let events = self.trace.events.iter();
            events.max_by_key(|it| (weight(&it.kind), it.index)).map(|it| it.index)
        };
        GRAVEST
            .iter()
            .find_map(|name| broken(name))
            .or_else(rejected)
            .or_else(|| broken("one-believer"))
            .or_else(last)
    }

    /// What each check says, for comparing two stories.
    pub fn outcomes(&self) -> Vec<Outcome> {
        self.verdicts.iter().map(|verdict| verdict.outcome).collect()
    }

    /// The causes of an event, nearest first.
    pub fn causes(&self, index: u32) -> impl Iterator<Item = &Event> {
        let cause =
            |event: &&Event| event.cause.filter(|cause| *cause < event.index).and_then(|it| self.event(it));
        core::iter::successors(self.event(index), cause).skip(1)
    }

    /// The name of an event.
    pub fn name(&self, index: u32) -> Option<Name> {
        let event = self.event(index)?;
        let facts = event.kind.facts(&self.trace.names);
        let mut name = Name {
            what: what(&event.kind),
            by: facts.by.map(str::to_owned),
            of: facts.of.map(str::to_owned),
            nth: 0,
        };
        name.nth = self.trace.events[..index as usize].iter().filter(|it| self.answers(it, &name)).count();
        Some(name)
    }

    /// The event of a name, if this story has it.
    pub fn named(&self, name: &Name) -> Option<u32> {
        let mut events = self.trace.events.iter().filter(|it| self.answers(it, name));
        events.nth(name.nth).map(|it| it.index)
    }

    fn answers(&self, event: &Event, name: &Name) -> bool {
        let facts = event.kind.facts(&self.trace.names);
        what(&event.kind) == name.what && facts.by == name.by.as_deref() && facts.of == name.of.as_deref()
    }
}

/// A clause as a sentence: capital, full stop. Letters beyond ASCII stay as they are: the tables for them are
/// large.
pub fn sentence(clause: &str) -> String {
    let mut sentence = String::with_capacity(clause.len() + 1);
    let mut letters = clause.chars();
    sentence.extend(letters.next().map(|first| first.to_ascii_uppercase()));
    sentence += letters.as_str();
    sentence.push('.');
    sentence
}

/// The kind of an event, where what became of a request does not count.
fn what(kind: &Kind) -> &'static str {
    match kind {
        Kind::WriteAccepted { .. } | Kind::WriteRejected { .. } => "write",
        Kind::Granted { .. } | Kind::Refused { .. } => "grant",
        Kind::Released { .. } | Kind::ReleaseRefused { .. } => "release",
        Kind::Arrived { .. } | Kind::Lost { .. } => "arrived",
        other => other.name(),
    }
}

/// How much an event says, compared with others of its instant.
fn weight(kind: &Kind) -> u8 {
    match kind {
        Kind::WriteRejected { .. } => 9,
        Kind::WriteAccepted { .. } => 8,
        Kind::Crashed { .. } | Kind::ClockChanged { .. } => 7,
        Kind::Granted { .. } | Kind::Refused { .. } | Kind::Released { .. } | Kind::ReleaseRefused { .. } => {
            6
        }
        Kind::Paused { .. } | Kind::Resumed { .. } | Kind::RecordEnded { .. } => 5,
        Kind::ValidityEnded { .. } | Kind::BeliefBegan { .. } | Kind::BeliefEnded { .. } => 4,
        Kind::AcquireEnded { .. } | Kind::TimedOut { .. } | Kind::Lost { .. } | Kind::Restarted { .. } => 4,
        Kind::Extended { .. }
        | Kind::ExtendRefused { .. }
        | Kind::ValueRead { .. }
        | Kind::LinkCut { .. } => 3,
        Kind::ClientStarted { .. } | Kind::ClientFinished { .. } | Kind::LinkHealed { .. } => 2,
        Kind::Sent(_) | Kind::Arrived { .. } => 0,
        _ => 1,
    }
}
