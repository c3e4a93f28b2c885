//! The fragment of the page's address.

use std::rc::Rc;

use fencepost_core::primitive::Time;
use fencepost_core::scenario::limit;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::stream::{self, Way};
use crate::model::link::{self, Body, Broken, Wanted};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = location, js_name = toString)]
    fn whole() -> String;
    #[wasm_bindgen(catch, js_namespace = history, js_name = replaceState)]
    fn replace_state(state: &JsValue, title: &str, address: &str) -> Result<(), JsValue>;
}

/// The address without its fragment, and the fragment without its `#`.
fn parts() -> (String, String) {
    let mut page = whole();
    let at = page.bytes().position(|byte| byte == b'#').unwrap_or(page.len());
    let fragment = page.split_off(at);
    (page, fragment.trim_start_matches('#').to_owned())
}

/// The fragment, or nothing.
pub fn fragment() -> String {
    parts().1
}

/// Puts another fragment in place of the present one; the browser's history stays as long as it is.
pub fn replace(fragment: &str) {
    // A browser that refuses (it may, when this happens too often) keeps the old address.
    let _ = replace_state(&JsValue::NULL, "", &["#", fragment].concat());
}

/// The whole address with this fragment.
pub fn with(fragment: &str) -> String {
    [&parts().0, "#", fragment].concat()
}

/// Goes on with the text in a link.
pub fn text(body: Body, then: impl FnOnce(Result<String, Broken>) + 'static) {
    let bytes = match body {
        Body::Plain(text) => return then(Ok(text)),
        Body::Deflated(bytes) => bytes,
    };
    let inflated = |bytes| {
        then(match bytes {
            Some(Ok(bytes)) => String::from_utf8(bytes).map_err(|_| Broken::Garbled),
            Some(Err(stream::TooMuch)) => Err(Broken::TextTooLong),
            None => Err(Broken::Garbled),
        });
    };
    stream::through(Way::Inflate, &bytes, limit::TEXT, Box::new(inflated));
}

/// Goes on with the fragment for a text, deflated where the browser can.
pub fn pack(text: Rc<str>, seed: Option<u64>, at: Time, then: impl FnOnce(String) + 'static) {
    let plain = text.clone();
    let deflated = move |bytes| {
        let body = match bytes {
            Some(Ok(bytes)) => Body::Deflated(bytes),
            _ => Body::Plain((*plain).to_owned()),
        };
        then(link::write(&body, seed, at));
    };
    stream::through(Way::Deflate, text.as_bytes(), link::LONGEST, Box::new(deflated));
}

/// What the page's address asks for.
pub fn wanted() -> Result<Wanted, Broken> {
    link::read(&fragment())
}
