//! Traces made by hand, for the tests of the checks. Two or three clients A, B and C, each in a process of
//! its own; the locks `report` and `audit` on one service; the stores `invoices` for `report`, `ledger` for
//! `audit`, and `scratch`, which no lock protects.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::{Verdict, Window, find, judge, judge_all};
use crate::event::*;
use crate::primitive::{Reading, Span, Time, Token};
use crate::trace::{EndedBy, Ending, Names, Trace};

pub(super) const A: ClientId = ClientId(0);
pub(super) const B: ClientId = ClientId(1);
pub(super) const C: ClientId = ClientId(2);
pub(super) const REPORT: LockId = LockId(0);
pub(super) const AUDIT: LockId = LockId(1);
pub(super) const INVOICES: StoreId = StoreId(0);
pub(super) const LEDGER: StoreId = StoreId(1);
pub(super) const SCRATCH: StoreId = StoreId(2);

const SERVICE: Node = Node::Service(ServiceId(0));

/// A trace in the making: what happens, one after another. Times are in milliseconds.
pub(super) struct Story(Trace);

impl Story {
    pub(super) fn new() -> Self {
        let text = |name: &str| name.to_string();
        let names = Names {
            processes: vec![text("A"), text("B"), text("C")],
            clients: vec![(text("A"), ProcessId(0)), (text("B"), ProcessId(1)), (text("C"), ProcessId(2))],
            services: vec![(text("fenced"), ServiceId(0))],
            locks: vec![(text("report"), ServiceId(0)), (text("audit"), ServiceId(0))],
            stores: vec![
                (text("invoices"), Some(REPORT)),
                (text("ledger"), Some(AUDIT)),
                (text("scratch"), None),
            ],
            values: vec![text("A's data"), text("B's data"), text("C's data")],
        };
        let ending = Ending { at: Time::from_secs(60), why: EndedBy::Horizon };
        Self(Trace { names, events: Vec::new(), ending })
    }

    pub(super) fn then(mut self, ms: u64, node: Node, kind: Kind) -> Self {
        let at = Time::from_millis(ms);
        assert!(self.0.events.last().is_none_or(|last| last.at <= at), "events are in order");
        let index = self.0.events.len() as u32;
        self.0.events.push(Event { index, at, node, clock: Reading::ZERO, cause: None, kind });
        self
    }

    pub(super) fn ends(mut self, ms: u64, why: EndedBy) -> Trace {
        self.0.ending = Ending { at: Time::from_millis(ms), why };
        self.0
    }

    /// The horizon comes at 60 s.
    pub(super) fn done(self) -> Trace {
        self.0
    }

    fn by(self, ms: u64, client: ClientId, kind: Kind) -> Self {
        self.then(ms, Node::Process(ProcessId(client.0)), kind)
    }

    pub(super) fn starts(self, ms: u64, client: ClientId) -> Self {
        self.by(ms, client, Kind::ClientStarted { client })
    }

    pub(super) fn finishes(self, ms: u64, client: ClientId, why: Finish) -> Self {
        self.by(ms, client, Kind::ClientFinished { client, why })
    }

    pub(super) fn crashes(self, ms: u64, client: ClientId) -> Self {
        let process = ProcessId(client.0);
        self.by(ms, client, Kind::Crashed { process, host: false })
    }

    /// Asks with a retry each second and a patience of 2 s.
    pub(super) fn asks(self, ms: u64, client: ClientId) -> Self {
        let (every, patience) = (Some(Span::from_secs(1)), Span::from_secs(2));
        self.by(ms, client, Kind::AcquireBegan { client, lock: REPORT, every, patience })
    }

    pub(super) fn asked(self, ms: u64, client: ClientId, why: AcquireEnd) -> Self {
        self.by(ms, client, Kind::AcquireEnded { client, lock: REPORT, why })
    }

    /// A grant with the token 32 + its number.
    pub(super) fn granted(self, ms: u64, client: ClientId, grant: u32, promise: Promise) -> Self {
        self.granted_of(ms, REPORT, client, grant, promise)
    }

    pub(super) fn granted_of(
        self,
        ms: u64,
        lock: LockId,
        client: ClientId,
        grant: u32,
        promise: Promise,
    ) -> Self {
        let (token, grant) = (token(grant), Grant(grant));
        self.then(ms, SERVICE, Kind::Granted { client, lock, grant, token, promise })
    }

    pub(super) fn refused(self, ms: u64, client: ClientId, holder: ClientId) -> Self {
        self.then(ms, SERVICE, Kind::Refused { client, lock: REPORT, holder })
    }

    pub(super) fn extended(
        self,
        ms: u64,
        client: ClientId,
        owner: ClientId,
        grant: u32,
        promise: Promise,
    ) -> Self {
        let (lock, grant) = (REPORT, Grant(grant));
        self.then(ms, SERVICE, Kind::Extended { client, lock, grant, owner, promise })
    }

    pub(super) fn released(self, ms: u64, client: ClientId, owner: ClientId, grant: u32) -> Self {
        let (lock, grant) = (REPORT, Grant(grant));
        self.then(ms, SERVICE, Kind::Released { client, lock, grant, owner })
    }

    pub(super) fn on_record(self, ms: u64, client: ClientId, grant: u32) -> Self {
        let kind = Kind::RecordBegan { lock: REPORT, client, grant: Grant(grant), token: token(grant) };
        self.then(ms, SERVICE, kind)
    }

    pub(super) fn off_record(self, ms: u64, client: ClientId, grant: u32, why: RecordEnd) -> Self {
        self.then(ms, SERVICE, Kind::RecordEnded { lock: REPORT, client, grant: Grant(grant), why })
    }

    pub(super) fn believes(self, ms: u64, client: ClientId, grant: u32) -> Self {
        self.believes_of(ms, REPORT, client, grant)
    }

    pub(super) fn believes_of(self, ms: u64, lock: LockId, client: ClientId, grant: u32) -> Self {
        let (token, grant) = (token(grant), Grant(grant));
        self.by(ms, client, Kind::BeliefBegan { client, lock, grant, token, valid_until: None })
    }

    pub(super) fn believed(self, ms: u64, client: ClientId, grant: u32, why: BeliefEnd) -> Self {
        self.by(ms, client, Kind::BeliefEnded { client, lock: REPORT, grant: Grant(grant), why })
    }

    /// An accepted write; grant 0 is none. The value is "A's data" for A.
    pub(super) fn writes(self, ms: u64, client: ClientId, store: StoreId, grant: u32, replaced: u64) -> Self {
        let kind = Kind::WriteAccepted {
            client,
            store,
            grant: (grant > 0).then_some(Grant(grant)),
            token: token(grant),
            value: Datum::Text(client.0),
            replaced,
            version: replaced + 1,
        };
        self.then(ms, Node::Store(store), kind)
    }

    /// A write to `invoices` that a fence refuses because it has seen the token of the grant `seen`.
    pub(super) fn rejected(self, ms: u64, client: ClientId, grant: u32, seen: u32) -> Self {
        let why = match (token(grant), token(seen)) {
            (Some(token), Some(highest)) => Rejection::Stale { token, highest },
            _ => Rejection::NoToken,
        };
        let (store, token) = (INVOICES, token(grant));
        let grant = (grant > 0).then_some(Grant(grant));
        self.then(ms, Node::Store(store), Kind::WriteRejected { client, store, grant, token, why })
    }

    pub(super) fn reads(self, ms: u64, client: ClientId, store: StoreId, version: u64) -> Self {
        self.by(ms, client, Kind::ValueRead { client, store, version, value: None })
    }

    /// The release number `id` of `client` leaves, arrives or is lost.
    pub(super) fn release(self, ms: u64, client: ClientId, id: u32, how: fn(Message) -> Kind) -> Self {
        let content = Content::Release { lock: REPORT, plain: false };
        let from = Node::Process(ProcessId(client.0));
        self.then(ms, from, how(Message { id, from, to: SERVICE, client, content }))
    }
}

fn token(grant: u32) -> Option<Token> {
    (grant > 0).then(|| Token::new(u64::from(grant) + 32)).flatten()
}

pub(super) fn until(ms: u64) -> Promise {
    Promise::Until(Time::from_millis(ms))
}

pub(super) fn whole(trace: &Trace, check: &str) -> Verdict {
    part(trace, check, None, Window::WHOLE)
}

/// From and to in milliseconds.
pub(super) fn between(trace: &Trace, check: &str, from: u64, to: Option<u64>) -> Verdict {
    let window = Window { from: Time::from_millis(from), to: to.map(Time::from_millis) };
    part(trace, check, None, window)
}

pub(super) fn of(trace: &Trace, check: &str, of: &str) -> Verdict {
    part(trace, check, Some(of), Window::WHOLE)
}

fn part(trace: &Trace, check: &str, of: Option<&str>, window: Window) -> Verdict {
    judge(trace, find(check).expect("a check of this name"), of, window)
}

/// Asserts a breach: how many, the witness, and the sentence.
pub(super) fn assert_broken(verdict: &Verdict, count: u64, event: u32, text: &str) {
    assert_eq!(
        (verdict.outcome, verdict.count, verdict.event, verdict.text.as_str()),
        (Outcome::Broken, count, Some(event), text)
    );
}

pub(super) fn assert_outcome(verdict: &Verdict, outcome: Outcome, text: &str) {
    assert_eq!((verdict.outcome, verdict.event, verdict.text.as_str()), (outcome, None, text));
}

/// One case that keeps a check and one that breaks it.
pub(super) struct Cases {
    pub(super) check: &'static str,
    pub(super) kept: fn() -> Trace,
    pub(super) broken: fn() -> Trace,
}

#[test]
fn every_check_has_a_case_that_keeps_it_and_one_that_breaks_it() {
    let cases = [
        super::one_believer::tests::CASES,
        super::writes_in_order::tests::CASES,
        super::no_late_write::tests::CASES,
        super::no_lost_update::tests::CASES,
        super::one_holder::tests::CASES,
        super::own_release::tests::CASES,
        super::progress::tests::CASES,
    ];
    for (place, kind) in super::TABLE.iter().enumerate() {
        let case = cases.iter().find(|case| case.check == kind.name);
        let case = case.unwrap_or_else(|| panic!("{} has no cases", kind.name));
        for (trace, outcome) in [((case.kept)(), Outcome::Holds), ((case.broken)(), Outcome::Broken)] {
            let verdict = whole(&trace, kind.name);
            assert_eq!(verdict.outcome, outcome, "{}: {}", kind.name, verdict.text);
            assert_eq!(judge_all(&trace)[place], verdict, "judged together and alone");
        }
        let nothing = whole(&Story::new().done(), kind.name);
        assert_eq!(nothing.outcome, Outcome::DoesNotApply, "{}", kind.name);
        for sentence in [kind.when_holds, kind.when_broken, kind.when_idle] {
            let first = sentence.chars().next().unwrap_or('X');
            assert!(first.is_lowercase() && !sentence.ends_with('.'), "{sentence}");
        }
        assert!(kind.demands.text().ends_with('.'), "{}", kind.demands.text());
    }
}

/// The words of an iterator, for messages.
pub(super) fn texts(trace: &Trace, check: &str) -> Vec<String> {
    use super::Check;
    let mut fold = (find(check).expect("a check of this name").begin)();
    let mut findings = super::Findings::default();
    for event in &trace.events {
        fold.see(&event.kind, &Parts::of(event, &trace.names), &mut findings);
    }
    fold.finish(&trace.ending, &trace.names, &mut findings);
    findings.close(&trace.ending, &trace.names);
    findings.breaches().iter().map(|breach| breach.text.clone()).collect()
}
