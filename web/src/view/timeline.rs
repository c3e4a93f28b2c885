//! The timeline: the picture in a scrolled frame, the lanes' names that stay in view, and over it what a
//! pointer or the keyboard takes hold of.

use fencepost_core::primitive::Time;
use fencepost_figure::handle::Handle;
use fencepost_figure::{Figure, InPixels, px};

use super::app::{Drawn, Message, Page, Version};
use super::draft::{Draft, put};
use super::gesture;
use super::overlay;
use super::picture::{self, rect};
use crate::model::Action;

/// The timeline of a story, as it was drawn.
pub(super) fn timeline(draft: &mut Draft, page: &Page, drawn: &Drawn) {
    let state = &page.state;
    let version = [drawn.number, 0, 0, 0];
    put!(
        draft,
        "<div class={} tabindex=0 role=group aria-label='Timeline: arrow keys go from event to event' \
           onkeydown={}><div class=stage>{}</div></div>",
        if state.is_old() { "frame fencepost old" } else { "frame fencepost" },
        Message::Do(Action::Play(state.playing.is_none())).by(gesture::timeline_keys),
        {
            draft.part("picture", version, picture::picture);
            over(draft, page, drawn);
            draft.part("names", version, names);
        },
    );
}

/// What lies over the picture.
fn over(draft: &mut Draft, page: &Page, drawn: &Drawn) {
    let (state, figure) = (&page.state, &*drawn.figure);
    put!(
        draft,
        "<svg class=over width={} height={} onclick={}>{}</svg>",
        InPixels(figure.width),
        InPixels(figure.height),
        Message::Pick(0, 0).by(gesture::picked),
        {
            overlay::told(draft, figure, state.cursor.event);
            overlay::cursor(draft, figure, state.cursor.at, state.playing.is_some());
            strip(draft, figure);
            if let Some(flips) = &state.flips
                && let Some(handle) = state.handles.iter().find(|handle| handle.key == flips.handle)
            {
                overlay::flips(draft, figure, handle, &flips.found);
            }
            let drag = state.drag.as_ref().map_or(0, |drag| drag.number);
            draft.part("handles", [drawn.number, state.texts, drag, 0], handles);
        },
    );
}

/// The lanes' names, over what is scrolled beneath them.
fn names(draft: &mut Draft, page: &Page, _: Version) {
    let Some(drawn) = &page.figure else { return };
    let (figure, beside) = (&*drawn.figure, page.is_wide());
    let width = if beside { figure.left } else { figure.width.min(px(360)) };
    put!(
        draft,
        "<svg class={} aria-hidden=true width={} height={}>{}</svg>",
        if beside { "names beside" } else { "names" },
        InPixels(width),
        InPixels(figure.height),
        {
            if beside {
                rect(draft, "back", [0, 0, width, figure.height, 0]);
            }
            for lane in &figure.lanes {
                let x = lane.name_x;
                put!(
                    draft,
                    "<text class=name x={} y={} font-size={}>{}</text><text class=note x={} y={} font-size=12>{}</text>",
                    InPixels(x),
                    InPixels(lane.name_y),
                    InPixels(lane.name_size()),
                    &lane.name,
                    InPixels(if beside { x } else { x + lane.name_width() + px(10) }),
                    InPixels(lane.note_y),
                    &lane.note,
                );
            }
        },
    );
}

/// The strip of the axis: pressed or swept over, it moves the cursor.
fn strip(draft: &mut Draft, figure: &Figure) {
    put!(
        draft,
        "<rect class=strip x={} y=24 width={} height={} onpointerdown={} onpointermove={}/>",
        InPixels(figure.axis.left - 60),
        InPixels(figure.axis.right - figure.axis.left + 120),
        InPixels(figure.axis.top - px(24)),
        Message::Sweep(0).by(gesture::pressed),
        Message::Sweep(0).by(gesture::swept),
    );
}

fn handles(draft: &mut Draft, page: &Page, _: Version) {
    let Some(drawn) = &page.figure else { return };
    let dragged = page.state.drag.as_ref().map(|drag| drag.handle);
    put!(
        draft,
        "<g class=handles>{}</g>",
        for handle in page.state.handles.iter() {
            slider(draft, &drawn.figure, handle, dragged == Some(handle.key));
        },
    );
}

/// A handle: a slider for the pointer and for keys.
fn slider(draft: &mut Draft, figure: &Figure, handle: &Handle, dragged: bool) {
    let Some(lane) = figure.lanes.get(usize::from(handle.lane)) else { return };
    if !figure.axis.shows(handle.at, handle.at) {
        return;
    }
    let ms = |at: Time| at.as_micros() / 1_000;
    put!(
        draft,
        "<g .key={} class={} role=slider tabindex=0 transform={} aria-label={} aria-valuemin={} aria-valuemax={} \
           aria-valuenow={} aria-valuetext={} aria-orientation=horizontal onpointerdown={} onpointermove={} \
           onkeydown={} onpointerup={} onpointercancel={} onfocus={} onblur={}>{}</g>",
        handle.key,
        if dragged { "handle dragged" } else { "handle" },
        overlay::place_of(figure, lane, handle),
        &handle.label,
        ms(handle.min),
        ms(handle.max),
        ms(handle.at),
        &handle.value,
        Message::Do(Action::Grab(handle.key)).by(gesture::grabbed),
        Message::Pull(0).by(gesture::place),
        Message::Do(Action::Nudge(handle.key, 0)).by(gesture::handle_keys),
        Action::Drop,
        Action::Cancel,
        Action::Focus(Some(handle.key)),
        Action::Focus(None),
        overlay::grip(draft, handle.grip),
    );
}
