//! The values that a reader turns without the editor: system, ttl, guard, renewal, what happens on expiry.
//! Each turn is edits of the text, and one step to undo.

use fencepost_core::event::Node;
use fencepost_core::notation::edit::{self, Place};
use fencepost_core::notation::{self, Problem};
use fencepost_core::primitive::Span;
use fencepost_core::scenario::{OnExpiry, Scenario, Step, Target};
use fencepost_core::service::Library;
use fencepost_core::setting::Settings;
use fencepost_core::{service, store};

use super::state::Notice;
use super::story::sentence;

/// One value that can be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knob {
    /// What it sets.
    pub what: What,
    /// Of which lock, store or client, counted from 0 in the order of the text.
    pub index: usize,
}

/// What a knob sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Which system keeps a lock.
    System,
    /// How long a lock's leases last.
    Ttl,
    /// What guards a store.
    Guard,
    /// How often a client renews.
    Renewal,
    /// What a client does when its lease is over.
    OnExpiry,
}

impl What {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Ttl => "ttl",
            Self::Guard => "guard",
            Self::Renewal => "renewal",
            Self::OnExpiry => "on expiry",
        }
    }

    /// Its key in the text.
    pub const fn key(self) -> &'static str {
        match self {
            Self::System => "on",
            Self::Ttl => "ttl",
            Self::Guard => "guard",
            Self::Renewal => "renew",
            Self::OnExpiry => "on-expiry",
        }
    }

    /// The words to choose from; none where any length of time will do.
    pub fn choices(self) -> &'static [&'static str] {
        match self {
            Self::System => service::NAMES,
            Self::Guard => store::NAMES,
            Self::OnExpiry => &["ignore", "stop"],
            Self::Ttl | Self::Renewal => &[],
        }
    }
}

/// How many locks, stores and clients a scenario has, and the knobs of each.
pub fn knobs(scenario: &Scenario) -> [(usize, &'static [What]); 3] {
    [
        (scenario.locks.len(), &[What::System, What::Ttl]),
        (scenario.stores.len(), &[What::Guard]),
        (scenario.clients.len(), &[What::Renewal, What::OnExpiry]),
    ]
}

impl Knob {
    /// What it belongs to: `Lock ` and the lock's name.
    pub fn owner(self, scenario: &Scenario) -> [&str; 2] {
        let (word, name) = match self.what {
            What::System | What::Ttl => ("Lock ", scenario.locks.get(self.index).map(|it| &it.name)),
            What::Guard => ("Store ", scenario.stores.get(self.index).map(|it| &it.name)),
            What::Renewal | What::OnExpiry => {
                ("Client ", scenario.clients.get(self.index).map(|it| &it.name))
            }
        };
        [word, name.map_or("", |name| name)]
    }

    /// Where it stands in the text.
    fn place(self, scenario: &Scenario) -> Place {
        let name = self.owner(scenario)[1].to_owned();
        match self.what {
            What::System | What::Ttl => Place::Lock(name),
            What::Guard => Place::Store(name),
            What::Renewal | What::OnExpiry => Place::Client(name),
        }
    }

    /// How the library treats the first lock that this client asks for.
    fn library(self, scenario: &Scenario) -> Option<Library> {
        let steps = &scenario.clients.get(self.index)?.steps;
        let mut locks = steps.iter().filter_map(|step| match step {
            Step::Acquire { lock, .. } => scenario.locks.get(lock.index()),
            _ => None,
        });
        let lock = locks.next()?;
        let service = scenario.services.get(lock.service.index())?;
        Some((service.kind.library)(&service.settings, &lock.settings))
    }

    /// Its value, as a scenario writes it.
    pub fn value(self, scenario: &Scenario) -> String {
        let client = || scenario.clients.get(self.index).map(|client| &client.policy);
        let word = match self.what {
            What::System => system(scenario, self.index).map_or("", |kind| kind.name),
            What::Ttl => {
                let lock = scenario.locks.get(self.index);
                return or_none(lock.and_then(|lock| lock.settings.span("ttl")));
            }
            What::Guard => scenario.stores.get(self.index).map_or("", |store| store.guard.name),
            What::Renewal => {
                let period = self.library(scenario).and_then(|library| library.renew);
                return or_none(client().and_then(|policy| policy.renew.unwrap_or(period)));
            }
            What::OnExpiry => {
                let library = self.library(scenario).map_or(OnExpiry::Ignore, |library| library.on_expiry);
                match client().and_then(|policy| policy.on_expiry).unwrap_or(library) {
                    OnExpiry::Stop => "stop",
                    OnExpiry::Ignore => "ignore",
                }
            }
        };
        word.to_owned()
    }
}

fn or_none(span: Option<Span>) -> String {
    span.map_or_else(|| "none".to_owned(), |span| span.to_string())
}

/// The system that keeps a lock.
fn system(scenario: &Scenario, lock: usize) -> Option<&'static service::Kind> {
    let service = scenario.locks.get(lock)?.service;
    scenario.services.get(service.index()).map(|service| service.kind)
}

/// The text with another value, and everything that has to change with it. What else was changed comes with
/// it as a sentence, which is empty where nothing was.
///
/// # Errors
///
/// Why the value was not taken: the text would have an error, or a fence would have no tokens to compare.
pub fn turn(scenario: &Scenario, text: &str, knob: Knob, value: &str) -> Result<(String, String), Notice> {
    let mut edits = Edits::new(scenario, text);
    match (knob.what, service::find(value)) {
        (What::System, Some(kind)) => edits.change_system(knob, kind),
        _ => {
            if let Some(notice) = lacks_token(scenario, knob, value) {
                return Err(notice);
            }
            edits.turn(knob, value.trim());
        }
    }
    edits.check();
    match edits.problems.first() {
        None => Ok((edits.text, edits.gone)),
        Some(problem) => Err(Notice { words: why(problem, knob.what.key(), value), offer: None }),
    }
}

/// The text with a store's fence switched on, after moving its lock to a system with tokens.
pub fn fenced(scenario: &Scenario, text: &str, store: &str) -> Option<String> {
    let mut edits = Edits::new(scenario, text);
    let index = scenario.stores.iter().position(|it| it.name == store)?;
    let lock = scenario.stores[index].lock?.index();
    edits.change_system(Knob { what: What::System, index: lock }, service::find("fenced")?);
    edits.turn(Knob { what: What::Guard, index }, "fence");
    edits.check();
    edits.problems.is_empty().then_some(edits.text)
}

fn why(problem: &Problem, key: &str, value: &str) -> String {
    let advice = match &problem.nearest {
        Some(word) => &["did you mean ", word, "?"].concat(),
        None => &problem.would_do,
    };
    [key, "=", value, " was not taken: ", &problem.found, ". ", &sentence(advice)].concat()
}

/// A fence on a lock without tokens, if this value would be one.
fn lacks_token(scenario: &Scenario, knob: Knob, guard: &str) -> Option<Notice> {
    if knob.what != What::Guard || !store::find(guard)?.needs_token {
        return None;
    }
    let store = scenario.stores.get(knob.index)?;
    let lock = scenario.locks.get(store.lock?.index())?;
    let kind = system(scenario, store.lock?.index()).filter(|kind| !(kind.has_token)(&lock.settings))?;
    let words = ["A fence compares tokens, and ", kind.name, " hands out none, so ", &store.name];
    let words = [&words.concat(), " would have nothing to compare."].concat();
    Some(Notice { words, offer: Some(store.name.as_str().into()) })
}

/// The text of a scenario, while it is edited in several places.
struct Edits<'s> {
    scenario: &'s Scenario,
    text: String,
    problems: Vec<Problem>,
    /// What had to go, as a sentence.
    gone: String,
}

impl<'s> Edits<'s> {
    fn new(scenario: &'s Scenario, text: &str) -> Self {
        Self { scenario, text: text.to_owned(), problems: Vec::new(), gone: String::new() }
    }

    #[inline(never)]
    fn turn(&mut self, knob: Knob, value: &str) {
        self.set(&knob.place(self.scenario), knob.what.key(), value);
    }

    #[inline(never)]
    fn set(&mut self, place: &Place, key: &str, value: &str) {
        match edit::set(&self.text, place, key, value) {
            Ok(text) => self.text = text,
            Err(problem) => self.problems.push(problem),
        }
    }

    #[inline(never)]
    fn note(&mut self, what: &str, became: &str) {
        let and = if self.gone.is_empty() { "" } else { ", and " };
        self.gone = [&self.gone, and, what, became].concat();
    }

    /// Looks whether what became of the text has errors.
    #[inline(never)]
    fn check(&mut self) {
        if self.problems.is_empty() {
            self.problems = notation::parse(&self.text).err().unwrap_or_default();
        }
    }

    /// Moves a lock to another system: settings that it lacks go, and so does a fence that has no tokens any
    /// more.
    #[inline(never)]
    fn change_system(&mut self, knob: Knob, kind: &service::Kind) {
        self.rehouse(knob, kind.name);
        let has_token = (kind.has_token)(&Settings::default());
        let place = knob.place(self.scenario);
        for setting in system(self.scenario, knob.index).map_or(&[][..], |kind| kind.lock_settings) {
            if kind.lock_settings.iter().any(|it| it.name == setting.name) {
                continue;
            }
            if let Ok(text) = edit::remove(&self.text, &place, setting.name)
                && text.len() < self.text.len()
            {
                self.text = text;
                self.note(setting.name, " was removed");
            }
        }
        for (index, store) in self.scenario.stores.iter().enumerate() {
            let fenced = store.guard.needs_token && store.lock.is_some_and(|lock| lock.index() == knob.index);
            if fenced && !has_token {
                self.turn(Knob { what: What::Guard, index }, "none");
                self.note(&["the fence of ", &store.name].concat(), " was switched off");
            }
        }
        if !self.gone.is_empty() {
            let why = if has_token { " has no such setting: " } else { " hands out no fencing token: " };
            self.gone = [kind.name, why, &self.gone, "."].concat();
        }
    }

    /// Writes the new system where the text names the old one: in a `service` statement, or after `on`, where
    /// faults on the service follow its name.
    fn rehouse(&mut self, knob: Knob, system: &str) {
        let scenario = self.scenario;
        let Some(service) = scenario.locks.get(knob.index).map(|lock| lock.service) else { return };
        let name = scenario.services.get(service.index()).map_or("", |service| &service.name);
        if let Ok(text) = edit::set(&self.text, &Place::Service(name.to_owned()), "kind", system) {
            self.text = text;
            return;
        }
        self.turn(knob, system);
        let alone = scenario.locks.iter().filter(|lock| lock.service == service).count() == 1;
        for (index, fault) in scenario.faults.iter().enumerate() {
            if alone && matches!(fault.target, Target::Node(end) if end.node == Node::Service(service)) {
                self.set(&Place::Fault(index), "target", system);
            }
        }
    }
}
