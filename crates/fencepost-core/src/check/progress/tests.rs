//! Traces that keep or break `progress`. Every request retries each second with a patience of 2 s, so that
//! the lock may be free for 3 s without breaking anything.

use super::super::testing::*;
use crate::event::{AcquireEnd, BeliefEnd, Finish, Kind, Loss, Outcome, Promise, RecordEnd};
use crate::trace::{EndedBy, Trace};

const ME: &str = "progress";
pub(in crate::check) const CASES: Cases = Cases { check: ME, kept, broken: stuck };

/// A, granted at 0.05 until 10.05, believes from 0.1 on.
fn a_holds(promise: Promise) -> Story {
    Story::new()
        .starts(0, A)
        .asks(0, A)
        .granted(50, A, 1, promise)
        .on_record(50, A, 1)
        .believes(100, A, 1)
        .asked(100, A, AcquireEnd::Granted)
}

/// B waits from 1 s to the horizon at 60 s for A, which believes and renews.
fn kept() -> Trace {
    a_holds(until(10_050)).asks(1_000, B).refused(1_050, B, A).extended(5_000, A, A, 1, until(70_000)).done()
}

/// A crashes at 2 s, and its lock has no ttl.
fn stuck() -> Trace {
    a_crashed(Promise::UntilReleased).done()
}

/// Events 0 to 5 are those of `a_holds`; 6 is B's request.
fn a_crashed(promise: Promise) -> Story {
    a_holds(promise).asks(1_000, B).crashes(2_000, A).believed(2_000, A, 1, BeliefEnd::Crashed).finishes(
        2_000,
        A,
        Finish::Crashed,
    )
}

#[test]
fn waiting_for_a_live_believer_never_breaks_it() {
    assert_outcome(&whole(&kept(), ME), Outcome::Holds, "Nobody waited in vain.");
    // Not even when its promise is long over, as on a server whose clock is slow.
    let trace = a_holds(until(10_050)).asks(1_000, B).done();
    assert_eq!(whole(&trace, ME).outcome, Outcome::Holds);
    // Nor when B gives up.
    let trace = a_holds(until(10_050)).asks(1_000, B).asked(9_000, B, AcquireEnd::GaveUp).done();
    assert_eq!(whole(&trace, ME).outcome, Outcome::Holds);
}

#[test]
fn a_record_without_end_for_a_crashed_client_breaks_it() {
    // Event 3 put A on record. In vain from the crash at 2 s on.
    let verdict = whole(&stuck(), ME);
    assert_broken(
        &verdict,
        1,
        3,
        "B waited for report from 1s to the end at 60s: it was on record for A, which had crashed, without any end.",
    );
    assert_eq!(verdict.from.map(|from| from.as_micros()), Some(2_000_000));
    assert_eq!(verdict.to.map(|to| to.as_micros()), Some(60_000_000));
    // Giving up at 9 s is its own witness (events 7 to 9 are the crash).
    let trace = a_crashed(Promise::UntilReleased).asked(9_000, B, AcquireEnd::GaveUp).done();
    assert_broken(
        &whole(&trace, ME),
        1,
        10,
        "B waited for report from 1s to 9s and gave up: it was on record for A, which had crashed, without any end.",
    );
}

#[test]
fn a_promise_still_to_come_leaves_it_undecided() {
    // The promise ends at 10.05: at 10.049 nothing can be told, at 10.05 it is over.
    let at = |ms| whole(&a_crashed(until(10_050)).ends(ms, EndedBy::Horizon), ME);
    assert_outcome(
        &at(10_049),
        Outcome::Undecided,
        "B waited for report from 1s to the end at 10.049s: it was on record for A, which had crashed, and was promised until 10.05s.",
    );
    assert_broken(
        &at(10_050),
        1,
        3,
        "B waited for report from 1s to the end at 10.05s: it was on record for A, which had crashed, though its promise ended at 10.05s.",
    );
    // The same seen through a window that ends there.
    let trace = a_crashed(until(10_050)).done();
    assert_eq!(between(&trace, ME, 0, Some(10_049)).outcome, Outcome::Undecided);
    assert_eq!(between(&trace, ME, 0, Some(10_050)).outcome, Outcome::Broken);
}

#[test]
fn a_client_that_finished_or_stopped_believing_is_gone() {
    let story = || a_holds(Promise::UntilReleased).asks(1_000, B);
    let finished = story().believed(3_000, A, 1, BeliefEnd::Finished).finishes(3_000, A, Finish::Done).done();
    assert_broken(
        &whole(&finished, ME),
        1,
        3,
        "B waited for report from 1s to the end at 60s: it was on record for A, which had finished, without any end.",
    );
    let stopped = story().believed(3_000, A, 1, BeliefEnd::Deadline).done();
    assert_broken(
        &whole(&stopped, ME),
        1,
        3,
        "B waited for report from 1s to the end at 60s: it was on record for A, which did not believe that it held it, without any end.",
    );
}

#[test]
fn a_lock_may_be_free_for_one_retry_and_one_patience() {
    // A's record ends at 10.05; 3 s later, at 13.05, is not yet longer than 3 s.
    let free = || a_crashed(until(10_050)).off_record(10_050, A, 1, RecordEnd::Expired);
    assert_eq!(whole(&free().ends(13_050, EndedBy::Horizon), ME).outcome, Outcome::Holds);
    let verdict = whole(&free().ends(13_051, EndedBy::Horizon), ME);
    assert_broken(
        &verdict,
        1,
        6,
        "B waited for report from 1s to the end at 13.051s, though nobody had it from 10.05s on.",
    );
    assert_eq!(verdict.from.map(|from| from.as_micros()), Some(13_050_000));
    // Where nothing more can happen, it stays free for ever.
    assert_eq!(whole(&free().ends(10_050, EndedBy::Quiet), ME).outcome, Outcome::Broken);
    // Counted from the request when that began later.
    let late = |ms| Story::new().asks(5_000, B).asked(ms, B, AcquireEnd::GaveUp).done();
    assert_eq!(whole(&late(8_000), ME).outcome, Outcome::Holds);
    assert_broken(
        &whole(&late(8_001), ME),
        1,
        1,
        "B waited for report from 5s to 8.001s and gave up, though nobody had it from 5s on.",
    );
}

#[test]
fn a_try_without_retries_that_ends_is_no_waiting() {
    for why in [AcquireEnd::Refused, AcquireEnd::Unknown, AcquireEnd::Crashed] {
        let trace = a_crashed(Promise::UntilReleased).asked(9_000, B, why).done();
        assert_eq!(whole(&trace, ME).outcome, Outcome::Holds, "{}", why.word());
    }
}

#[test]
fn a_client_that_may_still_learn_of_its_grant_is_not_gone() {
    let story =
        || Story::new().asks(0, A).asks(0, B).granted(50, A, 1, Promise::UntilReleased).on_record(50, A, 1);
    // The answer is under way: neither A nor B waits in vain.
    assert_eq!(whole(&story().done(), ME).outcome, Outcome::Holds);
    // The answer was lost: A asks again and is refused because of its own record. Both wait in vain.
    assert_eq!(whole(&story().refused(3_000, A, A).done(), ME).count, 2);
    // A gave up without having learned of it: B waits in vain, and so did A.
    assert_eq!(whole(&story().refused(3_000, A, A).asked(4_000, A, AcquireEnd::GaveUp).done(), ME).count, 2);
    // One try without an answer: only B is still waiting.
    assert_eq!(whole(&story().asked(3_000, A, AcquireEnd::Unknown).done(), ME).count, 1);
}

#[test]
fn a_grant_that_comes_too_late_for_its_client_is_gone_from_the_start() {
    // A's only try had no answer by 2 s; the service grants it at 3 s all the same.
    let trace = Story::new()
        .asks(0, A)
        .asked(2_000, A, AcquireEnd::Unknown)
        .asks(2_500, B)
        .granted(3_000, A, 1, Promise::UntilReleased)
        .on_record(3_000, A, 1)
        .done();
    assert_eq!(whole(&trace, ME).from.map(|from| from.as_micros()), Some(3_000_000));
}

#[test]
fn a_release_under_way_leaves_it_undecided_until_it_comes_or_is_lost() {
    let story =
        || {
            a_holds(Promise::UntilReleased)
                .asks(1_000, B)
                .believed(5_000, A, 1, BeliefEnd::ReleaseSent)
                .release(5_000, A, 7, Kind::Sent)
        };
    assert_outcome(
        &whole(&story().ends(5_040, EndedBy::Horizon), ME),
        Outcome::Undecided,
        "B waited for report from 1s to the end at 5.04s: it was on record for A, which did not believe that it held it, and a release was under way.",
    );
    let lost = story().release(5_050, A, 7, |message| Kind::Lost { message, why: Loss::Network });
    assert_eq!(whole(&lost.ends(5_060, EndedBy::Horizon), ME).outcome, Outcome::Broken);
    let came = story()
        .release(5_050, A, 7, |message| Kind::Arrived { message, queued: false })
        .released(5_050, A, A, 1)
        .off_record(5_050, A, 1, RecordEnd::Released);
    assert_eq!(whole(&came.ends(5_060, EndedBy::Horizon), ME).outcome, Outcome::Holds);
}
