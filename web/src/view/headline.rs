//! The outcome in plain words, what to look for, and what each check says.

use fencepost_core::check::{self, Verdict};
use fencepost_core::event::Outcome;

use super::app::{Page, Version};
use super::draft::{Draft, put};
use super::icon;
use crate::model::clock::length;
use crate::model::library::{self, Entry};
use crate::model::{Action, State, Story};

/// The head of the story; old where the text has changed since it was told.
pub(super) fn headline(draft: &mut Draft, page: &Page, _: Version) {
    let state = &page.state;
    put!(
        draft,
        "<div class={}>{}</div>",
        if state.is_old() { "headline old" } else { "headline" },
        match &state.story {
            Some(story) => told(draft, state, story),
            None => put!(
                draft,
                "<h1>There is no story to tell yet</h1>\
                 <p class=look>The scenario below has errors. Mend them, or choose another scenario.</p>"
            ),
        },
    );
}

fn told(draft: &mut Draft, state: &State, story: &Story) {
    let title = story.scenario.title.as_str();
    let look = library::look(&state.text).or_else(|| state.entry.map(Entry::look)).unwrap_or_default();
    put!(
        draft,
        "<p class=title>{}</p><h1>{}</h1>{}<ul class=verdicts aria-label='What the checks say'>{}</ul>",
        if title.is_empty() { "A scenario without a title" } else { title },
        &story.headline.text,
        if !look.is_empty() {
            put!(draft, "<p class=look>{}</p>", look);
        },
        for verdict in &story.verdicts {
            pill(draft, verdict);
        },
    );
}

/// One verdict: an icon, words, and a way to the event that shows it.
fn pill(draft: &mut Draft, verdict: &Verdict) {
    let Some(kind) = check::find(verdict.check) else { return };
    let (class, icon, spoken, words) = match verdict.outcome {
        Outcome::Holds => ("pill holds", icon::HOLDS, "holds: ", kind.when_holds),
        Outcome::Broken => ("pill broken", icon::BROKEN, "broken: ", kind.when_broken),
        Outcome::Undecided => ("pill undecided", icon::OPEN_QUESTION, "undecided: ", kind.name),
        Outcome::DoesNotApply => ("pill aside", icon::ASIDE, "does not apply: ", kind.when_idle),
    };
    let lasted = match (verdict.from, verdict.to, verdict.outcome) {
        (Some(from), Some(to), Outcome::Broken) if to > from => [", ", &length(to.since(from))].concat(),
        _ => String::new(),
    };
    match verdict.event {
        Some(event) => put!(
            draft,
            "<li><button class={} type=button title={} onclick={}>",
            class,
            &verdict.text,
            Action::Select(event),
        ),
        None => put!(draft, "<li><span class={} title={}>", class, &verdict.text),
    }
    put!(draft, "{}<span class=spoken>{}</span><span>{}{}</span></></li>", icon, spoken, words, lasted);
}
