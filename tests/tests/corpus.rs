//! What holds for every committed scenario, on this machine and in a browser alike.

use fencepost_core::drive::{replay, simulate};
use fencepost_tests::CORPUS;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::{wasm_bindgen_test as test, wasm_bindgen_test_configure};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test_configure!(run_in_browser);

#[test]
fn there_are_scenarios() {
    assert!(CORPUS.iter().any(|entry| entry.name == "web/scenarios/paused-client.fence"));
}

/// The engine gives one trace for one text and one seed, whatever the machine: 64 bits or 32.
#[test]
fn every_scenario_gives_the_trace_it_gave_natively() {
    for entry in CORPUS {
        let scenario = entry.scenario();
        let trace = simulate(&scenario, scenario.seed).trace.to_string();
        assert_eq!(trace, entry.native_trace, "{}", entry.name);
    }
}

/// A recorded schedule is the whole story: it needs no seed.
#[test]
fn every_schedule_replays_to_the_same_trace() {
    for entry in CORPUS {
        let scenario = entry.scenario();
        for seed in [scenario.seed, 1, 2, 3] {
            let run = simulate(&scenario, seed);
            let again = replay(&scenario, &run.schedule)
                .unwrap_or_else(|error| panic!("{} with seed {seed}: {error:?}", entry.name));
            assert_eq!(again.trace.to_string(), run.trace.to_string(), "{} with seed {seed}", entry.name);
        }
    }
}
