//! Replay: a recorded schedule, repeated. A counterexample is a schedule, and this is how it is shown.

use alloc::vec::Vec;
use core::fmt;

use super::Run;
use crate::primitive::Time;
use crate::scenario::{Scenario, limit};
use crate::trace::{EndedBy, Ending, Names, Trace};
use crate::world::{Action, Log, World};

/// Why a schedule does not fit a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The world does not offer this action at that point of the schedule, or not at that time.
    NotOffered {
        /// The place in the schedule, from 0.
        place: usize,
        /// The time in the schedule.
        at: Time,
        /// The action in the schedule.
        action: Action,
    },
    /// The trace would have more than [`limit::EVENTS`] events.
    TooLong,
}

/// Runs a scenario by a schedule. The trace of a schedule that [`simulate`](super::simulate) recorded is the
/// trace of that simulation.
///
/// # Errors
///
/// [`ReplayError`] when the schedule was recorded from another scenario.
pub fn replay(scenario: &Scenario, schedule: &[(Time, Action)]) -> Result<Run, ReplayError> {
    let mut world = World::new(scenario);
    let mut events = Vec::new();
    for (place, (at, action)) in schedule.iter().copied().enumerate() {
        if !offers(&world, at, action) {
            return Err(ReplayError::NotOffered { place, at, action });
        }
        let next = events.len() as u32;
        if next >= limit::EVENTS {
            return Err(ReplayError::TooLong);
        }
        world.apply(at, action, &mut Log::new(next, &mut |event| events.push(event)));
    }
    let ending = ending(&world, scenario, events.len());
    let trace = Trace { names: Names::of(scenario), events, ending };
    Ok(Run { trace, schedule: schedule.to_vec() })
}

fn offers(world: &World<'_>, at: Time, action: Action) -> bool {
    let now = world.now();
    let mut offered = false;
    world.each_choice(&mut |choice| {
        let window = choice.earliest.max(now)..=choice.latest.max(now);
        offered |= choice.action == action && window.contains(&at) && at >= now;
    });
    offered
}

fn ending(world: &World<'_>, scenario: &Scenario, events: usize) -> Ending {
    let now = world.now();
    let mut next = None;
    world.each_choice(&mut |choice| {
        let at = choice.earliest.max(now);
        next = Some(next.map_or(at, |known: Time| known.min(at)));
    });
    match next {
        None => Ending { at: now, why: EndedBy::Quiet },
        Some(_) if events as u32 >= limit::EVENTS => Ending { at: now, why: EndedBy::Limit },
        Some(_) => Ending { at: Time::ZERO + scenario.horizon, why: EndedBy::Horizon },
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOffered { place, at, action } => {
                write!(f, "entry {place} of the schedule, {action:?} at {at}, cannot happen there")
            }
            Self::TooLong => write!(f, "the schedule makes more than {} events", limit::EVENTS),
        }
    }
}
