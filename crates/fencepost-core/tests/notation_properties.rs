//! What holds for every text, for every scenario and for every edit.
#![cfg(not(target_family = "wasm"))]

mod generated;

use fencepost_core::drive::{replay, simulate};
use fencepost_core::notation::edit::{Place, get, remove, set, settings};
use fencepost_core::notation::{Problem, SHOWN, parse, print};
use fencepost_core::scenario::{Scenario, limit};
use proptest::prelude::*;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// What a scenario means, without the places and the spelling of its expectations.
fn meaning(scenario: &Scenario) -> String {
    let mut scenario = scenario.clone();
    for expect in &mut scenario.expects {
        expect.line = 0;
        expect.text.clear();
    }
    format!("{scenario:?}")
}

/// Problems lie in the text, come in its order, and are not too many.
fn well_placed(text: &str, problems: &[Problem]) {
    assert!(!problems.is_empty() && problems.len() <= SHOWN + 1);
    assert!(problems.is_sorted_by_key(|problem| problem.bytes.start));
    for problem in problems {
        assert!(text.get(problem.bytes.clone()).is_some(), "{problem:?} of {text:?}");
        let before = &text[..problem.bytes.start];
        assert_eq!(problem.line as usize, before.matches('\n').count() + 1, "{problem:?} of {text:?}");
        assert!(problem.column >= 1 && !problem.found.is_empty());
        assert!(problem.to_string().len() < 2000, "a message fits a screen");
    }
}

/// Whatever a text is, it is read, printed and edited without panic.
fn survives(text: &str) {
    match (parse(text), print(text)) {
        (Ok(scenario), Ok(printed)) => {
            let again = parse(&printed).unwrap_or_else(|problems| panic!("{printed}\n{problems:?}"));
            assert_eq!(meaning(&again), meaning(&scenario), "{text}\n{printed}");
            assert_eq!(print(&printed).as_deref(), Ok(printed.as_str()), "{text}");
        }
        (Err(problems), Err(same)) => {
            assert_eq!(problems, same);
            well_placed(text, &problems);
        }
        (read, printed) => panic!("{text:?}\n{read:?}\n{printed:?}"),
    }
    for (place, key) in generated::places() {
        let _ = set(text, &place, key, "3s");
        let _ = remove(text, &place, key);
        let _ = settings(text, &place);
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..1500)) {
        survives(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words_are_read_without_panic(text in generated::soup()) {
        survives(&text);
    }

    #[test]
    fn a_scenario_with_a_slip_is_read_without_panic(
        text in generated::scenario(), at in any::<prop::sample::Index>(), slip in generated::slip(),
    ) {
        let mut text = text;
        let at = (0..=at.index(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        match slip {
            Some(inserted) => text.insert_str(at, &inserted),
            None if at < text.len() => { text.remove(at); }
            None => {}
        }
        survives(&text);
    }

    #[test]
    fn a_scenario_is_read_and_printed(text in generated::scenario()) {
        prop_assert!(parse(&text).is_ok(), "{text}\n{:?}", parse(&text).err());
        survives(&text);
    }

    #[test]
    fn an_edit_leaves_every_other_byte(
        text in generated::scenario(), which in any::<prop::sample::Index>(), span in 1_000_u32..100_000_000,
    ) {
        let places = generated::places();
        let (place, key) = &places[which.index(places.len())];
        let new = format!("{span}us");
        let before = get(&text, place, key).map(str::to_string);
        let Ok(edited) = set(&text, place, key, &new) else {
            prop_assert_eq!(before, None, "only what is not there cannot be set");
            return Ok(());
        };
        prop_assert_eq!(get(&edited, place, key), Some(new.as_str()), "{}\n{}", text, edited);
        // Put back as it was, byte by byte: nothing else has changed.
        let back = match &before {
            Some(before) => set(&edited, place, key, before),
            None => remove(&edited, place, key),
        };
        match back {
            Ok(back) => prop_assert_eq!(back, text),
            Err(_) => prop_assert!(*place == Place::Horizon, "a horizon's span cannot be left away"),
        }
    }
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn a_scenario_plays_within_limits_and_replays(text in generated::scenario(), seed in 0_u64..1000) {
        let scenario = parse(&text).map_err(|problems| TestCaseError::fail(format!("{problems:?}")))?;
        let run = simulate(&scenario, seed);
        prop_assert!(run.trace.events.len() <= limit::EVENTS as usize);
        prop_assert!(run.trace.ending.at.as_micros() <= scenario.horizon.as_micros());
        let again = replay(&scenario, &run.schedule).map_err(|error| TestCaseError::fail(format!("{text}\n{error:?}")))?;
        prop_assert_eq!(again.trace.to_string(), run.trace.to_string());
    }
}

/// Texts of full length whose reading could take long: many names, many unknown names, long words, long
/// lines, many settings, many continued lines. Each takes time in proportion to its length.
#[test]
fn texts_of_full_length_are_read_soon() {
    let full = |piece: &dyn Fn(usize) -> String| {
        let mut text = String::new();
        for index in 0.. {
            let piece = piece(index);
            if text.len() + piece.len() > limit::TEXT {
                break;
            }
            text.push_str(&piece);
        }
        text
    };
    let client = "client A: ";
    let texts = [
        full(&|index| format!("process name{index}\n")),
        full(&|index| format!("fault pause name{index} for=1s\n")),
        full(&|index| format!("process abcdefghij{index}\nfault pause abcdefhgij{index} for=1s\n")),
        full(&|index| format!("client c{index}: work 1s, acquire l\n")),
        full(&|_| "a".to_string()),
        full(&|_| "\"".to_string()),
        full(&|_| "->".to_string()),
        full(&|_| ",".to_string()),
        full(&|_| "=".to_string()),
        full(&|_| "9".to_string()),
        full(&|index| if index == 0 { client.to_string() } else { "work 1s,".to_string() }),
        full(&|index| if index == 0 { "lock l on redis ".to_string() } else { format!("k{index}=v ") }),
        full(&|index| if index == 0 { client.to_string() } else { "\n work 1s, # c".to_string() }),
        full(&|index| if index == 0 { client.to_string() } else { "\n #".to_string() }),
        full(&|_| "\n".to_string()),
        full(&|_| " \n\t x\n".to_string()),
        full(&|index| format!("expect value s{index}=\"x\"\n")),
        full(&|_| "\u{1f980}".to_string()),
    ];
    for text in texts {
        let begin = std::time::Instant::now();
        if let Err(problems) = parse(&text) {
            well_placed(&text, &problems);
        }
        let _ = print(&text);
        let seconds = begin.elapsed().as_secs();
        assert!(seconds < 5, "{seconds} s for {}", &text[..text.floor_char_boundary(40)]);
    }
}

#[test]
fn a_megabyte_is_refused_at_once() {
    let text = "x".repeat(1 << 20);
    assert_eq!(parse(&text).expect_err("too long").len(), 1);
    assert!(print(&text).is_err() && set(&text, &Place::Network, "delay", "1s").is_err());
    assert_eq!(get(&text, &Place::Network, "delay"), None);
}
