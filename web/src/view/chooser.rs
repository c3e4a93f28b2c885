//! The scenarios to choose from, each with what to look for.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};

use super::app::Message;
use super::draft::{Draft, tag, yes_or_no};
use super::gesture::{self, always};
use super::icon::{self, icon};
use crate::model::Action;
use crate::model::library::{ENTRIES, Entry};

/// A button that opens the list, and the list; `current` is the scenario that is shown.
pub(super) fn chooser(draft: &mut Draft, open: bool, current: Option<&Entry>) {
    tag!(draft, "nav", [("class", "chooser"), ("aria-label", "Scenarios")], {
        if open {
            draft.on("keydown", Message::Choose(false), escape);
        }
        tag!(
            draft,
            "button",
            [
                ("type", "button"),
                ("class", "plain"),
                ("aria-expanded", yes_or_no(open)),
                ("aria-controls", "scenarios"),
            ],
            {
                draft.on("click", Message::Choose(!open), always);
                draft.word("Scenarios");
                icon(draft, icon::OPEN);
            }
        );
        tag!(
            draft,
            "ol",
            [("id", "scenarios"), ("hidden", !open)],
            for entry in ENTRIES {
                tag!(draft, "li", [], choice(draft, entry, current == Some(entry)));
            }
        );
    });
}

fn choice(draft: &mut Draft, entry: &'static Entry, current: bool) {
    tag!(draft, "button", [("type", "button"), ("aria-current", current.then_some("true"))], {
        draft.on_click(Action::Open(entry));
        draft.leaf("b", "", entry.title());
        draft.leaf("span", "", entry.look());
    });
}

/// Closes the list by key. The focus would be lost with it, and the next tab would start at the top.
fn escape(event: &Event, close: Message) -> Option<Message> {
    if gesture::key(event) != "Escape" {
        return None;
    }
    event.stop_propagation();
    let target: Element = event.target()?.dyn_into().ok()?;
    let button = target.closest(".chooser").ok()??.query_selector("button").ok()??;
    // Focus is a courtesy here: the list closes without it as well.
    let _ = button.unchecked_into::<HtmlElement>().focus();
    Some(close)
}
