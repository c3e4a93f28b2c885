//! The timeline: the picture in a scrolled frame, the lanes' names that stay in view, and over it what a
//! pointer or the keyboard takes hold of.

use std::rc::Rc;

use fencepost_core::primitive::Time;
use fencepost_figure::handle::Handle;
use fencepost_figure::{Figure, Lane, Tenths, px};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, PointerEvent};
use yew::prelude::*;

use super::overlay::{self, translate};
use super::picture::{Picture, pixels};
use super::{Shared, handle_keys, maybe};
use crate::model::flip::Flip;
use crate::model::{Action, Cursor, hit};

#[derive(PartialEq, Properties)]
pub(super) struct Props {
    pub(super) figure: Shared<Figure>,
    pub(super) words: AttrValue,
    /// Whether the names stand beside the lanes.
    pub(super) beside: bool,
    pub(super) old: bool,
    pub(super) cursor: Cursor,
    pub(super) playing: bool,
    pub(super) zoom: usize,
    /// Whether the picture is wider than its frame.
    pub(super) scrolls: bool,
    pub(super) handles: Rc<[Handle]>,
    /// The handle that is dragged.
    pub(super) dragged: Option<String>,
    /// The handle whose flips are known, and they.
    pub(super) flips: Option<(String, Vec<Flip>)>,
    pub(super) act: Callback<Action>,
}

/// The timeline.
#[component]
pub(super) fn Timeline(props: &Props) -> Html {
    let (frame, over) = (use_node_ref(), use_node_ref());
    let x = props.figure.axis.x_of(props.cursor.at);
    use_effect_with((props.zoom, x), {
        let frame = frame.clone();
        let names = if props.beside { props.figure.left } else { 0 };
        // Asking a frame for its place costs a layout: only where there is something to scroll.
        let scrolls = props.scrolls;
        move |_| {
            if scrolls {
                keep_in_view(&frame, x, names);
            }
        }
    });
    let figure = &*props.figure;
    let (width, height) = (pixels(figure.width), pixels(figure.height));
    html! {
        <div ref={frame} class={classes!("frame", "fencepost", props.old.then_some("old"))} tabindex="0" role="group"
            aria-label="Timeline: arrow keys go from event to event" onkeydown={steps(props)}>
            <div class="stage">
                <Picture figure={props.figure.clone()} words={props.words.clone()} />
                <svg ref={over.clone()} class="over" {width} {height} onclick={picks(props, &over)}>
                    { overlay::told(figure, props.cursor.event) }
                    { overlay::cursor(figure, props.cursor.at, props.playing) }
                    { axis_strip(props, &over) }
                    { for props.flips.iter().filter_map(|(key, flips)| {
                        let handle = props.handles.iter().find(|handle| handle.key == *key)?;
                        Some(overlay::flips(figure, handle, flips))
                    }) }
                    <g class="handles">{ for props.handles.iter().filter_map(|handle| slider(props, &over, handle)) }</g>
                </svg>
                { names(figure, props.beside) }
            </div>
        </div>
    }
}

/// The lanes' names, over what is scrolled beneath them.
fn names(figure: &Figure, beside: bool) -> Html {
    let width = if beside { figure.left } else { figure.width.min(px(360)) };
    let note_x = |lane: &Lane| if beside { lane.name_x } else { lane.name_x + lane.name_width() + px(10) };
    let name = |lane: &Lane| {
        html! {
            <g key={lane.y}>
                <text class="name" x={pixels(lane.name_x)} y={pixels(lane.name_y)} font-size={pixels(lane.name_size())}>{ &lane.name }</text>
                <text class="note" x={pixels(note_x(lane))} y={pixels(lane.note_y)} font-size="12">{ &lane.note }</text>
            </g>
        }
    };
    html! {
        <svg class={classes!("names", beside.then_some("beside"))} aria-hidden="true" width={pixels(width)} height={pixels(figure.height)}>
            if beside { <rect class="back" width={pixels(width)} height={pixels(figure.height)} /> }
            { for figure.lanes.iter().map(name) }
        </svg>
    }
}

/// Arrow keys on the timeline itself.
fn steps(props: &Props) -> Callback<KeyboardEvent> {
    let playing = props.playing;
    maybe(&props.act, move |event: KeyboardEvent| {
        let action = match event.key().as_str() {
            "ArrowRight" => Action::Next,
            "ArrowLeft" => Action::Previous,
            "Home" => Action::First,
            "End" => Action::Last,
            " " => Action::Play(!playing),
            _ => return None,
        };
        event.prevent_default();
        event.stop_propagation();
        Some(action)
    })
}

/// A click means the nearest item, or the moment where there is none.
fn picks(props: &Props, over: &NodeRef) -> Callback<MouseEvent> {
    let (figure, over) = (props.figure.clone(), over.clone());
    maybe(&props.act, move |event: MouseEvent| {
        let target: Element = event.target()?.dyn_into().ok()?;
        if target.closest(".handle, .strip").ok()?.is_some() {
            return None;
        }
        let (x, y) = place(&over, event.client_x(), event.client_y())?;
        match hit::hit(&figure, x, y) {
            Some(event) => Some(Action::Select(event)),
            None if x >= figure.axis.left => Some(Action::Seek(figure.axis.time_of(x))),
            None => None,
        }
    })
}

/// A place of the window as a place of the figure.
fn place(over: &NodeRef, x: i32, y: i32) -> Option<(Tenths, Tenths)> {
    let edges = over.cast::<Element>()?.get_bounding_client_rect();
    Some((((f64::from(x) - edges.left()) * 10.0) as Tenths, ((f64::from(y) - edges.top()) * 10.0) as Tenths))
}

/// The strip of the axis: pressed or swept over, it moves the cursor.
fn axis_strip(props: &Props, over: &NodeRef) -> Html {
    let figure = props.figure.clone();
    let seek = {
        let over = over.clone();
        move |event: &PointerEvent| {
            let (x, _) = place(&over, event.client_x(), event.client_y())?;
            Some(Action::Seek(figure.axis.time_of(x.max(figure.axis.left))))
        }
    };
    let down = maybe(&props.act, {
        let seek = seek.clone();
        move |event: PointerEvent| {
            capture(&event);
            seek(&event)
        }
    });
    let moves = maybe(&props.act, move |event: PointerEvent| seek(&event).filter(|_| event.buttons() == 1));
    let (x, width) = (props.figure.axis.left, props.figure.axis.right - props.figure.axis.left);
    html! {
        <rect class="strip" x={pixels(x - 60)} y="24" width={pixels(width + 120)} height={pixels(props.figure.axis.top - px(24))}
            onpointerdown={down} onpointermove={moves} />
    }
}

/// Lets all further events of a pointer come to the same element.
fn capture(event: &PointerEvent) {
    if let Some(target) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
        // A pointer that is already gone cannot be captured, and need not be.
        let _ = target.set_pointer_capture(event.pointer_id());
    }
}

fn slider(props: &Props, over: &NodeRef, handle: &Handle) -> Option<Html> {
    let figure = &props.figure;
    let lane = figure.lanes.get(usize::from(handle.lane))?;
    if !figure.axis.shows(handle.at, handle.at) {
        return None;
    }
    let key = handle.key.clone();
    let dragged = props.dragged.as_deref() == Some(handle.key.as_str());
    let grabbed = key.clone();
    let down = props.act.reform(move |event: PointerEvent| {
        capture(&event);
        event.stop_propagation();
        Action::Grab(grabbed.clone())
    });
    let moves = maybe(&props.act, {
        let (figure, over) = (figure.clone(), over.clone());
        move |event: PointerEvent| {
            let (x, _) = place(&over, event.client_x(), event.client_y()).filter(|_| dragged)?;
            Some(Action::Drag(figure.axis.time_of(x.clamp(figure.axis.left, figure.axis.right))))
        }
    });
    let ms = |at: Time| (at.as_micros() / 1_000).to_string();
    Some(html! {
        <g key={key.clone()} class={classes!("handle", dragged.then_some("dragged"))} role="slider" tabindex="0"
            transform={translate(figure.axis.x_of(handle.at), overlay::handle_y(lane, handle.grip))}
            aria-label={handle.label.clone()} aria-valuemin={ms(handle.min)} aria-valuemax={ms(handle.max)}
            aria-valuenow={ms(handle.at)} aria-valuetext={handle.value.clone()} aria-orientation="horizontal"
            onpointerdown={down} onpointermove={moves}
            onpointerup={props.act.reform(|_| Action::Drop)} onpointercancel={props.act.reform(|_| Action::Cancel)}
            onfocus={props.act.reform(move |_| Action::Focus(Some(key.clone())))} onblur={props.act.reform(|_| Action::Focus(None))}
            onkeydown={maybe(&props.act, handle_keys(handle))}>
            { overlay::grip(handle.grip) }
        </g>
    })
}

/// Scrolls sideways, so that the cursor is in view beside the names.
fn keep_in_view(frame: &NodeRef, x: Tenths, names: Tenths) {
    let Some(frame) = frame.cast::<HtmlElement>() else { return };
    let (left, width, x) = (frame.scroll_left(), frame.client_width(), x / 10);
    let names = names / 10;
    if x < left + names || x > left + width - 24 {
        frame.set_scroll_left((x - names - (width - names) / 3).max(0));
    }
}
