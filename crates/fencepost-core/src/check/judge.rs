//! Verdicts: what a check says about a whole trace, or about a part of it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::findings::Thing;
use super::{Breach, Check, Findings, Fold, Kind, TABLE};
use crate::event::{ClientId, Event, Outcome, Parts};
use crate::primitive::Time;
use crate::trace::{EndedBy, Ending, Names, Trace};

/// What a check says about a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The check.
    pub check: &'static str,
    /// What it says.
    pub outcome: Outcome,
    /// The event that shows it, when broken.
    pub event: Option<u32>,
    /// When it broke first.
    pub from: Option<Time>,
    /// When that breach ended, if it lasted: later than `from`, and the end of the run if it never ended.
    pub to: Option<Time>,
    /// The other client that it concerns, beside the one of the event.
    pub other: Option<ClientId>,
    /// How many times it broke: pairs of clients, writes, grants or requests, as the check counts.
    pub count: u64,
    /// Why, as one sentence with full stop.
    pub text: String,
}

/// The part of a run that is judged: from the first moment on, up to but not including the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// Its start.
    pub from: Time,
    /// Its end; `None` judges to the end of the run.
    pub to: Option<Time>,
}

impl Window {
    /// The whole run.
    pub const WHOLE: Self = Self { from: Time::ZERO, to: None };

    /// What happens before its end, and how that ends: as if the horizon had come there.
    fn cut<'a>(&self, trace: &'a Trace) -> (&'a [Event], Ending) {
        match self.to.filter(|to| *to <= trace.ending.at) {
            None => (&trace.events, trace.ending),
            Some(to) => {
                let end = trace.events.partition_point(|event| event.at < to);
                (&trace.events[..end], Ending { at: to, why: EndedBy::Horizon })
            }
        }
    }

    /// ", from 3s on", or nothing for the whole run.
    fn words(&self) -> String {
        match (self.from, self.to) {
            (Time::ZERO, None) => String::new(),
            (from, None) => format!(", from {from} on"),
            (from, Some(to)) => format!(", from {from} to {to}"),
        }
    }
}

/// What every check says about a whole run, in the order of [`TABLE`].
pub fn judge_all(trace: &Trace) -> Vec<Verdict> {
    let mut judging = Vec::new();
    for kind in TABLE {
        judging.push(Judging::new(kind, None, Time::ZERO));
    }
    for event in &trace.events {
        let parts = Parts::of(event, &trace.names);
        for one in &mut judging {
            one.fold.see(&event.kind, &parts, &mut one.findings);
        }
    }
    let mut verdicts = Vec::new();
    for one in &mut judging {
        verdicts.push(one.conclude(trace.ending, &trace.names, None, Window::WHOLE));
    }
    verdicts
}

/// What one check says about a part of a run, or about what concerns one lock, store or client alone.
pub fn judge(trace: &Trace, kind: &'static Kind, of: Option<&str>, window: Window) -> Verdict {
    let thing = match of.map(|name| Thing::named(name, &trace.names).ok_or(name)).transpose() {
        Ok(thing) => thing,
        Err(name) => return does_not_apply(kind, ["No lock, store or client is called ", name].concat()),
    };
    let (events, ending) = window.cut(trace);
    let mut judging = Judging::new(kind, thing, window.from);
    for event in events {
        judging.fold.see(&event.kind, &Parts::of(event, &trace.names), &mut judging.findings);
    }
    judging.conclude(ending, &trace.names, of, window)
}

/// One check at work.
struct Judging {
    kind: &'static Kind,
    fold: Fold,
    findings: Findings,
}

impl Judging {
    fn new(kind: &'static Kind, of: Option<Thing>, from: Time) -> Self {
        Self { kind, fold: (kind.begin)(), findings: Findings::asked_for(of, from) }
    }

    fn conclude(&mut self, ending: Ending, names: &Names, of: Option<&str>, window: Window) -> Verdict {
        self.fold.finish(&ending, names, &mut self.findings);
        self.findings.close(&ending, names);
        let (kind, findings) = (self.kind, &self.findings);
        if let Some(first) = findings.breaches().first() {
            return broken(kind, first, findings.count());
        }
        let about = of.map(|of| [", as far as ", of, " goes"].concat()).unwrap_or_default();
        let part = about + &window.words();
        let (outcome, text) = if let Some(why) = findings.why_undecided() {
            (Outcome::Undecided, why.into())
        } else if !findings.anything_applies() && part.is_empty() {
            (Outcome::DoesNotApply, capital(kind.when_idle))
        } else if !findings.anything_applies() {
            (Outcome::DoesNotApply, String::from("There is nothing to judge") + &part)
        } else if ending.why == EndedBy::Limit {
            let text = Parts::at(ending.at, names).text("The limit on events came first, at $i");
            (Outcome::Undecided, text)
        } else {
            (Outcome::Holds, capital(kind.having_held) + &part)
        };
        Verdict { outcome, ..does_not_apply(kind, text) }
    }
}

fn does_not_apply(kind: &'static Kind, mut text: String) -> Verdict {
    let outcome = Outcome::DoesNotApply;
    text.push('.');
    Verdict { check: kind.name, outcome, event: None, from: None, to: None, other: None, count: 0, text }
}

fn broken(kind: &'static Kind, first: &Breach, count: u64) -> Verdict {
    Verdict {
        outcome: Outcome::Broken,
        event: Some(first.event),
        from: Some(first.from),
        to: (first.to > first.from).then_some(first.to),
        other: first.about.clients[1],
        count,
        ..does_not_apply(kind, first.text.clone())
    }
}

fn capital(text: &str) -> String {
    let mut sentence = String::from(text);
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::super::{STORED_BREACHES, judge_all};
    use crate::event::Outcome;
    use crate::trace::EndedBy;

    #[test]
    fn when_the_limit_comes_first_nothing_is_said_to_hold() {
        let story = || Story::new().granted(0, A, 1, until(10_000));
        let trace = story().ends(5_000, EndedBy::Limit);
        assert_outcome(
            &whole(&trace, "one-holder"),
            Outcome::Undecided,
            "The limit on events came first, at 5s.",
        );
        assert_eq!(whole(&trace, "own-release").outcome, Outcome::DoesNotApply);
        // A breach stays a breach, and a window before the limit is judged in full.
        let broken = story().granted(1_000, B, 2, until(11_000)).ends(5_000, EndedBy::Limit);
        assert_eq!(whole(&broken, "one-holder").outcome, Outcome::Broken);
        assert_eq!(between(&trace, "one-holder", 0, Some(4_000)).outcome, Outcome::Holds);
        assert_eq!(whole(&story().ends(5_000, EndedBy::Horizon), "one-holder").outcome, Outcome::Holds);
    }

    #[test]
    fn windows_that_are_empty_or_after_the_end_have_nothing_to_judge() {
        let trace = Story::new().granted(1_000, A, 1, until(10_000)).done();
        for (from, to) in [(1_000, Some(1_000)), (2_000, Some(1_500)), (61_000, None), (0, Some(1_000))] {
            assert_eq!(
                between(&trace, "one-holder", from, to).outcome,
                Outcome::DoesNotApply,
                "{from} {to:?}"
            );
        }
        assert_eq!(between(&trace, "one-holder", 1_000, Some(99_000)).outcome, Outcome::Holds);
    }

    #[test]
    fn breaches_beyond_those_stored_are_counted() {
        let more = STORED_BREACHES as u32 + 5;
        let story = (0..more).fold(Story::new(), |story, at| story.released(u64::from(at), A, B, at));
        let trace = story.done();
        assert_eq!(whole(&trace, "own-release").count, u64::from(more));
        assert_eq!(texts(&trace, "own-release").len(), STORED_BREACHES);
        // Those before a window take no room.
        let last = between(&trace, "own-release", u64::from(more) - 1, None);
        assert_eq!((last.count, last.event), (1, Some(more - 1)));
    }

    #[test]
    fn verdicts_come_in_the_order_of_the_table() {
        let names: alloc::vec::Vec<_> = judge_all(&Story::new().done()).iter().map(|it| it.check).collect();
        let expected = [
            "one-believer",
            "writes-in-order",
            "no-late-write",
            "no-lost-update",
            "one-holder",
            "own-release",
            "progress",
        ];
        assert_eq!(names, expected);
    }
}
