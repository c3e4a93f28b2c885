//! How long each client asked for a lock, and how long it was on record: a table.

use fencepost_core::event::AcquireEnd;
use yew::prelude::*;

use super::Shared;
use crate::model::clock::{length, moment};
use crate::model::spent::{How, Spent, spent};
use crate::model::{Action, Story};

#[derive(PartialEq, Properties)]
pub(super) struct Props {
    pub(super) story: Shared<Story>,
    pub(super) act: Callback<Action>,
}

/// How many rows are shown at most.
const ROWS: usize = 40;

/// Waiting and holding, in the order of beginning.
#[component]
pub(super) fn Times(props: &Props) -> Html {
    let all = spent(&props.story.trace);
    if all.is_empty() {
        return Html::default();
    }
    let more = all.len().saturating_sub(ROWS);
    html! {
        <section class="card times">
            <h2>{ "Waited and held" }</h2>
            <table>
                <thead><tr><th scope="col">{ "From" }</th><th scope="col">{ "Who" }</th><th scope="col">{ "What" }</th><th scope="col">{ "How long" }</th></tr></thead>
                <tbody>{ for all.iter().take(ROWS).map(|it| row(it, props)) }</tbody>
            </table>
            if more > 0 { <p>{ format!("and {more} more") }</p> }
        </section>
    }
}

fn row(it: &Spent, props: &Props) -> Html {
    let names = &props.story.trace.names;
    let lock = names.lock(it.lock);
    let (class, what) = match it.how {
        How::Held(true) => ("held", format!("was on record as holder of {lock}")),
        How::Held(false) => ("held", format!("is on record as holder of {lock} to the end")),
        How::Asked(end) => ("asked", format!("asked for {lock}{}", outcome(end))),
    };
    let event = it.event;
    let onclick = props.act.reform(move |_| Action::Select(event));
    html! {
        <tr key={event} {class}>
            <td><button type="button" class="cause" {onclick}>{ moment(it.from, false) }</button></td>
            <td>{ names.client(it.client) }</td><td>{ what }</td><td class="long">{ length(it.length) }</td>
        </tr>
    }
}

fn outcome(end: Option<AcquireEnd>) -> &'static str {
    match end {
        None => ", to the end of the story",
        Some(AcquireEnd::Granted) => "",
        Some(AcquireEnd::Refused) => " and was refused",
        Some(AcquireEnd::GaveUp) => " and gave up",
        Some(AcquireEnd::Unknown) => " and had no answer",
        Some(AcquireEnd::Crashed) => " and died",
        Some(AcquireEnd::Stopped) => " and stopped",
    }
}
