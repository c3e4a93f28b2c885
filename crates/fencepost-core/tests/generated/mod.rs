//! Texts made by chance: scenarios that are right, and soups of words that are mostly wrong.

use fencepost_core::notation::edit::Place;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

/// Places that generated scenarios often have, each with a key that takes a span.
pub(crate) fn places() -> Vec<(Place, &'static str)> {
    let step = |index| Place::Step { client: "c0".into(), index };
    vec![
        (Place::Lock("l0".into()), "ttl"),
        (Place::Client("c0".into()), "at"),
        (Place::Client("c1".into()), "renew"),
        (Place::Client("c1".into()), "patience"),
        (Place::Policy("p0".into()), "gap"),
        (Place::Network, "delay"),
        (Place::Horizon, "span"),
        (step(0), "every"),
        (step(1), "span"),
        (Place::Fault(0), "for"),
        (Place::Fault(1), "from"),
        (Place::Store("s0".into()), "x"),
        (Place::Service("r".into()), "x"),
    ]
}

/// Words and signs of the notation in any order.
pub(crate) fn soup() -> impl Strategy<Value = String> {
    let words = vec![
        "title",
        "seed",
        "horizon",
        "network",
        "process",
        "service",
        "lock",
        "store",
        "policy",
        "client",
        "link",
        "fault",
        "expect",
        "A",
        "B",
        "report",
        "on",
        "fenced",
        "redis",
        "ttl=10s",
        "for=report",
        "guard=fence",
        "acquire",
        "work",
        "sleep",
        "read",
        "write",
        "release",
        "1s",
        "10",
        "0",
        "-3s",
        "20ms..80ms",
        "1/10",
        "\"x\"",
        "\"",
        ":",
        ",",
        "=",
        "->",
        "<->",
        "#",
        " ",
        "  ",
        "\n",
        "\n  ",
        "\r\n",
        "\t",
        "pause",
        "delay",
        "nth=1",
        "from=1s",
        "for=2s",
        "holds",
        "event",
        "no",
        "value",
        "paused",
        "one-holder",
        "every=1s",
        "at=1s",
        "in=A",
        "policy=B",
        "\u{e9}",
        "\u{0}",
        "99999999999999999999",
        "0.0000001s",
        "..",
        "/",
        "%",
        "+",
    ];
    vec((select(words), select(vec!["", " ", " ", " ", "\n"])), 0..120)
        .prop_map(|parts| parts.into_iter().flat_map(|(word, gap)| [word, gap]).collect())
}

/// Something to insert, or `None` to leave out one character.
pub(crate) fn slip() -> impl Strategy<Value = Option<String>> {
    option::of(prop_oneof![
        select(vec!["\"", "=", ":", ",", "\n", " ", "#", "->", "\t", "\r", "x", "9", "0s", "-", ".."])
            .prop_map(String::from),
        "\\PC{1,3}",
    ])
}

/// A span from 1 ms to 20 s, in one of several spellings.
fn span() -> impl Strategy<Value = String> {
    (1_u32..20_000, select(vec!["ms", "us", "s"])).prop_map(|(ms, unit)| match unit {
        "ms" => format!("{ms}ms"),
        "us" => format!("{ms}000us"),
        _ => format!("{}.{:03}s", ms / 1000, ms % 1000),
    })
}

fn window() -> impl Strategy<Value = String> {
    (0_u32..300, 0_u32..300).prop_map(|(earliest, more)| format!("{earliest}ms..{}ms", earliest + more))
}

/// `key=value`, or nothing.
fn maybe(key: &'static str, value: impl Strategy<Value = String> + 'static) -> BoxedStrategy<String> {
    option::weighted(0.3, value)
        .prop_map(move |it| it.map_or(String::new(), |value| format!(" {key}={value}")))
        .boxed()
}

fn one_of(words: &'static [&'static str]) -> BoxedStrategy<String> {
    select(words).prop_map(String::from).boxed()
}

fn joined(parts: Vec<BoxedStrategy<String>>) -> BoxedStrategy<String> {
    parts.prop_map(|parts| parts.concat()).boxed()
}

/// A scenario of up to two locks, two stores and four clients, with faults and expectations.
pub(crate) fn scenario() -> impl Strategy<Value = String> {
    let statements = joined(vec![
        lines(whole(), 1..2),
        select(vec!["lock l0 on fenced", "lock l0 on r"]).prop_map(String::from).boxed(),
        joined(vec![
            maybe("release", one_of(&["compare", "plain"])),
            maybe("ttl", prop_oneof![span(), Just("none".to_string())]),
        ]),
        Just("\nlock l1 on redis\nservice r redis\n".to_string()).boxed(),
        select(vec!["store s0\n", "store s0 for=l0 guard=none # open\n", "store s0 for=l1\n"])
            .prop_map(String::from)
            .boxed(),
        Just("process host\n".to_string()).boxed(),
        joined(vec![Just("policy p0".to_string()).boxed(), policy(), Just("\n".to_string()).boxed()]),
        client(0),
        client(1),
        lines(fault(), 0..4),
        lines(expect(), 0..3),
    ]);
    (statements, select(vec!["", "\n", "# the end", "\n\n  # the end\n"])).prop_map(|(text, end)| text + end)
}

fn lines(line: BoxedStrategy<String>, count: std::ops::Range<usize>) -> BoxedStrategy<String> {
    vec(line, count).prop_map(|lines| lines.into_iter().map(|line| line + "\n").collect::<String>()).boxed()
}

fn whole() -> BoxedStrategy<String> {
    let text = |text: &str| Just(text.to_string()).boxed();
    joined(vec![
        select(vec!["", "title  What comes of it # so\n", "# nothing\n\n"]).prop_map(String::from).boxed(),
        select(vec!["", "seed 007\n"]).prop_map(String::from).boxed(),
        text("horizon 90s\nnetwork"),
        maybe("loss", one_of(&["1/10", "5%", "0%"])),
        maybe("delay", window()),
    ])
}

fn policy() -> BoxedStrategy<String> {
    joined(vec![
        maybe("renew", prop_oneof![span(), Just("none".to_string())]),
        maybe("deadline", one_of(&["sent", "received"])),
        maybe("on-expiry", one_of(&["stop", "ignore"])),
        maybe("patience", span()),
        maybe("gap", span()),
    ])
}

fn client(number: usize) -> BoxedStrategy<String> {
    let head = joined(vec![
        Just(format!("client c{number}")).boxed(),
        maybe("at", span()),
        maybe("in", one_of(&["host"])),
        maybe("policy", one_of(&["p0"])),
        policy(),
    ]);
    let separator = select(vec![", ", ",", " ,\n    ", ", # and then\n  "]);
    (head, vec((step(), separator), 0..8), step(), select(vec![": ", ":\n  ", " :"]))
        .prop_map(|(head, steps, last, colon)| {
            let steps: String =
                steps.into_iter().flat_map(|(step, separator)| [step, separator.to_string()]).collect();
            format!("{head}{colon}{steps}{last}\n")
        })
        .boxed()
}

fn step() -> BoxedStrategy<String> {
    let lock = || one_of(&["l0", "l1", "\"l0\""]);
    let or_continue = || select(vec!["", " else=continue"]).prop_map(String::from).boxed();
    let text = |text: &str| Just(text.to_string()).boxed();
    let retries =
        (100_u32..5000, option::of(span()), option::of(1_u32..500)).prop_map(|(every, give_up, jitter)| {
            let give_up = give_up.map_or(String::new(), |it| format!(" give-up={it}"));
            let jitter = jitter.map_or(String::new(), |it| format!(" jitter={it}ms"));
            format!("{give_up} every={every}ms{jitter}")
        });
    Union::new(vec![
        joined(vec![text("acquire "), lock(), or_continue()]),
        joined(vec![text("acquire "), lock(), retries.boxed(), or_continue()]),
        joined(vec![text("work  "), span().boxed()]),
        joined(vec![text("sleep "), span().boxed()]),
        joined(vec![text("read s0"), or_continue()]),
        joined(vec![
            text("write s0"),
            one_of(&["", " \"x, y: z # =\"", " \"\"", " +1", " -007", " \"7\""]),
            or_continue(),
        ]),
        joined(vec![text("release "), lock()]),
    ])
    .boxed()
}

fn fault() -> BoxedStrategy<String> {
    let process = || one_of(&["c0", "c1"]);
    let node = || one_of(&["c0", "redis", "l1", "s0", "r", "host"]);
    let text = |text: &str| Just(text.to_string()).boxed();
    let way = || one_of(&["c0->l1", "c0 <-> l0", "l1->c1", "s0->c0", "host->r", "c1<->s0"]);
    let one_way = || one_of(&["c0->l1", "l0->c1", "s0->c0", "host->r"]);
    let nth = || (1_u32..9).prop_map(|nth| format!(" nth={nth}")).boxed();
    let by = || span().prop_map(|by| format!(" by={by}")).boxed();
    let time = || joined(vec![maybe("for", span()), maybe("from", span())]);
    let from = || maybe("from", span());
    let length = || span().prop_map(|length| format!(" for={length}")).boxed();
    let at = || span().prop_map(|at| format!(" at={at}")).boxed();
    let scope = maybe("scope", one_of(&["process", "worker", "renewer"]));
    let wrong = one_of(&[" step=+20s", " step=-3s", " rate=-200ppm", " rate=+1%", " rate=2.5%"]);
    Union::new(vec![
        joined(vec![text("fault pause "), process(), scope, length(), from()]),
        joined(vec![text("fault crash "), process(), maybe("restart-after", span()), at()]),
        joined(vec![text("fault crash "), process(), at(), text(" scope=host")]),
        joined(vec![text("fault partition "), way(), time()]),
        joined(vec![text("fault delay "), way(), time(), by()]),
        joined(vec![text("fault delay "), one_way(), nth(), by()]),
        joined(vec![text("fault duplicate "), way(), time(), maybe("by", span())]),
        joined(vec![text("fault reorder "), one_way(), nth(), maybe("by", span())]),
        joined(vec![text("fault loss "), way(), maybe("rate", one_of(&["1/3", "50%"])), time()]),
        joined(vec![text("fault loss "), one_way(), nth()]),
        joined(vec![text("fault clock "), process(), text(" offset=-3s")]),
        joined(vec![text("fault clock "), node(), wrong, at()]),
    ])
    .boxed()
}

fn expect() -> BoxedStrategy<String> {
    let text = |text: &str| Just(text.to_string()).boxed();
    Union::new(vec![
        joined(vec![
            text("expect event granted"),
            maybe("token", one_of(&["1", "33"])),
            maybe("of", one_of(&["l0", "\"l1\""])),
            maybe("by", one_of(&["c0"])),
        ]),
        joined(vec![text("expect no event lost"), maybe("why", one_of(&["loss", "partition"]))]),
        joined(vec![text("expect value s0=\"c0's data\"")]),
    ])
    .boxed()
}
