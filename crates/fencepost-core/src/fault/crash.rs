//! A crash: a process dies and forgets everything. Its own connections close at once, so the other side
//! learns of it; when its host vanishes, they stay half open and nobody is told.

use super::{Befalls, Effect, FOR, FROM, Kind, no_conflict, process, time};
use crate::help::help;
use crate::setting::{Accepts, Fallback, Setting};

/// A crash.
pub(super) static KIND: Kind = Kind {
    name: "crash",
    summary: help("A process dies; its program starts anew if it restarts."),
    befalls: Befalls::Process,
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
        let Some(process) = process(fault) else { return };
        let at = time(&fault.settings, "at");
        lowered.effects.push((at, Effect::Crash(process, fault.settings.word("scope") == "host")));
        if let Some(after) = fault.settings.span("restart-after") {
            lowered.effects.push((at + after, Effect::Restart(process)));
        }
    },
};

const SCOPE: Setting = Setting {
    name: "scope",
    accepts: Accepts::Choice(&["process", "host"]),
    default: Fallback::Is("process"),
    help: help("A process closes its connections as it dies; a host that vanishes leaves them half open."),
};
