//! The knobs: system, ttl, guard, renewal, what happens on expiry.

use super::app::Message;
use super::draft::{Draft, tag};
use super::gesture;
use crate::model::knobs::{Knob, What, knobs as all_of};
use crate::model::{Action, Story};
use fencepost_core::scenario::Scenario;

/// One group for each lock, store and client.
pub(super) fn knobs(draft: &mut Draft, story: &Story) {
    tag!(draft, "section", [("class", "card knobs")], {
        draft.leaf("h2", "", "What if …");
        tag!(
            draft,
            "div",
            [("class", "groups")],
            for (many, each) in all_of(&story.scenario) {
                for index in 0..many {
                    group(draft, &story.scenario, index, each);
                }
            }
        );
    });
}

/// The knobs of one thing.
fn group(draft: &mut Draft, scenario: &Scenario, index: usize, each: &[What]) {
    tag!(draft, "fieldset", [], {
        let owner = Knob { what: each[0], index }.owner(scenario);
        draft.leaf_text("legend", "", &owner.concat());
        for &what in each {
            tag!(draft, "label", [("class", "field")], {
                draft.leaf("span", "", what.name());
                let knob = Knob { what, index };
                field(draft, knob, knob.value(scenario));
            });
        }
    });
}

fn field(draft: &mut Draft, knob: Knob, value: String) {
    let turn = Message::Do(Action::Turn(knob, "".into()));
    if knob.what.choices().is_empty() {
        tag!(
            draft,
            "input",
            [
                ("type", "text"),
                ("size", "7"),
                ("autocomplete", "off"),
                ("spellcheck", "false"),
                ("title", "A length of time such as 10s or 250ms, or none"),
            ],
            {
                draft.value(value);
                draft.on("change", turn, gesture::filled_in);
            }
        );
        return;
    }
    tag!(draft, "select", [], {
        draft.on("change", turn, gesture::filled_in);
        for word in knob.what.choices() {
            tag!(draft, "option", [("value", *word), ("selected", *word == value)], draft.word(word));
        }
    });
}
