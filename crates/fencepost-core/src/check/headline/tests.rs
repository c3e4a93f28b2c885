//! One story for each rule, and what the headline says about it.

use alloc::string::String;

use super::super::judge_all;
use super::super::testing::Story;
use super::super::testing::*;
use super::*;
use crate::event::{AcquireEnd, BeliefEnd, Finish, Promise, RecordEnd};
use crate::trace::EndedBy;

/// A has report from 0 until 10 s by promise, and believes it.
fn a_holds(promise: Promise) -> Story {
    Story::new().starts(0, A).asks(0, A).granted(0, A, 1, promise).on_record(0, A, 1).believes(0, A, 1).asked(
        0,
        A,
        AcquireEnd::Granted,
    )
}

/// The same, and the lease expires at 10 s under A; B has it from 11 s on.
fn b_follows() -> Story {
    a_holds(until(10_000))
        .off_record(10_000, A, 1, RecordEnd::Expired)
        .granted(11_000, B, 2, until(21_000))
        .on_record(11_000, B, 2)
}

fn a_crashes(promise: Promise) -> Story {
    a_holds(promise).crashes(2_000, A).believed(2_000, A, 1, BeliefEnd::Crashed).finishes(
        2_000,
        A,
        Finish::Crashed,
    )
}

fn of(trace: Trace) -> (Tone, String) {
    let Headline { tone, text } = headline(&trace, &judge_all(&trace));
    (tone, text)
}

fn assert_says(trace: Trace, tone: Tone, text: &str) {
    assert_eq!(of(trace), (tone, text.into()));
}

#[test]
fn writes_that_got_in_come_first() {
    // B's write at 12 s, A's at 13 s under the older grant.
    let late = b_follows().writes(12_000, B, INVOICES, 2, 0).writes(13_000, A, INVOICES, 1, 1);
    assert_says(late.done(), Tone::Damage, "A's late write destroyed B's data.");
    let without = b_follows().writes(12_000, B, INVOICES, 2, 0).writes(13_000, C, INVOICES, 0, 1);
    assert_says(without.done(), Tone::Damage, "C's write without the lock destroyed B's data.");
    let own = a_holds(until(10_000)).writes(1_000, A, INVOICES, 1, 0).writes(2_000, A, INVOICES, 0, 1);
    assert_says(own.done(), Tone::Damage, "A's write without the lock destroyed newer data of its own.");

    // Nobody writes in between here; B's grant 2 has the token 34.
    let early = b_follows().writes(11_500, A, INVOICES, 1, 0).writes(12_000, B, INVOICES, 2, 1);
    assert_says(early.done(), Tone::Danger, "A's late write got in: the store had not yet seen 34.");
    let without = b_follows().writes(11_500, C, INVOICES, 0, 0);
    assert_says(
        without.done(),
        Tone::Danger,
        "C's write got in without the lock, after report was granted to B.",
    );

    // B knew version 0 and replaces A's version 1.
    let unread =
        Story::new().reads(0, B, SCRATCH, 0).writes(1_000, A, SCRATCH, 0, 0).writes(2_000, B, SCRATCH, 0, 1);
    assert_says(unread.done(), Tone::Damage, "B's write replaced data that it had not read.");
}

#[test]
fn a_late_write_to_a_service_without_tokens_names_the_holder() {
    let mut trace = b_follows().writes(11_500, A, INVOICES, 1, 0).done();
    for event in &mut trace.events {
        if let Kind::Granted { token, .. } | Kind::WriteAccepted { token, .. } = &mut event.kind {
            *token = None;
        }
    }
    assert_says(trace, Tone::Danger, "A's late write got in: report had been granted to B.");
}

#[test]
fn a_refused_write_comes_before_mere_overlap() {
    // B believes from 11.1, A until it is rejected at 13.2.
    let overlap = || b_follows().believes(11_100, B, 2);
    let refused = overlap().writes(12_000, B, INVOICES, 2, 0).rejected(13_150, A, 1, 2);
    let trace = refused.believed(13_200, A, 1, BeliefEnd::Rejected).done();
    assert_says(trace, Tone::Prevented, "A's late write was refused: its token 33 is lower than 34.");
    let trace = Story::new().rejected(1_000, C, 0, 0).done();
    assert_says(trace, Tone::Prevented, "C's write was refused: it carries no token.");

    let trace = overlap().believed(13_200, A, 1, BeliefEnd::Finished).done();
    assert_says(trace, Tone::Danger, "For 2.1s, A and B both believed that they held report.");
    // It lasts to the horizon at 60 s: 48.9 s.
    assert_says(overlap().done(), Tone::Danger, "For 48.9s, A and B both believed that they held report.");
}

#[test]
fn touching_another_lease_and_granting_it_twice_are_told_as_what_they_are() {
    let released = b_follows().released(12_000, A, B, 2);
    assert_says(released.done(), Tone::Danger, "A released report, which was B's.");
    let extended = b_follows().extended(12_000, A, B, 2, until(22_000));
    assert_says(extended.done(), Tone::Danger, "A extended B's lease on report.");
    // C is granted report at 6 s: A released at 3 s, and B is promised it until 14 s.
    let trace = a_holds(until(10_000))
        .released(3_000, A, A, 1)
        .granted(4_000, B, 2, until(14_000))
        .granted(6_000, C, 3, until(16_000))
        .done();
    assert_says(trace, Tone::Danger, "report was granted to C while it was promised to B.");
}

#[test]
fn a_lease_that_ends_too_early_is_a_danger_even_when_nobody_else_comes() {
    let expired = || a_holds(until(10_000)).off_record(10_000, A, 1, RecordEnd::Expired);
    assert_says(
        expired().done(),
        Tone::Danger,
        "A's lease on report expired while A believed that it held the lock.",
    );
    assert_says(
        expired().writes(12_000, A, INVOICES, 1, 0).done(),
        Tone::Danger,
        "A's write got in after its lease on report had ended.",
    );
    let trace = Story::new().writes(1_000, C, INVOICES, 0, 0).done();
    assert_says(trace, Tone::Danger, "C wrote to invoices without the lock.");
}

#[test]
fn waiting_in_vain_says_for_whom() {
    let trace = a_crashes(Promise::UntilReleased).asks(3_000, B).done();
    assert_says(trace, Tone::Danger, "B waits for ever: report is on record for A, which crashed.");
    let trace = a_crashes(until(10_000)).asks(3_000, B).done();
    assert_says(trace, Tone::Danger, "B waits in vain: report is on record for A, which crashed.");
    let gave_up = a_crashes(Promise::UntilReleased).asks(3_000, B).asked(9_000, B, AcquireEnd::GaveUp);
    assert_says(gave_up.done(), Tone::Danger, "B gave up: report was on record for A, which crashed.");
    // Free from the start: longer than the 3 s that retry and patience allow.
    assert_says(Story::new().asks(0, B).done(), Tone::Danger, "B waits for report, which nobody has.");
    let gave_up = Story::new().asks(0, B).asked(9_000, B, AcquireEnd::GaveUp);
    assert_says(gave_up.done(), Tone::Danger, "B gave up waiting for report, which nobody had.");
    // Undecided: the horizon comes at 5 s, the promise ends at 10 s.
    let (tone, text) = of(a_crashes(until(10_000)).asks(3_000, B).ends(5_000, EndedBy::Horizon));
    assert_eq!(tone, Tone::Danger);
    assert!(text.starts_with("B waited for report from 3s to the end at 5s"), "{text}");
}

#[test]
fn a_story_that_was_cut_off_says_so() {
    let trace = a_holds(until(10_000)).ends(1_000, EndedBy::Limit);
    assert_says(trace, Tone::Danger, "The story was cut off at 1s: the limit of events was reached.");
}

#[test]
fn dangers_that_were_met() {
    let crashed = || a_crashes(until(10_000)).off_record(10_000, A, 1, RecordEnd::Expired);
    assert_says(crashed().done(), Tone::Fine, "A crashed; its lease on report expired after 10s.");
    assert_says(
        crashed().granted(11_000, B, 2, until(21_000)).done(),
        Tone::Fine,
        "A crashed; its lease on report expired after 10s and B got the lock.",
    );
    let deadline = a_holds(until(10_000)).believed(9_900, A, 1, BeliefEnd::Deadline).done();
    assert_says(deadline, Tone::Prevented, "A stopped in time, at its own deadline for report.");
    let told = a_holds(until(10_000)).believed(9_900, A, 1, BeliefEnd::Told).done();
    assert_says(told, Tone::Prevented, "A stopped when it was told that report is not its own.");
}

#[test]
fn going_without_the_lock_and_waiting_for_it() {
    let asks = || a_holds(until(90_000)).asks(3_000, B).refused(3_050, B, A);
    let ends = |why| asks().asked(8_000, B, why).done();
    assert_says(ends(AcquireEnd::Refused), Tone::Fine, "B did not get report: A had it.");
    assert_says(ends(AcquireEnd::GaveUp), Tone::Fine, "B gave up waiting for report, which A had.");
    let again = a_holds(until(90_000)).asks(3_000, A).refused(3_050, A, A);
    assert_says(
        again.asked(3_100, A, AcquireEnd::Refused).done(),
        Tone::Fine,
        "A was refused report, which it had already.",
    );
    assert_says(
        ends(AcquireEnd::Unknown),
        Tone::Fine,
        "B never learned whether it got report: no answer came in time.",
    );
    // B asks at 3 s and has it at 8.1 s.
    let trace = asks()
        .believed(7_000, A, 1, BeliefEnd::ReleaseSent)
        .released(7_050, A, A, 1)
        .off_record(7_050, A, 1, RecordEnd::Released)
        .granted(8_000, B, 2, until(98_000))
        .on_record(8_000, B, 2)
        .believes(8_100, B, 2)
        .asked(8_100, B, AcquireEnd::Granted)
        .done();
    assert_says(trace, Tone::Fine, "B waited 5.1s for report, which A had.");
    // A has it at 2 s, C at 5 s.
    let trace = Story::new()
        .asks(1_000, B)
        .refused(2_000, B, A)
        .refused(5_000, B, C)
        .granted(7_000, B, 3, until(98_000))
        .asked(7_000, B, AcquireEnd::Granted)
        .done();
    assert_says(trace, Tone::Fine, "B waited 6s for report, which A and then others had.");
}

#[test]
fn peace() {
    let wrote = a_holds(until(90_000)).writes(1_000, A, INVOICES, 1, 0).done();
    assert_says(wrote, Tone::Fine, "Every write was made by the holder of the lock.");
    assert_says(a_holds(until(90_000)).done(), Tone::Fine, "Each lock had one holder at a time.");
    assert_says(Story::new().starts(0, A).done(), Tone::Fine, "Nobody asked for a lock.");
    assert_says(Story::new().done(), Tone::Fine, "Nothing happens.");
}

/// A verdict that does not belong to the trace, or points beyond it, makes no headline and no panic.
#[test]
fn strange_verdicts_are_passed_over() {
    let verdicts =
        judge_all(&b_follows().writes(12_000, B, INVOICES, 2, 0).writes(13_000, A, INVOICES, 1, 1).done());
    let calm = a_holds(until(90_000)).done();
    assert_eq!(headline(&calm, &verdicts).text, "Each lock had one holder at a time.");
}

/// A's record ends at 3 s, while it believes: in whatever way it ends, that comes first.
#[test]
fn a_lease_that_ends_under_its_holder_is_told_by_how_it_ended() {
    for (why, text) in [
        (RecordEnd::Expired, "A's lease on report expired while A believed that it held the lock."),
        (RecordEnd::Revoked, "A's lease on report was revoked while A believed that it held the lock."),
        (
            RecordEnd::Forgotten,
            "A's lease on report was lost by its service while A believed that it held the lock.",
        ),
        (
            RecordEnd::Disconnected,
            "A's connection closed, and report with it, while A believed that it held the lock.",
        ),
        (
            RecordEnd::Aborted,
            "A's transaction was aborted, and report freed, while A believed that it held the lock.",
        ),
    ] {
        let story = a_holds(Promise::WhileConnected).off_record(3_000, A, 1, why);
        assert_says(story.believed(4_000, A, 1, BeliefEnd::Told).done(), Tone::Danger, text);
    }
}

#[test]
fn a_connection_that_dies_with_its_client_frees_the_lock_at_once() {
    let story = || a_crashes(Promise::WhileConnected).off_record(2_050, A, 1, RecordEnd::Disconnected);
    assert_says(story().done(), Tone::Fine, "A crashed, and its connection with it; report was free.");
    let next = story().granted(2_100, B, 2, Promise::WhileConnected).on_record(2_100, B, 2);
    assert_says(
        next.done(),
        Tone::Fine,
        "A crashed, and its connection with it; report was free and B got it.",
    );
}

#[test]
fn a_client_that_stops_when_it_is_cut_off_has_prevented_worse() {
    let story = a_holds(until(10_000)).believed(4_000, A, 1, BeliefEnd::Silence);
    let story = story.off_record(10_000, A, 1, RecordEnd::Expired);
    assert_says(story.done(), Tone::Prevented, "A stopped when it lost contact with the service of report.");
}
