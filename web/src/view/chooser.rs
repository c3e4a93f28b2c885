//! The scenarios to choose from, in their groups, each with what to look for.

use super::app::{Message, Page, Version};
use super::draft::{Draft, put, yes_or_no};
use super::{gesture, icon};
use crate::model::Action;
use crate::model::library::{Entry, GROUPS};

/// A button that opens the list, and the list; while it is closed there is nothing in it.
pub(super) fn chooser(draft: &mut Draft, page: &Page, _: Version) {
    let open = page.choosing;
    put!(
        draft,
        "<nav class=chooser aria-label=Scenarios onkeydown={}>\
           <button type=button class=plain aria-expanded={} aria-controls=scenarios onclick={}>\
             Scenarios{}</button>\
           <div id=scenarios hidden={}>{}</div></nav>",
        Message::Choose(open).by(gesture::escape),
        yes_or_no(open),
        Message::Choose(!open),
        icon::OPEN,
        !open,
        if open {
            for (name, entries) in GROUPS {
                put!(draft, "<h2>{}</h2><ol aria-label={}>{}</ol>", *name, *name, {
                    for entry in *entries {
                        choice(draft, page, entry);
                    }
                });
            }
        },
    );
}

/// One scenario; the one that is shown says so.
fn choice(draft: &mut Draft, page: &Page, entry: &'static Entry) {
    put!(
        draft,
        "<li><button type=button aria-current={} onclick={}><b>{}</b><span>{}</span></button></li>",
        (page.state.entry == Some(entry)).then_some("true"),
        Action::Open(entry),
        entry.title(),
        entry.look(),
    );
}
