//! What a reader's gesture means: completes the messages of elements from the events of the browser, at once,
//! while the browser can still be told that it need not do anything itself.

use fencepost_core::primitive::Time;
use fencepost_figure::Tenths;
use js_sys::Reflect;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, PointerEvent};

use super::app::Message;
use crate::browser;
use crate::model::Action;

/// The message as it is.
pub(super) fn always(_: &Event, message: Message) -> Option<Message> {
    Some(message)
}

/// The message with what was filled in: a text, a number, or a choice.
pub(super) fn filled_in(event: &Event, message: Message) -> Option<Message> {
    let value = Reflect::get(&event.target()?.into(), &"value".into()).ok()?.as_string()?;
    Some(Message::Do(match message {
        Message::Do(Action::Type(..)) => Action::Type(value.into(), browser::now() as u64),
        Message::Do(Action::Turn(knob, _)) => Action::Turn(knob, value.into()),
        Message::Do(Action::Speed(_)) => Action::Speed(value.parse().ok()?),
        _ => Action::Seek(Time::from_millis(value.parse().ok()?)),
    }))
}

/// The name of a key.
pub(super) fn key(event: &Event) -> String {
    event.unchecked_ref::<KeyboardEvent>().key()
}

/// The event is the page's: the browser does nothing itself, and elements around do not hear of it.
fn take(event: &Event) {
    event.prevent_default();
    event.stop_propagation();
}

/// Keys on the timeline: arrows step, and space does what the message says.
pub(super) fn timeline_keys(event: &Event, message: Message) -> Option<Message> {
    let step = match key(event).as_str() {
        " " => message,
        other => Message::Do(step_key(other)?),
    };
    take(event);
    Some(step)
}

/// Keys in the list of events: arrows step, those up and down as well.
pub(super) fn list_keys(event: &Event, _: Message) -> Option<Message> {
    let step = match key(event).as_str() {
        "ArrowDown" => Action::Next,
        "ArrowUp" => Action::Previous,
        other => step_key(other)?,
    };
    take(event);
    Some(Message::Do(step))
}

fn step_key(key: &str) -> Option<Action> {
    Some(match key {
        "ArrowRight" => Action::Next,
        "ArrowLeft" => Action::Previous,
        "Home" => Action::First,
        "End" => Action::Last,
        _ => return None,
    })
}

/// Keys on the handle of a nudge: a step, ten with Shift, and the two ends.
pub(super) fn handle_keys(event: &Event, message: Message) -> Option<Message> {
    /// More steps than any handle has.
    const FAR: i32 = 1 << 30;
    let Message::Do(Action::Nudge(handle, _)) = message else { return None };
    let step = if event.unchecked_ref::<KeyboardEvent>().shift_key() { 10 } else { 1 };
    let steps = match key(event).as_str() {
        "ArrowRight" | "ArrowUp" => step,
        "ArrowLeft" | "ArrowDown" => -step,
        "Home" => -FAR,
        "End" => FAR,
        "Escape" => 0,
        _ => return None,
    };
    take(event);
    Some(Message::Do(if steps == 0 { Action::Cancel } else { Action::Nudge(handle, steps) }))
}

/// Keys in the editor: those that the page uses elsewhere are the editor's own, but for undo and redo.
pub(super) fn editor_keys(event: &Event, _: Message) -> Option<Message> {
    if undo_keys(event).is_none() {
        event.stop_propagation();
    }
    None
}

/// Ctrl+Z and Ctrl+Shift+Z, or with the command key.
pub(super) fn undo_keys(event: &Event) -> Option<Message> {
    let keys = event.unchecked_ref::<KeyboardEvent>();
    let command = keys.ctrl_key() || keys.meta_key();
    if !command || keys.alt_key() || !key(event).eq_ignore_ascii_case("z") {
        return None;
    }
    event.prevent_default();
    Some(Message::Do(if keys.shift_key() { Action::Redo } else { Action::Undo }))
}

/// The element that an event is about.
fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// Where on the figure a pointer is.
fn place(event: &Event) -> Option<(Tenths, Tenths)> {
    let edges = target(event)?.closest(".over").ok()??.get_bounding_client_rect();
    let pointer = event.unchecked_ref::<PointerEvent>();
    let tenths = |at: i32, edge: f64| ((f64::from(at) - edge) * 10.0) as Tenths;
    Some((tenths(pointer.client_x(), edges.left()), tenths(pointer.client_y(), edges.top())))
}

/// A click on the picture, but not on what has gestures of its own.
pub(super) fn picked(event: &Event, _: Message) -> Option<Message> {
    if target(event)?.closest(".handle, .strip").ok()?.is_some() {
        return None;
    }
    place(event).map(|(x, y)| Message::Pick(x, y))
}

/// A press on the axis.
pub(super) fn pressed(event: &Event, _: Message) -> Option<Message> {
    capture(event);
    place(event).map(|(x, _)| Message::Sweep(x))
}

/// A move over the axis, with the pointer pressed.
pub(super) fn swept(event: &Event, _: Message) -> Option<Message> {
    let pressed = event.unchecked_ref::<PointerEvent>().buttons() == 1;
    place(event).filter(|_| pressed).map(|(x, _)| Message::Sweep(x))
}

/// A press on a handle.
pub(super) fn grabbed(event: &Event, message: Message) -> Option<Message> {
    capture(event);
    event.stop_propagation();
    Some(message)
}

/// A move of a handle.
pub(super) fn pulled(event: &Event, _: Message) -> Option<Message> {
    place(event).map(|(x, _)| Message::Pull(x))
}

/// Lets all further events of a pointer come to the same element.
fn capture(event: &Event) {
    if let Some(target) = target(event) {
        // A pointer that is already gone cannot be captured, and need not be.
        let _ = target.set_pointer_capture(event.unchecked_ref::<PointerEvent>().pointer_id());
    }
}
