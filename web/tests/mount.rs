//! The page mounted in a browser, and pressed.
#![cfg(target_arch = "wasm32")]

use fencepost_web::App;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, HtmlElement, window};

wasm_bindgen_test_configure!(run_in_browser);

/// The page in a new element of the document.
async fn mounted() -> Element {
    let document = window().and_then(|window| window.document()).expect("a document");
    let place = document.create_element("div").expect("a new element");
    document.body().expect("a body").append_child(&place).expect("room for it");
    yew::Renderer::<App>::with_root(place.clone()).render();
    yew::scheduler::flush().await;
    place
}

fn find(place: &Element, selector: &str) -> HtmlElement {
    let found = place.query_selector(selector).expect("a valid selector");
    found.unwrap_or_else(|| panic!("{selector} is there")).unchecked_into()
}

fn words(place: &Element, selector: &str) -> String {
    find(place, selector).text_content().unwrap_or_default()
}

async fn press(place: &Element, selector: &str) {
    find(place, selector).click();
    yew::scheduler::flush().await;
}

#[wasm_bindgen_test]
async fn the_page_tells_the_first_story() {
    let place = mounted().await;
    let headline = words(&place, "h1");
    assert!(headline.contains("33"), "the headline tells of the refused token: {headline}");
    assert!(words(&place, ".detail").contains("13.15 s"));
    assert_eq!(place.query_selector_all(".verdicts li").expect("a valid selector").length(), 7);
}

#[wasm_bindgen_test]
async fn the_fence_is_a_switch() {
    let place = mounted().await;
    let before = words(&place, "h1");
    press(&place, "[role=switch]").await;
    assert_eq!(find(&place, "[role=switch]").get_attribute("aria-checked").as_deref(), Some("false"));
    assert_ne!(words(&place, "h1"), before);
    press(&place, "[aria-label=Undo]").await;
    assert_eq!(find(&place, "[role=switch]").get_attribute("aria-checked").as_deref(), Some("true"));
    assert_eq!(words(&place, "h1"), before);
}

#[wasm_bindgen_test]
async fn steps_and_the_list_are_one() {
    let place = mounted().await;
    press(&place, "[aria-label='To the start']").await;
    assert!(words(&place, ".detail p").starts_with("0.00 s"));
    press(&place, "[aria-label='Next event']").await;
    let told = words(&place, ".detail p");
    let row = words(&place, ".list [aria-current]");
    assert_eq!(told.replace(' ', ""), row.replace(' ', ""));
    press(&place, ".list li:last-child button").await;
    assert!(words(&place, ".list [aria-current]").contains("14.30 s"));
}

#[wasm_bindgen_test]
async fn another_scenario_is_opened() {
    let place = mounted().await;
    assert!(find(&place, "#scenarios").has_attribute("hidden"));
    press(&place, ".chooser > button").await;
    assert!(!find(&place, "#scenarios").has_attribute("hidden"));
    press(&place, "#scenarios li:nth-child(2) button").await;
    assert!(find(&place, "#scenarios").has_attribute("hidden"));
    assert!(words(&place, ".headline .title").contains("without a fence"));
}
