//! What lies in one lane: the story of a client, a lock or a store, thing by thing.

use fencepost_core::event::{Kind, Node, Parts};

use super::canvas::Canvas;
use crate::story::{Stretch, Thing};
use crate::{Part, Subject, Tenths, Tone};

/// The things in each kind of lane, in the order in which they are drawn, and what they are drawn as.
const CLIENT: &[(Thing, Part)] = &[
    (Thing::Life, Part::Life),
    (Thing::Wait, Part::Wait),
    (Thing::Belief, Part::Belief),
    (Thing::Work, Part::Work),
    (Thing::Sleep, Part::Sleep),
    (Thing::Pause, Part::Pause),
    (Thing::Crash, Part::Crash),
    (Thing::Restart, Part::Restart),
    (Thing::Link, Part::Cut),
    (Thing::Clock, Part::Clock),
    (Thing::News, Part::News),
];
const LOCK: &[(Thing, Part)] = &[
    (Thing::Lease, Part::Lease),
    (Thing::Promise, Part::Promise),
    (Thing::Refusal, Part::Refused),
    (Thing::Clock, Part::Clock),
    (Thing::Outage, Part::Outage),
    (Thing::News, Part::News),
];
const STORE: &[(Thing, Part)] =
    &[(Thing::Value, Part::Value), (Thing::Act, Part::Read), (Thing::Clock, Part::Clock)];

/// Draws the lane at the canvas' place.
pub(super) fn draw(canvas: &mut Canvas<'_>) {
    let place = canvas.place();
    canvas.refusals = [Tenths::MIN / 2; 2];
    canvas.told = 0;
    if let Node::Process(process) = place.node {
        canvas.pauses = canvas.story.list(Thing::Pause, process.index());
    }
    let things = match place.lane.subject {
        Subject::Client(_) => CLIENT,
        Subject::Lock(_) => LOCK,
        Subject::Store(_) => {
            canvas.empty();
            STORE
        }
    };
    for (thing, part) in things {
        let whose = match (thing, place.node) {
            (Thing::Link | Thing::Clock | Thing::Outage | Thing::News, _) => 0,
            (Thing::Pause | Thing::Crash | Thing::Restart, Node::Process(id)) => id.index(),
            _ => place.index,
        };
        let list = canvas.story.list(*thing, whose);
        for number in 0..list.len() {
            draw_one(canvas, *part, list, number);
        }
    }
}

/// Draws one stretch of a list.
fn draw_one(canvas: &mut Canvas<'_>, mut part: Part, list: &[Stretch], number: usize) {
    let (place, stretch) = (canvas.place(), &list[number]);
    let Some(event) = canvas.trace.events.get(stretch.events.0 as usize) else { return };
    let it = &Parts::of(event, &canvas.trace.names);
    canvas.bar = 0;
    canvas.tone = it.client.map_or(place.lane.tone, |client| Tone::client(client.index()));
    match part {
        Part::Belief => {
            canvas.bar = stretch.bar(&place.locks);
            if stretch.mark & 1 == 0 {
                part = Part::Doubt;
            }
        }
        Part::Work | Part::Sleep => canvas.bar = place.bars() - 1,
        Part::Cut => return canvas.link(list, number, it),
        Part::Clock | Part::Outage | Part::News if canvas.trace.names.first_of(event.node) != place.node => {
            return;
        }
        // A note about a client is for its own lane.
        Part::News if it.client.is_some_and(|client| place.lane.subject != Subject::Client(client)) => return,
        Part::Read => {
            match event.kind {
                Kind::WriteAccepted { .. } => part = Part::Accepted,
                Kind::WriteRejected { .. } => part = Part::Rejected,
                _ => {}
            }
            if stretch.mark > 0 {
                canvas.tone = Tone::Bad;
            }
        }
        _ => {}
    }
    if !canvas.item(part, number, stretch) {
        return;
    }
    match part {
        Part::Life => canvas.life(list, number),
        Part::Wait => canvas.say(canvas.right, "waits", &[]),
        Part::Belief => canvas.belief(stretch),
        Part::Doubt => canvas.say(canvas.right, "still thinks so\nstill?", &[]),
        Part::Work => canvas.work(stretch, it),
        Part::Sleep => canvas.sleep(it),
        Part::Pause => canvas.pause(stretch),
        Part::Crash => canvas.crash(&event.kind),
        Part::Restart => canvas.restart(),
        Part::Lease => canvas.lease(list, number, it),
        Part::Promise => canvas.promise(stretch, it),
        Part::Refused => canvas.refused(it),
        Part::Value => canvas.value(it),
        Part::Clock => canvas.clock(&event.kind),
        Part::Outage => canvas.outage(stretch, event),
        Part::News => canvas.news(event, it),
        _ => canvas.act(part, list, number, it),
    }
}
