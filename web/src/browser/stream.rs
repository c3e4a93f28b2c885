//! The browser's own compression, of what fits into an address.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::object::{self, Promise, number};

#[wasm_bindgen]
extern "C" {
    type Blob;
    #[wasm_bindgen(constructor)]
    fn new(parts: &Array) -> Blob;
    #[wasm_bindgen(method)]
    fn stream(this: &Blob) -> Stream;

    type Stream;
    #[wasm_bindgen(method, js_name = pipeThrough)]
    fn pipe_through(this: &Stream, way: &JsValue) -> Stream;

    type CompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;

    type DecompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;

    type Response;
    #[wasm_bindgen(constructor)]
    fn new(body: &Stream) -> Response;
    #[wasm_bindgen(method, js_name = arrayBuffer)]
    fn array_buffer(this: &Response) -> Promise;
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To raw deflate (RFC 1951).
    Deflate,
    /// From raw deflate.
    Inflate,
}

/// More came out than was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;

/// What came out; `None` where the browser cannot, or the bytes are damaged.
pub type Outcome = Option<Result<Vec<u8>, TooMuch>>;

/// Goes on with the bytes, deflated or inflated.
///
/// A byte inflates to at most 1,032 bytes, so the bytes of the longest address become at most 68 MB. Of these,
/// no more than `limit` are taken over from the browser.
pub fn through(way: Way, bytes: &[u8], limit: usize, then: Box<dyn FnOnce(Outcome)>) {
    const FORMAT: &str = "deflate-raw";
    let way: Result<JsValue, JsValue> = match way {
        Way::Deflate => CompressionStream::new(FORMAT).map(Into::into),
        Way::Inflate => DecompressionStream::new(FORMAT).map(Into::into),
    };
    let Ok(way) = way else { return then(None) };
    let bytes = Blob::new(&Array::of1(&Uint8Array::from(bytes)));
    let all = Response::new(&bytes.stream().pipe_through(&way)).array_buffer();
    let done = move |all: JsValue| {
        // An error has no length.
        let length = number(&all, "byteLength");
        then(if length > limit as f64 {
            Some(Err(TooMuch))
        } else {
            (length >= 0.0).then(|| Ok(Uint8Array::new(&all).to_vec()))
        });
    };
    object::when(&all, Box::new(done));
}
