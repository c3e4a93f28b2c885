//! How long the first story takes from its text to its figure, in a browser: a measurement, not a test.
//! `cargo xtask bench` runs it, compiled as the page is.
#![cfg(target_arch = "wasm32")]

use std::hint::black_box;

use fencepost_core::check::judge_all;
use fencepost_core::drive::simulate;
use fencepost_core::notation::parse;
use fencepost_figure::{Figure, Layout, px};
use fencepost_tests::CORPUS;
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// An odd number, so that the median is one of them.
const SAMPLES: usize = 101;
/// Stories in a sample: a browser's clock is too coarse for one.
const STORIES: u32 = 20;

#[wasm_bindgen_test]
#[ignore = "a measurement"]
fn from_text_to_figure() {
    let story = CORPUS.iter().find(|entry| entry.name == "web/scenarios/paused-client.fence");
    let text = story.expect("the first story is in the corpus").text;
    let clock = web_sys::window().and_then(|window| window.performance()).expect("a browser's clock");
    let mut micros: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let started = clock.now();
            for _ in 0..STORIES {
                play(black_box(text));
            }
            (clock.now() - started) * 1000.0 / f64::from(STORIES)
        })
        .collect();
    micros.sort_by(f64::total_cmp);
    let (median, slow) = (micros[SAMPLES / 2] as u64, micros[SAMPLES * 19 / 20] as u64);
    console_log!("Wasm: the first story, text to figure, median | {median} us | at most 1000 us");
    console_log!("Wasm: the same, 95th of 100 | {slow} us | -");
}

fn play(text: &str) {
    let scenario = parse(text).expect("a scenario");
    let run = simulate(&scenario, scenario.seed);
    black_box(judge_all(&run.trace));
    black_box(Figure::new(&run.trace, Some(&scenario), &Layout::wide(px(1100))));
}
