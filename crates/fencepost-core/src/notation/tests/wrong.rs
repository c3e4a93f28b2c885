//! What is said about texts that mean nothing.

use alloc::string::String;
use alloc::vec::Vec;

use super::{STAGE, problems, staged};
use crate::notation::parse;
use crate::scenario::limit;

#[test]
fn a_text_without_clients_is_shown_a_scenario() {
    let expected = "line 1, column 1: this text has no client: write at least one, for example\n\n\
        lock report on fenced ttl=10s\nclient A: acquire report, work 1s, release report\n";
    assert_eq!(problems(""), [expected]);
    assert_eq!(problems("\u{feff}\n # only a comment"), [expected]);
    assert!(parse(crate::notation::resolve::SMALLEST).is_ok(), "the example is one");
}

#[test]
fn too_long_a_text_is_not_read() {
    let text = "x".repeat(limit::TEXT + 1);
    assert_eq!(problems(&text), ["line 1, column 1: the text has 65537 bytes: at most 65536 are read"]);
}

#[test]
fn unknown_words_have_a_nearest_one() {
    assert_eq!(
        staged("clinet C: work 1s"),
        ["line 5, column 1: there is no statement `clinet`: did you mean `client`?"]
    );
    assert_eq!(
        staged("client C: acquire reprot"),
        ["line 5, column 19: there is no lock `reprot`: did you mean `report`?"]
    );
    assert_eq!(
        staged("client C: acquire report evry=1s"),
        ["line 5, column 26: `acquire` has no setting `evry`: did you mean `every`?"]
    );
    assert_eq!(
        staged("lock other on redys"),
        ["line 5, column 15: there is no service `redys`, and no kind of service: did you mean `redis`?"]
    );
    assert_eq!(
        staged("service x zookeeper"),
        ["line 5, column 11: there is no kind of service `zookeeper`: the kinds are `fenced` and `redis`"]
    );
    assert_eq!(
        staged("store s guard=fense"),
        ["line 5, column 15: there is no guard `fense`: did you mean `fence`?"]
    );
    assert_eq!(
        staged("fault puase A for=1s"),
        ["line 5, column 7: there is no fault `puase`: did you mean `pause`?"]
    );
    assert_eq!(
        staged("fault pause C for=1s"),
        ["line 5, column 13: nothing here is called `C`: did you mean `A`?"]
    );
    assert_eq!(
        staged("expect event write-rejectd"),
        ["line 5, column 14: there is no event `write-rejectd`: did you mean `write-rejected`?"]
    );
    assert_eq!(
        staged("expect event lost why=partitoin"),
        ["line 5, column 23: no event gives the reason `partitoin`: did you mean `partition`?"]
    );
    assert_eq!(
        staged("policy p on-expiry=stopp"),
        ["line 5, column 20: `stopp` is no value of `on-expiry`: did you mean `stop`?"]
    );
}

#[test]
fn settings_of_another_kind_are_named() {
    assert_eq!(
        problems("lock l on redis first-token=3\nclient A: work 1s"),
        ["line 1, column 17: a lock on `redis` has no setting `first-token`: it takes `ttl` and `release`"]
    );
    assert_eq!(
        staged("process p ttl=3s"),
        ["line 5, column 11: a process has no setting `ttl`: it takes none"]
    );
}

#[test]
fn an_amount_has_its_sign_and_its_range() {
    for amount in ["+x", "+0", "-0", "+1.5", "+", "--1", "+1000001", "-99999999999999999999", "+1s"] {
        let line = ["client C: write invoices ", amount].concat();
        let says =
            " is no amount to add: write a sign and a whole number from 1 to 1000000, like `+1` or `-5`";
        assert_eq!(staged(&line), [["line 5, column 26: `", amount, "`", says].concat()]);
    }
    assert_eq!(
        staged("client C: write invoices 5"),
        ["line 5, column 26: `5` is not in quotes: put the text in quotes"]
    );
    assert_eq!(
        staged("client C: write invoices +1 \"x\""),
        ["line 5, column 29: `x` is too much: write `write STORE \"TEXT\"`, then settings"]
    );
}

#[test]
fn values_need_units_and_stay_in_their_range() {
    let cases = [
        (
            "work 10",
            "line 5, column 16: `10` needs a unit: write `10s`, `10ms` or another of us, ms, s, min, h",
        ),
        ("work 0", "line 5, column 16: `0` needs a unit: write `0s`"),
        (
            "work 10sec",
            "line 5, column 16: `10sec` has the unknown unit `sec`: the units are us, ms, s, min and h",
        ),
        (
            "work 0.0000001s",
            "line 5, column 16: `0.0000001s` is finer than a microsecond: leave the last decimals away",
        ),
        ("work -3s", "line 5, column 16: `-3s` has a sign: write a number and a unit, like `10s` or `250ms`"),
        (
            "work soon",
            "line 5, column 16: `soon` is not a span of time: write a number and a unit, like `10s` or `250ms`",
        ),
        ("work 25h", "line 5, column 16: `25h` is too long: it is at most 24h"),
        (
            "work 99999999999999999999999999999999999999999999h",
            "line 5, column 16: `9999999999999999999999999999999999999999...` is too long: it is at most 24h",
        ),
        (
            "work \"1s\"",
            "line 5, column 16: \"1s\" is in quotes: leave them away: quotes are for names and texts",
        ),
        ("acquire report every=0s", "line 5, column 32: `0s` is too short for `every`: it is at least 1ms"),
    ];
    for (step, expected) in cases {
        let mut line = String::from("client C: ");
        line.push_str(step);
        assert_eq!(staged(&line), [expected]);
    }
    assert_eq!(
        staged("seed 1.5"),
        ["line 5, column 6: `1.5` is not a whole number: write digits only, from 0 to 9007199254740991"]
    );
    assert_eq!(
        staged("seed 9007199254740992"),
        ["line 5, column 6: `9007199254740992` is out of range: it goes from 0 to 9007199254740991"]
    );
    assert_eq!(staged("horizon 25h"), ["line 5, column 9: `25h` is too long: it is at most 24h"]);
    assert_eq!(
        staged("network delay=80ms..20ms"),
        ["line 5, column 15: `80ms..20ms` ends before it begins: write `20ms..80ms`"]
    );
    assert_eq!(
        staged("network loss=3/2"),
        ["line 5, column 14: `3/2` is out of range: it lies between 0% and 100%"]
    );
    assert_eq!(
        staged("network loss=0.1"),
        ["line 5, column 14: `0.1` is not a part of a whole: write a part of a whole, like `1/10` or `10%`"]
    );
    assert_eq!(
        staged("fault clock A rate=+2"),
        ["line 5, column 20: `+2` needs a unit: write parts per million or percent, like `-200ppm` or `+1%`"]
    );
    assert_eq!(
        staged("fault clock A rate=-60%"),
        ["line 5, column 20: `-60%` is too far from true time: at most 50% either way"]
    );
}

#[test]
fn one_name_is_one_thing() {
    assert_eq!(
        staged("store report"),
        [
            "line 5, column 7: `report` is declared twice: line 1 has a lock of this name: give each thing a name of its own"
        ]
    );
    assert_eq!(
        staged("seed 1\nseed 2"),
        ["line 6, column 1: a second `seed`: the first is in line 5: leave one of them away"]
    );
    assert_eq!(
        staged("lock l on redis ttl=1s ttl=2s"),
        ["line 5, column 24: `ttl` is set twice: leave one of them away"]
    );
    assert_eq!(
        staged("link A->report delay=1s\nlink A<->fenced delay=2s"),
        ["line 6, column 6: this link is declared twice: the first is in line 5: leave one of them away"]
    );
    assert_eq!(
        staged("store 1st"),
        [
            "line 5, column 7: `1st` is not a name: a name begins with a letter and goes on with letters, digits, `_`, `-` or `.`; put any other in quotes"
        ]
    );
}

#[test]
fn faults_befall_what_they_can() {
    assert_eq!(
        staged("fault pause invoices for=1s"),
        [
            "line 5, column 13: `pause` works on a process, a client, a service or a lock: `invoices` is a store"
        ]
    );
    assert_eq!(
        staged("fault reset report->A at=1s"),
        ["line 5, column 13: `reset` begins at a process or client and goes one way: write `A->report`"]
    );
    assert_eq!(
        staged("fault pause A->fenced for=1s"),
        [
            "line 5, column 13: `pause` does not work on a link: write the name of a process, a client, a service or a lock"
        ]
    );
    assert_eq!(
        staged("fault loss A nth=1"),
        [
            "line 5, column 12: `loss` works on a link, and `A` is a name: write two names, like `A->report` or `A<->report`"
        ]
    );
    assert_eq!(
        staged("fault loss A<->report nth=1"),
        ["line 5, column 23: `nth=` names one message, and this link goes both ways: write `->`"]
    );
    assert_eq!(
        staged("fault loss A->B nth=1"),
        [
            "line 5, column 12: no message goes from one process to another: write a process or client at one end, a service, lock or store at the other"
        ]
    );
    assert_eq!(
        staged("fault pause A from=11min for=1s"),
        [
            "line 5, column 20: this fault begins at 660s, after the horizon of 10min: begin earlier, or write a farther `horizon`"
        ]
    );
    assert_eq!(staged("fault pause A"), ["line 5, column 14: `fault pause` has no `for=`: write `for=10s`"]);
    assert_eq!(staged("fault clock A step=+1s"), ["line 5, column 1: a step needs its moment: write `at=`"]);
    assert_eq!(
        staged("fault pause"),
        ["line 5, column 12: `fault` is not complete: write `fault KIND TARGET`"]
    );
}

#[test]
fn a_fence_needs_tokens() {
    assert_eq!(
        problems("lock l on redis\nstore s for=l guard=fence\nclient A: work 1s"),
        [
            "line 2, column 15: `guard=fence` needs a fencing token, and `redis` hands out none: keep the lock on `fenced`, or write `guard=none`"
        ]
    );
    assert_eq!(
        staged("store s guard=fence"),
        [
            "line 5, column 9: `guard=fence` compares the fencing tokens of a lock, and this store names no lock: write `for=LOCK` too, or `guard=none`"
        ]
    );
    assert_eq!(
        staged("store s for=fenced"),
        ["line 5, column 13: `fenced` is a service: write the name of a lock"]
    );
}

#[test]
fn clients_are_whole() {
    assert_eq!(
        staged("client C"),
        ["line 5, column 9: client `C` has no steps: write them after a colon, like `client C: work 1s`"]
    );
    assert_eq!(
        staged("client C:"),
        ["line 5, column 10: client `C` has no steps: write them after a colon, like `client C: work 1s`"]
    );
    assert_eq!(
        staged("client C: work 1s,"),
        ["line 5, column 19: a step is missing here: write one, or leave the sign before it away"]
    );
    assert_eq!(
        staged("client C: acquire report give-up=3s"),
        [
            "line 5, column 26: `give-up` needs `every`: without it the client tries once: write `every=200ms` too, or leave `give-up` away"
        ]
    );
    assert_eq!(
        staged("client C at=601s: work 1s"),
        [
            "line 5, column 13: this client starts at 601s, after the horizon of 10min: begin earlier, or write a farther `horizon`"
        ]
    );
    assert_eq!(
        staged("client C: write invoices data"),
        ["line 5, column 26: `data` is not in quotes: put the text in quotes"]
    );
}

#[test]
fn signs_stand_where_they_belong() {
    assert_eq!(
        staged("lock l on redis ttl=1s, release=plain"),
        [
            "line 5, column 23: `,` separates the steps of a client, after its `:`: put a space between words and settings"
        ]
    );
    assert_eq!(
        staged("lock l on redis ttl = 1s"),
        ["line 5, column 21: `=` stands alone: write `key=value` without white space"]
    );
    assert_eq!(
        staged("lock l on redis ttl= release=plain"),
        ["line 5, column 17: `ttl=` has no value: write `key=value` without white space"]
    );
    assert_eq!(
        staged("client C: write invoices \"x"),
        ["line 5, column 26: these quotes do not end: write `\"` at their end, on the same line"]
    );
    assert_eq!(
        staged("lock ttl=1s l on redis"),
        [
            "line 5, column 13: `l` comes too late: words come before settings such as `ttl=`",
            "line 5, column 15: `on` comes too late: words come before settings such as `ttl=`",
            "line 5, column 18: `redis` comes too late: words come before settings such as `ttl=`"
        ]
    );
    assert_eq!(
        staged("network: delay=1s"),
        ["line 5, column 8: `network` takes no steps: leave the `:` away; steps are a client's"]
    );
    assert_eq!(staged("process p q"), ["line 5, column 11: `q` is too much: write `process NAME`"]);
}

#[test]
fn all_problems_are_told_at_once_in_order() {
    let text = "client A: work 10, acquire x\nseed -1\nlock l on redis ttl=5";
    let columns: Vec<(u32, u32)> =
        parse(text).expect_err("problems").iter().map(|it| (it.line, it.column)).collect();
    assert_eq!(columns, [(1, 16), (1, 28), (2, 6), (3, 21)]);
    let many = "x\n".repeat(1000);
    let all = problems(&many);
    assert_eq!(all.len(), 51);
    // 1000 unknown statements, of which 50 are told; a missing client is told only when nothing else is wrong.
    assert_eq!(all[50], "line 51, column 1: 950 more problems follow: mend those above first");
}

#[test]
fn limits_have_names() {
    let mut text = String::from(STAGE);
    for index in 0..63 {
        text.push_str(&alloc::format!("client c{index}: work 1s\n"));
    }
    assert_eq!(
        problems(&text),
        [
            "line 1, column 1: a scenario has at most 64 processes, and this text has 65: leave some away",
            "line 67, column 1: a scenario has at most 64 clients, and this text has 65: leave some away"
        ]
    );
    let steps = alloc::vec!["work 1s"; 257].join(", ");
    let text = alloc::format!("client A: {steps}");
    // Ten characters before the first step, nine for each step and its comma.
    assert_eq!(
        problems(&text),
        ["line 1, column 2315: a client has at most 256 steps, and this one has 257: leave some away"]
    );
    let text = alloc::format!("title {}\nclient A: work 1s", "t".repeat(121));
    assert_eq!(problems(&text).len(), 1);
}
