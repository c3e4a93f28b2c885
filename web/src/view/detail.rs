//! The event at the cursor as a sentence, and what led to it.

use fencepost_core::event::Event;

use super::draft::{Draft, put};
use crate::model::clock::moment;
use crate::model::{Action, State, Story};

/// How many causes are shown at most.
const CAUSES: usize = 4;

/// The sentence under the timeline.
pub(super) fn detail(draft: &mut Draft, state: &State) {
    let story = state.story.as_ref();
    let event = story.and_then(|story| story.event(state.cursor.event?));
    let told = match (story, event) {
        (Some(story), Some(event)) => story.sentence(event),
        (Some(_), None) => "Nothing has happened yet.".to_owned(),
        (None, _) => "There is nothing to tell.".to_owned(),
    };
    put!(
        draft,
        "<div class=detail><p><b>{}</b> {}</p>{}</div>",
        moment(event.map_or(state.cursor.at, |event| event.at)),
        told,
        if let (Some(story), Some(event)) = (story, event) {
            causes(draft, story, event);
        },
    );
}

/// What led to an event, nearest first.
fn causes(draft: &mut Draft, story: &Story, event: &Event) {
    let mut next = story.cause(event);
    put!(
        draft,
        "<div class=causes>{}</div>",
        if next.is_some() {
            put!(
                draft,
                "<span>because</span><ol>{}</ol>",
                for _ in 0..CAUSES {
                    let Some(cause) = next else { break };
                    next = story.cause(cause);
                    put!(
                        draft,
                        "<li><button type=button class=cause onclick={}><span class=when>{}</span> {}</button></li>",
                        Action::Select(cause.index),
                        moment(cause.at),
                        story.trace.text(cause),
                    );
                },
            );
        },
    );
}
