//! What the page needs of the browser besides elements: its address, its clipboard, its wishes about motion.

pub mod address;
pub mod object;
pub mod stream;

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

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

/// Puts a text on the clipboard; false where the browser does not allow it.
pub async fn copy(text: &str) -> bool {
    match write_text(text) {
        Ok(written) => JsFuture::from(written).await.is_ok(),
        Err(_) => false,
    }
}
