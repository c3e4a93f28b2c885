//! The event at the cursor as a sentence, and what led to it.

use yew::prelude::*;

use super::Shared;
use crate::model::clock::moment;
use crate::model::{Action, Cursor, Story};

#[derive(PartialEq, Properties)]
pub(super) struct Props {
    pub(super) story: Option<Shared<Story>>,
    pub(super) cursor: Cursor,
    pub(super) act: Callback<Action>,
}

/// How many causes are shown at most.
const CAUSES: usize = 4;

/// The sentence under the timeline.
#[component]
pub(super) fn Detail(props: &Props) -> Html {
    let told = props.story.as_ref().and_then(|story| Some((story, story.event(props.cursor.event?)?)));
    let Some((story, event)) = told else {
        let words =
            if props.story.is_some() { "Nothing has happened yet." } else { "There is nothing to tell." };
        return html! { <div class="detail"><p><b>{ moment(props.cursor.at, false) }</b>{ " " }{ words }</p></div> };
    };
    let causes: Vec<_> = story.causes(event.index).take(CAUSES).collect();
    html! {
        <div class="detail">
            <p><b>{ moment(event.at, false) }</b>{ " " }{ story.sentence(event) }</p>
            <div class="causes">
                if !causes.is_empty() {
                    <span>{ "because" }</span>
                    <ol>{ for causes.iter().map(|cause| {
                        let index = cause.index;
                        let onclick = props.act.reform(move |_| Action::Select(index));
                        html! { <li key={index}><button type="button" class="cause" {onclick}>
                            <span class="when">{ moment(cause.at, false) }</span>{ " " }{ story.trace.text(cause) }
                        </button></li> }
                    }) }</ol>
                }
            </div>
        </div>
    }
}
