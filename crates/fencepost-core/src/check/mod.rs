//! Checks: invariants over a trace. Each sees one event after another and nothing else: a check that peeked
//! into a service would share its bugs.
//!
//! A new check is one file and one line in [`TABLE`].

mod judge;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::event::{ClientId, Event, LockId, StoreId};
use crate::fingerprint::Fingerprint;
use crate::primitive::Time;
use crate::trace::{Ending, Names};

pub use judge::Verdict;

/// Every check, in the order in which the screen shows them.
pub static TABLE: &[&Kind] = &[];

/// One check.
#[derive(Debug)]
pub struct Kind {
    /// Its name in scenarios.
    pub name: &'static str,
    /// What it demands, in one sentence.
    pub demands: &'static str,
    /// What the screen says when it holds: "no late write got in".
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

    /// Takes the state of this fold into a fingerprint, with times relative to `now`.
    fn fingerprint(&self, now: Time, out: &mut dyn Fingerprint);
}

impl Clone for Box<dyn Check> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// What a finding concerns, so that an expectation can ask for one lock, store or client alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The lock.
    pub lock: Option<LockId>,
    /// The store.
    pub store: Option<StoreId>,
    /// The clients.
    pub clients: [Option<ClientId>; 2],
}

/// One time that a check broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The event that shows it.
    pub event: u32,
    /// When it began.
    pub from: Time,
    /// When it ended: `from` itself for a breach without length, `None` while it lasts.
    pub to: Option<Time>,
    /// What it concerns.
    pub about: About,
    /// What happened, as a sentence without full stop.
    pub text: String,
}

/// What a check has found so far.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    applies: Vec<About>,
    breaches: Vec<Breach>,
    undecided: Vec<(About, String)>,
}

impl Findings {
    /// There is something to judge here.
    pub fn applies(&mut self, about: About) {
        if !self.applies.contains(&about) {
            self.applies.push(about);
        }
    }

    /// The check breaks at this event.
    pub fn breach(&mut self, event: &Event, about: About, text: String) {
        self.breaches.push(Breach { event: event.index, from: event.at, to: Some(event.at), about, text });
    }

    /// The check breaks at this event, and stays broken until [`breach_ends`](Self::breach_ends).
    pub fn breach_begins(&mut self, event: &Event, about: About, text: String) {
        self.breaches.push(Breach { event: event.index, from: event.at, to: None, about, text });
    }

    /// A lasting breach about exactly this is over.
    pub fn breach_ends(&mut self, event: &Event, about: About) {
        if let Some(breach) = self.breaches.iter_mut().rev().find(|it| it.to.is_none() && it.about == about) {
            breach.to = Some(event.at);
        }
    }

    /// The check breaks at the end of the run; `event` is the index of the witness.
    pub fn breach_at_end(&mut self, event: u32, at: Time, about: About, text: String) {
        self.breaches.push(Breach { event, from: at, to: Some(at), about, text });
    }

    /// The run ended before this could be told.
    pub fn undecided(&mut self, about: About, text: String) {
        self.undecided.push((about, text));
    }

    /// Every breach, in the order found.
    pub fn breaches(&self) -> &[Breach] {
        &self.breaches
    }
}
