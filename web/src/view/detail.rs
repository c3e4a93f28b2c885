//! The event at the cursor as a sentence, and what led to it.

use fencepost_core::event::Event;

use super::draft::{Draft, tag};
use crate::model::clock::moment;
use crate::model::{Action, State, Story};

/// How many causes are shown at most.
const CAUSES: usize = 4;

/// The sentence under the timeline.
pub(super) fn detail(draft: &mut Draft, state: &State) {
    let story = state.story.as_ref();
    let event = story.and_then(|story| story.event(state.cursor.event?));
    tag!(draft, "div", [("class", "detail")], {
        tag!(draft, "p", [], {
            draft.leaf_text("b", "", &moment(event.map_or(state.cursor.at, |event| event.at)));
            draft.word(" ");
            match (story, event) {
                (Some(story), Some(event)) => draft.text(&story.sentence(event)),
                (Some(_), None) => draft.word("Nothing has happened yet."),
                (None, _) => draft.word("There is nothing to tell."),
            }
        });
        if let (Some(story), Some(event)) = (story, event) {
            causes(draft, story, event);
        }
    });
}

/// What led to an event, nearest first.
fn causes(draft: &mut Draft, story: &Story, event: &Event) {
    tag!(draft, "div", [("class", "causes")], {
        let mut next = story.cause(event);
        if next.is_some() {
            draft.leaf("span", "", "because");
            tag!(
                draft,
                "ol",
                [],
                for _ in 0..CAUSES {
                    let Some(cause) = next else { break };
                    next = story.cause(cause);
                    tag!(
                        draft,
                        "li",
                        [],
                        tag!(draft, "button", [("type", "button"), ("class", "cause")], {
                            draft.on_click(Action::Select(cause.index));
                            draft.leaf_text("span", "when", &moment(cause.at));
                            draft.word(" ");
                            draft.text(&story.trace.text(cause));
                        })
                    );
                }
            );
        }
    });
}
