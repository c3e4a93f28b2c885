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

/// The address, and where its fragment begins.
fn parts() -> (String, usize) {
    let page = whole();
    let at = page.bytes().position(|byte| byte == b'#').unwrap_or(page.len());
    (page, at)
}

/// The fragment without its `#`, or nothing.
pub fn fragment() -> String {
    let (page, at) = parts();
    page.get(at + 1..).unwrap_or_default().to_owned()
}

/// Puts another fragment in place of the present one; the browser's history stays as long as it is.
pub fn replace(fragment: &str) {
    // A browser that refuses (it may, when this happens too often) keeps the old address.
    let _ = replace_state(&JsValue::NULL, "", &["#", fragment].concat());
}

/// The whole address with this fragment.
pub fn with(fragment: &str) -> String {
    let (page, at) = parts();
    [&page[..at], "#", fragment].concat()
}

/// Gives `then` the text in a link.
pub fn text(body: Body, then: impl FnOnce(Result<String, Broken>) + 'static) {
    match body {
        Body::Plain(text) => then(Ok(text)),
        Body::Deflated(bytes) => stream::through(
            Way::Inflate,
            &bytes,
            Box::new(move |all| {
                let bytes = stream::taken(&all, limit::TEXT);
                then(bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|_| Broken::Garbled)));
            }),
        ),
    }
}

/// Gives `then` the fragment for a text, deflated where the browser can.
pub fn pack(text: Rc<str>, seed: Option<u64>, at: Time, then: impl FnOnce(String) + 'static) {
    stream::through(
        Way::Deflate,
        text.clone().as_bytes(),
        Box::new(move |all| {
            let bytes = stream::taken(&all, link::LONGEST);
            let body = bytes.map_or_else(|_| Body::Plain(text.as_ref().to_owned()), Body::Deflated);
            then(link::write(&body, seed, at));
        }),
    );
}

/// What the page's address asks for.
pub fn wanted() -> Result<Wanted, Broken> {
    link::read(&fragment())
}
