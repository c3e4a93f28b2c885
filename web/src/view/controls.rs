//! What moves the cursor: to the start, a step, play, the slider, speed; then zoom, undo and the fence.

use super::app::Message;
use super::draft::{Draft, tag, yes_or_no};
use super::gesture;
use super::icon::{self, icon};
use crate::model::clock::moment;
use crate::model::knobs::{Knob, What};
use crate::model::speed::{SPEEDS, offered};
use crate::model::{Action, State};
use fencepost_core::primitive::Time;

/// The row under the timeline.
pub(super) fn controls(draft: &mut Draft, state: &State) {
    let playing = state.playing.is_some();
    let play = if playing { ("Pause", icon::PAUSE) } else { ("Play", icon::PLAY) };
    tag!(draft, "div", [("class", "controls"), ("role", "group"), ("aria-label", "Controls")], {
        tag!(draft, "div", [("class", "row")], {
            round(draft, "round", "To the start", icon::START, Action::First, false);
            round(draft, "round", "Previous event", icon::BACK, Action::Previous, false);
            round(draft, "round play", play.0, play.1, Action::Play(!playing), false);
            round(draft, "round", "Next event", icon::ON, Action::Next, false);
        });
        slider(draft, state);
        speeds(draft, state);
        fence(draft, state);
        tag!(draft, "div", [("class", "row")], {
            round(draft, "round", "Undo", icon::UNDO, Action::Undo, !state.history.can_undo());
            round(draft, "round", "Redo", icon::REDO, Action::Redo, !state.history.can_redo());
            tag!(
                draft,
                "button",
                [("type", "button"), ("class", "plain"), ("disabled", !state.is_changed())],
                {
                    draft.on_click(Action::Reset);
                    draft.word("Reset");
                }
            );
        });
        tag!(draft, "div", [("class", "row")], {
            round(draft, "round", "Zoom out", icon::FARTHER, Action::Zoom(-1), state.zoom == 0);
            round(draft, "round", "Zoom in", icon::NEARER, Action::Zoom(1), false);
            round(draft, "round", "Show the whole story", icon::FIT, Action::Fit, state.zoom == 0);
        });
    });
}

/// A button with an icon.
#[inline(never)]
fn round(
    draft: &mut Draft,
    class: &'static str,
    name: &'static str,
    path: &'static str,
    action: Action,
    off: bool,
) {
    tag!(
        draft,
        "button",
        [("type", "button"), ("class", class), ("aria-label", name), ("title", name), ("disabled", off)],
        {
            draft.on_click(action);
            icon(draft, path);
        }
    );
}

/// The native slider: milliseconds from the start to the end.
fn slider(draft: &mut Draft, state: &State) {
    let at = state.cursor.at;
    let told = state.story.as_ref().and_then(|story| Some(story.sentence(story.event(state.cursor.event?)?)));
    let told = [&moment(at), ": ", &told.unwrap_or_default()].concat();
    tag!(
        draft,
        "input",
        [
            ("class", "slider"),
            ("type", "range"),
            ("min", "0"),
            ("max", state.end().as_micros() / 1_000),
            ("step", "1"),
            ("aria-label", "Moment of the story"),
            ("aria-valuetext", told),
        ],
        {
            draft.value((at.as_micros() / 1_000).to_string());
            draft.on("input", Message::Do(Action::Seek(Time::ZERO)), gesture::filled_in);
        }
    );
}

fn speeds(draft: &mut Draft, state: &State) {
    let many = offered(state.end()).max(state.speed + 1);
    tag!(draft, "label", [("class", "field")], {
        draft.leaf("span", "spoken", "Speed");
        tag!(draft, "select", [("title", "Story seconds in one second")], {
            draft.on("change", Message::Do(Action::Speed(0)), gesture::filled_in);
            for (index, speed) in SPEEDS.iter().take(many).enumerate() {
                tag!(
                    draft,
                    "option",
                    [("value", index as u64), ("selected", index == state.speed)],
                    draft.word(speed.label)
                );
            }
        });
    });
}

/// The switch for the fence of the first store that has a lock.
fn fence(draft: &mut Draft, state: &State) {
    let Some(story) = &state.story else { return };
    let stores = &story.scenario.stores;
    let Some(index) = stores.iter().position(|store| store.lock.is_some()) else { return };
    let store = &stores[index];
    let on = store.guard.name == "fence";
    let (guard, word) = if on { ("none", " on") } else { ("fence", " off") };
    tag!(
        draft,
        "button",
        [
            ("type", "button"),
            ("class", "switch"),
            ("role", "switch"),
            ("aria-checked", yes_or_no(on)),
            ("title", ["The fence of ", &store.name].concat()),
        ],
        {
            draft.on_click(Action::Turn(Knob { what: What::Guard, index }, guard.into()));
            tag!(draft, "span", [("class", "knob"), ("aria-hidden", "true")]);
            draft.word("fence");
            tag!(draft, "span", [("aria-hidden", "true")], draft.word(word));
        }
    );
}
