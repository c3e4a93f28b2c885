//! What the page needs of the browser besides elements: its address, its clipboard, its wishes about motion.

pub mod address;
pub mod stream;

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Window, window};

#[wasm_bindgen]
extern "C" {
    /// Fails where there is no clipboard: pages without a secure origin have none.
    #[wasm_bindgen(catch, js_namespace = ["navigator", "clipboard"], js_name = writeText)]
    fn write_text(text: &str) -> Result<Promise, JsValue>;
}

/// The window. A page has one.
pub fn the_window() -> Window {
    window().expect("a page has a window")
}

/// The browser's clock, in milliseconds.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// Whether the reader asked for less motion.
pub fn less_motion() -> bool {
    let query = the_window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|it| it.matches())
}

/// Whether nobody can see the page.
pub fn hidden() -> bool {
    the_window().document().is_some_and(|document| document.hidden())
}

/// Puts a text on the clipboard; false where the browser does not allow it.
pub async fn copy(text: &str) -> bool {
    match write_text(text) {
        Ok(written) => JsFuture::from(written).await.is_ok(),
        Err(_) => false,
    }
}
