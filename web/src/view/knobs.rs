//! The knobs: system, ttl, guard, renewal, what happens on expiry.

use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::Shared;
use crate::model::knobs::{Knob, knobs};
use crate::model::{Action, Story};

#[derive(PartialEq, Properties)]
pub(super) struct Props {
    pub(super) story: Shared<Story>,
    pub(super) act: Callback<Action>,
}

/// One group for each lock, store and client.
#[component]
pub(super) fn Knobs(props: &Props) -> Html {
    let all = knobs(&props.story.scenario);
    html! {
        <section class="card knobs">
            <h2>{ "What if …" }</h2>
            <div class="groups">{ for all.chunk_by(|a, b| a.group == b.group).map(|group| html! {
                <fieldset key={group[0].group.clone()}>
                    <legend>{ &group[0].group }</legend>
                    { for group.iter().map(|knob| field(knob, &props.act)) }
                </fieldset>
            }) }</div>
        </section>
    }
}

fn field(knob: &Knob, act: &Callback<Action>) -> Html {
    let (place, key) = (knob.place.clone(), knob.key);
    let turn = act.reform(move |value: String| Action::Turn(place.clone(), key, value));
    let control = if knob.choices.is_empty() {
        let onchange = turn.reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().value());
        html! { <input type="text" value={knob.value.clone()} size="7" {onchange} autocomplete="off" spellcheck="false" title="A length of time such as 10s or 250ms, or none" /> }
    } else {
        let onchange = turn.reform(|event: Event| event.target_unchecked_into::<HtmlSelectElement>().value());
        html! { <select {onchange}>{ for knob.choices.iter().map(|word| html! {
            <option key={*word} value={*word} selected={*word == knob.value}>{ *word }</option>
        }) }</select> }
    };
    html! { <label class="field" key={knob.key}><span>{ knob.name }</span>{ control }</label> }
}
