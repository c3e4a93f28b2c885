//! A pause: a garbage collection, a suspended machine, a stopped container. A process, or one part of it,
//! does nothing for a while and does not know it. Clocks run on; messages to it queue. Or a service does, stuck
//! on its disk: its overdue timers come first when it goes on, then the messages that queue.

use super::{Befalls, Effect, FOR, FROM, Kind, no_conflict, process, services};
use crate::event::Scope;
use crate::help::help;
use crate::setting::{Accepts, Fallback, Setting};

/// A pause.
pub(super) static KIND: Kind = Kind {
    name: "pause",
    summary: help("A process or a service does nothing for a while and does not know it."),
    befalls: Befalls::Runner,
    settings: &[
        FROM,
        Setting { default: Fallback::Required, help: help("How long it lasts."), ..FOR },
        SCOPE,
    ],
    conflict: no_conflict,
    lower: |fault, lowered| {
        for id in services(fault) {
            lowered.lasting(&fault.settings, Effect::Stop(id, true), Effect::Stop(id, false));
        }
        let Some(process) = process(fault) else { return };
        let scope = match fault.settings.word("scope") {
            "worker" => Scope::Worker,
            "renewer" => Scope::Renewer,
            _ => Scope::Process,
        };
        lowered.lasting(&fault.settings, Effect::Pause(process, scope), Effect::Resume(process, scope));
    },
};

const SCOPE: Setting = Setting {
    name: "scope",
    accepts: Accepts::Choice(Scope::WORDS),
    default: Fallback::Is("process"),
    help: help("The whole process, its workers with renewal going on, or its renewal alone."),
};
