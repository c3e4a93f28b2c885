//! Small views of the model, one file each.

mod app;
mod chooser;
mod controls;
mod detail;
mod editor;
mod events;
mod headline;
mod icon;
mod knobs;
mod overlay;
mod picture;
mod timeline;
mod times;

use std::ops::Deref;
use std::rc::Rc;

pub use app::App;
use fencepost_figure::handle::Handle;
use yew::{Callback, KeyboardEvent};

use crate::model::Action;

/// Something shared that is equal to itself alone: comparing it costs nothing.
#[derive(Debug)]
struct Shared<T>(Rc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

/// What the keys do on a handle: a step, ten with Shift, and the two ends.
fn handle_keys(handle: &Handle) -> impl Fn(KeyboardEvent) -> Option<Action> + 'static {
    /// More steps than any handle has.
    const FAR: i64 = 1 << 40;
    let key = handle.key.clone();
    move |event| {
        let step = if event.shift_key() { 10 } else { 1 };
        let action = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => Action::Nudge(key.clone(), step),
            "ArrowLeft" | "ArrowDown" => Action::Nudge(key.clone(), -step),
            "Home" => Action::Nudge(key.clone(), -FAR),
            "End" => Action::Nudge(key.clone(), FAR),
            "Escape" => Action::Cancel,
            _ => return None,
        };
        event.prevent_default();
        event.stop_propagation();
        Some(action)
    }
}

/// A callback that acts on some events alone.
fn maybe<E: 'static>(act: &Callback<Action>, action: impl Fn(E) -> Option<Action> + 'static) -> Callback<E> {
    let act = act.clone();
    Callback::from(move |event| {
        if let Some(action) = action(event) {
            act.emit(action);
        }
    })
}
