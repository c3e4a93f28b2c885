//! Where, along a drag, an outcome flips: found by running the engine at many places and halving between two
//! that differ, down to a millisecond.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use fencepost_core::check;
use fencepost_core::event::{Kind, Outcome, Rejection};
use fencepost_core::primitive::{Span, Time};
use fencepost_core::{drive, notation};

use crate::handle::{FINEST, Handle};
use crate::measure;

/// The even grid: so many places between the two ends, fewer where a run is long.
pub const GRID: u64 = 64;
/// How many runs one search makes at most.
pub const MOST_RUNS: usize = 320;
/// How many events all runs of one search have together at most, so that a long story stays bounded too.
pub const MOST_EVENTS: usize = 300_000;

/// A place where outcomes flip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip {
    /// The first millisecond at which the outcome is the one after; a millisecond earlier it is that before.
    pub at: Time,
    /// What flips there, the most telling first.
    pub changes: Vec<Change>,
    /// What to write at the mark: "wake before here: A's write is accepted".
    pub label: String,
}

/// One outcome that flips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The check, where it is a check's verdict; else a client's write.
    pub check: Option<&'static str>,
    /// The outcome before, in words.
    pub before: String,
    /// The outcome after, in words.
    pub after: String,
}

/// All flips along a drag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flips {
    /// From left to right.
    pub list: Vec<Flip>,
    /// Whether the search ended by itself; false where [`MOST_RUNS`] or [`MOST_EVENTS`] was reached.
    pub complete: bool,
}

/// Finds the flips of a handle between two times, with the scenario's text and seed.
///
/// Two flips that are closer together than the grid's places, and lie between no two known event times, may
/// be missed.
pub fn flips(text: &str, seed: u64, handle: &Handle, (from, to): (Time, Time)) -> Flips {
    let mut search = Search::new(text, seed, handle);
    let first = millis(handle.rounded(from, FINEST));
    let last = millis(handle.rounded(to, FINEST)).max(first);
    let mut places: Vec<u64> =
        (0..=search.share).map(|n| first + (last - first) * n / search.share).collect();
    let known = search.times.iter().filter(|at| (first..=last).contains(*at));
    places.extend(known.take(search.share as usize));
    places.sort_unstable();
    places.dedup();
    let mut list = Vec::new();
    for pair in places.windows(2) {
        search.between(pair[0], pair[1], &mut list);
    }
    Flips { list, complete: search.complete }
}

/// Everything that can flip, as it came out of one run: the check if it is a verdict, a name, words.
type Outcomes = Vec<(Option<&'static str>, String, String)>;

struct Search<'a> {
    text: &'a str,
    seed: u64,
    handle: &'a Handle,
    /// What came out at each millisecond tried; `None` where the text does not parse.
    seen: BTreeMap<u64, Option<Outcomes>>,
    events: usize,
    complete: bool,
    /// "A's write: ", where the handle is on A's lane: a label need not say whose write it is.
    own: String,
    /// When something happens in the story as it is, in milliseconds.
    times: Vec<u64>,
    /// How many places the even grid has, and how many event times are tried at most: each a third of the runs
    /// that can be made, so that as many remain for halving.
    share: u64,
}

impl<'a> Search<'a> {
    fn new(text: &'a str, seed: u64, handle: &'a Handle) -> Self {
        let (mut own, mut times, mut share) = (String::new(), Vec::new(), GRID);
        if let Ok(scenario) = notation::parse(text) {
            if let Some(client) = scenario.clients.get(usize::from(handle.lane)) {
                own = format!("{}'s write: ", measure::clean(&client.name));
            }
            let run = drive::simulate(&scenario, seed);
            times.extend(run.trace.events.iter().map(|event| millis(event.at)));
            times.dedup();
            let runs = (MOST_EVENTS / (run.trace.events.len() + 1)).min(MOST_RUNS);
            share = GRID.min(runs as u64 / 3).max(1);
        }
        Self { text, seed, handle, seen: BTreeMap::new(), events: 0, complete: true, own, times, share }
    }

    fn outcomes(&mut self, at: u64) -> Option<Outcomes> {
        if let Some(known) = self.seen.get(&at) {
            return known.clone();
        }
        if self.seen.len() >= MOST_RUNS || self.events >= MOST_EVENTS {
            self.complete = false;
            return None;
        }
        let outcomes = self.run(at);
        self.seen.insert(at, outcomes.clone());
        outcomes
    }

    fn run(&mut self, at: u64) -> Option<Outcomes> {
        let text = self.handle.moved(self.text, Time::from_millis(at), FINEST).ok()?;
        let scenario = notation::parse(&text).ok()?;
        let trace = drive::simulate(&scenario, self.seed).trace;
        self.events += trace.events.len() + 1;
        let mut outcomes = Outcomes::new();
        for event in &trace.events {
            let (client, words) = match event.kind {
                Kind::WriteAccepted { client, .. } => (client, "accepted".to_string()),
                Kind::WriteRejected { client, why: Rejection::Stale { token, highest }, .. } => {
                    (client, format!("refused, {token} < {highest}"))
                }
                Kind::WriteRejected { client, .. } => (client, "refused".to_string()),
                _ => continue,
            };
            let name = format!("{}'s write", measure::clean(trace.names.client(client)));
            match outcomes.iter_mut().find(|(_, known, _)| *known == name) {
                Some(known) => known.2 = words,
                None => outcomes.push((None, name, words)),
            }
        }
        for verdict in check::judge_all(&trace) {
            let Some(kind) = check::find(verdict.check) else { continue };
            let words = match verdict.outcome {
                Outcome::Holds => kind.when_holds.to_string(),
                Outcome::Broken => kind.when_broken.to_string(),
                Outcome::DoesNotApply => kind.when_idle.to_string(),
                Outcome::Undecided => format!("{} is undecided", kind.name),
            };
            outcomes.push((Some(kind.name), kind.name.to_string(), words));
        }
        Some(outcomes)
    }

    /// The flips between two places, from left to right.
    fn between(&mut self, from: u64, to: u64, list: &mut Vec<Flip>) {
        let mut from = from;
        loop {
            let (Some(left), Some(right)) = (self.outcomes(from), self.outcomes(to)) else { return };
            if left == right {
                return;
            }
            // Invariant: `same` comes out as `from` does, `other` does not.
            let (mut same, mut other) = (from, to);
            let mut there = right;
            while other - same > 1 {
                let middle = same + (other - same) / 2;
                let Some(outcomes) = self.outcomes(middle) else { return };
                if outcomes == left {
                    same = middle;
                } else {
                    (other, there) = (middle, outcomes);
                }
            }
            list.extend(self.flip(other, &left, &there));
            from = other;
        }
    }

    fn flip(&self, at: u64, before: &Outcomes, after: &Outcomes) -> Option<Flip> {
        const NONE: &str = "nothing arrives";
        let find = |list: &Outcomes, name: &str| {
            list.iter().find(|it| it.1 == name).map_or_else(|| NONE.to_string(), |it| it.2.clone())
        };
        let mut names: Vec<(Option<&'static str>, &str)> = Vec::new();
        for (check, name, _) in before.iter().chain(after) {
            if !names.contains(&(*check, name)) {
                names.push((*check, name));
            }
        }
        names.sort_by_key(|(check, _)| check.is_some());
        let changes = names.into_iter().filter_map(|(check, name)| {
            let (before, after) = (find(before, name), find(after, name));
            let told = |words: String| match check {
                Some(_) => words,
                None => format!("{name}: {words}"),
            };
            (before != after).then(|| Change { check, before: told(before), after: told(after) })
        });
        let changes: Vec<Change> = changes.collect();
        let first = &changes.first()?.before;
        let outcome = first.strip_prefix(&self.own).unwrap_or(first);
        let label = format!("{} before here: {outcome}", self.handle.grip.verb());
        Some(Flip { at: Time::from_millis(at), changes, label })
    }
}

fn millis(at: Time) -> u64 {
    at.as_micros().div_ceil(Span::from_millis(1).as_micros())
}
