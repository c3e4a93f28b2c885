//! What a lane is called, and what its note says.

use alloc::string::String;

use fencepost_core::event::{ClientId, LockId};
use fencepost_core::primitive::Span;
use fencepost_core::scenario::{OnExpiry, Scenario};
use fencepost_core::trace::Trace;

use crate::words::fill;
use crate::{Subject, measure, words};

/// Name and note of a lane; the note is empty without a scenario.
pub(super) fn of(subject: Subject, trace: &Trace, scenario: Option<&Scenario>) -> (String, String) {
    let names = &trace.names;
    let (form, name) = match subject {
        Subject::Client(id) => ("Client 0", names.client(id)),
        Subject::Lock(id) => ("Lock 0", names.lock(id)),
        Subject::Store(id) => ("Store 0", names.store(id)),
    };
    let note = scenario.and_then(|scenario| match subject {
        Subject::Client(id) => client(id, scenario, trace),
        Subject::Lock(id) => lock(id, scenario),
        Subject::Store(id) => scenario.stores.get(id.index()).map(|store| store.guard.label.into()),
    });
    (measure::clean(&fill(form, &[name])), measure::clean(&note.unwrap_or_default()))
}

fn client(id: ClientId, scenario: &Scenario, trace: &Trace) -> Option<String> {
    let client = scenario.clients.get(id.index())?;
    let mut note = String::new();
    if scenario.clients.iter().filter(|it| it.process == client.process).count() > 1 {
        note = fill(", in 0", &[trace.names.process(client.process)]);
    }
    if let Some(Some(period)) = client.policy.renew {
        note = fill("0, renews every 1", &[&note, &words::span(period)]);
    }
    if client.policy.on_expiry == Some(OnExpiry::Stop) {
        note.push_str(", stops at its deadline");
    }
    Some(note.strip_prefix(", ").unwrap_or("never renews").into())
}

fn lock(id: LockId, scenario: &Scenario) -> Option<String> {
    let lock = scenario.locks.get(id.index())?;
    let service = scenario.services.get(lock.service.index())?;
    // Of several nodes, this is the first.
    let name = match service.nodes {
        1 => &service.name,
        _ => service.name.strip_suffix(".1").unwrap_or(&service.name),
    };
    match lock.settings.has("ttl") {
        true => Some(fill("0, on 1", &[&ttl(lock.settings.span("ttl").unwrap_or(Span::MAX)), name])),
        false => Some(fill("on 0", &[name])),
    }
}

/// The length of a lease.
pub(super) fn ttl(length: Span) -> String {
    if length == Span::MAX { "no expiry".into() } else { fill("ttl 0", &[&words::span(length)]) }
}
