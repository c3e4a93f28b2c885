//! Verdicts of short scenarios whose outcome depends on how the world and the checks fit together. Each
//! message takes 50 ms; everything expected is derived by hand.

use fencepost_core::check::{Verdict, Window, find, judge};
use fencepost_core::drive::simulate;
use fencepost_core::event::Outcome;
use fencepost_core::notation::parse;
use fencepost_core::primitive::Time;
use fencepost_core::trace::Trace;

fn play(text: &str, seed: u64) -> Trace {
    let scenario = parse(text).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    simulate(&scenario, seed).trace
}

fn verdict(trace: &Trace, check: &str) -> Verdict {
    judge(trace, find(check).expect("a check of this name"), None, Window::WHOLE)
}

/// The lock is free from 5.15 s on. B may stay away for 1 s and up to 60 s of jitter, and then has 1 s of
/// patience: that is more than the 45 s to the horizon, whatever the seed.
#[test]
fn jitter_is_part_of_the_retry_interval() {
    let text = "\
horizon 50s
network delay=50ms
lock report on redis ttl=30s
policy short patience=1s
client A at=0s: acquire report, work 5s, release report
client B at=3s policy=short: acquire report every=1s jitter=60s, release report
";
    let waiting = |trace: &Trace| trace.ending.at == Time::from_secs(50);
    let runs: Vec<Trace> = (1..=20).map(|seed| play(text, seed)).collect();
    assert!(runs.iter().any(waiting), "in some runs B still stays away at the horizon");
    for trace in &runs {
        assert_eq!(verdict(trace, "progress").outcome, Outcome::Holds);
    }
}

/// The answer to A's first attempt is lost. The service has A on record without end and refuses A itself.
#[test]
fn a_lost_answer_leaves_a_lock_without_ttl_stuck() {
    let text = |ttl: &str| {
        format!(
            "horizon 60s\n\
             network delay=50ms\n\
             lock report on redis ttl={ttl}\n\
             client A at=0s: acquire report every=1s, release report\n\
             fault loss redis->A nth=1\n"
        )
    };
    let stuck = verdict(&play(&text("none"), 1), "progress");
    assert_eq!(stuck.outcome, Outcome::Broken, "{}", stuck.text);
    // With a ttl, A gets the lock at its first attempt after 10.05.
    assert_eq!(verdict(&play(&text("10s"), 1), "progress").outcome, Outcome::Holds);
}

/// A believes until it sends its release at 5.10; that arrives at 5.15. B asks again each second, from 3.10
/// on: its attempt of 5.20 or later succeeds.
#[test]
fn a_release_under_way_at_the_end_of_a_window_is_undecided() {
    let text = "\
network delay=50ms
lock report on redis ttl=none
client A at=0s: acquire report, work 5s, release report
client B at=3s: acquire report every=1s, release report
";
    let trace = play(text, 1);
    let until = |ms| {
        let window = Window { from: Time::ZERO, to: Some(Time::from_millis(ms)) };
        judge(&trace, find("progress").expect("a check of this name"), None, window).outcome
    };
    assert_eq!(until(5_100), Outcome::Holds);
    assert_eq!(until(5_120), Outcome::Undecided);
    assert_eq!(until(5_160), Outcome::Holds);
    assert_eq!(verdict(&trace, "progress").outcome, Outcome::Holds);
}

/// A's client crashes at 2 s with a promise until 30.05 s, and the horizon comes at 20 s.
#[test]
fn a_horizon_before_the_promise_is_over_leaves_progress_undecided() {
    let text = |horizon: &str| {
        format!(
            "horizon {horizon}\n\
             network delay=50ms\n\
             lock report on redis ttl=30s\n\
             client A at=0s: acquire report, work 50s, release report\n\
             client B at=3s: acquire report every=1s, release report\n\
             fault crash A at=2s\n"
        )
    };
    assert_eq!(verdict(&play(&text("20s"), 1), "progress").outcome, Outcome::Undecided);
    assert_eq!(verdict(&play(&text("60s"), 1), "progress").outcome, Outcome::Holds);
}

/// B's attempts are 1 ms apart and never end: the limit on events comes first.
#[test]
fn a_run_that_is_cut_off_holds_nothing() {
    let text = "\
horizon 24h
network delay=0ms
lock report on redis ttl=none
client A at=0s: acquire report, sleep 24h
client B at=0s: acquire report every=1ms
";
    let trace = play(text, 1);
    let cut = verdict(&trace, "one-holder");
    assert_eq!(cut.outcome, Outcome::Undecided);
    assert!(cut.text.starts_with("The limit on events came first"), "{}", cut.text);
}
