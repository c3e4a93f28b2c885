//! A busy scenario of any length, for measurements: sixteen clients take four locks in turn, ask again
//! while a lock is held, read, write and release. No faults.

use std::fmt::Write;

use fencepost_core::drive::simulate;
use fencepost_core::notation;

const CLIENTS: usize = 16;
const LOCKS: usize = 4;
/// So many that the whole run has more than 100,000 events.
const ROUNDS: usize = 50;

/// The text of a busy scenario whose trace has `events` events, or a few more.
///
/// # Panics
///
/// When `events` is more than the whole run has.
pub fn busy(events: usize) -> String {
    let whole = notation::parse(&text(None)).expect("a busy scenario is a scenario");
    let trace = simulate(&whole, whole.seed).trace;
    let last = trace.events.get(events - 1).expect("the busy scenario has that many events");
    text(Some(last.at.as_micros()))
}

/// The text, up to a moment in microseconds.
fn text(horizon: Option<u64>) -> String {
    let mut text = String::from("title Sixteen clients take four locks in turn\nnetwork delay=1ms..5ms\n");
    match horizon {
        Some(micros) => writeln!(text, "horizon {micros}us").unwrap(),
        None => text.push_str("horizon 1h\n"),
    }
    for lock in 0..LOCKS {
        writeln!(text, "lock L{lock} on fenced ttl=10s").unwrap();
        writeln!(text, "store S{lock} for=L{lock} guard=fence").unwrap();
    }
    for client in 0..CLIENTS {
        let lock = client % LOCKS;
        let round =
            format!("acquire L{lock} every=100ms, read S{lock}, work 1s, write S{lock}, release L{lock}");
        writeln!(text, "client C{client}: {}", vec![round; ROUNDS].join(", ")).unwrap();
    }
    text
}
