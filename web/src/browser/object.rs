//! Elements, events and other objects of the browser, as far as the page asks them something. Each function of the
//! browser that has a name here costs the page some sixty bytes, so one of them reads every number.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Event;

#[wasm_bindgen]
extern "C" {
    /// An object. What it has is for the caller to know.
    pub type Object;
    #[wasm_bindgen(method, structural, indexing_getter)]
    fn get(this: &Object, name: &str) -> f64;
    #[wasm_bindgen(method, structural, indexing_setter)]
    fn set(this: &Object, name: &str, value: f64);

    /// The first element of the document that is meant by a selector.
    #[wasm_bindgen(js_namespace = document, js_name = querySelector)]
    pub fn find(selector: &str) -> Option<Object>;
    /// The nearest element around this one, or itself, that is meant by a selector.
    #[wasm_bindgen(method)]
    pub fn closest(this: &Object, selector: &str) -> Option<Object>;
    /// Gives an element the focus.
    #[wasm_bindgen(method)]
    pub fn focus(this: &Object);
    /// Where an element is in the window: `left`, `top`, `bottom`.
    #[wasm_bindgen(method, js_name = getBoundingClientRect)]
    pub fn edges(this: &Object) -> Object;
    /// Puts the caret of a text area.
    #[wasm_bindgen(method, js_name = setSelectionRange)]
    pub fn select(this: &Object, from: u32, to: u32);
    #[wasm_bindgen(method, catch, js_name = setPointerCapture)]
    fn set_pointer_capture(this: &Object, pointer: f64) -> Result<(), JsValue>;

    #[wasm_bindgen(js_name = addEventListener)]
    fn add_event_listener(event: &str, task: &JsValue);
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(task: &JsValue, milliseconds: u32);
    #[wasm_bindgen(js_name = requestAnimationFrame)]
    fn request_frame(task: &JsValue);
    /// What is still to come.
    pub type Promise;
    #[wasm_bindgen(method)]
    fn then(this: &Promise, done: &JsValue, failed: &JsValue);
}

/// What the browser calls back, once.
pub type Task = Box<dyn FnOnce(JsValue)>;

/// A number that an object has, or a truth as 1 or 0.
#[inline(never)]
pub fn number(of: &JsValue, name: &str) -> f64 {
    of.unchecked_ref::<Object>().get(name)
}

/// Whether something is true of an object.
pub fn is(of: &JsValue, name: &str) -> bool {
    number(of, name) != 0.0
}

/// Gives an object another number.
pub fn set(of: &JsValue, name: &str, number: i32) {
    of.unchecked_ref::<Object>().set(name, number.into());
}

/// Lets all further events of the pointer that this event is about come to an element.
pub fn capture(element: &Object, event: &JsValue) {
    // A pointer that is already gone cannot be captured, and need not be.
    let _ = element.set_pointer_capture(number(event, "pointerId"));
}

/// Does something whenever there is such an event in the window.
pub fn whenever(event: &str, task: Box<dyn FnMut(&Event)>) {
    add_event_listener(event, &Closure::wrap(task).into_js_value());
}

fn function(task: Task) -> JsValue {
    Closure::once(task).into_js_value()
}

/// Does something after a time.
pub fn later(milliseconds: u32, task: Task) {
    set_timeout(&function(task), milliseconds);
}

/// Does something when the next frame is due, with the moment in milliseconds.
pub fn at_next_frame(task: Task) {
    request_frame(&function(task));
}

/// Does something with what a promise becomes, or with the error.
pub fn when(promise: &Promise, task: Task) {
    let task = function(task);
    promise.then(&task, &task);
}
