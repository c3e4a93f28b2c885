//! The values that a reader turns without the editor: system, ttl, guard, renewal, what happens on expiry.
//! Each turn is edits of the text, and one step to undo.

use fencepost_core::event::{Node, ServiceId};
use fencepost_core::notation::edit::{self, Place};
use fencepost_core::notation::{self, Problem};
use fencepost_core::scenario::{Lock, OnExpiry, Scenario, Target};
use fencepost_core::{service, store};

/// One value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knob {
    /// What it belongs to: `lock report`.
    pub group: String,
    /// Its name.
    pub name: &'static str,
    /// Where it stands in the text.
    pub place: Place,
    /// Its key there.
    pub key: &'static str,
    /// Its value, as a scenario writes it.
    pub value: String,
    /// The words to choose from; none where any length of time will do.
    pub choices: Vec<&'static str>,
}

/// What became of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turned {
    /// The text, and what else was changed, as a sentence.
    Done(String, Option<String>),
    /// The store's fence needs tokens, and the lock's service has none.
    NeedsToken {
        /// The store.
        store: String,
        /// The lock.
        lock: String,
        /// The service's system.
        system: &'static str,
    },
    /// The text would have an error.
    Refused(String),
}

/// Every knob of a scenario.
pub fn knobs(scenario: &Scenario) -> Vec<Knob> {
    let mut all = Vec::new();
    for lock in &scenario.locks {
        let group = format!("Lock {}", lock.name);
        let place = Place::Lock(lock.name.clone());
        let knob = |name, key, value, choices| Knob {
            group: group.clone(),
            name,
            place: place.clone(),
            key,
            value,
            choices,
        };
        let systems = service::TABLE.iter().map(|kind| kind.name).collect();
        all.push(knob("system", "on", system(scenario, lock).to_owned(), systems));
        let ttl = lock.settings.span("ttl").map_or("none".to_owned(), |ttl| ttl.to_string());
        all.push(knob("ttl", "ttl", ttl, Vec::new()));
    }
    for store in &scenario.stores {
        all.push(Knob {
            group: format!("Store {}", store.name),
            name: "guard",
            place: Place::Store(store.name.clone()),
            key: "guard",
            value: store.guard.name.to_owned(),
            choices: store::TABLE.iter().map(|kind| kind.name).collect(),
        });
    }
    for client in &scenario.clients {
        let group = format!("Client {}", client.name);
        let place = Place::Client(client.name.clone());
        let renew = client.policy.renew.map_or("none".to_owned(), |every| every.to_string());
        let expiry = match client.policy.on_expiry {
            OnExpiry::Ignore => "ignore",
            OnExpiry::Stop => "stop",
        };
        let knob = |name, key, value: String, choices| Knob {
            group: group.clone(),
            name,
            place: place.clone(),
            key,
            value,
            choices,
        };
        all.push(knob("renewal", "renew", renew, Vec::new()));
        all.push(knob("on expiry", "on-expiry", expiry.to_owned(), vec!["ignore", "stop"]));
    }
    all
}

/// Gives one place a value, with everything that has to change with it.
pub fn turn(scenario: &Scenario, text: &str, place: &Place, key: &str, value: &str) -> Turned {
    let turned = match (place, key) {
        (Place::Lock(name), "on") => change_system(scenario, text, name, value),
        (Place::Store(name), "guard") => match lacks_token(scenario, name, value) {
            Some(needs) => return needs,
            None => edit::set(text, place, key, value).map(|text| (text, None)),
        },
        _ => edit::set(text, place, key, value.trim()).map(|text| (text, None)),
    };
    let checked = turned.map_err(|problem| vec![problem]).and_then(|(text, words)| {
        notation::parse(&text)?;
        Ok(Turned::Done(text, words))
    });
    checked.unwrap_or_else(|problems| Turned::Refused(why(&problems, key, value)))
}

fn why(problems: &[Problem], key: &str, value: &str) -> String {
    let Some(problem) = problems.first() else { return String::new() };
    let advice = match &problem.nearest {
        Some(word) => format!("did you mean {word}?"),
        None => problem.would_do.clone(),
    };
    format!("{key}={value} was not taken: {}. {}", problem.found, super::story::sentence(&advice))
}

fn system(scenario: &Scenario, lock: &Lock) -> &'static str {
    scenario.services.get(lock.service.index()).map_or("", |service| service.kind.name)
}

/// A fence on a lock without tokens, if this value would be one.
fn lacks_token(scenario: &Scenario, store: &str, guard: &str) -> Option<Turned> {
    if !store::find(guard)?.needs_token {
        return None;
    }
    let lock = scenario.stores.iter().find(|it| it.name == store)?.lock?;
    let lock = scenario.locks.get(lock.index())?;
    let kind = service::find(system(scenario, lock))?;
    let needs = Turned::NeedsToken { store: store.to_owned(), lock: lock.name.clone(), system: kind.name };
    (!kind.has_token).then_some(needs)
}

type Edited = Result<(String, Option<String>), Problem>;

/// Moves a lock to another system: settings that it lacks go, and so does a fence that has no tokens any more.
fn change_system(scenario: &Scenario, text: &str, name: &str, system: &str) -> Edited {
    let place = Place::Lock(name.to_owned());
    let lock = scenario.locks.iter().find(|lock| lock.name == name);
    let (Some(lock), Some(kind)) = (lock, service::find(system)) else {
        return edit::set(text, &place, "on", system).map(|text| (text, None));
    };
    let mut gone: Vec<String> = Vec::new();
    let mut text = rehouse(scenario, text, lock, system)?;
    let written: Vec<String> = edit::settings(&text, &place).into_iter().map(str::to_owned).collect();
    for key in written {
        if !kind.lock_settings.iter().any(|setting| setting.name == key) {
            text = edit::remove(&text, &place, &key)?;
            gone.push(format!("{key} was removed"));
        }
    }
    let id = scenario.locks.iter().position(|it| it.name == name);
    for store in &scenario.stores {
        let fenced = store.guard.needs_token && store.lock.map(|lock| lock.index()) == id;
        if fenced && !kind.has_token {
            text = edit::set(&text, &Place::Store(store.name.clone()), "guard", "none")?;
            gone.push(format!("the fence of {} was switched off", store.name));
        }
    }
    let words = (!gone.is_empty()).then(|| {
        let why = if kind.has_token { "has no such setting" } else { "hands out no fencing token" };
        format!("{system} {why}: {}.", gone.join(", and "))
    });
    Ok((text, words))
}

/// Writes the new system where the text names the old one: in a `service` statement, or after `on`, where
/// faults on the service follow its name.
fn rehouse(scenario: &Scenario, text: &str, lock: &Lock, system: &str) -> Result<String, Problem> {
    let named = scenario.services.get(lock.service.index()).map_or("", |service| service.name.as_str());
    let declared = Place::Service(named.to_owned());
    if edit::get(text, &declared, "kind").is_some() {
        return edit::set(text, &declared, "kind", system);
    }
    let mut text = edit::set(text, &Place::Lock(lock.name.clone()), "on", system)?;
    let alone = scenario.locks.iter().filter(|it| it.service == lock.service).count() == 1;
    for (index, fault) in scenario.faults.iter().enumerate() {
        if alone && befalls(fault.target, lock.service) {
            text = edit::set(&text, &Place::Fault(index), "target", system)?;
        }
    }
    Ok(text)
}

fn befalls(target: Target, service: ServiceId) -> bool {
    matches!(target, Target::Node(Node::Service(id)) if id == service)
}
