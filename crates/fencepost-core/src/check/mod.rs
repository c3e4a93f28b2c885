//! Checks: invariants over a trace. Each sees one event after another and nothing else: a check that peeked
//! into a service would share its bugs.
//!
//! A new check is one file and one line in [`TABLE`].

mod expect;
mod findings;
mod headline;
mod judge;
mod no_late_write;
mod no_lost_update;
mod one_believer;
mod one_holder;
mod own_release;
mod progress;
mod slots;
mod writes_in_order;

#[cfg(test)]
mod testing;

use crate::help::Help;
use alloc::boxed::Box;

use crate::event::Event;
use crate::fingerprint::Fingerprint;
use crate::primitive::Time;
use crate::setting::names;
use crate::trace::{Ending, Names};

pub use expect::{Met, meets};
pub use findings::{About, Breach, Findings, STORED_BREACHES};
pub use headline::{Headline, Tone, headline};
pub use judge::{Verdict, Window, judge, judge_all};

/// Every check, in the order in which the screen shows them.
pub static TABLE: &[&Kind] = &[
    &one_believer::KIND,
    &writes_in_order::KIND,
    &no_late_write::KIND,
    &no_lost_update::KIND,
    &one_holder::KIND,
    &own_release::KIND,
    &progress::KIND,
];

/// The name of every check.
pub static NAMES: &[&str] = &names!(TABLE);

/// One check.
#[derive(Debug)]
pub struct Kind {
    /// Its name in scenarios.
    pub name: &'static str,
    /// What it demands, in one sentence.
    pub demands: Help,
    /// What its verdict says when it held, in full.
    pub having_held: &'static str,
    /// What the screen says when it holds, in a few words: "no late write got in".
    pub when_holds: &'static str,
    /// What the screen says when it is broken: "a late write got in".
    pub when_broken: &'static str,
    /// Why it does not apply, when nothing happened that it could judge: "no program reads a store".
    pub when_idle: &'static str,
    /// A fresh fold.
    pub begin: fn() -> Box<dyn Check>,
}

/// The fold of one check: a small state that sees one event after another.
pub trait Check {
    /// Sees one event.
    fn see(&mut self, event: &Event, names: &Names, findings: &mut Findings);

    /// Sees the end of the run, or of the window that is judged.
    fn finish(&mut self, _ending: &Ending, _names: &Names, _findings: &mut Findings) {}

    /// A copy of this fold.
    fn boxed_clone(&self) -> Box<dyn Check>;

    /// Takes the state of this fold into a fingerprint, with times relative to `now`. What only words or
    /// points at a verdict (the index of an event, the moment of a grant) stays out.
    fn fingerprint(&self, now: Time, out: &mut dyn Fingerprint);
}

impl Clone for Box<dyn Check> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// The check of this name.
pub fn find(name: &str) -> Option<&'static Kind> {
    TABLE.iter().copied().find(|kind| kind.name == name)
}
