//! What the page is made of, from top to bottom. Parts that cost something are remembered by what they show.

use super::app::{App, Message};
use super::chooser::chooser;
use super::controls::controls;
use super::detail::detail;
use super::draft::{Draft, tag};
use super::editor::editor;
use super::events::events;
use super::gesture::always;
use super::headline::headline;
use super::icon::{self, icon};
use super::knobs::knobs;
use super::timeline::timeline;
use super::times::times;
use crate::model::library::{self, Entry};
use crate::model::{Action, Notice, State};

/// The whole page.
pub(super) fn page(draft: &mut Draft, app: &App) {
    let state = &app.state;
    tag!(draft, "header", [("class", "top")], top(draft, app));
    tag!(draft, "main", [], {
        draft.found_by(&app.page);
        if let Some(notice) = &state.notice {
            told(draft, notice);
        }
        outcome(draft, state);
        tag!(draft, "section", [("class", "stage-card"), ("aria-label", "The story")], {
            if state.is_old() && state.story.is_some() {
                draft.leaf("p", "stale", "The text has errors: this is the last picture without any.");
            }
            match (&app.figure, &state.story) {
                (Some(drawn), Some(story)) => timeline(draft, state, story, drawn, app.is_wide()),
                (_, None) => draft.leaf("div", "frame empty", "No picture yet."),
                _ => draft.leaf("div", "frame empty", ""),
            }
            detail(draft, state);
            controls(draft, state);
        });
        tag!(draft, "div", [("class", "columns")], columns(draft, state));
    });
    draft.leaf(
        "footer",
        "",
        "Everything here is simulated from the text, in this page: nothing is sent anywhere. Same text, same story.",
    );
    tag!(
        draft,
        "p",
        [("class", "spoken"), ("role", "status"), ("aria-live", "polite")],
        draft.text(&state.said.1)
    );
}

fn top(draft: &mut Draft, app: &App) {
    tag!(draft, "p", [("class", "brand")], {
        tag!(draft, "span", [("class", "post"), ("aria-hidden", "true")]);
        draft.word("Fencepost");
    });
    let (open, entry) = (app.choosing, app.state.entry);
    draft.memo("scenarios", [app.state.texts, u32::from(open), 0], move |draft| chooser(draft, open, entry));
    tag!(draft, "button", [("type", "button"), ("class", "plain")], {
        draft.on("click", Message::Copy, always);
        icon(draft, icon::LINK);
        draft.leaf("span", "words", "Copy link");
    });
}

fn told(draft: &mut Draft, notice: &Notice) {
    tag!(draft, "div", [("class", "notice"), ("role", "alert")], {
        draft.leaf_text("p", "", &notice.words);
        if let Some(store) = notice.offer.clone() {
            plain(draft, "Use fenced, which hands out tokens", Action::TakeFence(store));
        }
        plain(draft, "Close", Action::Dismiss);
    });
}

fn plain(draft: &mut Draft, word: &'static str, action: Action) {
    tag!(draft, "button", [("type", "button"), ("class", "plain")], {
        draft.on_click(action);
        draft.word(word);
    });
}

fn outcome(draft: &mut Draft, state: &State) {
    let (story, old, text, entry) = (state.story.clone(), state.is_old(), state.text.clone(), state.entry);
    draft.memo("outcome", [state.texts, 0, 0], move |draft| {
        let look = library::look(&text).or_else(|| entry.map(Entry::look)).unwrap_or_default();
        headline(draft, story.as_deref(), old, look);
    });
}

fn columns(draft: &mut Draft, state: &State) {
    let (text, problems) = (state.text.clone(), state.problems.clone());
    tag!(draft, "div", [], {
        if let Some(story) = state.story.clone() {
            draft.memo("knobs", [state.told, 0, 0], move |draft| knobs(draft, &story));
        }
        draft.memo("text", [state.texts, 0, 0], move |draft| editor(draft, &text, &problems));
    });
    tag!(
        draft,
        "div",
        [],
        if let Some(story) = &state.story {
            events(draft, state, story);
            let story = story.clone();
            draft.memo("times", [state.told, 0, 0], move |draft| times(draft, &story));
        }
    );
}
