//! What spans several lanes: bands where two believe at once, and the end of the run.

use alloc::format;
use alloc::vec;

use fencepost_core::event::ClientId;
use fencepost_core::trace::EndedBy;

use super::canvas::{Canvas, Id, SIZE, Wish, rect, upright};
use super::{Place, Scene};
use crate::{Align, Paint, Part, Tone, Type, px, words};

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    for (number, both) in scene.story.both.iter().enumerate() {
        let place = |client: &ClientId| scene.places.get(client.index());
        let top = both.what.iter().filter_map(place).min_by_key(|it| it.lane.y);
        let bottom = both.what.iter().filter_map(place).max_by_key(|it| it.lane.y);
        let (Some(edges), Some(top), Some(bottom)) = (canvas.edges(both.from, both.to), top, bottom) else {
            continue;
        };
        let id = Id { lane: None, ..Id::of(Part::Both, Tone::Bad, 0, number, both) };
        let (y, end) = (top.lane.y - px(4), bottom.lane.y + bottom.lane.height + px(4));
        let side = |x| upright(Paint::Dashes, x, y, end);
        let shapes = vec![rect(Paint::Wash, edges, y, end - y, 0), side(edges.0), side(edges.1)];
        canvas.draw(id, shapes);
        let who = match both.what.len() {
            2 => "both believe".into(),
            n => format!("{n} believe"),
        };
        let (row, base) = top.gap();
        let room = (edges.0 - px(60)).max(canvas.left)..(edges.1 + px(60)).min(canvas.right);
        let text = format!("{who} for {}", words::span(both.span()));
        let wish = Wish::new(row, base, (room.start, room.end), Type::Strong, text).or(Type::Strong, who);
        canvas.wish(id, Wish { prefer: Align::Middle, size: SIZE, tone: Tone::Bad, rank: 0, ..wish });
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
    let (Some(x), Some(first), Some(last)) =
        (canvas.place(ending.at), scene.places.first(), scene.places.last())
    else {
        return;
    };
    let event = scene.trace.events.len().saturating_sub(1) as u32;
    let id = Id {
        part: Part::End,
        tone: Tone::Muted,
        lane: None,
        number: 0,
        events: (event, None),
        from: ending.at,
        to: ending.at,
    };
    let bottom = last.lane.y + last.lane.height;
    canvas.draw(id, vec![upright(Paint::Dashes, x, first.lane.y, bottom)]);
    let (row, base) = Place::gap(first);
    let room = (x - px(120), (x + px(80)).min(canvas.right));
    let wish = Wish::new(row, base, room, Type::Quiet, text.into());
    canvas.wish(id, Wish { prefer: Align::End, ..wish });
}
