//! How long each client asked for a lock, and how long it was on record: a table.

use fencepost_core::event::AcquireEnd;

use super::app::{Page, Version};
use super::draft::{Draft, put};
use crate::model::clock::{length, moment};
use crate::model::spent::{How, Spent, spent};
use crate::model::{Action, Story};

/// How many rows are shown at most.
const ROWS: usize = 40;

/// Waiting and holding, in the order of beginning.
pub(super) fn times(draft: &mut Draft, page: &Page, _: Version) {
    let Some(story) = &page.state.story else { return };
    let all = spent(&story.trace);
    if all.is_empty() {
        return;
    }
    put!(
        draft,
        "<section class='card times'><h2>Waited and held</h2><table><thead><tr>\
           <th scope=col>From</th><th scope=col>Who</th><th scope=col>What</th><th scope=col>How long</th>\
           </tr></thead><tbody>{}</tbody></table>{}</section>",
        for it in all.iter().take(ROWS) {
            row(draft, story, it);
        },
        if all.len() > ROWS {
            put!(draft, "<p>{}</p>", format!("and {} more", all.len() - ROWS));
        },
    );
}

fn row(draft: &mut Draft, story: &Story, it: &Spent) {
    let names = &story.trace.names;
    let (class, what, end) = match it.how {
        How::Held(true) => ("held", "was on record as holder of ", ""),
        How::Held(false) => ("held", "is on record as holder of ", " to the end"),
        How::Asked(end) => ("asked", "asked for ", outcome(end)),
    };
    put!(
        draft,
        "<tr class={}><td><button type=button class=cause onclick={}>{}</button></td>\
           <td>{}</td><td>{}</td><td class=long>{}</td></tr>",
        class,
        Action::Select(it.event),
        moment(it.from),
        names.client(it.client),
        [what, names.lock(it.lock), end].concat(),
        length(it.length),
    );
}

fn outcome(end: Option<AcquireEnd>) -> &'static str {
    match end {
        None => ", to the end of the story",
        Some(AcquireEnd::Granted) => "",
        Some(AcquireEnd::Refused) => " and was refused",
        Some(AcquireEnd::GaveUp) => " and gave up",
        Some(AcquireEnd::Failed) => " and failed",
        Some(AcquireEnd::Unknown) => " and had no answer",
        Some(AcquireEnd::Crashed) => " and died",
        Some(AcquireEnd::Stopped) => " and stopped",
    }
}
