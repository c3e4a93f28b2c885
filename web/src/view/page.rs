//! What the page is made of, from top to bottom. Parts that cost something are remembered by what they show.

use super::app::{Message, Page, Version};
use super::chooser::chooser;
use super::controls::controls;
use super::detail::detail;
use super::draft::{Draft, put};
use super::editor::editor;
use super::events::events;
use super::headline::headline;
use super::icon;
use super::knobs::knobs;
use super::timeline::timeline;
use super::times::times;
use crate::model::{Action, Notice};

/// The whole page.
pub(super) fn page(draft: &mut Draft, page: &Page, _: Version) {
    let state = &page.state;
    put!(
        draft,
        "<header class=top><p class=brand><span class=post aria-hidden=true></span>Fencepost</p>{}\
           <button type=button class=plain onclick={}>{}<span class=words>Copy link</span></button></header>\
         <main>{}<section class=stage-card aria-label='The story'>{}</section>\
           <div class=columns><div>{}</div><div>{}</div></div></main>\
         <footer>Everything here is simulated from the text, in this page: nothing is sent anywhere. \
           Same text, same story.</footer>\
         <p class=spoken role=status aria-live=polite>{}</p>",
        draft.part("scenarios", [state.texts, u32::from(page.choosing), 0, 0], chooser),
        Message::Copy,
        icon::LINK,
        {
            if let Some(notice) = &state.notice {
                told(draft, notice);
            }
            draft.part("outcome", [state.texts, 0, 0, 0], headline);
        },
        {
            stage(draft, page);
            detail(draft, state);
            controls(draft, state);
        },
        {
            if state.story.is_some() {
                draft.part("knobs", [state.told, 0, 0, 0], knobs);
            }
            draft.part("text", [state.texts, 0, 0, 0], editor);
        },
        if let Some(story) = &state.story {
            events(draft, state, story);
            draft.part("times", [state.told, 0, 0, 0], times);
        },
        &state.said.1,
    );
}

/// The timeline, or what stands in its place.
fn stage(draft: &mut Draft, page: &Page) {
    let state = &page.state;
    if state.is_old() && state.story.is_some() {
        put!(draft, "<p class=stale>The text has errors: this is the last picture without any.</p>");
    }
    match (&page.figure, &state.story) {
        (Some(drawn), Some(_)) => timeline(draft, page, drawn),
        (_, None) => put!(draft, "<div class='frame empty'>No picture yet.</div>"),
        _ => put!(draft, "<div class='frame empty'></div>"),
    }
}

fn told(draft: &mut Draft, notice: &Notice) {
    put!(draft, "<div class=notice role=alert><p>{}</p>", &notice.words);
    if let Some(store) = notice.offer.clone() {
        put!(
            draft,
            "<button type=button class=plain onclick={}>Use fenced, which hands out tokens</button>",
            Action::TakeFence(store)
        );
    }
    put!(draft, "<button type=button class=plain onclick={}>Close</button></div>", Action::Dismiss);
}
