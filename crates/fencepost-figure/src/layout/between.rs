//! What spans several lanes: bands where two believe at once, and the end of the run.

use alloc::string::ToString;

use fencepost_core::trace::EndedBy;

use super::Scene;
use super::canvas::{Canvas, SIZE};
use crate::story::{Stretch, Thing};
use crate::words::concat;
use crate::{Align, Paint, Part, Tone, Type, px, words};

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let locks = 0..scene.trace.names.locks.len();
    let all = locks.flat_map(|lock| scene.story.list(Thing::Both, lock));
    for (number, both) in all.filter(|both| both.to > both.from).enumerate() {
        // The first and the last of the set have the highest and the lowest lane.
        let (first, last) = (both.mark.trailing_zeros(), 63 - both.mark.leading_zeros());
        let (Some(top), Some(bottom)) = (scene.places.get(first as usize), scene.places.get(last as usize))
        else {
            continue;
        };
        let Some(edges) = canvas.item(Part::Both, Tone::Bad, number, both) else { continue };
        let (y, end) = (top.lane.y - px(4), bottom.lane.y + bottom.lane.height + px(4));
        canvas.rect(Paint::Wash, edges, y, end - y, 0);
        canvas.upright(Paint::Dashes, edges.0, y, end);
        canvas.upright(Paint::Dashes, edges.1, y, end);
        let who = match both.mark.count_ones() {
            2 => "both believe".into(),
            n => concat(&[&n.to_string(), " believe"]),
        };
        let room = ((edges.0 - px(60)).max(canvas.left), (edges.1 + px(60)).min(canvas.right));
        let wish = canvas.say(top.gap(), room, Type::Strong, &[&who, " for ", &words::span(both.span())]);
        (wish.prefer, wish.size, wish.tone, wish.rank) = (Align::Middle, SIZE, Tone::Bad, 0);
        wish.or(&who);
    }
    end_of_run(scene, canvas);
}

fn end_of_run(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let ending = scene.trace.ending;
    let text = match ending.why {
        EndedBy::Quiet => return,
        EndedBy::Horizon => "horizon",
        EndedBy::Limit => "limit on events",
    };
    let (Some(first), Some(last)) = (scene.places.first(), scene.places.last()) else { return };
    let event = scene.trace.events.len().saturating_sub(1) as u32;
    let end = Stretch { from: ending.at, to: ending.at, events: (event, None), mark: 0 };
    let Some((x, _)) = canvas.item(Part::End, Tone::Muted, 0, &end) else { return };
    canvas.upright(Paint::Dashes, x, first.lane.y, last.lane.y + last.lane.height);
    let room = (x - px(120), (x + px(80)).min(canvas.right));
    canvas.say(first.gap(), room, Type::Quiet, &[text]).prefer = Align::End;
}
