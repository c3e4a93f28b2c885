//! The browser's own compression, bounded: what comes out beyond a limit is never read.

use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ReadableStream, ReadableStreamDefaultReader, WritableStream, WritableStreamDefaultWriter};

#[wasm_bindgen]
extern "C" {
    type CompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn readable(this: &CompressionStream) -> ReadableStream;
    #[wasm_bindgen(method, getter)]
    fn writable(this: &CompressionStream) -> WritableStream;

    type DecompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn readable(this: &DecompressionStream) -> ReadableStream;
    #[wasm_bindgen(method, getter)]
    fn writable(this: &DecompressionStream) -> WritableStream;
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

/// How many bytes go in at once. A small piece inflates to a megabyte at most before the next look.
const PIECE: usize = 1_024;

/// The bytes, deflated or inflated; `None` where the browser cannot, or the bytes are damaged.
pub async fn through(way: Way, bytes: &[u8], limit: usize) -> Option<Result<Vec<u8>, TooMuch>> {
    let (readable, writable) = ends(way)?;
    let writer = writable.get_writer().ok()?;
    let pieces = bytes.chunks(PIECE).map(Uint8Array::from).collect();
    spawn_local(feed(writer, pieces));
    let reader: ReadableStreamDefaultReader = readable.get_reader().unchecked_into();
    let mut out = Vec::new();
    loop {
        let read = JsFuture::from(reader.read()).await.ok()?;
        if Reflect::get(&read, &"done".into()).ok()?.is_truthy() {
            return Some(Ok(out));
        }
        let chunk: Uint8Array = Reflect::get(&read, &"value".into()).ok()?.dyn_into().ok()?;
        if out.len() + chunk.length() as usize > limit {
            // The rest is dropped; that the writing end fails over it is as it should be.
            let _ = JsFuture::from(reader.cancel()).await;
            return Some(Err(TooMuch));
        }
        out.extend(chunk.to_vec());
    }
}

/// The two ends of a stream, where this browser has such streams.
fn ends(way: Way) -> Option<(ReadableStream, WritableStream)> {
    let name = match way {
        Way::Deflate => "CompressionStream",
        Way::Inflate => "DecompressionStream",
    };
    if !Reflect::has(&js_sys::global(), &JsValue::from_str(name)).ok()? {
        return None;
    }
    let format = "deflate-raw";
    match way {
        Way::Deflate => CompressionStream::new(format).ok().map(|it| (it.readable(), it.writable())),
        Way::Inflate => DecompressionStream::new(format).ok().map(|it| (it.readable(), it.writable())),
    }
}

/// Writes one piece after the other, as they are taken, until the other end is closed or fails.
async fn feed(writer: WritableStreamDefaultWriter, pieces: Vec<Uint8Array>) {
    for piece in pieces {
        if JsFuture::from(writer.write_with_chunk(&piece)).await.is_err() {
            return;
        }
    }
    // A damaged stream fails here as well as at the reading end, which tells.
    let _ = JsFuture::from(writer.close()).await;
}
