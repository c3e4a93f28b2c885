//! What texts mean.

use alloc::vec::Vec;

use super::{STAGE, problems, scenario};
use crate::event::{ClientId, Datum, LockId, Node, ProcessId, ServiceId, StoreId};
use crate::notation::{parse, words};
use crate::primitive::{Span, Time};
use crate::scenario::{End, Expected, OnExpiry, OnRenewError, Policy, Route, Step, Target};
use crate::setting::{Accepts, Fallback, Ratio, Window};
use crate::{fault, service, store};

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
        Step::Acquire {
            lock: LockId(0),
            every: None,
            jitter: Span::ZERO,
            give_up: None,
            wait: None,
            or_continue: false,
        },
        Step::Release { lock: LockId(0) },
    );
    let write = |value| Step::Write { store: StoreId(0), value: Datum::Text(value), or_continue: false };
    let work = |seconds| Step::Work(Span::from_secs(seconds));
    assert_eq!(story.clients[0].steps, [acquire.clone(), work(1), write(0), release.clone()]);
    assert_eq!(story.clients[1].steps, [acquire, work(1), write(1), work(2), release]);
    assert_eq!(story.values, ["A's data", "B's data"]);
    assert_eq!((story.clients[1].start, story.clients[1].process), (Time::from_secs(11), ProcessId(1)));
    let fault = &story.faults[0];
    let target = End { node: Node::Process(ProcessId(0)), client: Some(ClientId(0)), lock: None, nodes: 1 };
    assert_eq!((fault.kind.name, fault.target), ("pause", Target::Node(target)));
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
        deadline: None,
        on_expiry: None,
        renew_patience: None,
        on_renew_error: OnRenewError::Retry,
        renew_max: None,
        cleans_up: false,
        patience: Span::from_secs(30),
        gap: Span::ZERO,
    };
    assert_eq!(policy, expected);
    assert_eq!(scenario(STAGE).network.delay, Window::exactly(Span::from_millis(10)));
    let mut stated = alloc::string::String::from(STAGE);
    stated.push_str("network");
    assert_eq!(scenario(&stated).network, scenario(STAGE).network);
    for word in words::STATEMENTS.iter().chain(words::STEPS) {
        for setting in word.settings {
            if let Fallback::Is(text) = setting.default {
                let mut problems = crate::notation::problem::Problems::new(text);
                let word = crate::notation::syntax::Word { text, quoted: false, bytes: Default::default() };
                assert!(
                    crate::notation::value::read(&word, &setting.accepts, "", &mut problems).is_some(),
                    "{} {text}",
                    setting.name
                );
            }
        }
    }
}

#[test]
fn settings_that_must_be_written_are_spans() {
    // What is said where one is missing shows a span.
    let kinds = fault::TABLE.iter().map(|kind| kind.settings);
    let guards = store::TABLE.iter().map(|kind| kind.settings);
    let services = service::TABLE.iter().flat_map(|kind| [kind.service_settings, kind.lock_settings]);
    let words = words::STATEMENTS.iter().chain(words::STEPS).map(|word| word.settings);
    for setting in kinds.chain(guards).chain(services).chain(words).flatten() {
        let is_span = matches!(setting.accepts, Accepts::Span { .. });
        assert!(is_span || setting.default != Fallback::Required, "{}", setting.name);
    }
}

#[test]
fn a_clients_own_settings_come_before_its_policy() {
    let text = "policy careful on-expiry=stop renew=3s gap=5ms
client A policy=careful renew=none: work 1s
client B policy=careful: work 1s";
    let scenario = scenario(text);
    assert_eq!(scenario.clients[0].policy.renew, Some(None));
    assert_eq!(scenario.clients[0].policy.on_expiry, Some(OnExpiry::Stop));
    assert_eq!(scenario.clients[1].policy.renew, Some(Some(Span::from_secs(3))));
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
    let from = End { node: Node::Process(ProcessId(0)), client: Some(ClientId(0)), lock: None, nodes: 1 };
    let to = End { node: Node::Service(ServiceId(0)), client: None, lock: Some(LockId(0)), nodes: 1 };
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
    let target = End { node: Node::Service(ServiceId(0)), client: None, lock: Some(LockId(0)), nodes: 1 };
    assert_eq!(scenario.faults[2].target, Target::Node(target), "a lock's service");
}

#[test]
fn a_write_carries_a_text_a_number_or_an_amount() {
    let text = "store s\nclient A: write s, write s \"x\", write s +1, write s -1000000 else=continue, \
        write s \"+1\", write s \"-1\", write s \"01\"";
    let scenario = scenario(text);
    let store = StoreId(0);
    let write = |value| Step::Write { store, value, or_continue: false };
    let add = |amount, or_continue| Step::Add { store, amount, or_continue };
    assert_eq!(
        scenario.clients[0].steps,
        [
            write(Datum::Text(0)),
            write(Datum::Text(1)),
            add(1, false),
            add(-1_000_000, true),
            write(Datum::Text(2)),
            write(Datum::Number(-1)),
            write(Datum::Text(3)),
        ]
    );
    assert_eq!(scenario.values, ["A's data", "x", "+1", "01"], "a number is shown without sign and zeros");
}

#[test]
fn every_word_of_a_message_is_a_reason() {
    // A check that `why=` cannot silently reject what an event may say.
    use crate::event::{Content, Rejection};
    let (lock, store) = (LockId(0), StoreId(0));
    let contents = [
        Content::Acquire { lock, wait: false },
        Content::Extend { lock, create: false },
        Content::Release { lock, plain: false },
        Content::Write { store, value: Datum::Text(0), token: None },
        Content::Read { store },
        Content::Close,
        Content::Granted { lock, token: None },
        Content::Held { lock, version: 0 },
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
