//! `fencepost run`: one run told event by event, or many seeds counted.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};

use fencepost_core::check::{Met, TABLE, Verdict, headline, judge_all, meets};
use fencepost_core::drive::simulate;
use fencepost_core::event::Outcome;
use fencepost_core::notation::parse;
use fencepost_core::scenario::Scenario;
use fencepost_core::trace::Trace;

use crate::json::{array, number, string};
use crate::{Failure, problems, read};

/// The most seeds that one call runs.
const MOST_SEEDS: u64 = 1_000_000;

struct Call {
    file: String,
    seed: Option<u64>,
    seeds: Option<(u64, u64)>,
    json: bool,
}

/// Runs a file; false when an expectation is not met.
pub(crate) fn run(args: &[String]) -> Result<bool, Failure> {
    let call = read_call(args)?;
    let scenario = parse(&read(&call.file)?).map_err(|found| problems(&call.file, 0, &found))?;
    match call.seeds {
        Some((first, last)) => count(&scenario, first, last),
        None => tell(&scenario, call.seed.unwrap_or(scenario.seed), call.json),
    }
}

fn read_call(args: &[String]) -> Result<Call, Failure> {
    let mut call = Call { file: String::new(), seed: None, seeds: None, json: false };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--seed" => call.seed = Some(seed(value()?)?),
            "--seeds" => call.seeds = Some(seeds(value()?)?),
            "--format" => {
                call.json = match value()?.as_str() {
                    "json" => true,
                    "text" => false,
                    other => return Err(format!("--format is text or json, not `{other}`")),
                };
            }
            option if option.starts_with("--") => return Err(format!("run has no option `{option}`")),
            file if call.file.is_empty() => call.file = file.to_owned(),
            other => return Err(format!("run takes one file; `{other}` is one too many")),
        }
    }
    if call.file.is_empty() {
        return Err("run needs a file".to_owned());
    }
    Ok(call)
}

fn seed(text: &str) -> Result<u64, Failure> {
    text.parse().map_err(|_| format!("a seed is a whole number, not `{text}`"))
}

fn seeds(text: &str) -> Result<(u64, u64), Failure> {
    let wanted =
        || format!("seeds are two whole numbers, `1..100`, at most {MOST_SEEDS} of them; not `{text}`");
    let (first, last) = text.split_once("..").ok_or_else(wanted)?;
    let (first, last) = (seed(first)?, seed(last)?);
    if last < first || last - first >= MOST_SEEDS {
        return Err(wanted());
    }
    Ok((first, last))
}

fn tell(scenario: &Scenario, seed: u64, json: bool) -> Result<bool, Failure> {
    let trace = simulate(scenario, seed).trace;
    let verdicts = judge_all(&trace);
    let met: Vec<Met> = scenario.expects.iter().map(|expect| meets(&trace, expect)).collect();
    if json {
        println!("{}", as_json(scenario, seed, &trace, &verdicts, &met));
    } else {
        println!("{}\n", headline(&trace, &verdicts).text);
        print!("{trace}");
        println!();
        for verdict in &verdicts {
            println!("{:<15} {:<16} {}", verdict.check, verdict.outcome.word(), verdict.text);
        }
        for (expect, met) in scenario.expects.iter().zip(&met) {
            println!("{:<15} {}", if met.met { "met" } else { "NOT MET" }, expect.text);
        }
    }
    Ok(met.iter().all(|met| met.met))
}

fn as_json(scenario: &Scenario, seed: u64, trace: &Trace, verdicts: &[Verdict], met: &[Met]) -> String {
    let events = array(trace.events.iter().map(|event| {
        format!(
            "{{\"index\": {}, \"at_us\": {}, \"clock_us\": {}, \"node\": {}, \"kind\": {}, \"cause\": {}, \
             \"text\": {}}}",
            event.index,
            event.at.as_micros(),
            event.clock.as_micros(),
            string(trace.names.node(event.node)),
            string(event.kind.name()),
            number(event.cause),
            string(&trace.text(event))
        )
    }));
    let verdicts_json = array(verdicts.iter().map(|verdict| {
        format!(
            "{{\"check\": {}, \"verdict\": {}, \"event\": {}, \"text\": {}}}",
            string(verdict.check),
            string(verdict.outcome.word()),
            number(verdict.event),
            string(&verdict.text)
        )
    }));
    let expectations = array(scenario.expects.iter().zip(met).map(|(expect, met)| {
        format!("{{\"line\": {}, \"text\": {}, \"met\": {}}}", expect.line, string(&expect.text), met.met)
    }));
    format!(
        "{{\"title\": {}, \"seed\": {seed}, \"headline\": {},\n\"events\": {events},\n\"verdicts\": \
         {verdicts_json},\n\"expectations\": {expectations}}}",
        string(&scenario.title),
        string(&headline(trace, verdicts).text)
    )
}

/// Counts the verdicts over seeds, with the first seed that breaks each check.
fn count(scenario: &Scenario, first: u64, last: u64) -> Result<bool, Failure> {
    let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let mut breaks: BTreeMap<&str, u64> = BTreeMap::new();
    let terminal = std::io::stderr().is_terminal();
    for seed in first..=last {
        if terminal && (seed - first).is_multiple_of(1_000) {
            eprint!("\rseed {seed} of {first}..{last}");
            let _ = std::io::stderr().flush();
        }
        for verdict in judge_all(&simulate(scenario, seed).trace) {
            *counts.entry((verdict.check, verdict.outcome.word())).or_default() += 1;
            if verdict.outcome == Outcome::Broken {
                breaks.entry(verdict.check).or_insert(seed);
            }
        }
    }
    if terminal {
        eprintln!();
    }
    for kind in TABLE {
        let parts: Vec<String> = Outcome::WORDS
            .iter()
            .filter_map(|word| counts.get(&(kind.name, *word)).map(|count| format!("{word} {count}")))
            .collect();
        let first =
            breaks.get(kind.name).map_or(String::new(), |seed| format!(", first broken by seed {seed}"));
        println!("{:<15} {}{first}", kind.name, parts.join(", "));
    }
    Ok(true)
}
