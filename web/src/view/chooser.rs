//! The scenarios to choose from, each with what to look for.

use super::app::{Message, Page, Version};
use super::draft::{Draft, put, yes_or_no};
use super::{gesture, icon};
use crate::model::Action;
use crate::model::library::ENTRIES;

/// A button that opens the list, and the list.
pub(super) fn chooser(draft: &mut Draft, page: &Page, _: Version) {
    let open = page.choosing;
    put!(
        draft,
        "<nav class=chooser aria-label=Scenarios onkeydown={}>\
           <button type=button class=plain aria-expanded={} aria-controls=scenarios onclick={}>\
             Scenarios{}</button>\
           <ol id=scenarios hidden={}>{}</ol></nav>",
        Message::Choose(open).by(gesture::escape),
        yes_or_no(open),
        Message::Choose(!open),
        icon::OPEN,
        !open,
        for entry in ENTRIES {
            put!(
                draft,
                "<li><button type=button aria-current={} onclick={}><b>{}</b><span>{}</span></button></li>",
                (page.state.entry == Some(entry)).then_some("true"),
                Action::Open(entry),
                entry.title(),
                entry.look(),
            );
        },
    );
}
