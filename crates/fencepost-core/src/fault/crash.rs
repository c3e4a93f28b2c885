//! A crash: a process dies and forgets everything. Its own connections close at once, so the other side
//! learns of it; when its host vanishes, they stay half open and nobody is told. Or a service dies, and starts
//! again with what it has kept: without its host what it has written is kept, with its host only what was on
//! the disk.

use super::{Befalls, Effect, FOR, FROM, Kind, no_conflict, process, services, time};
use crate::help::help;
use crate::setting::{Accepts, Fallback, Setting};

/// A crash.
pub(super) static KIND: Kind = Kind {
    name: "crash",
    summary: help(
        "A process dies, and its program starts anew if it restarts; or a service does, with what it kept.",
    ),
    befalls: Befalls::Runner,
    settings: &[
        Setting {
            name: "at",
            default: Fallback::Required,
            help: help("The true time of the crash."),
            ..FROM
        },
        Setting {
            name: "restart-after",
            help: help("How long after the crash it starts again; never when not written."),
            ..FOR
        },
        SCOPE,
    ],
    conflict: no_conflict,
    lower: |fault, lowered| {
        let (at, host) = (time(&fault.settings, "at"), fault.settings.word("scope") == "host");
        let after = fault.settings.span("restart-after");
        for id in services(fault) {
            lowered.effects.push((at, Effect::ServiceCrash(id, host)));
            if let Some(after) = after {
                lowered.effects.push((at + after, Effect::ServiceRestart(id)));
            }
        }
        let Some(process) = process(fault) else { return };
        lowered.effects.push((at, Effect::Crash(process, host)));
        if let Some(after) = after {
            lowered.effects.push((at + after, Effect::Restart(process)));
        }
    },
};

const SCOPE: Setting = Setting {
    name: "scope",
    accepts: Accepts::Choice(&["process", "host"]),
    default: Fallback::Is("process"),
    help: help(
        "A process closes its connections as it dies; a host that vanishes leaves them half open, and what was not yet on its disk is lost.",
    ),
};
