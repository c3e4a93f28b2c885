//! The knobs: system, ttl, guard, renewal, what happens on expiry.

use super::app::{Message, Page, Version};
use super::draft::{Draft, put};
use super::gesture;
use crate::model::Action;
use crate::model::knobs::{Knob, What, knobs as all_of};
use fencepost_core::scenario::Scenario;

/// One group for each lock, store and client.
pub(super) fn knobs(draft: &mut Draft, page: &Page, _: Version) {
    let Some(story) = &page.state.story else { return };
    put!(
        draft,
        "<section class='card knobs'><h2>What if …</h2><div class=groups>{}</div></section>",
        for (many, each) in all_of(&story.scenario) {
            for index in 0..many {
                group(draft, &story.scenario, index, each);
            }
        },
    );
}

/// The knobs of one thing.
fn group(draft: &mut Draft, scenario: &Scenario, index: usize, each: &[What]) {
    put!(
        draft,
        "<fieldset><legend>{}</legend>{}</fieldset>",
        Knob { what: each[0], index }.owner(scenario).concat(),
        for &what in each {
            let knob = Knob { what, index };
            put!(
                draft,
                "<label class=field><span>{}</span>{}</label>",
                what.name(),
                field(draft, knob, &knob.value(scenario)),
            );
        },
    );
}

fn field(draft: &mut Draft, knob: Knob, value: &str) {
    let turned = Message::Do(Action::Turn(knob, "".into())).by(gesture::filled_in);
    if knob.what.choices().is_empty() {
        put!(
            draft,
            "<input type=text size=7 autocomplete=off spellcheck=false \
               title='A length of time such as 10s or 250ms, or none' .value={} onchange={}/>",
            value,
            turned,
        );
        return;
    }
    put!(
        draft,
        "<select onchange={}>{}</select>",
        turned,
        for word in knob.what.choices() {
            put!(draft, "<option value={} selected={}>{}</option>", *word, *word == value, *word);
        },
    );
}
