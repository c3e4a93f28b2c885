//! The story of the paused client from its text to its verdicts, in three variants. Everything expected here
//! is derived by hand.
//!
//! As written: each message takes 50 ms. A sends its request at 0, is granted 1 (token 33) at 0.05 until
//! 10.05, learns it at 0.10 and would work until 1.10. It stands still from 1.0 to 13.0, so that 0.1 s of
//! work is left. B sends at 11.0, is granted 2 (token 34) at 11.05, learns it at 11.10, works until 12.10,
//! and its write arrives at 12.15. A's work ends at 13.10, its write arrives at 13.15, and the fence says
//! 33 < 34; A learns that at 13.20 and believes no longer. B learns of its own success at 12.20, works until
//! 14.20 and sends its release then. So both believe from 11.10 to 13.20, which is 2.1 s.

use fencepost_core::check::{Verdict, headline, judge_all, meets};
use fencepost_core::drive::simulate;
use fencepost_core::event::{Kind, Outcome};
use fencepost_core::notation::parse;
use fencepost_core::primitive::Time;
use fencepost_core::trace::Trace;

const STORY: &str = "\
title A paused client wakes up with an expired lease
network delay=50ms
lock report on fenced ttl=10s first-token=33
store invoices for=report guard=fence
client A at=0s: acquire report, work 1s, write invoices, release report
client B at=11s: acquire report, work 1s, write invoices, work 2s, release report
fault pause A from=1s for=12s
expect event write-rejected by=A token=33
expect broken one-believer
expect holds no-late-write
";

fn play(text: &str) -> Trace {
    let scenario = parse(text).expect("the story is a scenario");
    simulate(&scenario, scenario.seed).trace
}

fn verdict(verdicts: &[Verdict], check: &str) -> Verdict {
    verdicts.iter().find(|it| it.check == check).expect("every check is there").clone()
}

/// The index of the only event that this is true of.
fn only(trace: &Trace, is: impl Fn(&Kind) -> bool) -> u32 {
    let mut found = trace.events.iter().filter(|event| is(&event.kind));
    let index = found.next().expect("there is such an event").index;
    assert!(found.next().is_none(), "there is one such event");
    index
}

/// Asserts the table of outcomes: these three as given, and the other four the same in every variant.
fn assert_outcomes(verdicts: &[Verdict], in_order: Outcome, late: Outcome) {
    for (check, outcome) in [
        ("one-believer", Outcome::Broken),
        ("writes-in-order", in_order),
        ("no-late-write", late),
        ("no-lost-update", Outcome::DoesNotApply),
        ("one-holder", Outcome::Holds),
        ("own-release", Outcome::Holds),
        ("progress", Outcome::Holds),
    ] {
        let verdict = verdict(verdicts, check);
        assert_eq!(verdict.outcome, outcome, "{check}: {}", verdict.text);
    }
}

/// No grant comes before 10.05, so one holder; B releases what is its own, and A never gets that far; each
/// request is granted at its first try; no program reads. The one accepted write is B's, under the newest
/// grant.
#[test]
fn as_written_the_late_write_is_refused() {
    let trace = play(STORY);
    let verdicts = judge_all(&trace);
    assert_outcomes(&verdicts, Outcome::Holds, Outcome::Holds);
    let overlap = verdict(&verdicts, "one-believer");
    assert_eq!(overlap.text, "A and B both believed that they held report, from 11.1s to 13.2s (2.1s).");
    let mut believers = trace.events.iter().filter(|event| matches!(event.kind, Kind::BeliefBegan { .. }));
    assert_eq!(overlap.event, believers.next_back().map(|event| event.index), "B's belief is the second");
    assert_eq!(overlap.to, Some(Time::from_millis(13_200)));
    assert_eq!(
        headline(&trace, &verdicts).text,
        "A's late write was refused: its token 33 is lower than 34."
    );
}

/// Without the guard A's write is accepted at 13.15, after B's of 12.15 and 2.1 s after B's grant. A then
/// goes on at 13.20 and sends its release, which the service refuses: A's overlap with B ends there as well.
#[test]
fn without_a_guard_the_late_write_destroys_data() {
    let trace = play(&STORY.replace("guard=fence", "guard=none"));
    let verdicts = judge_all(&trace);
    assert_outcomes(&verdicts, Outcome::Broken, Outcome::Broken);
    let is_late = |kind: &Kind| matches!(kind, Kind::WriteAccepted { replaced: 1, .. });
    let late = verdict(&verdicts, "no-late-write");
    assert_eq!(late.event, Some(only(&trace, is_late)));
    assert_eq!(
        late.text,
        "A's write under grant 1 was accepted at 13.15s although report had been granted to B at 11.05s."
    );
    assert_eq!(verdict(&verdicts, "writes-in-order").event, late.event);
    assert_eq!(
        verdict(&verdicts, "one-believer").text,
        "A and B both believed that they held report, from 11.1s to 13.2s (2.1s)."
    );
    assert_eq!(headline(&trace, &verdicts).text, "A's late write destroyed B's data.");
}

/// A wakes at 11.5 with 0.1 s of work left: its write arrives at 11.65, after B's grant of 11.05 and before
/// B's write of 12.15. The store has seen no token yet, and takes 33. A learns that at 11.70 and sends its
/// release then: both believe from 11.10 to 11.70. B's write with 34 follows in order.
#[test]
fn a_client_that_wakes_before_the_other_has_written_gets_its_late_write_in() {
    let trace = play(&STORY.replace("for=12s", "for=10.5s"));
    let verdicts = judge_all(&trace);
    assert_outcomes(&verdicts, Outcome::Holds, Outcome::Broken);
    let is_first = |kind: &Kind| matches!(kind, Kind::WriteAccepted { replaced: 0, .. });
    let late = verdict(&verdicts, "no-late-write");
    assert_eq!(late.event, Some(only(&trace, is_first)));
    assert_eq!(
        late.text,
        "A's write under grant 1 was accepted at 11.65s although report had been granted to B at 11.05s."
    );
    assert_eq!(
        verdict(&verdicts, "one-believer").text,
        "A and B both believed that they held report, from 11.1s to 11.7s (600ms)."
    );
    assert_eq!(headline(&trace, &verdicts).text, "A's late write got in: the store had not yet seen 34.");
}

/// The story's own expectations hold for the story and fail for its variant without a guard: there no write
/// is rejected and a late one gets in, while two still believe.
#[test]
fn expectations_are_met_or_told_what_was_found() {
    let outcomes = |text: &str| {
        let scenario = parse(text).expect("the story is a scenario");
        let trace = simulate(&scenario, scenario.seed).trace;
        scenario.expects.iter().map(|expect| meets(&trace, expect)).collect::<Vec<_>>()
    };
    assert!(outcomes(STORY).iter().all(|met| met.met));
    let without = outcomes(&STORY.replace("guard=fence", "guard=none"));
    let met: Vec<bool> = without.iter().map(|met| met.met).collect();
    assert_eq!(met, [false, true, false]);
    assert_eq!(without[0].found, "There is no write-rejected at all.");
}
