//! The outcome in plain words, what to look for, and what each check says.

use fencepost_core::check::{self, Verdict};
use fencepost_core::event::Outcome;
use yew::prelude::*;

use super::Shared;
use super::icon::{self, icon};
use crate::model::clock::length;
use crate::model::{Action, Story};

#[derive(PartialEq, Properties)]
pub(super) struct Props {
    pub(super) story: Option<Shared<Story>>,
    /// Whether the text has changed since this story was told.
    pub(super) old: bool,
    /// What to look for.
    pub(super) look: AttrValue,
    pub(super) act: Callback<Action>,
}

/// The head of the page's story.
#[component]
pub(super) fn Headline(props: &Props) -> Html {
    let Some(story) = &props.story else {
        return html! { <div class="headline"><h1>{ "There is no story to tell yet" }</h1>
        <p class="look">{ "The scenario below has errors. Mend them, or choose another scenario." }</p></div> };
    };
    let title = Some(story.scenario.title.clone()).filter(|title| !title.is_empty());
    html! {
        <div class={classes!("headline", props.old.then_some("old"))}>
            <p class="title">{ title.unwrap_or_else(|| "A scenario without a title".to_owned()) }</p>
            <h1>{ &story.headline.text }</h1>
            if !props.look.is_empty() { <p class="look">{ &props.look }</p> }
            <ul class="verdicts" aria-label="What the checks say">
                { for story.verdicts.iter().map(|verdict| pill(verdict, &props.act)) }
            </ul>
        </div>
    }
}

/// One verdict: an icon, words, and a way to the event that shows it.
fn pill(verdict: &Verdict, act: &Callback<Action>) -> Html {
    let Some(kind) = check::TABLE.iter().find(|kind| kind.name == verdict.check) else {
        return Html::default();
    };
    let (class, path, spoken, words) = match verdict.outcome {
        Outcome::Holds => ("holds", icon::HOLDS, "holds: ", kind.when_holds),
        Outcome::Broken => ("broken", icon::BROKEN, "broken: ", kind.when_broken),
        Outcome::Undecided => ("undecided", icon::OPEN_QUESTION, "undecided: ", kind.name),
        Outcome::DoesNotApply => ("aside", icon::ASIDE, "does not apply: ", kind.when_idle),
    };
    let lasted = match (verdict.from, verdict.to) {
        (Some(from), Some(to)) if to > from && verdict.outcome == Outcome::Broken => {
            format!(", {}", length(to.since(from)))
        }
        _ => String::new(),
    };
    let inside =
        html! { <>{ icon(path) }<span class="spoken">{ spoken }</span><span>{ words }{ lasted }</span></> };
    let title = verdict.text.clone();
    match verdict.event {
        Some(event) => {
            let onclick = act.reform(move |_| Action::Select(event));
            html! { <li key={verdict.check}><button type="button" class={classes!("pill", class)} {title} {onclick}>{ inside }</button></li> }
        }
        None => {
            html! { <li key={verdict.check}><span class={classes!("pill", class)} {title}>{ inside }</span></li> }
        }
    }
}
