//! What moves the cursor: to the start, a step, play, the slider, speed; then zoom, undo and the fence.

use fencepost_core::notation::edit::Place;
use fencepost_core::primitive::Time;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::icon::{self, icon};
use crate::model::Action;
use crate::model::speed::{SPEEDS, offered};

#[derive(PartialEq, Properties)]
pub(super) struct Props {
    pub(super) at: Time,
    pub(super) end: Time,
    /// What the cursor tells, for the slider.
    pub(super) told: AttrValue,
    pub(super) playing: bool,
    pub(super) speed: usize,
    pub(super) zoomed: bool,
    pub(super) undo: bool,
    pub(super) redo: bool,
    pub(super) changed: bool,
    /// The store whose fence the switch is about, and whether it is on.
    pub(super) fence: Option<(AttrValue, bool)>,
    pub(super) act: Callback<Action>,
}

/// The row under the timeline.
#[component]
pub(super) fn Controls(props: &Props) -> Html {
    let act = |action: Action| props.act.reform(move |_: MouseEvent| action.clone());
    let button = |name: &'static str, path, action, off| {
        html! { <button type="button" class="round" aria-label={name} title={name} onclick={act(action)} disabled={off}>{ icon(path) }</button> }
    };
    let play = if props.playing { "Pause" } else { "Play" };
    html! {
        <div class="controls" role="group" aria-label="Controls">
            <div class="row">
                { button("To the start", icon::START, Action::First, false) }
                { button("Previous event", icon::BACK, Action::Previous, false) }
                <button type="button" class="round play" aria-label={play} title={play} onclick={act(Action::Play(!props.playing))}>
                    { icon(if props.playing { icon::PAUSE } else { icon::PLAY }) }
                </button>
                { button("Next event", icon::ON, Action::Next, false) }
            </div>
            { slider(props) }
            { speeds(props) }
            { fence(props) }
            <div class="row">
                { button("Undo", icon::UNDO, Action::Undo, !props.undo) }
                { button("Redo", icon::REDO, Action::Redo, !props.redo) }
                <button type="button" class="plain" onclick={act(Action::Reset)} disabled={!props.changed}>{ "Reset" }</button>
            </div>
            <div class="row">
                { button("Zoom out", icon::FARTHER, Action::Zoom(-1), !props.zoomed) }
                { button("Zoom in", icon::NEARER, Action::Zoom(1), false) }
                { button("Show the whole story", icon::FIT, Action::Fit, !props.zoomed) }
            </div>
        </div>
    }
}

/// The native slider: milliseconds from the start to the end.
fn slider(props: &Props) -> Html {
    let oninput = props.act.reform(|event: InputEvent| {
        let ms = event.target_unchecked_into::<HtmlInputElement>().value();
        Action::Seek(Time::from_millis(ms.parse().unwrap_or(0)))
    });
    let (at, end) = (props.at.as_micros() / 1_000, props.end.as_micros() / 1_000);
    html! {
        <input class="slider" type="range" min="0" max={end.to_string()} step="1" value={at.to_string()}
            aria-label="Moment of the story" aria-valuetext={props.told.clone()} {oninput} />
    }
}

fn speeds(props: &Props) -> Html {
    let onchange = props.act.reform(|event: Event| {
        Action::Speed(event.target_unchecked_into::<HtmlSelectElement>().value().parse().unwrap_or(0))
    });
    let many = offered(props.end).max(props.speed + 1);
    html! {
        <label class="field"><span class="spoken">{ "Speed" }</span>
            <select {onchange} title="Story seconds in one second">{ for SPEEDS[..many].iter().enumerate().map(|(index, speed)| html! {
                <option key={index} value={index.to_string()} selected={index == props.speed}>{ speed.label }</option>
            }) }</select>
        </label>
    }
}

fn fence(props: &Props) -> Html {
    let Some((store, on)) = props.fence.clone() else { return Html::default() };
    let guard = if on { "none" } else { "fence" };
    let onclick = props.act.reform({
        let store = store.to_string();
        move |_: MouseEvent| Action::Turn(Place::Store(store.clone()), "guard", guard.to_owned())
    });
    html! {
        <button type="button" class="switch" role="switch" aria-checked={on.to_string()} title={format!("The fence of {store}")} {onclick}>
            <span class="knob" aria-hidden="true"></span>{ "fence" }<span aria-hidden="true">{ if on { " on" } else { " off" } }</span>
        </button>
    }
}
