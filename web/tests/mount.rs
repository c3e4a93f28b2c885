//! The page mounts in a browser.
#![cfg(target_arch = "wasm32")]

use fencepost_web::App;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::window;

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
async fn the_page_tells_the_first_story() {
    let document = window().and_then(|window| window.document()).expect("a document");
    let place = document.create_element("div").expect("a new element");
    yew::Renderer::<App>::with_root(place.clone()).render();
    yew::scheduler::flush().await;
    let heading = place.query_selector("h1").expect("a valid selector").expect("a heading");
    let words = heading.text_content().unwrap_or_default();
    assert!(words.contains("33"), "the headline tells of the refused token: {words}");
}
