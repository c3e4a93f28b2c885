//! What texts mean, and what is said about texts that mean nothing.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{parse, words};
use crate::event::{ClientId, LockId, Node, ProcessId, ServiceId, StoreId, ValueId};
use crate::primitive::{Span, Time};
use crate::scenario::{End, Expected, OnExpiry, Origin, Policy, Route, Scenario, Step, Target, limit};
use crate::setting::{Fallback, Ratio, Window};

/// A lock, a store and two clients that the fragments of the tests are added to.
const STAGE: &str = "lock report on fenced ttl=10s
store invoices for=report
client A: acquire report, write invoices
client B at=11s: acquire report
";

fn scenario(text: &str) -> Scenario {
    match parse(text) {
        Ok(scenario) => scenario,
        Err(problems) => panic!("{text}\n{problems:#?}"),
    }
}

/// The problems of a text, one line each.
fn problems(text: &str) -> Vec<String> {
    parse(text).expect_err("problems").iter().map(ToString::to_string).collect()
}

/// The problems of the stage with one line more, its fifth.
fn staged(line: &str) -> Vec<String> {
    let mut text = STAGE.to_string();
    text.push_str(line);
    problems(&text)
}

const STORY: &str = "title A paused client wakes up with an expired lease
network delay=50ms
lock report on fenced ttl=10s first-token=33
store invoices for=report guard=fence
client A at=0s: acquire report, work 1s, write invoices, release report
client B at=11s: acquire report, work 1s, write invoices, work 2s, release report
fault pause A from=1s for=12s
expect event write-rejected by=A token=33
";

#[test]
fn the_story_is_read_as_written() {
    let story = scenario(STORY);
    assert_eq!(story.title, "A paused client wakes up with an expired lease");
    assert_eq!((story.seed, story.horizon), (1, Span::from_secs(600)), "defaults");
    assert_eq!(story.network.delay, Window::exactly(Span::from_millis(50)));
    assert_eq!(story.network.loss, Ratio::NEVER);
    let names: Vec<&str> = story.processes.iter().map(|process| process.name.as_str()).collect();
    assert_eq!(names, ["A", "B"], "one process for each client");
    assert_eq!(story.services.len(), 1, "the bare kind after `on` declares one service");
    assert_eq!((story.services[0].name.as_str(), story.services[0].kind.name), ("fenced", "fenced"));
    let lock = &story.locks[0];
    assert_eq!((lock.name.as_str(), lock.service), ("report", ServiceId(0)));
    assert_eq!(lock.settings.span("ttl"), Some(Span::from_secs(10)));
    assert_eq!(lock.settings.number("first-token"), Some(33));
    assert_eq!(lock.settings.word("release"), "compare", "a default");
    let store = &story.stores[0];
    assert_eq!((store.name.as_str(), store.lock, store.guard.name), ("invoices", Some(LockId(0)), "fence"));
    let (acquire, release) = (
        Step::Acquire { lock: LockId(0), every: None, jitter: Span::ZERO, give_up: None, or_continue: false },
        Step::Release { lock: LockId(0) },
    );
    let write = |value| Step::Write { store: StoreId(0), value: ValueId(value), or_continue: false };
    let work = |seconds| Step::Work(Span::from_secs(seconds));
    assert_eq!(story.clients[0].steps, [acquire.clone(), work(1), write(0), release.clone()]);
    assert_eq!(story.clients[1].steps, [acquire, work(1), write(1), work(2), release]);
    assert_eq!(story.values, ["A's data", "B's data"]);
    assert_eq!((story.clients[1].start, story.clients[1].process), (Time::from_secs(11), ProcessId(1)));
    let fault = &story.faults[0];
    assert_eq!((fault.kind.name, fault.target), ("pause", Target::Node(Node::Process(ProcessId(0)))));
    assert_eq!(fault.settings.span("from"), Some(Span::from_secs(1)));
    assert_eq!(fault.settings.span("for"), Some(Span::from_secs(12)));
    assert_eq!(fault.settings.word("scope"), "process", "a default");
    let expect = &story.expects[0];
    assert_eq!((expect.line, expect.text.as_str()), (8, "expect event write-rejected by=A token=33"));
    assert!(matches!(&expect.what, Expected::Event { happens: true, kind: "write-rejected", by: Some(by),
        token: Some(33), of: None, why: None, at: None, count: None } if by == "A"));
}

#[test]
fn defaults_are_those_of_the_tables() {
    let policy = scenario(STAGE).clients[0].policy;
    let expected = Policy {
        renew: None,
        deadline: Origin::Sent,
        on_expiry: OnExpiry::Ignore,
        patience: Span::from_secs(30),
        gap: Span::ZERO,
    };
    assert_eq!(policy, expected);
    assert_eq!(scenario(STAGE).network.delay, Window::exactly(Span::from_millis(10)));
    for word in words::STATEMENTS.iter().chain(words::STEPS) {
        for setting in word.settings {
            if let Fallback::Is(text) = setting.default {
                let word = super::syntax::Word { text, quoted: false, bytes: Default::default() };
                assert!(super::value::read(&word, &setting.accepts).is_ok(), "{} {text}", setting.name);
            }
        }
    }
}

#[test]
fn a_clients_own_settings_come_before_its_policy() {
    let text = "policy careful on-expiry=stop renew=3s gap=5ms
client A policy=careful renew=none: work 1s
client B policy=careful: work 1s";
    let scenario = scenario(text);
    assert_eq!(scenario.clients[0].policy.renew, None);
    assert_eq!(scenario.clients[0].policy.on_expiry, OnExpiry::Stop);
    assert_eq!(scenario.clients[1].policy.renew, Some(Span::from_secs(3)));
    assert_eq!(scenario.clients[1].policy.gap, Span::from_millis(5));
}

#[test]
fn names_may_be_used_before_they_are_declared_and_quoted() {
    let text = "client \"nightly job\" in=host: acquire report, write files \"x # y\"
store files for=report
lock report on r
service r redis
process host
fault delay \"nightly job\"->report nth=2 by=3s";
    let scenario = scenario(text);
    assert_eq!(scenario.processes.len(), 1);
    assert_eq!(scenario.clients[0].process, ProcessId(0));
    assert_eq!(scenario.values, ["x # y"]);
    let from = End { node: Node::Process(ProcessId(0)), client: Some(ClientId(0)), lock: None };
    let to = End { node: Node::Service(ServiceId(0)), client: None, lock: Some(LockId(0)) };
    assert_eq!(scenario.faults[0].target, Target::Route(Route { from, to, both: false }));
}

#[test]
fn lines_continue_after_the_white_space_that_all_share() {
    let text = "\r\n    client A  # who\r\n      at=1s:\r\n\r\n# a comment at the margin\r\n      work 1s,\r\n      work 2s\r\n    seed 7\r\n";
    let scenario = scenario(text);
    assert_eq!(scenario.clients[0].steps.len(), 2);
    assert_eq!(scenario.seed, 7);
    let wrong = "    seed 7\n    client A:\n      work 1s,\n      wrk 2s";
    // The fourth line's seventh character is the first of `wrk`.
    assert_eq!(problems(wrong), ["line 4, column 7: there is no step `wrk`: did you mean `work`?"]);
}

#[test]
fn an_expectation_is_kept_as_written() {
    let text = "client A: work 1s\nexpect no event  paused # never\n  by=A";
    let scenario = scenario(text);
    assert_eq!(scenario.expects[0].text, "expect no event  paused by=A");
    assert_eq!(scenario.expects[0].line, 2);
}

#[test]
fn a_text_without_clients_is_shown_a_scenario() {
    let expected = "line 1, column 1: this text has no client: write at least one, for example\n\n\
        lock report on fenced ttl=10s\nclient A: acquire report, work 1s, release report\n";
    assert_eq!(problems(""), [expected]);
    assert_eq!(problems("\u{feff}\n # only a comment"), [expected]);
    assert!(parse(super::resolve::SMALLEST).is_ok(), "the example is one");
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
fn values_are_exact() {
    let text = "client A: work 11.5s, work 1.5h, work 0.25ms, work 1.50s
network delay=20ms..0.08s loss=0.5%
lock l on fenced
fault clock A offset=-3s
fault clock A rate=+0.02% at=1s
fault clock l step=20s at=1s";
    let scenario = scenario(text);
    let us: Vec<Step> =
        [11_500_000, 5_400_000_000, 250, 1_500_000].map(|us| Step::Work(Span::from_micros(us))).to_vec();
    assert_eq!(scenario.clients[0].steps, us);
    assert_eq!(scenario.network.delay.latest, Span::from_millis(80));
    assert_eq!(scenario.network.loss, Ratio { part: 1, whole: 200 }, "lowest terms");
    assert_eq!(scenario.faults[0].settings.offset("offset"), Some(-3_000_000));
    assert_eq!(scenario.faults[1].settings.drift("rate"), Some(200));
    assert_eq!(scenario.faults[2].settings.offset("step"), Some(20_000_000), "the plus may be left away");
    assert_eq!(scenario.faults[2].target, Target::Node(Node::Service(ServiceId(0))), "a lock's service");
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
        staged("fault pause fenced for=1s"),
        ["line 5, column 13: `pause` works on a process or a client: `fenced` is a service"]
    );
    assert_eq!(
        staged("fault pause A->fenced for=1s"),
        ["line 5, column 13: `pause` does not work on a link: write the name of a process or a client"]
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

#[test]
fn every_word_of_a_message_is_a_reason() {
    // A check that `why=` cannot silently reject what an event may say.
    use crate::event::{Content, Rejection};
    let (lock, store) = (LockId(0), StoreId(0));
    let contents = [
        Content::Acquire { lock },
        Content::Extend { lock },
        Content::Release { lock, plain: false },
        Content::Write { store, value: ValueId(0), token: None },
        Content::Read { store },
        Content::Close,
        Content::Granted { lock, token: None },
        Content::Held { lock },
        Content::Extended { lock },
        Content::Released { lock },
        Content::NotYours { lock },
        Content::Written { store },
        Content::Rejected { store, why: Rejection::NoToken },
        Content::Value { store, version: 0, value: None },
    ];
    for content in contents {
        let text = alloc::format!("{STAGE}expect event sent why={}", content.word());
        assert!(parse(&text).is_ok(), "{}", content.word());
    }
}
