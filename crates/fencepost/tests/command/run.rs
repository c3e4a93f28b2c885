//! `fencepost run`: the story as text and as JSON, and counts over seeds.

use serde_json::Value;

use crate::{STORY, call, call_with};

fn json(args: &[&str], input: &str) -> Value {
    let ended = call_with(args, input.as_bytes());
    assert_eq!(ended.err, "");
    serde_json::from_str(&ended.out).expect("JSON")
}

/// The keys of an object as they are written.
fn keys(json: &str) -> Vec<&str> {
    json.split('"').skip(1).step_by(2).collect()
}

/// The story, by hand: messages take 50 ms, so A is granted 33 at 0.05 s and knows it at 0.1 s. It has
/// worked 0.9 of its second when it pauses at 1 s for 12 s. Its lease ends at 10.05 s. B, from 11 s, is
/// granted 34 at 11.05 s, knows it at 11.1 s and, after one second of work, has its write accepted at
/// 12.15 s. A wakes at 13 s, works 0.1 s, and its write with 33 arrives at 13.15 s: refused.
#[test]
fn json_tells_the_story() {
    let run = json(&["run", STORY, "--format", "json"], "");
    assert_eq!(run["title"], "A paused client wakes up with an expired lease");
    assert_eq!(run["seed"], 1);
    assert_eq!(run["headline"], "A's late write was refused: its token 33 is lower than 34.");

    let events = run["events"].as_array().expect("events");
    let times = |kind: &str| -> Vec<(u64, &str)> {
        let of_kind = events.iter().filter(|event| event["kind"] == kind);
        of_kind.map(|it| (it["at_us"].as_u64().unwrap(), it["node"].as_str().unwrap())).collect()
    };
    assert_eq!(times("client-started"), [(0, "A"), (11_000_000, "B")]);
    assert_eq!(times("granted"), [(50_000, "fenced"), (11_050_000, "fenced")]);
    assert_eq!(times("belief-began"), [(100_000, "A"), (11_100_000, "B")]);
    assert_eq!(times("paused"), [(1_000_000, "A")]);
    assert_eq!(times("record-ended"), [(10_050_000, "fenced"), (14_250_000, "fenced")]);
    assert_eq!(times("write-accepted"), [(12_150_000, "invoices")]);
    assert_eq!(times("resumed"), [(13_000_000, "A")]);
    assert_eq!(times("write-rejected"), [(13_150_000, "invoices")]);
    assert_eq!(times("client-finished"), [(13_200_000, "A"), (14_300_000, "B")]);

    for (index, event) in events.iter().enumerate() {
        assert_eq!(event["index"], index);
        assert_eq!(event["clock_us"], event["at_us"], "no clock is ever wrong in this story");
        assert!(event["cause"].as_u64().is_none_or(|cause| cause < index as u64), "causes come before");
        assert!(event["text"].as_str().is_some_and(|text| !text.is_empty()));
    }
    let starts_causeless = events.iter().filter(|event| event["kind"] == "client-started");
    assert!(starts_causeless.map(|event| &event["cause"]).all(Value::is_null));

    let verdicts = run["verdicts"].as_array().expect("verdicts");
    let outcomes: Vec<_> = verdicts.iter().map(|it| (it["check"].as_str(), it["verdict"].as_str())).collect();
    for (check, verdict) in [
        ("one-believer", "broken"),
        ("writes-in-order", "holds"),
        ("no-late-write", "holds"),
        ("no-lost-update", "does-not-apply"),
        ("one-holder", "holds"),
        ("own-release", "holds"),
        ("progress", "holds"),
    ] {
        assert!(outcomes.contains(&(Some(check), Some(verdict))), "{check}: {outcomes:?}");
    }
    assert_eq!(outcomes.len(), 7);
    for verdict in verdicts {
        let witness = verdict["event"].as_u64().map(|index| &events[index as usize]["kind"]);
        let expected = Value::from("belief-began");
        assert_eq!(
            witness,
            (verdict["verdict"] == "broken").then_some(&expected),
            "B's belief is the witness"
        );
    }

    let expectations = run["expectations"].as_array().expect("expectations");
    let lines: Vec<_> = expectations.iter().map(|it| (it["line"].as_u64(), it["met"].as_bool())).collect();
    let story = std::fs::read_to_string(STORY).expect("the story");
    let expects = (1..).zip(story.lines()).filter(|(_, line)| line.starts_with("expect "));
    assert_eq!(lines, expects.map(|(number, _)| (Some(number), Some(true))).collect::<Vec<_>>());
    assert_eq!(expectations[0]["text"], "expect event write-rejected by=A token=33");
}

/// Readers may rely on the order of the keys.
#[test]
fn json_keys_come_in_their_order() {
    let text = "client A: work 1s\nexpect holds progress\n";
    let out = call_with(&["run", "-", "--format", "json"], text.as_bytes()).out;
    assert_eq!(out.lines().count(), 1);
    let top =
        ["\"title\":", "\"seed\":", "\"headline\":", "\"events\":[", "\"verdicts\":[", "\"expectations\":["];
    let places: Vec<_> = top.iter().map(|key| out.find(key).expect(key)).collect();
    assert!(places.is_sorted(), "{out}");
    let first = |list: &str| {
        let from = out.find(list).expect(list) + list.len();
        &out[from..from + out[from..].find('}').expect("an end")]
    };
    let words = |list| {
        keys(first(list)).into_iter().filter(|word| word.chars().all(|c| c.is_lowercase() || c == '_'))
    };
    let among = |list, known: &[&str]| words(list).filter(|word| known.contains(word)).collect::<Vec<_>>();
    let event = ["index", "at_us", "clock_us", "node", "kind", "cause", "text"];
    assert_eq!(among("\"events\":[", &event), event);
    let verdict = ["check", "verdict", "event", "text"];
    assert_eq!(among("\"verdicts\":[", &verdict), verdict);
    let expectation = ["line", "text", "met"];
    assert_eq!(among("\"expectations\":[", &expectation), expectation);
}

#[test]
fn text_tells_the_headline_the_events_the_verdicts_and_the_expectations() {
    let ended = call(&["run", STORY]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    let lines: Vec<_> = ended.out.lines().collect();
    assert_eq!(lines[0], "A paused client wakes up with an expired lease");
    assert_eq!(lines[1], "A's late write was refused: its token 33 is lower than 34.");
    let line =
        |words: &[&str]| lines.iter().filter(|line| words.iter().all(|word| line.contains(word))).count();
    assert_eq!(line(&["0.05s", "fenced", "granted", "token 33"]), 1);
    assert_eq!(line(&["13.15s", "invoices", "write-rejected", "33", "34"]), 1);
    assert_eq!(line(&["one-believer", "broken", "from 11.1s to 13.2s"]), 1);
    assert_eq!(line(&["met", "expect holds no-late-write"]), 1);
    assert_eq!(line(&["its clock shows"]), 0);
    assert_eq!(line(&["NOT MET"]), 0);
}

/// A's clock is 20 s ahead, so what A does at true time 0 it does at 20 s by its clock.
#[test]
fn a_clock_that_is_wrong_is_shown() {
    let text = "client A: work 1s\nfault clock A offset=+20s\n";
    let out = call_with(&["run", "-"], text.as_bytes()).out;
    let worked = out.lines().find(|line| line.contains("work-began")).expect("work");
    assert!(worked.ends_with("(its clock shows 20s)"), "{worked}");
    let run = json(&["run", "--format=json", "-"], text);
    let worked = run["events"].as_array().expect("events").iter().find(|it| it["kind"] == "work-began");
    assert_eq!(
        worked.map(|it| (it["at_us"].as_i64(), it["clock_us"].as_i64())),
        Some((Some(0), Some(20_000_000)))
    );
}

#[test]
fn an_expectation_that_is_not_met_ends_with_1() {
    let text = "client A: work 1s\nexpect broken one-holder\n";
    let ended = call_with(&["run", "-"], text.as_bytes());
    assert_eq!((ended.code, ended.err.as_str()), (Some(1), ""));
    assert!(ended.out.contains("NOT MET  expect broken one-holder (line 2)\n"), "{}", ended.out);
    let run = json(&["run", "-", "--format", "json"], text);
    assert_eq!((&run["expectations"][0]["line"], &run["expectations"][0]["met"]), (&2.into(), &false.into()));
}

#[test]
fn the_seed_of_the_call_comes_before_that_of_the_text() {
    let text = "seed 7\nclient A: work 1s\n";
    assert_eq!(json(&["run", "-", "--format", "json"], text)["seed"], 7);
    assert_eq!(json(&["run", "-", "--format", "json", "--seed", "0"], text)["seed"], 0);
}

/// One write, of which half the messages are lost: over 64 seeds it is nearly sure that some arrive and
/// some do not (the chance of the contrary is below one in 10^15).
const COIN: &str = "store s\nclient A: write s\nfault loss A->s rate=1/2\nexpect event write-accepted\n";

#[test]
fn seeds_are_counted() {
    let counted = json(&["run", "-", "--seeds", "1..64", "--format", "json"], COIN);
    assert_eq!((&counted["seeds"]["first"], &counted["seeds"]["last"]), (&1.into(), &64.into()));
    for check in counted["checks"].as_array().expect("checks") {
        let counts =
            ["holds", "broken", "does-not-apply", "undecided"].map(|word| check[word].as_u64().unwrap());
        assert_eq!(counts.iter().sum::<u64>(), 64, "every seed has one verdict: {check}");
        assert_eq!(check["first_broken"], Value::Null, "without a lock nothing is broken");
    }
    let expectation = &counted["expectations"][0];
    let [met, not_met, first] =
        ["met", "not_met", "first_not_met"].map(|key| expectation[key].as_u64().unwrap());
    assert!(met > 0 && not_met > 0 && met + not_met == 64, "{expectation}");
    // The first seed named is one that does it, and no lower one does.
    for seed in 1..=first {
        let ended = call_with(&["run", "-", "--seed", &seed.to_string()], COIN.as_bytes());
        assert_eq!(ended.code, Some(if seed == first { 1 } else { 0 }), "seed {seed}");
    }
}

/// In the story nothing depends on the seed: each of three seeds breaks one-believer, the first is the first.
#[test]
fn the_first_seed_that_breaks_a_check_is_named_and_no_progress_without_a_terminal() {
    let ended = call(&["run", STORY, "--seeds", "5..7"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    let line =
        |word: &str| ended.out.lines().find(|line| line.starts_with(word)).unwrap_or_default().to_owned();
    assert_eq!(line("one-believer"), "one-believer     broken 3; first broken with --seed 5");
    assert_eq!(line("no-late-write"), "no-late-write    holds 3");
    assert_eq!(line("met 3"), "met 3  expect event write-rejected by=A token=33");
    let counted = json(&["run", STORY, "--seeds", "5..7", "--format", "json"], "");
    let checks = counted["checks"].as_array().expect("checks");
    let broken: Vec<_> = checks.iter().filter(|it| !it["first_broken"].is_null()).collect();
    assert_eq!(broken.len(), 1);
    assert_eq!((&broken[0]["check"], &broken[0]["first_broken"]), (&"one-believer".into(), &5.into()));
}
