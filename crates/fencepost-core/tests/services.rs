//! What holds for every lock service, whatever its settings, its clients and what befalls it: the table is
//! walked, so a new service is under test with its line in it.
#![cfg(not(target_family = "wasm"))]

use fencepost_core::check::judge_all;
use fencepost_core::drive::{replay, simulate};
use fencepost_core::event::{Kind, Outcome};
use fencepost_core::notation::{parse, print};
use fencepost_core::scenario::Scenario;
use fencepost_core::service::{self, TABLE};
use fencepost_core::setting::{Accepts, Fallback, Setting};

/// Numbers that look random and are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most.max(1)
    }

    fn one_in(&mut self, many: u64) -> bool {
        self.below(many) == 0
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    fn ms(&mut self, from: u64, to: u64) -> String {
        format!("{}ms", from + self.below(to - from + 1))
    }

    /// Some of these settings with some of their values.
    fn settings(&mut self, all: &[Setting]) -> String {
        let mut text = String::new();
        for setting in all {
            let needed = setting.default == Fallback::Required;
            if !needed && !self.one_in(3) {
                continue;
            }
            let value = match setting.accepts {
                Accepts::Span { min, max, .. } => {
                    let (min, max) = (min.as_micros(), max.as_micros().min(60_000_000));
                    let whole = min + self.below(max.saturating_sub(min) + 1);
                    // Whole seconds where the range has some: some products take nothing else.
                    let second = whole / 1_000_000 * 1_000_000;
                    format!("{}us", if second >= min && second > 0 { second } else { whole })
                }
                Accepts::Number { min, max } => (min + self.below((max - min).min(20) + 1)).to_string(),
                Accepts::Choice(words) => self.of(words).to_owned(),
                Accepts::Ratio => self.of(&["1%", "1/3", "0%"]).to_owned(),
                Accepts::Window { .. } => "10ms..40ms".to_owned(),
                _ => continue,
            };
            text += &format!(" {}={value}", setting.name);
        }
        text
    }
}

/// Faults of clients and of the network: what no lock service may break a promise under.
fn outer_fault(chance: &mut Chance) -> String {
    let (from, length) = (chance.ms(0, 60_000), chance.ms(1, 40_000));
    let client = chance.of(&["A", "B", "C"]);
    match chance.below(7) {
        0 => format!("fault pause {client} from={from} for={length}"),
        1 => format!("fault crash {client} at={from} restart-after={length}"),
        2 => format!("fault crash {client} at={from} scope=host"),
        3 => format!("fault partition {client}<->l0 from={from} for={length}"),
        4 => format!("fault delay {client}->l1 from={from} for={length} by=700ms"),
        5 => format!("fault loss {client}<->l0 from={from} for={length} rate=1/3"),
        _ => format!("fault reset {client}->l0 at={from}"),
    }
}

/// Faults of the service itself, and of clocks.
fn inner_fault(kind: &service::Kind, chance: &mut Chance) -> String {
    let (from, length) = (chance.ms(0, 60_000), chance.ms(1, 40_000));
    let client = chance.of(&["A", "B", "C"]);
    let own = chance.below(8 + kind.faults.len() as u64 * 2);
    match own {
        0 => format!("fault pause s from={from} for={length}"),
        1 | 2 => format!(
            "fault crash s at={from} restart-after={length} scope={}",
            chance.of(&["process", "host"])
        ),
        3 => format!("fault clock s at={from} step=+{length}"),
        4 => format!("fault clock {client} at={from} rate=+10%"),
        5 => format!("fault half-open {client}->l0 at={from}"),
        6 | 7 => format!("fault duplicate {client}->l0 from={from} for={length}"),
        _ => match chance.of(kind.faults) {
            "evict" => format!("fault evict l0 at={from}"),
            "revoke" => format!("fault revoke {client}->l0 at={from}"),
            "split-brain" => format!("fault split-brain {client}->l0 at={from} for={length}"),
            "quorum-loss" => format!("fault quorum-loss s from={from} for={length}"),
            "stuck-leader" => format!("fault stuck-leader s from={from} for={length}"),
            "leader-change" => format!("fault leader-change s at={from} for={length}"),
            "restore" => format!("fault restore s of=1s at=6{from}"),
            name => format!("fault {name} s at={from}"),
        },
    }
}

/// Three clients, two locks, a store for each, and faults.
fn text(kind: &service::Kind, chance: &mut Chance, inner: bool) -> String {
    let mut text = format!("horizon 10min\nnetwork delay=5ms..80ms\nservice s {}", kind.name);
    text += &chance.settings(kind.service_settings);
    for lock in ["l0", "l1"] {
        text += &format!("\nlock {lock} on s{}", chance.settings(kind.lock_settings));
    }
    text += "\nstore s0 for=l0\nprocess host\n";
    for client in ["A", "B", "C"] {
        let shared = if chance.one_in(3) { " in=host" } else { "" };
        let renew = if chance.one_in(3) { " renew=2s" } else { "" };
        let rule = if chance.one_in(3) { " on-unknown=release" } else { "" };
        let (at, work) = (chance.ms(0, 4000), chance.ms(1, 30_000));
        let every = chance.of(&["", " every=700ms", " every=1s jitter=300ms"]);
        let steps = match chance.below(4) {
            0 => format!("acquire l1{every}, acquire l0{every}, work {work}, release l0, release l1"),
            1 => format!("acquire l0{every}, acquire l1{every}, work {work}, release l1, release l0"),
            2 => format!("acquire l0{every}, acquire l0 else=continue, release l0, work {work}, release l0"),
            _ => {
                format!("acquire l0{every}, read s0, work {work}, write s0 +1, release l0, acquire l0{every}")
            }
        };
        text += &format!("client {client} at={at} patience=3s{shared}{renew}{rule}: {steps}\n");
    }
    for _ in 0..chance.below(4) {
        text += &outer_fault(chance);
        text += "\n";
    }
    for _ in 0..if inner { 1 + chance.below(3) } else { 0 } {
        text += &inner_fault(kind, chance);
        text += "\n";
    }
    text
}

/// Scenarios of one kind that are right; others, whose settings contradict each other, are left out.
fn scenarios(kind: &service::Kind, inner: bool, count: usize) -> Vec<(String, Scenario)> {
    let mut chance = Chance(kind.name.bytes().map(u64::from).sum());
    let mut all = Vec::new();
    for _ in 0..count * 20 {
        let text = text(kind, &mut chance, inner);
        if let Ok(scenario) = parse(&text) {
            all.push((text, scenario));
        }
        if all.len() == count {
            break;
        }
    }
    assert!(all.len() >= count / 2, "{}: hardly a text is right\n{:?}", kind.name, {
        let text = text(kind, &mut chance, inner);
        (parse(&text).err(), text)
    });
    all
}

/// Whatever happens, a run ends within its limits, is the same again, replays, and prints.
#[test]
fn every_service_plays_whatever_befalls_it() {
    for kind in TABLE {
        for (text, scenario) in scenarios(kind, true, 150) {
            let run = simulate(&scenario, 7);
            let again = simulate(&scenario, 7);
            assert_eq!(run.trace.to_string(), again.trace.to_string(), "{text}");
            let replayed = replay(&scenario, &run.schedule).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(replayed.trace.to_string(), run.trace.to_string(), "{text}");
            let printed = print(&text).expect("it is right");
            assert_eq!(print(&printed).as_ref(), Ok(&printed), "{text}");
            judge_all(&run.trace);
        }
    }
}

/// No service breaks its promise while it runs and its clocks are right: clients that pause, crash or are cut
/// off, and messages that are late or lost, cannot make it. Tokens rise with each grant of a lock.
#[test]
fn no_service_breaks_its_promise_while_it_runs() {
    for kind in TABLE {
        for (text, scenario) in scenarios(kind, false, 300) {
            // A plain release takes anybody's lease away, and a lease id is no order: both are there to be seen
            // failing.
            if text.contains("release=plain") || text.contains("token=lease-id") {
                continue;
            }
            let trace = simulate(&scenario, 3).trace;
            for verdict in judge_all(&trace) {
                if verdict.check == "one-holder" || verdict.check == "own-release" {
                    assert_ne!(verdict.outcome, Outcome::Broken, "{}\n{text}\n{trace}", verdict.text);
                }
            }
            let mut highest = [0; 2];
            for event in &trace.events {
                if let Kind::Granted { lock, token: Some(token), .. } = event.kind {
                    let before = core::mem::replace(&mut highest[lock.index()], token.get());
                    assert!(before < token.get(), "token {token} after {before}\n{text}\n{trace}");
                }
            }
        }
    }
}
