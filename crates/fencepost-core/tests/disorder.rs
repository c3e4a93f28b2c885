//! Messages that arrive twice, and messages that keep no order.

use fencepost_core::drive::simulate;
use fencepost_core::event::{Event, Kind, Node, StoreId};
use fencepost_core::notation::parse;
use fencepost_core::primitive::Time;
use fencepost_core::trace::Trace;

fn trace(text: &str) -> Trace {
    simulate(&parse(text).expect("a scenario"), 1).trace
}

/// When the events that `wanted` picks happen, in milliseconds.
fn times(trace: &Trace, wanted: impl Fn(&Event) -> bool) -> Vec<u64> {
    trace.events.iter().filter(|event| wanted(event)).map(|event| event.at.as_micros() / 1000).collect()
}

fn reads(trace: &Trace) -> Vec<u64> {
    times(trace, |event| matches!(event.kind, Kind::ReadServed { .. }))
}

/// When the store hears that its client's connection is closed.
fn closed(fault: &str) -> Vec<u64> {
    let text = ["network delay=50ms\nstore s\nclient A: work 1s, write s\nfault crash A at=1.02s\n", fault];
    let at_store = |event: &Event| {
        event.node == Node::Store(StoreId(0)) && matches!(event.kind, Kind::ConnectionClosed { .. })
    };
    times(&trace(&text.concat()), at_store)
}

/// The write leaves at 1 s, the end of the connection at 1.02 s.
#[test]
fn the_end_of_a_connection_waits_for_what_was_sent_before_in_order() {
    assert_eq!(closed(""), [1070]);
    assert_eq!(closed("fault delay A->s nth=1 by=3s"), [4050]);
    assert_eq!(closed("fault reorder A->s nth=1 by=3s"), [1070]);
    assert_eq!(closed("fault reorder A->s from=1s for=10ms by=3s"), [1070]);
    // It is late itself, and waits for nothing.
    assert_eq!(closed("fault delay A->s nth=1 by=3s\nfault reorder A->s nth=2 by=1s"), [2070]);
}

#[test]
fn nothing_waits_for_a_copy_and_the_end_of_a_connection_has_none() {
    assert_eq!(closed("fault duplicate A->s by=3s"), [1070]);
}

/// Each of three answers comes twice: six arrive, three are heeded.
#[test]
fn a_client_heeds_one_answer() {
    let text = "store s\nclient A: read s, read s, read s\nfault duplicate s->A\n";
    for pause in ["", "fault pause A from=15ms for=1s\n"] {
        let trace = trace(&[text, pause].concat());
        assert_eq!(times(&trace, |event| matches!(event.kind, Kind::ValueRead { .. })).len(), 3, "{pause}");
        let home = |event: &Event| {
            matches!(event.kind, Kind::Arrived { .. }) && matches!(event.node, Node::Process(_))
        };
        assert_eq!(times(&trace, home).len(), 6, "{pause}");
        assert_eq!(reads(&trace).len(), 3, "{pause}");
    }
}

/// One message on a link is drawn as without the copy of another.
#[test]
fn a_copy_does_not_reshuffle_the_others() {
    let text = "network delay=20ms..80ms\nstore s\nclient A: read s, read s, read s, read s\n";
    let without = reads(&trace(text));
    let with = reads(&trace(&[text, "fault duplicate A->s nth=2 by=10s"].concat()));
    assert_eq!((without.len(), with.len()), (4, 5));
    assert_eq!(with[..4], without);
    // The copy is under way for 10 s, and for a delay of its own from the same window.
    assert!((10_040..10_300).contains(&with[4]), "{with:?}");
}

/// What delays or loses the message does so to its copy.
#[test]
fn what_befalls_a_message_befalls_its_copy() {
    let text = "network delay=1ms\nstore s\nclient A patience=1s: read s\nfault duplicate A->s by=2s\n";
    assert_eq!(reads(&trace(text)), [1, 2001]);
    assert_eq!(reads(&trace(&[text, "fault delay A->s nth=1 by=3s"].concat())), [3001, 5001]);
    assert_eq!(reads(&trace(&[text, "fault loss A->s nth=1"].concat())), []);
}

/// Requests leave at 0, 1.002, 2.004 and 4.006 s. The first fault lasts until 2 s, the second from 1 s to 3 s:
/// there is one copy at a time, and it is as late as both make it.
#[test]
fn faults_on_one_link_add_up() {
    let text = "network delay=1ms\nstore s\n\
        client A: read s, sleep 1s, read s, sleep 1s, read s, sleep 2s, read s\n\
        fault duplicate A->s for=2s by=10s\nfault duplicate A->s from=1s for=2s by=20s\n";
    let trace = trace(text);
    assert_eq!(reads(&trace), [1, 1003, 2005, 4007, 10_001, 22_005, 31_003]);
    let doubled = |wanted| {
        times(&trace, |event| matches!(event.kind, Kind::LinkDoubled { doubled, .. } if doubled == wanted))
    };
    assert_eq!((doubled(true), doubled(false)), (vec![0, 1000, 2000], vec![3000]));
}

/// What follows from sending follows from the message, not from its copy.
#[test]
fn a_copy_has_its_cause_and_is_none_for_its_sender() {
    let trace = trace("store s\nclient A patience=1s: read s\nfault duplicate A->s\nfault loss s->A\n");
    let find =
        |name: &str| trace.events.iter().find(|event| event.kind.name() == name).expect("such an event");
    let sent = find("sent").index;
    assert_eq!(find("duplicated").cause, Some(sent));
    assert_eq!(find("timed-out").cause, Some(sent));
    assert_eq!(find("duplicated").at, Time::ZERO);
}
