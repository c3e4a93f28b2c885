//! Faults: what breaks, when, for how long. Each is lowered to a closed list of effects, and single messages
//! that it names to rules; the world knows only those.
//!
//! A new fault is one file and one line in [`TABLE`].

mod clock;
mod crash;
mod delay;
mod duplicate;
mod evict;
mod failover;
mod half_open;
mod leader_change;
mod loss;
mod partition;
mod pause;
mod quorum_loss;
mod reorder;
mod reset;
mod restore;
mod revoke;
mod split_brain;
mod stuck_leader;
mod wipe;

use crate::help::{Help, help};
use alloc::vec::Vec;

use crate::event::{Change, ClockChange, Node, ProcessId, Scope, ServiceId};
use crate::primitive::{Span, Time};
use crate::scenario::{End, Fault, Route, Target, limit};
use crate::service::Incident;
use crate::setting::{Accepts, Fallback, Ratio, Setting, Settings, names};

/// Every fault.
pub static TABLE: &[&Kind] = &[
    &pause::KIND,
    &crash::KIND,
    &partition::KIND,
    &delay::KIND,
    &loss::KIND,
    &duplicate::KIND,
    &reorder::KIND,
    &clock::KIND,
    &reset::KIND,
    &half_open::KIND,
    &failover::KIND,
    &split_brain::KIND,
    &leader_change::KIND,
    &quorum_loss::KIND,
    &stuck_leader::KIND,
    &wipe::KIND,
    &restore::KIND,
    &evict::KIND,
    &revoke::KIND,
];

/// The name of every fault.
pub static NAMES: &[&str] = &names!(TABLE);

/// One kind of fault.
#[derive(Debug)]
pub struct Kind {
    /// Its name in scenarios.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: Help,
    /// What it can befall.
    pub befalls: Befalls,
    /// What a `fault` statement of this kind accepts.
    pub settings: &'static [Setting],
    /// What is wrong with these settings together, if anything, and in a second line what would do.
    pub conflict: fn(&Settings) -> Option<&'static str>,
    /// Lowers one fault.
    pub lower: fn(&Fault, &mut Lowered),
}

/// What a fault can befall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Befalls {
    /// A process, named by itself or by a client in it.
    Process,
    /// A process, or a node of a service.
    Runner,
    /// A service that can suffer it: its kind lists the fault.
    Service,
    /// What a process has with a service that can suffer it, written as a link: `A->report`.
    Bond,
    /// The connections of a process to a service or store, written as a link.
    Connection,
    /// A process or any other node: its clock.
    Clock,
    /// A link, or messages on it.
    Route,
}

/// What a fault comes down to.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// Effects, each at its true time.
    pub effects: Vec<(Time, Effect)>,
    /// Rules for single messages.
    pub rules: Vec<Rule>,
}

/// The closed list of things that can happen to the world from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A process, or a part of it, stops running.
    Pause(ProcessId, Scope),
    /// It runs again.
    Resume(ProcessId, Scope),
    /// A process dies; with its host when true.
    Crash(ProcessId, bool),
    /// It starts again.
    Restart(ProcessId),
    /// The link from one node to another changes.
    Link(Node, Node, LinkChange),
    /// A node's clock changes.
    Clock(Node, ClockChange),
    /// A service's node stops running, when true, or runs again.
    Stop(ServiceId, bool),
    /// A service's node dies; with its machine, when true.
    ServiceCrash(ServiceId, bool),
    /// It starts again.
    ServiceRestart(ServiceId),
    /// Something happens to a service, and this is what the trace says about it.
    Incident(ServiceId, Incident, Change),
    /// Every connection of a process to a node breaks; both ends learn of it when true, and else only the
    /// process does.
    Break(ProcessId, Node, bool),
}

/// What happens to messages from one node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkChange {
    /// They no longer arrive.
    Cut,
    /// They do again.
    Heal,
    /// They take longer.
    Slow(Span),
    /// That is over.
    Unslow(Span),
    /// So many of them are lost; [`Ratio::NEVER`] ends it.
    Lossy(Ratio),
    /// They arrive twice, the copy so much later.
    Double(Span),
    /// That is over.
    Undouble(Span),
    /// They keep no order, and take so much longer.
    Unorder(Span),
    /// That is over.
    Order(Span),
}

/// What happens to the n-th message on a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The route, in its own direction alone.
    pub route: Route,
    /// Which message, from 1.
    pub nth: u64,
    /// What the link does to it: the change that begins a fault.
    pub change: LinkChange,
}

/// The kind of this name.
pub fn find(name: &str) -> Option<&'static Kind> {
    TABLE.iter().copied().find(|kind| kind.name == name)
}

const FROM: Setting = Setting {
    name: "from",
    accepts: Accepts::Span { min: Span::ZERO, max: limit::HORIZON, none: false },
    default: Fallback::Is("0s"),
    help: help("The true time at which it begins."),
};

const FOR: Setting = Setting {
    name: "for",
    accepts: Accepts::Span { min: Span::from_micros(1), max: limit::HORIZON, none: false },
    default: Fallback::Absent,
    help: help("How long it lasts; to the end when not written."),
};

const NTH: Setting = Setting {
    name: "nth",
    accepts: Accepts::Number { min: 1, max: 1_000_000 },
    default: Fallback::Absent,
    help: help("Only this message on the link, counted from 1 in the order of sending."),
};

const BY: Setting = Setting {
    name: "by",
    accepts: Accepts::Span { min: Span::from_micros(1), max: limit::DELAY, none: false },
    default: Fallback::Absent,
    help: help("How much longer a message is under way."),
};

/// The true time of a setting.
fn time(settings: &Settings, name: &str) -> Time {
    Time::ZERO + settings.length(name)
}

/// The nodes of services that a fault befalls.
fn services(fault: &Fault) -> impl Iterator<Item = ServiceId> {
    let end = match fault.target {
        Target::Node(end) => Some(end),
        Target::Route(_) => None,
    };
    end.into_iter().flat_map(|end| end.each()).filter_map(|node| match node {
        Node::Service(id) => Some(id),
        _ => None,
    })
}

fn process(fault: &Fault) -> Option<ProcessId> {
    match fault.target {
        Target::Node(End { node: Node::Process(process), .. }) => Some(process),
        _ => None,
    }
}

/// The process at the beginning of a route, and the node at its end.
fn bond(fault: &Fault) -> Option<(ProcessId, End)> {
    let Target::Route(route) = fault.target else { return None };
    match route.from.node {
        Node::Process(process) => Some((process, route.to)),
        _ => None,
    }
}

/// The true time of a fault that happens at one moment.
const AT: Setting = Setting {
    name: "at",
    default: Fallback::Required,
    help: help("The true time at which it happens."),
    ..FROM
};

impl Lowered {
    /// A service has no leader for a while, and then a new one.
    fn leaderless(&mut self, fault: &Fault, from: Time, length: Span) {
        for id in services(fault) {
            self.effects.push((from, Effect::Incident(id, Incident::NoLeader, Change::NoLeader)));
            if length < Span::MAX {
                let new = Effect::Incident(id, Incident::NewLeader { stuck: false }, Change::NewLeader);
                self.effects.push((from + length, new));
            }
        }
    }

    /// Something happens at `at=` to each node that the fault befalls.
    fn incident(&mut self, fault: &Fault, incident: Incident, change: Change) {
        for id in services(fault) {
            let effect = Effect::Incident(id, incident, change);
            self.effects.push((time(&fault.settings, "at"), effect));
        }
    }

    /// An effect from `from=` on, and another after `for=`, if there is an end.
    fn lasting(&mut self, settings: &Settings, begin: Effect, end: Effect) {
        let from = time(settings, "from");
        self.effects.push((from, begin));
        if let Some(length) = settings.span("for") {
            self.effects.push((from + length, end));
        }
    }

    /// What befalls a link: a rule for the message that `nth=` names, or else two changes in each direction.
    fn on_link(&mut self, fault: &Fault, begin: LinkChange, end: LinkChange) {
        let Target::Route(route) = fault.target else { return };
        if let Some(nth) = fault.settings.number("nth") {
            self.rules.push(Rule { route, nth, change: begin });
            return;
        }
        route.each(|from, to| {
            self.lasting(&fault.settings, Effect::Link(from, to, begin), Effect::Link(from, to, end));
        });
    }
}

fn no_conflict(_: &Settings) -> Option<&'static str> {
    None
}

/// `nth=` names one message, `from=` and `for=` a time: not both.
fn single_or_timed(settings: &Settings) -> Option<&'static str> {
    let timed = settings.has("from") || settings.has("for");
    (settings.has("nth") && timed)
        .then_some("`nth=` names one message\nleave `from=` and `for=` away, or leave `nth=` away")
}
