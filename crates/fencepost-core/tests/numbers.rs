//! What `write STORE +1` writes, and that what it depends on is part of the world's state.

use fencepost_core::drive::simulate;
use fencepost_core::event::{Kind, StoreId};
use fencepost_core::fingerprint::Exact;
use fencepost_core::notation::parse;
use fencepost_core::primitive::Time;
use fencepost_core::world::{Action, Log, World};

/// What the store `s` holds after this program of a client A, and what else the text says.
fn written(steps: &str, more: &str) -> String {
    let scenario = parse(&format!("store s\nstore t\nclient A: {steps}\n{more}")).expect("a scenario");
    let trace = simulate(&scenario, 1).trace;
    let last = trace.events.iter().rev().find_map(|event| match event.kind {
        Kind::WriteAccepted { store: StoreId(0), value, .. } => Some(value),
        _ => None,
    });
    trace.names.value(last.expect("a write"))
}

/// The number that was last read, plus or minus; 0 where none was read.
#[test]
fn a_write_changes_the_number_that_was_last_read() {
    for (steps, value) in [
        ("write s +1", "1"),
        ("read s, write s -5", "-5"),
        ("write s \"10\", read s, write s +5", "15"),
        ("write s \"-3\", read s, write s +1", "-2"),
        // What it wrote is not what it read.
        ("write s \"10\", write s +5", "5"),
        ("write s \"10\", read s, write s +5, write s +5", "15"),
        // What another store held is nothing to this one.
        ("write t \"7\", read t, write s +1", "1"),
        ("write s \"10\", read s, read t, write s +1", "11"),
        // The later reading counts, also where it is no number.
        ("write s \"10\", read s, write s \"ten\", read s, write s +1", "1"),
        ("write s \"010\", read s, write s +1", "1"),
        ("write s \"+10\", read s, write s +1", "1"),
        ("write s \"-0\", read s, write s +1", "1"),
        ("write s \"1.5\", read s, write s +1", "1"),
        // The ends of the numbers, and what lies beyond them.
        ("write s \"2147483647\", read s, write s +1", "2147483647"),
        ("write s \"-2147483648\", read s, write s -1", "-2147483648"),
        ("write s \"2147483648\", read s, write s +1", "1"),
    ] {
        assert_eq!(written(steps, ""), value, "{steps}");
    }
}

/// A restarted program has read nothing: it writes 0 + 1 again, not 1 + 1.
#[test]
fn a_crash_forgets_what_was_read() {
    let steps = "write s +1, read s, sleep 1s";
    assert_eq!(written(steps, "fault crash A at=500ms restart-after=1s"), "1");
    // Without the crash, a second write goes on from what was read.
    assert_eq!(written("write s +1, read s, sleep 1s, write s +1", ""), "2");
}

/// What each client read is its own: B read the empty store, whatever A read later.
#[test]
fn each_client_has_read_for_itself() {
    let more = "client B: read s, sleep 1s, write s +1";
    assert_eq!(written("sleep 100ms, write s \"5\", read s", more), "1");
}

/// B's write reaches the store just before A's read, or just after: then all is the same but what A has read.
#[test]
fn what_was_read_is_part_of_the_state() {
    let text = "network delay=1ms..9ms\nstore s\nclient A: read s, write s +1\nclient B: write s \"5\"";
    let scenario = parse(text).expect("a scenario");
    let state = |order: [u32; 2]| {
        let mut world = World::new(&scenario);
        let mut play = |at, action| {
            assert!(world.actions().iter().any(|choice| choice.action == action), "{action:?}");
            world.apply(Time::from_millis(at), action, &mut Log::new(0, &mut |_| {}));
        };
        let (a, b) = (fencepost_core::event::ClientId(0), fencepost_core::event::ClientId(1));
        for client in [a, b] {
            play(0, Action::Start(client));
            play(0, Action::Step(client));
        }
        // Messages 0 and 1 are A's read and B's write, 2 and 3 the answers.
        for message in [order[0], order[1]] {
            play(2, Action::Deliver(message));
        }
        for message in [2, 3] {
            play(4, Action::Deliver(message));
        }
        let mut exact = Exact::default();
        world.fingerprint(&mut exact);
        exact
    };
    assert_eq!(state([0, 1]), state([0, 1]));
    assert_ne!(state([0, 1]), state([1, 0]));
}
