//! What moves the cursor: to the start, a step, play, the slider, speed; then zoom, undo and the fence.

use super::app::Message;
use super::draft::{Draft, put, yes_or_no};
use super::gesture;
use super::icon::{self, Icon};
use crate::model::clock::moment;
use crate::model::knobs::{Knob, What};
use crate::model::speed::{SPEEDS, offered};
use crate::model::{Action, State};
use fencepost_core::primitive::Time;

/// A button with an icon: its class, its name, what it does.
struct Round(&'static str, &'static str, Icon, Action);

const MOVES: &[Round] = &[
    Round("round", "To the start", icon::START, Action::First),
    Round("round", "Previous event", icon::BACK, Action::Previous),
    Round("round play", "Play", icon::PLAY, Action::Play(true)),
    Round("round play", "Pause", icon::PAUSE, Action::Play(false)),
    Round("round", "Next event", icon::ON, Action::Next),
];

const CHANGES: &[Round] =
    &[Round("round", "Undo", icon::UNDO, Action::Undo), Round("round", "Redo", icon::REDO, Action::Redo)];

const ZOOMS: &[Round] = &[
    Round("round", "Zoom out", icon::FARTHER, Action::Zoom(-1)),
    Round("round", "Zoom in", icon::NEARER, Action::Zoom(1)),
    Round("round", "Show the whole story", icon::FIT, Action::Fit),
];

/// The row under the timeline.
pub(super) fn controls(draft: &mut Draft, state: &State) {
    put!(
        draft,
        "<div class=controls role=group aria-label=Controls><div class=row>{}</div>{}\
           <div class=row>{}<button type=button class=plain disabled={} onclick={}>Reset</button></div>\
           <div class=row>{}</div></div>",
        buttons(draft, state, MOVES),
        {
            slider(draft, state);
            speeds(draft, state);
            fence(draft, state);
        },
        buttons(draft, state, CHANGES),
        !state.is_changed(),
        Action::Reset,
        buttons(draft, state, ZOOMS),
    );
}

#[inline(never)]
fn buttons(draft: &mut Draft, state: &State, buttons: &'static [Round]) {
    for Round(class, name, icon, action) in buttons {
        let off = match action {
            Action::Play(begin) if *begin == state.playing.is_some() => continue,
            Action::Undo => !state.history.can_undo(),
            Action::Redo => !state.history.can_redo(),
            Action::Zoom(-1) | Action::Fit => state.zoom == 0,
            _ => false,
        };
        put!(
            draft,
            "<button type=button class={} aria-label={} title={} disabled={} onclick={}>{}</button>",
            *class,
            *name,
            *name,
            off,
            action.clone(),
            *icon,
        );
    }
}

/// The native slider: milliseconds from the start to the end.
fn slider(draft: &mut Draft, state: &State) {
    let at = state.cursor.at;
    let told = state.story.as_ref().and_then(|story| Some(story.sentence(story.event(state.cursor.event?)?)));
    put!(
        draft,
        "<input class=slider type=range min=0 max={} step=1 aria-label='Moment of the story' \
           aria-valuetext={} .value={} oninput={}/>",
        state.end().as_micros() / 1_000,
        [&moment(at), ": ", &told.unwrap_or_default()].concat(),
        at.as_micros() / 1_000,
        Message::Do(Action::Seek(Time::ZERO)).by(gesture::filled_in),
    );
}

fn speeds(draft: &mut Draft, state: &State) {
    let many = offered(state.end()).max(state.speed + 1);
    put!(
        draft,
        "<label class=field><span class=spoken>Speed</span>\
           <select title='Story seconds in one second' onchange={}>{}</select></label>",
        Message::Do(Action::Speed(0)).by(gesture::filled_in),
        for (index, speed) in SPEEDS.iter().take(many).enumerate() {
            put!(
                draft,
                "<option value={} selected={}>{}</option>",
                index as u64,
                index == state.speed,
                speed.label
            );
        },
    );
}

/// The switch for the fence of the first store that has a lock.
fn fence(draft: &mut Draft, state: &State) {
    let Some(story) = &state.story else { return };
    let stores = &story.scenario.stores;
    let Some(index) = stores.iter().position(|store| store.lock.is_some()) else { return };
    let store = &stores[index];
    let on = store.guard.name == "fence";
    let (guard, word) = if on { ("none", " on") } else { ("fence", " off") };
    put!(
        draft,
        "<button type=button class=switch role=switch aria-checked={} title={} onclick={}>\
           <span class=knob aria-hidden=true></span>fence<span aria-hidden=true>{}</span></button>",
        yes_or_no(on),
        ["The fence of ", &store.name].concat(),
        Action::Turn(Knob { what: What::Guard, index }, guard.into()),
        word,
    );
}
