//! What holds for every committed scenario, on this machine and in a browser alike.

use fencepost_core::check::{self, meets};
use fencepost_core::drive::{replay, simulate};
use fencepost_core::event::Outcome;
use fencepost_core::fault::Befalls;
use fencepost_core::notation::print;
use fencepost_core::scenario::Expected;
use fencepost_core::{fault, service, store};
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

/// Every line that a scenario expects comes out, and a scenario that expects nothing tests nothing.
#[test]
fn every_expectation_is_met() {
    for entry in CORPUS {
        let scenario = entry.scenario();
        let trace = simulate(&scenario, scenario.seed).trace;
        assert!(!scenario.expects.is_empty(), "{} expects nothing", entry.name);
        for expect in &scenario.expects {
            let answer = meets(&trace, expect);
            assert!(answer.met, "{}:{}: {}\n{}", entry.name, expect.line, expect.text, answer.found);
        }
    }
}

/// Every committed text is as `fencepost fmt` writes it.
#[test]
fn every_text_is_canonical() {
    for entry in CORPUS {
        let printed = print(entry.text).expect("a scenario that parses prints");
        assert_eq!(printed, entry.text, "{}", entry.name);
    }
}

/// However the steps are set, they print alike.
#[test]
fn steps_on_one_line_print_as_those_below_each_other() {
    for entry in CORPUS {
        let crowded = entry.text.replace(":\n    ", ": ").replace(",\n    ", ", ");
        let printed = print(&crowded).expect("a scenario that parses prints");
        assert_eq!(printed, entry.text, "{}", entry.name);
    }
}

/// Every service, guard, fault and check occurs in a committed scenario: nothing is registered untested.
/// A check is broken in one and holds in another.
#[test]
fn every_line_of_every_table_is_played() {
    let scenarios: Vec<_> = CORPUS.iter().map(fencepost_tests::Entry::scenario).collect();
    for kind in service::TABLE {
        let used = scenarios.iter().any(|it| it.services.iter().any(|it| it.kind.name == kind.name));
        assert!(used, "no scenario has the service {}", kind.name);
    }
    for kind in store::TABLE {
        let used = scenarios.iter().any(|it| it.stores.iter().any(|it| it.guard.name == kind.name));
        assert!(used, "no scenario has the guard {}", kind.name);
    }
    for kind in fault::TABLE {
        let befalls_services = matches!(kind.befalls, Befalls::Service | Befalls::Bond);
        if befalls_services && !service::TABLE.iter().any(|it| it.faults.contains(&kind.name)) {
            // No scenario can have it: it waits for the first service that knows it.
            continue;
        }
        let used = scenarios.iter().any(|it| it.faults.iter().any(|it| it.kind.name == kind.name));
        assert!(used, "no scenario has the fault {}", kind.name);
    }
    for kind in check::TABLE {
        for wanted in [Outcome::Holds, Outcome::Broken] {
            let expected = scenarios.iter().flat_map(|it| &it.expects).any(|expect| {
                matches!(&expect.what, Expected::Verdict { outcome, check, .. }
                    if *outcome == wanted && check.name == kind.name)
            });
            assert!(expected, "no scenario expects {} of {}", wanted.word(), kind.name);
        }
    }
}
