//! `fencepost run --seeds`: one scenario under many seeds, its verdicts and expectations counted.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use fencepost_core::check::{TABLE, judge_all, meets};
use fencepost_core::drive::simulate;
use fencepost_core::event::Outcome as Verdicts;
use fencepost_core::scenario::Scenario;
use serde::Serialize;

use crate::Outcome;
use crate::output::Out;
use crate::run::{Format, seed, write_json};

/// The most seeds that one call runs.
const MOST_SEEDS: u64 = 1_000_000;

/// Between two progress lines.
const PROGRESS: Duration = Duration::from_millis(200);

/// Seeds from the first to the last, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Seeds {
    first: u64,
    last: u64,
}

impl Seeds {
    /// Reads `A..B`.
    ///
    /// # Errors
    ///
    /// A message, when it is anything else, when B is lower than A, or for more than [`MOST_SEEDS`] seeds.
    pub(crate) fn read(text: &str) -> Outcome<Self> {
        let ends = text.split_once("..").and_then(|(first, last)| Some((seed(first)?, seed(last)?)));
        match ends {
            Some((first, last)) if first <= last && last - first < MOST_SEEDS => Ok(Self { first, last }),
            _ => Err(format!(
                "seeds are two whole numbers, the lower first, at most {MOST_SEEDS} of them: `1..1000`, not `{text}`"
            )),
        }
    }
}

/// What came of a scenario under many seeds. As JSON its fields, in this order, are documented in
/// docs/command.md.
#[derive(Serialize)]
struct Counted<'a> {
    title: &'a str,
    seeds: Seeds,
    checks: Vec<CountedCheck>,
    expectations: Vec<CountedExpectation<'a>>,
}

#[derive(Serialize)]
struct CountedCheck {
    check: &'static str,
    holds: u64,
    broken: u64,
    #[serde(rename = "does-not-apply")]
    does_not_apply: u64,
    undecided: u64,
    first_broken: Option<u64>,
}

#[derive(Serialize)]
struct CountedExpectation<'a> {
    line: u32,
    text: &'a str,
    met: u64,
    not_met: u64,
    first_not_met: Option<u64>,
}

/// Counts over seeds; whether every expectation is met under every one.
pub(crate) fn count(scenario: &Scenario, seeds: Seeds, format: Format, out: &mut Out) -> Outcome<bool> {
    let mut counted = Counted::new(scenario, seeds);
    let mut progress = Progress::new();
    for seed in seeds.first..=seeds.last {
        progress.show(seed, seeds);
        counted.add(scenario, seed);
    }
    progress.clear();
    match format {
        Format::Json => write_json(&counted, out)?,
        Format::Text => counted.write(out),
    }
    Ok(counted.expectations.iter().all(|it| it.not_met == 0))
}

impl<'a> Counted<'a> {
    fn new(scenario: &'a Scenario, seeds: Seeds) -> Self {
        let (holds, broken, does_not_apply, undecided) = (0, 0, 0, 0);
        let checks = TABLE.iter().map(|kind| CountedCheck {
            check: kind.name,
            holds,
            broken,
            does_not_apply,
            undecided,
            first_broken: None,
        });
        let expectations = scenario.expects.iter().map(|expect| CountedExpectation {
            line: expect.line,
            text: &expect.text,
            met: 0,
            not_met: 0,
            first_not_met: None,
        });
        Self { title: &scenario.title, seeds, checks: checks.collect(), expectations: expectations.collect() }
    }

    /// One run. Seeds come in order, so the first that breaks a check is the lowest.
    fn add(&mut self, scenario: &Scenario, seed: u64) {
        let trace = simulate(scenario, seed).trace;
        for (check, verdict) in self.checks.iter_mut().zip(judge_all(&trace)) {
            match verdict.outcome {
                Verdicts::Holds => check.holds += 1,
                Verdicts::DoesNotApply => check.does_not_apply += 1,
                Verdicts::Undecided => check.undecided += 1,
                Verdicts::Broken => {
                    check.broken += 1;
                    check.first_broken.get_or_insert(seed);
                }
            }
        }
        for (counted, expect) in self.expectations.iter_mut().zip(&scenario.expects) {
            if meets(&trace, expect).met {
                counted.met += 1;
            } else {
                counted.not_met += 1;
                counted.first_not_met.get_or_insert(seed);
            }
        }
    }

    fn write(&self, out: &mut Out) {
        if !self.title.is_empty() {
            out.say(format_args!("{}", self.title));
        }
        let Seeds { first, last } = self.seeds;
        out.say(format_args!("seeds {first} to {last}\n"));
        for it in &self.checks {
            let counts = [
                ("holds", it.holds),
                ("broken", it.broken),
                ("does-not-apply", it.does_not_apply),
                ("undecided", it.undecided),
            ];
            let counts = counts.iter().filter(|(_, count)| *count > 0);
            let counts: Vec<_> = counts.map(|(word, count)| format!("{word} {count}")).collect();
            let first = first_seed("broken", it.first_broken);
            out.say(format_args!("{:<15}  {}{first}", it.check, counts.join(", ")));
        }
        if !self.expectations.is_empty() {
            out.say(format_args!(""));
        }
        for it in &self.expectations {
            match it.first_not_met {
                None => out.say(format_args!("met {}  {}", it.met, it.text)),
                first => out.say(format_args!(
                    "met {}, NOT MET {}  {} (line {}){}",
                    it.met,
                    it.not_met,
                    it.text,
                    it.line,
                    first_seed("not met", first)
                )),
            }
        }
    }
}

fn first_seed(what: &str, seed: Option<u64>) -> String {
    seed.map_or(String::new(), |seed| format!("; first {what} with --seed {seed}"))
}

/// A line that says how far it is, on a terminal alone.
struct Progress {
    shown: Option<Instant>,
    terminal: bool,
}

impl Progress {
    fn new() -> Self {
        Self { shown: None, terminal: io::stderr().is_terminal() }
    }

    fn show(&mut self, seed: u64, Seeds { first, last }: Seeds) {
        if self.terminal && self.shown.is_none_or(|shown| shown.elapsed() >= PROGRESS) {
            self.shown = Some(Instant::now());
            let (done, all) = (seed - first, last - first + 1);
            let _ = write!(io::stderr(), "\r{done} of {all} seeds, {}%", done * 100 / all);
        }
    }

    /// Takes the line away.
    fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_are_seeds_and_both_are_included() {
        assert_eq!(Seeds::read("3..5"), Ok(Seeds { first: 3, last: 5 }));
        assert_eq!(Seeds::read("7..7"), Ok(Seeds { first: 7, last: 7 }));
        assert_eq!(Seeds::read("0..999999"), Ok(Seeds { first: 0, last: 999_999 }));
        for text in ["", "..", "1..", "..5", "5..3", "1...5", "1..+5", "-1..5", "0..1000000", "1", "a..b"] {
            assert!(Seeds::read(text).is_err(), "{text}");
        }
        // The largest seed is the largest whole number that JavaScript holds exactly.
        assert!(Seeds::read("9007199254740991..9007199254740991").is_ok());
        assert!(Seeds::read("9007199254740992..9007199254740992").is_err());
    }
}
