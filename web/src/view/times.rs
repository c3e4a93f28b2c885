//! How long each client asked for a lock, and how long it was on record: a table.

use fencepost_core::event::AcquireEnd;

use super::draft::{Draft, tag};
use crate::model::clock::{length, moment};
use crate::model::spent::{How, Spent, spent};
use crate::model::{Action, Story};

/// How many rows are shown at most.
const ROWS: usize = 40;

/// Waiting and holding, in the order of beginning.
pub(super) fn times(draft: &mut Draft, story: &Story) {
    let all = spent(&story.trace);
    if all.is_empty() {
        return;
    }
    tag!(draft, "section", [("class", "card times")], {
        draft.leaf("h2", "", "Waited and held");
        tag!(draft, "table", [], {
            tag!(
                draft,
                "thead",
                [],
                tag!(
                    draft,
                    "tr",
                    [],
                    for name in ["From", "Who", "What", "How long"] {
                        tag!(draft, "th", [("scope", "col")], draft.word(name));
                    }
                )
            );
            tag!(
                draft,
                "tbody",
                [],
                for it in all.iter().take(ROWS) {
                    row(draft, story, it);
                }
            );
        });
        if all.len() > ROWS {
            draft.leaf_text("p", "", &format!("and {} more", all.len() - ROWS));
        }
    });
}

fn row(draft: &mut Draft, story: &Story, it: &Spent) {
    let names = &story.trace.names;
    let (class, what, end) = match it.how {
        How::Held(true) => ("held", "was on record as holder of ", ""),
        How::Held(false) => ("held", "is on record as holder of ", " to the end"),
        How::Asked(end) => ("asked", "asked for ", outcome(end)),
    };
    tag!(draft, "tr", [("class", class)], {
        tag!(
            draft,
            "td",
            [],
            tag!(draft, "button", [("type", "button"), ("class", "cause")], {
                draft.on_click(Action::Select(it.event));
                draft.text(&moment(it.from));
            })
        );
        draft.leaf_text("td", "", names.client(it.client));
        draft.leaf_text("td", "", &[what, names.lock(it.lock), end].concat());
        draft.leaf_text("td", "long", &length(it.length));
    });
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
