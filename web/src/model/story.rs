//! A scenario's text, played and judged: everything that the page shows of it. Pure: same text and seed, same
//! story.

use core::mem::{Discriminant, discriminant};

use fencepost_core::check::{self, Headline, Verdict};
use fencepost_core::drive;
use fencepost_core::event::{Event, Kind, Outcome};
use fencepost_core::notation::{self, Problem};
use fencepost_core::primitive::Time;
use fencepost_core::scenario::Scenario;
use fencepost_core::trace::Trace;

use super::flip::Outcomes;

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

    /// How many events there are up to a moment.
    pub fn count_at(&self, at: Time) -> u32 {
        self.trace.events.partition_point(|event| event.at <= at) as u32
    }

    /// The event that says most among those of the last eventful instant at or before a moment.
    pub fn telling_at(&self, at: Time) -> Option<u32> {
        let until = &self.trace.events[..self.count_at(at) as usize];
        let instant = until.last()?.at;
        most_telling(until, instant)
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
        GRAVEST
            .iter()
            .find_map(|name| broken(name))
            .or_else(rejected)
            .or_else(|| broken("one-believer"))
            .or_else(|| most_telling(&self.trace.events, Time::ZERO))
    }

    /// What each check says, for comparing two stories.
    pub fn outcomes(&self) -> Outcomes {
        Outcomes::of(self.verdicts.iter().map(|verdict| verdict.outcome))
    }

    /// The event that led to another, if any.
    pub fn cause(&self, event: &Event) -> Option<&Event> {
        self.event(event.cause.filter(|cause| *cause < event.index)?)
    }

    /// The event that has the place of one of an earlier story: "the second write of A at invoices".
    pub fn counterpart(&self, earlier: &Self, index: u32) -> Option<u32> {
        let wanted = earlier.event(index)?;
        let mut before = 0;
        for event in &earlier.trace.events[..index as usize] {
            before += u32::from(earlier.is_like(event, earlier, wanted));
        }
        for event in &self.trace.events {
            if self.is_like(event, earlier, wanted) {
                if before == 0 {
                    return Some(event.index);
                }
                before -= 1;
            }
        }
        None
    }

    /// Whether an event is of the kind of another story's, by the same and about the same.
    #[inline(never)]
    fn is_like(&self, event: &Event, earlier: &Self, other: &Event) -> bool {
        if what(&event.kind) != what(&other.kind) {
            return false;
        }
        let (a, b) = (event.kind.facts(&self.trace.names), other.kind.facts(&earlier.trace.names));
        a.by == b.by && a.of == b.of
    }
}

/// The event that says most among those from a moment on; the last of them where several do.
fn most_telling(events: &[Event], from: Time) -> Option<u32> {
    let mut most = None;
    let mut least = 0;
    for event in events.iter().rev() {
        if event.at < from {
            break;
        }
        let weight = weight(&event.kind);
        if most.is_none() || weight > least {
            (most, least) = (Some(event.index), weight);
        }
    }
    most
}

/// A clause as a sentence: capital, full stop. Letters beyond ASCII stay as they are: the tables for them are
/// large.
pub fn sentence(clause: &str) -> String {
    let mut sentence = [clause, "."].concat();
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

/// The kind of an event, where what became of a request does not count.
fn what(kind: &Kind) -> Result<Discriminant<Kind>, u8> {
    match kind {
        Kind::WriteAccepted { .. } | Kind::WriteRejected { .. } => Err(0),
        Kind::Granted { .. } | Kind::Refused { .. } => Err(1),
        Kind::Released { .. } | Kind::ReleaseRefused { .. } => Err(2),
        Kind::Arrived { .. } | Kind::Lost { .. } => Err(3),
        other => Ok(discriminant(other)),
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
