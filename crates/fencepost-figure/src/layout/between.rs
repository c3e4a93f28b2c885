//! What spans several lanes: bands where two believe at once, and the end of the run.

use alloc::string::{String, ToString};

use fencepost_core::trace::EndedBy;

use super::canvas::Canvas;
use crate::story::{Stretch, Thing};
use crate::{Paint, Part, px, words};

pub(super) fn draw(canvas: &mut Canvas<'_>) {
    let mut number = 0;
    for lock in 0..canvas.trace.names.locks.len() {
        for both in canvas.story.list(Thing::Both, lock) {
            if both.to > both.from {
                draw_both(canvas, number, both);
                number += 1;
            }
        }
    }
    end_of_run(canvas);
}

fn draw_both(canvas: &mut Canvas<'_>, number: usize, both: &Stretch) {
    // The first and the last of the set have the highest and the lowest lane.
    canvas.at = both.mark.trailing_zeros() as usize;
    let Some(last) = canvas.places.get(63 - both.mark.leading_zeros() as usize) else { return };
    if !canvas.item(Part::Both, number, both) {
        return;
    }
    let (y, end) = (canvas.place().lane.y - px(4), last.lane.y + last.lane.height + px(4));
    canvas.rect(Paint::Wash, y, end - y, 0);
    canvas.upright(Paint::Dashes, canvas.x, y, end);
    canvas.upright(Paint::Dashes, canvas.end, y, end);
    let count = match both.mark.count_ones() {
        2 => String::from("both"),
        n => n.to_string(),
    };
    canvas.x = canvas.x.max(canvas.left + px(60));
    let span = words::span(both.span());
    canvas.say(canvas.right, "0 believe for 1\n0 believe", &[&count, &span]);
}

fn end_of_run(canvas: &mut Canvas<'_>) {
    let ending = canvas.trace.ending;
    let text = match ending.why {
        EndedBy::Quiet => return,
        EndedBy::Horizon => "horizon",
        EndedBy::Limit => "limit on events",
    };
    let Some(last) = canvas.places.last() else { return };
    let event = canvas.trace.events.len().saturating_sub(1) as u32;
    let end = Stretch { from: ending.at, to: ending.at, events: (event, None), mark: 0 };
    canvas.at = 0;
    if canvas.item(Part::End, 0, &end) {
        let top = canvas.place().lane.y;
        canvas.upright(Paint::Dashes, canvas.x, top, last.lane.y + last.lane.height);
        canvas.say(canvas.right, text, &[]);
    }
}
