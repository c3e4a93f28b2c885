//! The knobs: system, ttl, guard, renewal, what happens on expiry.

use super::app::Message;
use super::draft::{Draft, tag};
use super::gesture;
use crate::model::knobs::{Knob, knobs as all_of};
use crate::model::{Action, Story};

/// One group for each lock, store and client.
pub(super) fn knobs(draft: &mut Draft, story: &Story) {
    let all = all_of(&story.scenario);
    tag!(draft, "section", [("class", "card knobs")], {
        draft.leaf("h2", "", "What if …");
        tag!(
            draft,
            "div",
            [("class", "groups")],
            for group in all.chunk_by(|a, b| a.group == b.group) {
                tag!(draft, "fieldset", [], {
                    draft.leaf_text("legend", "", &group[0].group);
                    for knob in group {
                        tag!(draft, "label", [("class", "field")], {
                            draft.leaf("span", "", knob.name);
                            field(draft, knob);
                        });
                    }
                });
            }
        );
    });
}

fn field(draft: &mut Draft, knob: &Knob) {
    let turn = Message::Do(Action::Turn(knob.place.clone(), knob.key, String::new()));
    if knob.choices.is_empty() {
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
                draft.value(knob.value.clone());
                draft.on("change", turn, gesture::filled_in);
            }
        );
        return;
    }
    tag!(draft, "select", [], {
        draft.on("change", turn, gesture::filled_in);
        for word in &knob.choices {
            tag!(draft, "option", [("value", *word), ("selected", *word == knob.value)], draft.word(word));
        }
    });
}
