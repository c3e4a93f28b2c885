//! The browser's own compression, of what fits into an address.

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::object::{self, Promise, Task};
use crate::model::link::Broken;

#[wasm_bindgen]
extern "C" {
    type Response;
    #[wasm_bindgen(constructor)]
    fn of(bytes: &[u8]) -> Response;
    #[wasm_bindgen(constructor)]
    fn new(body: &Stream) -> Response;
    #[wasm_bindgen(method, getter)]
    fn body(this: &Response) -> Stream;
    #[wasm_bindgen(method, js_name = arrayBuffer)]
    fn array_buffer(this: &Response) -> Promise;

    type Stream;
    #[wasm_bindgen(method, js_name = pipeThrough)]
    fn pipe_through(this: &Stream, way: &JsValue) -> Stream;

    type CompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;

    type DecompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
}

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To raw deflate (RFC 1951).
    Deflate,
    /// From raw deflate.
    Inflate,
}

/// Gives `then` the bytes, deflated or inflated, or an error: for [`taken`].
pub fn through(way: Way, bytes: &[u8], then: Task) {
    const FORMAT: &str = "deflate-raw";
    let way = match way {
        Way::Deflate => CompressionStream::new(FORMAT).map(JsValue::from),
        Way::Inflate => DecompressionStream::new(FORMAT).map(JsValue::from),
    };
    match way {
        Ok(way) => {
            let bytes = Response::of(bytes).body();
            object::when(&Response::new(&bytes.pipe_through(&way)).array_buffer(), then);
        }
        Err(error) => then(error),
    }
}

/// What came out.
///
/// A byte inflates to at most 1,032 bytes, so the bytes of the longest address become at most 68 MB. Of these,
/// no more than `limit` are taken over from the browser.
///
/// # Errors
///
/// The browser cannot, or the bytes are damaged; more came out than is allowed.
pub fn taken(all: &JsValue, limit: usize) -> Result<Vec<u8>, Broken> {
    // An error has no length.
    let length = object::number(all, "byteLength");
    if length > limit as f64 {
        return Err(Broken::TextTooLong);
    }
    if length >= 0.0 { Ok(Uint8Array::new(all).to_vec()) } else { Err(Broken::Garbled) }
}
