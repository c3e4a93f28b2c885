//! What a lane is called, and what its note says.

use alloc::string::String;

use fencepost_core::event::{ClientId, LockId};
use fencepost_core::primitive::Span;
use fencepost_core::scenario::{OnExpiry, Scenario};
use fencepost_core::trace::Trace;

use crate::words::concat;
use crate::{Subject, measure, words};

/// Name and note of a lane; the note is empty without a scenario.
pub(super) fn of(subject: Subject, trace: &Trace, scenario: Option<&Scenario>) -> (String, String) {
    let names = &trace.names;
    let (what, name) = match subject {
        Subject::Client(id) => ("Client ", names.client(id)),
        Subject::Lock(id) => ("Lock ", names.lock(id)),
        Subject::Store(id) => ("Store ", names.store(id)),
    };
    let note = scenario.and_then(|scenario| match subject {
        Subject::Client(id) => client(id, scenario, trace),
        Subject::Lock(id) => lock(id, scenario),
        Subject::Store(id) => scenario.stores.get(id.index()).map(|store| store.guard.label.into()),
    });
    (measure::clean(&concat(&[what, name])), measure::clean(&note.unwrap_or_default()))
}

fn client(id: ClientId, scenario: &Scenario, trace: &Trace) -> Option<String> {
    let client = scenario.clients.get(id.index())?;
    let mut note = String::new();
    if scenario.clients.iter().filter(|it| it.process == client.process).count() > 1 {
        note = concat(&[", in ", trace.names.process(client.process)]);
    }
    if let Some(period) = client.policy.renew {
        note = concat(&[&note, ", renews every ", &words::span(period)]);
    }
    if client.policy.on_expiry == OnExpiry::Stop {
        note.push_str(", stops at its deadline");
    }
    Some(note.strip_prefix(", ").unwrap_or("never renews").into())
}

fn lock(id: LockId, scenario: &Scenario) -> Option<String> {
    let lock = scenario.locks.get(id.index())?;
    let service = scenario.services.get(lock.service.index())?;
    Some(concat(&[&ttl(lock.settings.span("ttl")), ", on ", &service.name]))
}

/// The length of a lease.
pub(super) fn ttl(length: Option<Span>) -> String {
    length.map_or("no expiry".into(), |ttl| concat(&["ttl ", &words::span(ttl)]))
}
