//! What the page needs of the browser besides elements: its address, its clipboard, its wishes about motion.

pub mod address;
pub mod stream;

use web_sys::{Window, window};

/// The window. A page has one.
pub fn the_window() -> Window {
    window().expect("a page has a window")
}

/// The page's clock, in milliseconds.
pub fn now() -> f64 {
    the_window().performance().map_or(0.0, |clock| clock.now())
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
    let navigator = the_window().navigator();
    // Pages without a secure origin have no clipboard.
    if !js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|it| it.is_object()) {
        return false;
    }
    wasm_bindgen_futures::JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
}
