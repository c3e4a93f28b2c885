//! The timeline: the picture in a scrolled frame, the lanes' names that stay in view, and over it what a
//! pointer or the keyboard takes hold of.

use std::rc::Rc;

use fencepost_core::primitive::Time;
use fencepost_figure::handle::Handle;
use fencepost_figure::{Figure, InPixels, px};

use super::app::{Drawn, Message};
use super::draft::{Draft, tag};
use super::gesture::{self, always};
use super::overlay;
use super::picture::{picture, rect};
use crate::model::{Action, State, Story};

/// The timeline of a story, as it was drawn; `beside` where the names stand beside the lanes.
pub(super) fn timeline(draft: &mut Draft, state: &State, story: &Rc<Story>, drawn: &Drawn, beside: bool) {
    tag!(
        draft,
        "div",
        [
            ("class", if state.is_old() { "frame fencepost old" } else { "frame fencepost" }),
            ("tabindex", "0"),
            ("role", "group"),
            ("aria-label", "Timeline: arrow keys go from event to event"),
        ],
        {
            let space = Message::Do(Action::Play(state.playing.is_none()));
            draft.on("keydown", space, gesture::timeline_keys);
            tag!(draft, "div", [("class", "stage")], {
                let (figure, story) = (drawn.figure.clone(), story.clone());
                draft.memo("picture", [drawn.number, 0, 0], move |draft| {
                    picture(draft, &figure, &story.headline.text);
                });
                over(draft, state, drawn);
                let figure = drawn.figure.clone();
                draft.memo("names", [drawn.number, 0, 0], move |draft| names(draft, &figure, beside));
            });
        }
    );
}

/// What lies over the picture.
fn over(draft: &mut Draft, state: &State, drawn: &Drawn) {
    let figure = &drawn.figure;
    let (width, height) = (InPixels(figure.width), InPixels(figure.height));
    tag!(draft, "svg", [("class", "over"), ("width", width), ("height", height)], {
        draft.on("click", Message::Pick(0, 0), gesture::picked);
        overlay::told(draft, figure, state.cursor.event);
        overlay::cursor(draft, figure, state.cursor.at, state.playing.is_some());
        strip(draft, figure);
        if let Some(flips) = &state.flips
            && let Some(handle) = state.handles.iter().find(|handle| handle.key == flips.handle)
        {
            overlay::flips(draft, figure, handle, &flips.found);
        }
        let (figure, handles) = (figure.clone(), state.handles.clone());
        let dragged = state.drag.as_ref().map(|drag| drag.handle);
        let version = [drawn.number, state.texts, state.drag.as_ref().map_or(0, |drag| drag.number)];
        draft.memo("handles", version, move |draft| {
            tag!(
                draft,
                "g",
                [("class", "handles")],
                for handle in handles.iter() {
                    slider(draft, &figure, handle, dragged == Some(handle.key));
                }
            );
        });
    });
}

/// The lanes' names, over what is scrolled beneath them.
fn names(draft: &mut Draft, figure: &Figure, beside: bool) {
    let width = if beside { figure.left } else { figure.width.min(px(360)) };
    tag!(
        draft,
        "svg",
        [
            ("class", if beside { "names beside" } else { "names" }),
            ("aria-hidden", "true"),
            ("width", InPixels(width)),
            ("height", InPixels(figure.height)),
        ],
        {
            if beside {
                rect(draft, Some("back"), [0, 0, width, figure.height, 0]);
            }
            for lane in &figure.lanes {
                let (x, y, size) = (lane.name_x, lane.name_y, InPixels(lane.name_size()));
                tag!(
                    draft,
                    "text",
                    [("class", "name"), ("x", InPixels(x)), ("y", InPixels(y)), ("font-size", size)],
                    draft.text(&lane.name)
                );
                let x = if beside { x } else { x + lane.name_width() + px(10) };
                tag!(
                    draft,
                    "text",
                    [
                        ("class", "note"),
                        ("x", InPixels(x)),
                        ("y", InPixels(lane.note_y)),
                        ("font-size", "12")
                    ],
                    draft.text(&lane.note)
                );
            }
        }
    );
}

/// The strip of the axis: pressed or swept over, it moves the cursor.
fn strip(draft: &mut Draft, figure: &Figure) {
    let (x, width) = (figure.axis.left - 60, figure.axis.right - figure.axis.left + 120);
    tag!(
        draft,
        "rect",
        [
            ("class", "strip"),
            ("x", InPixels(x)),
            ("y", "24"),
            ("width", InPixels(width)),
            ("height", InPixels(figure.axis.top - px(24))),
        ],
        {
            draft.on("pointerdown", Message::Sweep(0), gesture::pressed);
            draft.on("pointermove", Message::Sweep(0), gesture::swept);
        }
    );
}

/// A handle: a slider for the pointer and for keys.
fn slider(draft: &mut Draft, figure: &Figure, handle: &Handle, dragged: bool) {
    let Some(lane) = figure.lanes.get(usize::from(handle.lane)) else { return };
    if !figure.axis.shows(handle.at, handle.at) {
        return;
    }
    let ms = |at: Time| at.as_micros() / 1_000;
    tag!(
        draft,
        "g",
        [
            ("class", if dragged { "handle dragged" } else { "handle" }),
            ("role", "slider"),
            ("tabindex", "0"),
            ("transform", overlay::place_of(figure, lane, handle)),
            ("aria-label", handle.label.clone()),
            ("aria-valuemin", ms(handle.min)),
            ("aria-valuemax", ms(handle.max)),
            ("aria-valuenow", ms(handle.at)),
            ("aria-valuetext", handle.value.clone()),
            ("aria-orientation", "horizontal"),
        ],
        {
            draft.key(&handle.key.to_string());
            draft.on("pointerdown", Message::Do(Action::Grab(handle.key)), gesture::grabbed);
            draft.on("pointermove", Message::Pull(0), gesture::pulled);
            draft.on("keydown", Message::Do(Action::Nudge(handle.key, 0)), gesture::handle_keys);
            for (event, action) in [
                ("pointerup", Action::Drop),
                ("pointercancel", Action::Cancel),
                ("focus", Action::Focus(Some(handle.key))),
                ("blur", Action::Focus(None)),
            ] {
                draft.on(event, Message::Do(action), always);
            }
            overlay::grip(draft, handle.grip);
        }
    );
}
