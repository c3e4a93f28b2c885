//! The trace in words: a list in step with the drawing, walked with the arrow keys.

use std::ops::Range;

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::{Shared, maybe};
use crate::model::clock::moment;
use crate::model::{Action, Story};

/// How many events are one piece; only pieces in which the cursor moves are drawn anew.
const PIECE: usize = 50;

/// How far the cursor goes until others are listed.
const STRIDE: usize = 200;

/// How long the cursor rests before the list is scrolled to it, in milliseconds.
const REST: u32 = 60;

/// How many events are listed at once; of longer stories, those around the cursor.
const LISTED: usize = 400;

#[derive(PartialEq, Properties)]
pub(super) struct Props {
    pub(super) story: Shared<Story>,
    pub(super) current: Option<u32>,
    pub(super) act: Callback<Action>,
}

/// The list.
#[component]
pub(super) fn Events(props: &Props) -> Html {
    let list = use_node_ref();
    use_effect_with(props.current, {
        let list = list.clone();
        move |_| {
            keep_focus(&list);
            // After a rest, when the layout is known anyway: sweeping over many events scrolls once.
            let rest = Timeout::new(REST, move || keep_in_view(&list));
            move || drop(rest)
        }
    });
    let many = props.story.trace.events.len();
    let current = props.current.map_or(0, |it| it as usize);
    let first = if many <= LISTED { 0 } else { (current / STRIDE * STRIDE).saturating_sub(STRIDE / 2) };
    let last = (first + LISTED).min(many);
    let onkeydown = maybe(&props.act, |event: KeyboardEvent| {
        let action = match event.key().as_str() {
            "ArrowDown" | "ArrowRight" => Action::Next,
            "ArrowUp" | "ArrowLeft" => Action::Previous,
            "Home" => Action::First,
            "End" => Action::Last,
            _ => return None,
        };
        event.prevent_default();
        event.stop_propagation();
        Some(action)
    });
    html! {
        <section class="card events">
            <h2>{ "What happened" }</h2>
            if many == 0 { <p class="empty">{ "Nothing happens in this scenario: no client does anything." }</p> }
            if first > 0 { <p>{ format!("{first} earlier events") }</p> }
            <ol ref={list} start={(first + 1).to_string()} {onkeydown} class="list" aria-label="Events">
                { for (first..last).step_by(PIECE).map(|from| {
                    let range = from..(from + PIECE).min(last);
                    let inside = props.current.filter(|it| range.contains(&(*it as usize)));
                    let reachable = inside.or((props.current.is_none() && from == first).then_some(from as u32));
                    html! { <Piece key={from} story={props.story.clone()} {range} current={inside} {reachable} act={&props.act} /> }
                }) }
            </ol>
            if last < many { <p>{ format!("{} later events", many - last) }</p> }
            <p class="ending">{ props.story.trace.ending.to_string() }</p>
        </section>
    }
}

/// Moves the focus to the current event, where it is in the list.
fn keep_focus(list: &NodeRef) {
    let Some((list, button)) = current(list) else { return };
    let active = list.owner_document().and_then(|document| document.active_element());
    if active.is_some_and(|active| list.contains(Some(&active)) && !active.is_same_node(Some(&button))) {
        // Focus is a courtesy here; without it the list still shows the event.
        let _ = button.focus();
    }
}

/// The list and the current event in it.
fn current(list: &NodeRef) -> Option<(HtmlElement, HtmlElement)> {
    let list = list.cast::<HtmlElement>()?;
    let button = list.query_selector("[aria-current]").ok().flatten()?;
    Some((list, button.dyn_into().ok()?))
}

/// Scrolls the list, never the page, to the current event.
fn keep_in_view(list: &NodeRef) {
    let Some((list, button)) = current(list) else { return };
    let edges = list.get_bounding_client_rect();
    let place = button.get_bounding_client_rect();
    let above = place.top() - edges.top();
    let beyond = if above < 0.0 { above } else { (place.bottom() - edges.bottom()).max(0.0) };
    if beyond != 0.0 {
        list.set_scroll_top(list.scroll_top() + beyond as i32);
    }
}

#[derive(PartialEq, Properties)]
struct PieceProps {
    story: Shared<Story>,
    range: Range<usize>,
    current: Option<u32>,
    /// The event that the tab key reaches.
    reachable: Option<u32>,
    act: Callback<Action>,
}

#[component]
fn Piece(props: &PieceProps) -> Html {
    let events = props.story.trace.events.get(props.range.clone()).unwrap_or_default();
    html! { for event in events {
        { {
            let index = event.index;
            let onclick = props.act.reform(move |_| Action::Select(index));
            let current = (props.current == Some(index)).then_some("true");
            let tabindex = if props.reachable == Some(index) { "0" } else { "-1" };
            html! { <li key={index}><button type="button" {onclick} {tabindex} aria-current={current}>
                <span class="when">{ moment(event.at, false) }</span><span>{ props.story.sentence(event) }</span>
            </button></li> }
        } }
    } }
}
