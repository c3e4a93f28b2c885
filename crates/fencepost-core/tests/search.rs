//! A search through everything that may happen in a tiny scenario: the shape that an explorer needs. Worlds
//! are cloned, their actions tried in a fixed order, no state visited twice.

use std::collections::{BTreeSet, VecDeque};

use fencepost_core::check::{Check, Findings, Fold, TABLE};
use fencepost_core::event::{Event, Parts};
use fencepost_core::fingerprint::{Digest, Exact};
use fencepost_core::notation::parse;
use fencepost_core::primitive::Time;
use fencepost_core::scenario::Scenario;
use fencepost_core::trace::Names;
use fencepost_core::world::{Action, Log, World};

/// What a search found.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    /// States by their digests, and in full.
    digests: usize,
    exact: usize,
    /// States in which nothing more can happen.
    ends: usize,
    /// The checks that broke somewhere.
    broken: BTreeSet<&'static str>,
}

#[derive(Clone)]
struct State<'s> {
    world: World<'s>,
    checks: Vec<Fold>,
    findings: Vec<Findings>,
}

impl<'s> State<'s> {
    fn new(scenario: &'s Scenario) -> Self {
        let checks: Vec<_> = TABLE.iter().map(|kind| (kind.begin)()).collect();
        let findings = TABLE.iter().map(|_| Findings::default()).collect();
        Self { world: World::new(scenario), checks, findings }
    }

    fn apply(&mut self, at: Time, action: Action, names: &Names) {
        let Self { world, checks, findings } = self;
        let mut see = |event: Event| {
            let parts = Parts::of(&event, names);
            for (check, findings) in checks.iter_mut().zip(findings.iter_mut()) {
                check.see(&event.kind, &parts, findings);
            }
        };
        world.apply(at, action, &mut Log::new(0, &mut see));
    }

    fn digest(&self) -> u128 {
        let mut digest = Digest::default();
        self.world.fingerprint(&mut digest);
        self.checks.iter().for_each(|check| check.fingerprint(self.world.now(), &mut digest));
        digest.finish()
    }

    fn exact(&self) -> Exact {
        let mut exact = Exact::default();
        self.world.fingerprint(&mut exact);
        self.checks.iter().for_each(|check| check.fingerprint(self.world.now(), &mut exact));
        exact
    }
}

/// Tries every action at the earliest moment that no other action's latest moment forbids.
fn search(text: &str) -> Found {
    let scenario = parse(text).expect("a scenario");
    let names = Names::of(&scenario);
    let start = State::new(&scenario);
    let (mut digests, mut exact) = (BTreeSet::from([start.digest()]), BTreeSet::from([start.exact()]));
    let (mut ends, mut broken) = (0, BTreeSet::new());
    let mut open = VecDeque::from([start]);
    while let Some(state) = open.pop_front() {
        let now = state.world.now();
        let choices = state.world.actions();
        let deadline = choices.iter().map(|choice| choice.latest.max(now)).min();
        ends += usize::from(choices.is_empty());
        for choice in &choices {
            let at = choice.earliest.max(now);
            if deadline.is_some_and(|deadline| at > deadline) {
                continue;
            }
            let mut next = state.clone();
            next.apply(at, choice.action, &names);
            for (kind, findings) in TABLE.iter().zip(&next.findings) {
                if !findings.breaches().is_empty() {
                    broken.insert(kind.name);
                }
            }
            let new = digests.insert(next.digest());
            if exact.insert(next.exact()) || new {
                open.push_back(next);
            }
        }
    }
    Found { digests: digests.len(), exact: exact.len(), ends, broken }
}

/// One client writes once. The only freedom is that each of its two messages takes 1 or 2 ms, and the search
/// lets each happen as early as it may: one way through.
///
/// The states, one after each action: at the start; started; the write sent; the write accepted and its
/// answer sent; the answer heard; finished. That is 6, and one end.
#[test]
fn one_client_has_one_way_through() {
    let found = search("network delay=1ms..2ms\nstore notes\nclient A: write notes\n");
    assert_eq!(found, Found { digests: 6, exact: 6, ends: 1, broken: BTreeSet::new() });
}

/// Two such clients, side by side, know nothing of each other but the order in which the store hears them.
/// How many states that makes is counted by a model of these two programs alone (`two_writers` below), which
/// shares nothing with the engine. The two ends differ in who wrote last.
#[test]
fn two_clients_are_counted_as_an_independent_model_counts_them() {
    let found = search("network delay=1ms..2ms\nstore notes\nclient A: write notes\nclient B: write notes\n");
    assert_eq!(found.digests, found.exact, "no digest stands for two states");
    let counted = two_writers::count();
    assert_eq!((found.exact, found.ends), counted);
    assert_eq!(counted, (38, 2));
}

/// The two writers as a model of their own: two programs of five actions each, a store that remembers who
/// wrote last and how often, and messages with windows of 1 to 2 ms.
mod two_writers {
    use std::collections::{BTreeSet, VecDeque};

    /// Where a writer is: 0 new, 1 started, 2 sent, 3 arrived (its answer under way), 4 heard, 5 finished.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct Writer {
        place: u8,
        /// Since when its message is under way, relative to now, at most 2.
        ago: u8,
        /// How long it has waited for its answer, relative to now.
        waited: u8,
    }

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct State {
        writers: [Writer; 2],
        /// Which of the two messages under way was sent first, when both are.
        first_sent: Option<usize>,
        /// Who wrote last, and how many writes there were.
        last: Option<usize>,
        version: u8,
    }

    pub(crate) fn count() -> (usize, usize) {
        let writer = Writer { place: 0, ago: 0, waited: 0 };
        let start = State { writers: [writer; 2], first_sent: None, last: None, version: 0 };
        let (mut seen, mut open, mut ends) = (BTreeSet::from([start]), VecDeque::from([start]), 0);
        while let Some(state) = open.pop_front() {
            let next = successors(&state);
            ends += usize::from(next.is_empty());
            open.extend(next.into_iter().filter(|it| seen.insert(*it)));
        }
        (seen.len(), ends)
    }

    fn under_way(writer: &Writer) -> bool {
        matches!(writer.place, 2 | 3)
    }

    /// In whole milliseconds from now: the earliest and the latest moment of a writer's next action.
    fn window(writer: &Writer) -> Option<(u8, u8)> {
        match writer.place {
            5 => None,
            2 | 3 => Some((1_u8.saturating_sub(writer.ago), 2_u8.saturating_sub(writer.ago))),
            _ => Some((0, 0)),
        }
    }

    fn successors(state: &State) -> Vec<State> {
        let windows = state.writers.map(|writer| window(&writer));
        let Some(deadline) = windows.iter().flatten().map(|(_, latest)| *latest).min() else { return vec![] };
        (0..2)
            .filter_map(|who| Some((who, windows[who]?.0)))
            .filter(|(_, earliest)| *earliest <= deadline)
            .map(|(who, wait)| act(*state, who, wait))
            .collect()
    }

    fn act(mut state: State, who: usize, wait: u8) -> State {
        for writer in state.writers.iter_mut().filter(|writer| under_way(writer)) {
            writer.ago += wait;
            writer.waited += wait;
        }
        let other_under_way = under_way(&state.writers[1 - who]);
        let writer = &mut state.writers[who];
        writer.place += 1;
        match writer.place {
            2 => {
                (writer.ago, writer.waited) = (0, 0);
                state.first_sent = other_under_way.then_some(1 - who);
            }
            3 => {
                writer.ago = 0;
                (state.last, state.version) = (Some(who), state.version + 1);
                state.first_sent = other_under_way.then_some(1 - who);
            }
            4 => {
                (writer.ago, writer.waited) = (0, 0);
                state.first_sent = None;
            }
            _ => {}
        }
        state
    }
}

/// One client writes once, every message takes 1 ms, and the network copies the write. The two may arrive in
/// either order, and so may the client hear the second answer, which it does not heed, before or after its last
/// step.
///
/// The states: at the start; started; the write and its copy sent; one arrived, or the other (2); both arrived,
/// their answers in the order of sending; the first heard; finished; or, not finished, the second arrived; both.
/// That is 10, and one end. The copy is a write under the same knowledge, and no update is lost by it.
#[test]
fn a_copy_comes_before_or_after() {
    let found =
        search("network delay=1ms\nstore notes\nclient A: write notes\nfault duplicate A->notes nth=1\n");
    assert_eq!(found, Found { digests: 10, exact: 10, ends: 1, broken: BTreeSet::new() });
}

/// What may happen where all requests go out twice, keep no order, and one may take so long as to outlive the
/// lease. The fence keeps writes in order all the same, and the service never lets two in.
#[test]
fn a_fence_keeps_writes_in_order_whatever_the_network_does() {
    let text = |guard: &str| {
        [
            "network delay=1ms..9ms\n\
             lock report on fenced ttl=20ms\n\
             store invoices for=report guard=",
            guard,
            "\nclient A: acquire report, write invoices, release report\n\
             client B at=25ms: acquire report, write invoices, release report\n\
             fault duplicate A->invoices by=30ms\n\
             fault reorder A->report by=5ms\n",
        ]
        .concat()
    };
    let found = search(&text("fence"));
    assert_eq!(found.digests, found.exact, "no digest stands for two states");
    for check in ["writes-in-order", "one-holder", "own-release"] {
        assert!(!found.broken.contains(check), "{check}: {found:?}");
    }
    let unguarded = search(&text("none"));
    assert!(unguarded.broken.contains("writes-in-order"), "{unguarded:?}");
}

/// A lock, a fence and a pause: small, and yet the two clients can meet in many ways. What may break does,
/// what must hold holds in every one of them. No lease ends before its time and no release takes another's,
/// so there is one holder; the fence keeps writes in order, but not from coming late.
#[test]
fn a_fence_keeps_writes_in_order_whatever_happens() {
    let found = search(
        "network delay=1ms..9ms\n\
         lock report on fenced ttl=20ms\n\
         store invoices for=report guard=fence\n\
         client A: acquire report, write invoices, release report\n\
         client B at=25ms: acquire report, write invoices, release report\n\
         fault pause A from=5ms for=30ms\n",
    );
    assert_eq!(found.digests, found.exact, "no digest stands for two states");
    assert!(found.broken.contains("one-believer") && found.broken.contains("no-late-write"), "{found:?}");
    for check in ["writes-in-order", "one-holder", "own-release", "no-lost-update"] {
        assert!(!found.broken.contains(check), "{check}: {found:?}");
    }
    // Pinned, so that a change to what makes two states the same is noticed; not derived.
    assert_eq!((found.exact, found.ends), (774, 23), "{found:?}");
}
