//! What the page needs of the browser besides elements: its address, its clipboard, its wishes about motion.

pub mod address;
pub mod object;
pub mod stream;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use object::Promise;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = matchMedia)]
    fn match_media(query: &str) -> JsValue;
    /// Fails where there is no clipboard: pages without a secure origin have none.
    #[wasm_bindgen(catch, js_namespace = ["navigator", "clipboard"], js_name = writeText)]
    fn write_text(text: &str) -> Result<Promise, JsValue>;
}

/// The browser's clock, in milliseconds.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// Whether the reader asked for less motion.
pub fn less_motion() -> bool {
    object::is(&match_media("(prefers-reduced-motion: reduce)"), "matches")
}

/// Puts a text on the clipboard; then says whether the browser allowed it.
pub fn copy(text: &str, then: impl FnOnce(bool) + 'static) {
    match write_text(text) {
        Ok(written) => object::when(&written, Box::new(|nothing| then(nothing.is_undefined()))),
        Err(_) => then(false),
    }
}
