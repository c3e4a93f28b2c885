//! A stuck leader: it hangs, say on its disk, another is elected, and then the former one goes on as it saw
//! things before. Whether that does harm depends on the service.

use super::{Befalls, Effect, FOR, FROM, Kind, no_conflict, services, time};
use crate::event::Change;
use crate::help::help;
use crate::service::Incident;
use crate::setting::{Fallback, Setting};

/// A leader hangs and another takes over at once; when it goes on, it does not know.
pub(super) static KIND: Kind = Kind {
    name: "stuck-leader",
    summary: help("A leader hangs and another takes over at once; when it goes on, it does not know."),
    befalls: Befalls::Service,
    settings: &[FROM, Setting { default: Fallback::Required, ..FOR }],
    conflict: no_conflict,
    lower: |fault, lowered| {
        let from = time(&fault.settings, "from");
        let back = from + fault.settings.length("for");
        for id in services(fault) {
            let new = Effect::Incident(id, Incident::NewLeader { stuck: true }, Change::NewLeader);
            let former = Effect::Incident(id, Incident::FormerLeader, Change::FormerLeader);
            lowered.effects.extend([(from, new), (back, former)]);
        }
    },
};
