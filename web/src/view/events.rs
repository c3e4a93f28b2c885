//! The trace in words: a list in step with the drawing, walked with the arrow keys.

use super::app::{Message, Page, Version};
use super::draft::{Draft, put};
use super::gesture;
use crate::model::clock::moment;
use crate::model::{Action, State, Story};

/// How many events are one piece; only pieces in which the cursor moves are drawn anew.
const PIECE: usize = 50;

/// How far the cursor goes until others are listed.
const STRIDE: usize = 200;

/// How many events are listed at once; of longer stories, those around the cursor.
const LISTED: usize = 400;

/// The list.
pub(super) fn events(draft: &mut Draft, state: &State, story: &Story) {
    let many = story.trace.events.len();
    let current = state.cursor.event.map(|it| it as usize);
    let near = current.unwrap_or(0) / STRIDE * STRIDE;
    let first = if many <= LISTED { 0 } else { near.saturating_sub(STRIDE / 2) };
    let last = (first + LISTED).min(many);
    put!(
        draft,
        "<section class='card events'><h2>What happened</h2>{}\
           <ol start={} class=list aria-label=Events onkeydown={}>{}</ol>{}<p class=ending>{}</p></section>",
        {
            if many == 0 {
                put!(draft, "<p class=empty>Nothing happens in this scenario: no client does anything.</p>");
            }
            unlisted(draft, first, "earlier");
        },
        first as u64 + 1,
        Message::Do(Action::Next).by(gesture::list_keys),
        for from in (first..last).step_by(PIECE) {
            let inside = current.filter(|it| (from..from + PIECE).contains(it));
            // The event that the tab key reaches.
            let reachable = inside.or((current.is_none() && from == first).then_some(from));
            let number = |it: Option<usize>| it.map_or(0, |it| it as u32 + 1);
            let version = [state.told, from as u32, number(inside), number(reachable)];
            draft.part(&from.to_string(), version, piece);
        },
        unlisted(draft, many - last, "later"),
        story.trace.ending.to_string(),
    );
}

fn unlisted(draft: &mut Draft, many: usize, which: &str) {
    if many > 0 {
        put!(draft, "<p>{}</p>", format!("{many} {which} events"));
    }
}

/// A piece of the list, from one event on; with the number after the current event's, and after that which the
/// tab key reaches.
fn piece(draft: &mut Draft, page: &Page, [_, from, current, reachable]: Version) {
    let Some(story) = &page.state.story else { return };
    for event in story.trace.events.iter().skip(from as usize).take(PIECE) {
        let number = event.index + 1;
        put!(
            draft,
            "<li><button type=button tabindex={} aria-current={} onclick={}>\
               <span class=when>{}</span><span>{}</span></button></li>",
            if number == reachable { "0" } else { "-1" },
            (number == current).then_some("true"),
            Action::Select(event.index),
            moment(event.at),
            story.sentence(event),
        );
    }
}
