//! What a reader's gesture means: completes the messages of elements from the events of the browser, at once,
//! while the browser can still be told that it need not do anything itself.

use fencepost_core::primitive::Time;
use fencepost_figure::Tenths;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlTextAreaElement, KeyboardEvent};

use super::app::Message;
use crate::browser;
use crate::browser::object::{self, Object, is, number};
use crate::model::Action;

/// The message as it is.
pub(super) fn always(_: &Event, _: &mut Message) -> bool {
    true
}

/// The message with what was filled in: a text, a number, or a choice.
pub(super) fn filled_in(event: &Event, message: &mut Message) -> bool {
    let (Message::Do(action), Some(target)) = (message, event.target()) else { return false };
    // Inputs and choices have it under the same name.
    let value = target.unchecked_into::<HtmlTextAreaElement>().value();
    let number = value.parse::<u64>().ok();
    match (action, number) {
        (Action::Type(text, now), _) => (*text, *now) = (value.into(), browser::now() as u64),
        (Action::Turn(_, word), _) => *word = value.into(),
        (Action::Speed(speed), Some(number)) => *speed = number as usize,
        (Action::Seek(at), Some(number)) => *at = Time::from_millis(number),
        _ => return false,
    }
    true
}

/// Closes a list that is open.
pub(super) fn escape(event: &Event, list: &mut Message) -> bool {
    let Message::Choose(open @ true) = list else { return false };
    if key(event) != "Escape" {
        return false;
    }
    *open = false;
    event.stop_propagation();
    true
}

/// The name of a key.
fn key(event: &Event) -> String {
    event.unchecked_ref::<KeyboardEvent>().key()
}

/// The event is the page's: the browser does nothing itself, and elements around do not hear of it.
fn take(event: &Event) {
    event.prevent_default();
    event.stop_propagation();
}

/// Keys on the timeline: arrows step, and space does what the message says.
pub(super) fn timeline_keys(event: &Event, message: &mut Message) -> bool {
    let key = key(event);
    let taken = key == " " || step(&key, message);
    if taken {
        take(event);
    }
    taken
}

/// Keys in the list of events: arrows step, those up and down as well.
pub(super) fn list_keys(event: &Event, message: &mut Message) -> bool {
    let taken = match key(event).as_str() {
        "ArrowDown" => step("ArrowRight", message),
        "ArrowUp" => step("ArrowLeft", message),
        other => step(other, message),
    };
    if taken {
        take(event);
    }
    taken
}

/// Makes the message a step; says whether the key means one.
fn step(key: &str, message: &mut Message) -> bool {
    *message = Message::Do(match key {
        "ArrowRight" => Action::Next,
        "ArrowLeft" => Action::Previous,
        "Home" => Action::First,
        "End" => Action::Last,
        _ => return false,
    });
    true
}

/// Keys on the handle of a nudge: a step, ten with Shift, and the two ends.
pub(super) fn handle_keys(event: &Event, message: &mut Message) -> bool {
    /// More steps than any handle has.
    const FAR: i32 = 1 << 30;
    let Message::Do(Action::Nudge(_, steps)) = message else { return false };
    let one = if is(event, "shiftKey") { 10 } else { 1 };
    *steps = match key(event).as_str() {
        "ArrowRight" | "ArrowUp" => one,
        "ArrowLeft" | "ArrowDown" => -one,
        "Home" => -FAR,
        "End" => FAR,
        "Escape" => 0,
        _ => return false,
    };
    if *steps == 0 {
        *message = Message::Do(Action::Cancel);
    }
    take(event);
    true
}

/// Keys in the editor: those that the page uses elsewhere are the editor's own, but for undo and redo.
pub(super) fn editor_keys(event: &Event, message: &mut Message) -> bool {
    if !undo_keys(event, message) {
        event.stop_propagation();
    }
    false
}

/// Ctrl+Z and Ctrl+Shift+Z, or with the command key.
pub(super) fn undo_keys(event: &Event, message: &mut Message) -> bool {
    let command = is(event, "ctrlKey") || is(event, "metaKey");
    if !command || is(event, "altKey") || !key(event).eq_ignore_ascii_case("z") {
        return false;
    }
    event.prevent_default();
    *message = Message::Do(if is(event, "shiftKey") { Action::Redo } else { Action::Undo });
    true
}

/// Whether the document that an event is about cannot be seen any more.
pub(super) fn hidden(event: &Event, _: &mut Message) -> bool {
    target(event).is_some_and(|document| is(&document, "hidden"))
}

/// The element that an event is about.
fn target(event: &Event) -> Option<Object> {
    event.target().map(JsCast::unchecked_into)
}

/// The message with where on the figure the pointer is.
pub(super) fn place(event: &Event, message: &mut Message) -> bool {
    let over = target(event).and_then(|it| it.closest(".over"));
    let Some(edges) = over.map(|over| over.edges()) else { return false };
    let tenths = |at, edge| ((number(event, at).trunc() - number(&edges, edge)) * 10.0) as Tenths;
    let (x, y) = (tenths("clientX", "left"), tenths("clientY", "top"));
    match message {
        Message::Pick(at, low) => (*at, *low) = (x, y),
        Message::Sweep(at) | Message::Pull(at) => *at = x,
        _ => {}
    }
    true
}

/// A click on the picture, but not on what has gestures of its own.
pub(super) fn picked(event: &Event, message: &mut Message) -> bool {
    let own = target(event).and_then(|it| it.closest(".handle, .strip"));
    own.is_none() && place(event, message)
}

/// A press on the axis.
pub(super) fn pressed(event: &Event, message: &mut Message) -> bool {
    capture(event);
    place(event, message)
}

/// A move over the axis, with the pointer pressed.
pub(super) fn swept(event: &Event, message: &mut Message) -> bool {
    number(event, "buttons") == 1.0 && place(event, message)
}

/// A press on a handle.
pub(super) fn grabbed(event: &Event, _: &mut Message) -> bool {
    capture(event);
    event.stop_propagation();
    true
}

/// Lets all further events of a pointer come to the same element.
fn capture(event: &Event) {
    if let Some(target) = target(event) {
        object::capture(&target, event);
    }
}
