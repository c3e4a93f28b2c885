//! Checks: invariants over a trace. Each sees one event after another and nothing else: a check that peeked
//! into a service would share its bugs.
//!
//! A new check is one file and one line in `checks!`, which makes [`TABLE`].

mod believers;
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

use crate::event::{self, Parts};
use crate::fingerprint::Fingerprint;
use crate::help::Help;
use crate::primitive::Time;
use crate::setting::names;
use crate::trace::{Ending, Names};

pub use expect::{Met, meets};
pub use findings::{About, Breach, Findings, STORED_BREACHES};
pub use headline::{Headline, Tone, headline};
pub use judge::{Verdict, Window, judge, judge_all};

macro_rules! checks {
    ($($file:ident::$Check:ident,)*) => {
        /// Every check, in the order in which the screen shows them.
        pub static TABLE: &[&Kind] = &[$(&$file::KIND),*];

        /// The state of one check. An enum and not a trait object: a program that never copies or compares
        /// states has no code for it.
        #[derive(Clone)]
        pub struct Fold(State);

        #[derive(Clone)]
        enum State {
            $($Check($file::$Check),)*
        }

        impl Check for Fold {
            fn see(&mut self, kind: &event::Kind, it: &Parts<'_>, findings: &mut Findings) {
                match &mut self.0 {
                    $(State::$Check(check) => check.see(kind, it, findings),)*
                }
            }

            fn finish(&mut self, ending: &Ending, names: &Names, findings: &mut Findings) {
                match &mut self.0 {
                    $(State::$Check(check) => check.finish(ending, names, findings),)*
                }
            }

            fn fingerprint(&self, now: Time, out: &mut dyn Fingerprint) {
                match &self.0 {
                    $(State::$Check(check) => check.fingerprint(now, out),)*
                }
            }
        }

        $(impl From<$file::$Check> for Fold {
            fn from(check: $file::$Check) -> Self {
                Self(State::$Check(check))
            }
        })*
    };
}

checks! {
    one_believer::OneBeliever,
    writes_in_order::WritesInOrder,
    no_late_write::NoLateWrite,
    no_lost_update::NoLostUpdate,
    one_holder::OneHolder,
    own_release::OwnRelease,
    progress::Progress,
}

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
    pub begin: fn() -> Fold,
}

/// The fold of one check: a small state that sees one event after another.
pub trait Check {
    /// Sees one event, with what it names.
    fn see(&mut self, kind: &event::Kind, it: &Parts<'_>, findings: &mut Findings);

    /// Sees the end of the run, or of the window that is judged.
    fn finish(&mut self, _ending: &Ending, _names: &Names, _findings: &mut Findings) {}

    /// Takes the state of this fold into a fingerprint, with times relative to `now`. What only words or
    /// points at a verdict (the index of an event, the moment of a grant) stays out.
    fn fingerprint(&self, now: Time, out: &mut dyn Fingerprint);
}

/// The check of this name.
pub fn find(name: &str) -> Option<&'static Kind> {
    TABLE.iter().copied().find(|kind| kind.name == name)
}
