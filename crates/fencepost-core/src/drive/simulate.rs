//! Simulation: whatever may happen happens as early as its draw says, in the world's order.
//!
//! A draw is a hash of the seed and of what is drawn for (the n-th message on a link, the n-th attempt of a
//! client), never the next number of one stream: a change in one place does not reshuffle the rest.

use alloc::vec::Vec;

use super::Run;
use crate::fingerprint::mix;
use crate::primitive::{Span, Time};
use crate::scenario::{Scenario, limit};
use crate::setting::Ratio;
use crate::trace::{EndedBy, Ending, Names, Trace};
use crate::world::{Action, Choice, Log, Rank, Stream, World};

/// Runs a scenario under a seed, until nothing more can happen, the horizon comes, or the trace has
/// [`limit::EVENTS`] events.
pub fn simulate(scenario: &Scenario, seed: u64) -> Run {
    let mut world = World::new(scenario);
    let mut schedule = Vec::new();
    let mut events = Vec::new();
    let horizon = Time::ZERO + scenario.horizon;
    let ending = loop {
        let Some((at, action)) = earliest(&world, seed) else {
            break Ending { at: world.now(), why: EndedBy::Quiet };
        };
        if at > horizon {
            break Ending { at: horizon, why: EndedBy::Horizon };
        }
        let next = events.len() as u32;
        if next >= limit::EVENTS {
            break Ending { at: world.now(), why: EndedBy::Limit };
        }
        world.apply(at, action, &mut Log::new(next, &mut |event| events.push(event)));
        schedule.push((at, action));
    };
    Run { trace: Trace { names: Names::of(scenario), events, ending }, schedule }
}

/// The choice that happens next: the earliest; of those at one instant the lowest in rank; of those the
/// first in the world's order.
fn earliest(world: &World<'_>, seed: u64) -> Option<(Time, Action)> {
    let now = world.now();
    let mut best: Option<(Time, Rank, Action)> = None;
    world.each_choice(&mut |choice| {
        if choice.loss.is_some_and(|loss| is_lost(seed, choice.stream, loss) != is_loss(choice.action)) {
            return;
        }
        let at = drawn_time(seed, &choice).max(now);
        if best.is_none_or(|(time, rank, _)| (at, choice.rank) < (time, rank)) {
            best = Some((at, choice.rank, choice.action));
        }
    });
    best.map(|(at, _, action)| (at, action))
}

fn is_loss(action: Action) -> bool {
    matches!(action, Action::Lose(_))
}

/// A moment in the choice's window, each microsecond as likely as another (but for a bias far below one in
/// a million).
fn drawn_time(seed: u64, choice: &Choice) -> Time {
    let width = choice.latest.since(choice.earliest).as_micros();
    if width == 0 {
        return choice.earliest;
    }
    choice.earliest + Span::from_micros(draw(seed, choice.stream, 1) % width.saturating_add(1))
}

fn is_lost(seed: u64, stream: Stream, loss: Ratio) -> bool {
    draw(seed, stream, 2) % u64::from(loss.whole.max(1)) < u64::from(loss.part)
}

/// 64 bits that depend on the seed, the stream and what is asked, and on nothing else.
fn draw(seed: u64, stream: Stream, question: u64) -> u64 {
    [stream.of, stream.nth, question]
        .into_iter()
        .fold(mix(seed), |hash, word| mix(hash ^ mix(word.wrapping_add(0x9E37_79B9_7F4A_7C15))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The draws are part of the notation's promise: the same text and seed give the same trace for ever.
    /// The values were computed by hand-written Python from the definition above, not by this code.
    #[test]
    fn draws_do_not_change() {
        let stream = Stream { of: 3, nth: 7 };
        assert_eq!(draw(1, stream, 1), DRAW_1_3_7_1);
        assert_ne!(draw(1, stream, 1), draw(2, stream, 1));
        assert_ne!(draw(1, stream, 1), draw(1, stream, 2));
    }

    const DRAW_1_3_7_1: u64 = 752883926091535289;
}
