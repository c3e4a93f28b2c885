//! A snapshot that is restored: a service's data become what they were, and its numbers are handed out again.

use super::{AT, Befalls, Effect, Kind, services, time};
use crate::event::Change;
use crate::help::help;
use crate::service::Incident;
use crate::setting::{Setting, Settings};

/// A service gets back the data of a snapshot that was taken before.
pub(super) static KIND: Kind = Kind {
    name: "restore",
    summary: help("A service gets back the data of a snapshot that was taken before."),
    befalls: Befalls::Service,
    settings: &[AT, OF],
    conflict,
    lower: |fault, lowered| {
        for id in services(fault) {
            let save = Effect::Incident(id, Incident::Save, Change::Saved);
            lowered.effects.push((time(&fault.settings, "of"), save));
        }
        lowered.incident(fault, Incident::Restore, Change::Restored);
    },
};

const OF: Setting =
    Setting { name: "of", help: help("The true time at which the snapshot was taken."), ..AT };

fn conflict(settings: &Settings) -> Option<&'static str> {
    let early = settings.length("at") <= settings.length("of");
    early.then_some("the snapshot is restored before it is taken\nwrite `of=` before `at=`")
}
