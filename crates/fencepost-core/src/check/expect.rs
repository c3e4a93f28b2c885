//! Expectations: whether a trace is what a line of its scenario says it is, and what it is instead.

use alloc::format;
use alloc::string::String;

use super::{Window, judge};
use crate::event::{Event, Kind, Parts, StoreId};
use crate::primitive::Time;
use crate::scenario::{Expect, Expected};
use crate::trace::{Names, Trace};

/// Whether an expectation is met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// Whether it is.
    pub met: bool,
    /// What was found, as one sentence with full stop.
    pub found: String,
}

/// Whether a trace meets one expectation.
pub fn meets(trace: &Trace, expect: &Expect) -> Met {
    match &expect.what {
        Expected::Verdict { outcome, check, of, from, to } => {
            let window = Window { from: from.unwrap_or(Time::ZERO), to: *to };
            let verdict = judge(trace, check, of.as_deref(), window);
            let found = format!("{} {}: {}", verdict.check, verdict.outcome.word(), verdict.text);
            Met { met: verdict.outcome == *outcome, found }
        }
        Expected::Event { happens, kind, of, by, why, at, token, count } => {
            let wanted = Wanted {
                kind,
                of: of.as_deref(),
                by: by.as_deref(),
                why: why.as_deref(),
                at: *at,
                token: *token,
            };
            wanted.in_trace(trace, *happens, *count)
        }
        Expected::Value { store, value } => holds_value(trace, *store, value),
    }
}

/// The event that an expectation describes; what it leaves out may be anything.
struct Wanted<'a> {
    kind: &'a str,
    of: Option<&'a str>,
    by: Option<&'a str>,
    why: Option<&'a str>,
    at: Option<Time>,
    token: Option<u64>,
}

impl Wanted<'_> {
    fn in_trace(&self, trace: &Trace, happens: bool, count: Option<u64>) -> Met {
        let mut matching = trace.events.iter().filter(|event| self.fits(event, &trace.names));
        let first = matching.next();
        let number = u64::from(first.is_some()) + matching.count() as u64;
        let met = match (happens, count) {
            (true, Some(count)) => number == count,
            (true, None) => number > 0,
            (false, Some(count)) => number != count,
            (false, None) => number == 0,
        };
        let found = match first {
            Some(event) if number == 1 => format!("There is one such event, {}", sentence(trace, event)),
            Some(event) => format!("There are {number} such events, the first {}", sentence(trace, event)),
            None => self.nearest(trace),
        };
        Met { met, found }
    }

    fn fits(&self, event: &Event, names: &Names) -> bool {
        event.kind.name() == self.kind && self.at.is_none_or(|at| at == event.at) && {
            let facts = event.kind.facts(names);
            self.of.is_none_or(|of| facts.of == Some(of))
                && self.by.is_none_or(|by| facts.by == Some(by) || names.node(event.node) == by)
                && self.why.is_none_or(|why| event.kind.why() == Some(why))
                && self.token.is_none_or(|token| Parts::of(event, names).token == token)
        }
    }

    /// What there is when nothing fits: the event of this kind with the most in common.
    fn nearest(&self, trace: &Trace) -> String {
        let of_kind = || trace.events.iter().filter(|event| event.kind.name() == self.kind);
        let number = of_kind().count();
        // Of several with equally much in common, `min_by_key` takes the first.
        match of_kind().min_by_key(|event| self.differences(event, &trace.names)) {
            None => format!("There is no {} at all.", self.kind),
            Some(event) if number == 1 => {
                format!("There is no such event; the only {} is {}", self.kind, sentence(trace, event))
            }
            Some(event) => format!(
                "There is no such event; of {number} {} the nearest is {}",
                self.kind,
                sentence(trace, event)
            ),
        }
    }

    fn differences(&self, event: &Event, names: &Names) -> usize {
        let any = Wanted { kind: self.kind, of: None, by: None, why: None, at: None, token: None };
        let parts = [
            Wanted { of: self.of, ..any },
            Wanted { by: self.by, ..any },
            Wanted { why: self.why, ..any },
            Wanted { at: self.at, ..any },
            Wanted { token: self.token, ..any },
        ];
        parts.iter().filter(|part| !part.fits(event, names)).count()
    }
}

/// "at 13.15s: invoices rejects A's write."
fn sentence(trace: &Trace, event: &Event) -> String {
    format!("at {}: {}.", event.at, trace.text(event))
}

fn holds_value(trace: &Trace, store: StoreId, value: &str) -> Met {
    let last = trace.events.iter().rev().find_map(|event| match event.kind {
        Kind::WriteAccepted { store: written, value, .. } if written == store => Some(value),
        _ => None,
    });
    let holds = last.map_or_else(String::new, |value| trace.names.value(value));
    let name = trace.names.store(store);
    let found = match last {
        Some(_) => format!("{name} holds \"{holds}\"."),
        None => format!("{name} was never written."),
    };
    Met { met: holds == value, found }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;
    use crate::check;
    use crate::event::{Node, Outcome, ProcessId, Scope};

    /// Events 0 and 1: grants of 33 to A and 34 to B; 2: B's write; 3: A's rejected one; 4 and 5: a pause.
    fn trace() -> Trace {
        let node = Node::Process(ProcessId(0));
        let (process, scope) = (ProcessId(0), Scope::Process);
        Story::new()
            .granted(50, A, 1, until(10_050))
            .granted(11_050, B, 2, until(21_050))
            .writes(12_150, B, INVOICES, 2, 0)
            .rejected(13_150, A, 1, 2)
            .then(14_000, node, Kind::Paused { process, scope })
            .then(15_000, node, Kind::Resumed { process, scope })
            .done()
    }

    fn met(what: Expected) -> Met {
        meets(&trace(), &Expect { line: 1, text: String::new(), what })
    }

    /// An event with `key=value` pairs, as the notation has them.
    fn event(happens: bool, kind: &'static str, pairs: &str) -> Met {
        let get = |key: &str| pairs.split_whitespace().find_map(|pair| pair.strip_prefix(key));
        let text = |key: &str| get(key).map(String::from);
        let number = |key: &str| get(key).and_then(|it| it.parse().ok());
        met(Expected::Event {
            happens,
            kind,
            of: text("of="),
            by: text("by="),
            why: text("why="),
            at: number("at=").map(Time::from_millis),
            token: number("token="),
            count: number("count="),
        })
    }

    #[test]
    fn an_event_is_found_by_what_it_says_about_itself() {
        for (kind, pairs) in [
            ("granted", ""),
            ("granted", "of=report by=A at=50 token=33"),
            ("granted", "count=2"),
            ("granted", "by=B count=1"),
            ("granted", "by=fenced count=2"), // the node where it happens
            ("write-rejected", "of=invoices by=A why=stale token=33"),
            ("write-accepted", "by=invoices token=34"),
            ("paused", "by=A why=process"),
        ] {
            assert!(event(true, kind, pairs).met, "{kind} {pairs}");
            assert!(!event(false, kind, pairs).met, "no {kind} {pairs}");
        }
        for (kind, pairs) in [
            ("released", ""),
            ("granted", "by=C"),
            ("granted", "of=audit"),
            ("granted", "at=51"),
            ("granted", "by=A token=34"),
            ("granted", "count=3"),
            ("write-rejected", "why=no-token"),
        ] {
            assert!(!event(true, kind, pairs).met, "{kind} {pairs}");
            assert!(event(false, kind, pairs).met, "no {kind} {pairs}");
        }
    }

    #[test]
    fn none_of_a_kind_can_be_counted() {
        assert!(event(true, "released", "count=0").met);
        assert!(!event(true, "granted", "count=0").met);
    }

    #[test]
    fn what_was_found_instead_is_said_in_words() {
        let found = |kind, pairs| event(true, kind, pairs).found;
        let sentence = |place: usize| trace().text(&trace().events[place]);
        assert_eq!(found("released", ""), "There is no released at all.");
        assert_eq!(
            found("write-rejected", ""),
            format!("There is one such event, at 13.15s: {}.", sentence(3))
        );
        assert_eq!(
            found("granted", ""),
            format!("There are 2 such events, the first at 0.05s: {}.", sentence(0))
        );
        assert_eq!(
            found("write-rejected", "by=B"),
            format!("There is no such event; the only write-rejected is at 13.15s: {}.", sentence(3))
        );
        // B's grant differs in its token alone, A's in token and client.
        assert_eq!(
            found("granted", "by=B token=35"),
            format!("There is no such event; of 2 granted the nearest is at 11.05s: {}.", sentence(1))
        );
    }

    #[test]
    fn a_verdict_is_compared_over_its_window() {
        let verdict = |outcome, name, to| {
            let check = check::find(name).expect("a check of this name");
            met(Expected::Verdict { outcome, check, of: None, from: None, to })
        };
        let holds = verdict(Outcome::Holds, "no-late-write", None);
        assert_eq!((holds.met, holds.found.as_str()), (true, "no-late-write holds: No late write got in."));
        assert!(!verdict(Outcome::Broken, "no-late-write", None).met);
        // Before 12.15 no write reached the store.
        assert!(verdict(Outcome::DoesNotApply, "no-late-write", Some(Time::from_millis(12_150))).met);
    }

    #[test]
    fn a_store_holds_what_was_accepted_last() {
        let value = |store, value: &str| met(Expected::Value { store, value: value.into() });
        assert_eq!(
            value(INVOICES, "B's data"),
            Met { met: true, found: "invoices holds \"B's data\".".into() }
        );
        assert!(!value(INVOICES, "A's data").met);
        assert!(!value(INVOICES, "").met);
        assert_eq!(value(LEDGER, ""), Met { met: true, found: "ledger was never written.".into() });
        assert!(!value(LEDGER, "A's data").met);
    }
}
