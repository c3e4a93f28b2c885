//! The trace in words: a list in step with the drawing, walked with the arrow keys.

use std::rc::Rc;

use super::app::Message;
use super::draft::{Draft, tag};
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
pub(super) fn events(draft: &mut Draft, state: &State, story: &Rc<Story>) {
    let many = story.trace.events.len();
    let current = state.cursor.event.map(|it| it as usize);
    let near = current.unwrap_or(0) / STRIDE * STRIDE;
    let first = if many <= LISTED { 0 } else { near.saturating_sub(STRIDE / 2) };
    let last = (first + LISTED).min(many);
    tag!(draft, "section", [("class", "card events")], {
        draft.leaf("h2", "", "What happened");
        if many == 0 {
            draft.leaf("p", "empty", "Nothing happens in this scenario: no client does anything.");
        }
        if first > 0 {
            draft.leaf_text("p", "", &format!("{first} earlier events"));
        }
        tag!(draft, "ol", [("start", first as u64 + 1), ("class", "list"), ("aria-label", "Events")], {
            draft.on("keydown", Message::Do(Action::Next), gesture::list_keys);
            let mut from = first;
            while from < last {
                let to = (from + PIECE).min(last);
                let inside = current.filter(|it| (from..to).contains(it));
                // The event that the tab key reaches.
                let reachable = inside.or((current.is_none() && from == first).then_some(from));
                let number = |it: Option<usize>| it.map_or(0, |it| it as u32 + 1);
                let story = story.clone();
                draft.memo(
                    &from.to_string(),
                    [state.told, number(inside), number(reachable)],
                    move |draft| {
                        for index in from..to {
                            row(draft, &story, index as u32, inside == Some(index), reachable == Some(index));
                        }
                    },
                );
                from = to;
            }
        });
        if last < many {
            draft.leaf_text("p", "", &format!("{} later events", many - last));
        }
        draft.leaf_text("p", "ending", &story.trace.ending.to_string());
    });
}

fn row(draft: &mut Draft, story: &Story, index: u32, current: bool, reachable: bool) {
    let Some(event) = story.event(index) else { return };
    tag!(
        draft,
        "li",
        [],
        tag!(
            draft,
            "button",
            [
                ("type", "button"),
                ("tabindex", if reachable { "0" } else { "-1" }),
                ("aria-current", current.then_some("true")),
            ],
            {
                draft.on_click(Action::Select(index));
                draft.leaf_text("span", "when", &moment(event.at));
                draft.leaf_text("span", "", &story.sentence(event));
            }
        )
    );
}
