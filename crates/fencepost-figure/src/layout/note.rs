//! What a lane is called, and what its note says.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use fencepost_core::event::{ClientId, LockId, StoreId};
use fencepost_core::scenario::{OnExpiry, Scenario};
use fencepost_core::trace::Trace;

use crate::{Subject, measure, words};

/// Name and note of a lane; the note is empty without a scenario.
pub(super) fn of(subject: Subject, trace: &Trace, scenario: Option<&Scenario>) -> (String, String) {
    let names = &trace.names;
    let (name, note) = match subject {
        Subject::Client(id) => {
            (format!("Client {}", names.client(id)), scenario.and_then(|it| client(id, it, trace)))
        }
        Subject::Lock(id) => (format!("Lock {}", names.lock(id)), scenario.and_then(|it| lock(id, it))),
        Subject::Store(id) => (format!("Store {}", names.store(id)), scenario.and_then(|it| store(id, it))),
    };
    (measure::clean(&name), measure::clean(&note.unwrap_or_default()))
}

fn client(id: ClientId, scenario: &Scenario, trace: &Trace) -> Option<String> {
    let client = scenario.clients.get(id.index())?;
    let mut parts: Vec<String> = Vec::new();
    if scenario.clients.iter().filter(|it| it.process == client.process).count() > 1 {
        parts.push(format!("in {}", trace.names.process(client.process)));
    }
    if let Some(period) = client.policy.renew {
        parts.push(format!("renews every {}", words::span(period)));
    }
    if client.policy.on_expiry == OnExpiry::Stop {
        parts.push("stops at its deadline".into());
    }
    if parts.is_empty() {
        parts.push("never renews".into());
    }
    Some(parts.join(", "))
}

fn lock(id: LockId, scenario: &Scenario) -> Option<String> {
    let lock = scenario.locks.get(id.index())?;
    let service = scenario.services.get(lock.service.index())?;
    Some(match lock.settings.span("ttl") {
        Some(ttl) => format!("ttl {}, on {}", words::span(ttl), service.name),
        None => format!("no expiry, on {}", service.name),
    })
}

fn store(id: StoreId, scenario: &Scenario) -> Option<String> {
    scenario.stores.get(id.index()).map(|store| store.guard.label.into())
}
