//! `fencepost run`: one run told event by event, as text or as JSON.

use fencepost_core::check::{Met, Verdict, headline, judge_all, meets};
use fencepost_core::drive::simulate;
use fencepost_core::notation::parse;
use fencepost_core::notation::words::LARGEST_SEED;
use fencepost_core::scenario::Scenario;
use fencepost_core::trace::Trace;
use lexopt::prelude::{Long, Value};
use serde::Serialize;

use crate::output::Out;
use crate::place::Case;
use crate::seeds::{Seeds, count};
use crate::source::{Input, asks_for_help, next, only};
use crate::{Ending, Outcome, help, wrong_call};

/// How wide a column of names grows, in characters; longer names push the rest aside.
const COLUMN: usize = 20;

/// How a result is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    #[default]
    Text,
    Json,
}

/// Runs one scenario under one seed, or under many.
pub(crate) fn run(args: &mut lexopt::Parser, out: &mut Out) -> Outcome {
    let (mut input, mut seed, mut seeds, mut format) = (None, None, None, Format::default());
    while let Some(arg) = next(args)? {
        match arg {
            Value(name) => only(&mut input, name, "run")?,
            Long("seed") => seed = Some(seed_after(args)?),
            Long("seeds") => seeds = Some(Seeds::read(&value_after(args)?)?),
            Long("format") => format = format_after(args)?,
            arg if asks_for_help(&arg) => return help(out),
            other => return Err(wrong_call(other.unexpected())),
        }
    }
    if seed.is_some() && seeds.is_some() {
        return Err("--seed and --seeds do not go together".to_owned());
    }
    let Some(scenario) = read_scenario(&input.ok_or("run needs a file")?)? else {
        return Ok(Ending::Wrong);
    };
    let all_met = match seeds {
        Some(seeds) => count(&scenario, seeds, format, out)?,
        None => tell(&scenario, seed.unwrap_or(scenario.seed), format, out)?,
    };
    Ok(if all_met { Ending::Good } else { Ending::NotMet })
}

/// The value after an option.
fn value_after(args: &mut lexopt::Parser) -> Outcome<String> {
    Ok(args.value().map_err(wrong_call)?.to_string_lossy().into_owned())
}

/// The seed after an option.
pub(crate) fn seed_after(args: &mut lexopt::Parser) -> Outcome<u64> {
    let text = value_after(args)?;
    seed(&text).ok_or_else(|| format!("a seed is a whole number up to {LARGEST_SEED}, not `{text}`"))
}

/// A seed, as scenarios write it.
pub(crate) fn seed(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|seed| digits && *seed <= LARGEST_SEED)
}

fn format_after(args: &mut lexopt::Parser) -> Outcome<Format> {
    match value_after(args)?.as_str() {
        "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        other => Err(format!("--format is text or json, not `{other}`")),
    }
}

/// Reads one scenario; `None` when its text is wrong, which has then been told.
pub(crate) fn read_scenario(input: &Input) -> Outcome<Option<Scenario>> {
    let case = Case { text: input.read_scenario()?, starts: None };
    match parse(&case.text) {
        Ok(scenario) => Ok(Some(scenario)),
        Err(problems) => {
            case.complain(&input.name(), &problems);
            Ok(None)
        }
    }
}

/// One run; whether all expectations are met.
fn tell(scenario: &Scenario, seed: u64, format: Format, out: &mut Out) -> Outcome<bool> {
    let trace = simulate(scenario, seed).trace;
    let verdicts = judge_all(&trace);
    let met: Vec<Met> = scenario.expects.iter().map(|expect| meets(&trace, expect)).collect();
    let headline = headline(&trace, &verdicts).text;
    match format {
        Format::Json => write_json(&Json::of(scenario, seed, &headline, &trace, &verdicts, &met), out)?,
        Format::Text => {
            if !scenario.title.is_empty() {
                out.say(format_args!("{}", scenario.title));
            }
            out.say(format_args!("{headline}\n"));
            write_events(&trace, out);
            out.say(format_args!("\n{}\n", trace.ending));
            for verdict in &verdicts {
                let Verdict { check, outcome, text, .. } = verdict;
                out.say(format_args!("{check:<15}  {:<14}  {text}", outcome.word()));
            }
            write_expectations(scenario, &met, out);
        }
    }
    Ok(met.iter().all(|met| met.met))
}

/// One line an event: index, cause, true time, node, kind, and what happened; the node's own clock where it
/// does not show true time.
fn write_events(trace: &Trace, out: &mut Out) {
    let widest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0).min(COLUMN);
    let name = |at: usize| trace.names.node(trace.events[at].node);
    let all = 0..trace.events.len();
    let nodes = widest(&mut all.clone().map(|at| name(at).chars().count()));
    let kinds = widest(&mut all.clone().map(|at| trace.events[at].kind.name().len()));
    let times = widest(&mut all.clone().map(|at| trace.events[at].at.to_string().len()));
    let digits = all.len().saturating_sub(1).to_string().len();
    for (event, at) in trace.events.iter().zip(all) {
        let cause = event.cause.map_or(String::new(), |cause| format!("<{cause}"));
        out.put(format_args!("{:>digits$} {cause:<width$}", event.index, width = digits + 1));
        let (time, node, kind) = (event.at.to_string(), name(at), event.kind.name());
        out.put(format_args!("  {time:>times$}  {node:<nodes$}  {kind:<kinds$}  {}", trace.text(event)));
        let true_reading = i64::try_from(event.at.as_micros()) == Ok(event.clock.as_micros());
        match true_reading {
            true => out.say(format_args!("")),
            false => out.say(format_args!(" (its clock shows {})", event.clock)),
        }
    }
}

fn write_expectations(scenario: &Scenario, met: &[Met], out: &mut Out) {
    if !met.is_empty() {
        out.say(format_args!(""));
    }
    for (expect, met) in scenario.expects.iter().zip(met) {
        if met.met {
            out.say(format_args!("met      {}", expect.text));
        } else {
            out.say(format_args!("NOT MET  {} (line {})\n         {}", expect.text, expect.line, met.found));
        }
    }
}

/// Writes a value as one line of JSON.
pub(crate) fn write_json(value: &impl Serialize, out: &mut Out) -> Outcome<()> {
    let json = serde_json::to_string(value).map_err(|error| error.to_string())?;
    out.say(format_args!("{json}"));
    Ok(())
}

/// A run as JSON: the fields, in this order, are documented in docs/command.md.
#[derive(Serialize)]
struct Json<'a> {
    title: &'a str,
    seed: u64,
    headline: &'a str,
    events: Vec<JsonEvent<'a>>,
    verdicts: Vec<JsonVerdict<'a>>,
    expectations: Vec<JsonExpectation<'a>>,
}

#[derive(Serialize)]
struct JsonEvent<'a> {
    index: u32,
    at_us: u64,
    clock_us: i64,
    node: &'a str,
    kind: &'static str,
    cause: Option<u32>,
    text: String,
}

#[derive(Serialize)]
struct JsonVerdict<'a> {
    check: &'static str,
    verdict: &'static str,
    event: Option<u32>,
    text: &'a str,
}

#[derive(Serialize)]
struct JsonExpectation<'a> {
    line: u32,
    text: &'a str,
    met: bool,
}

impl<'a> Json<'a> {
    fn of(
        scenario: &'a Scenario,
        seed: u64,
        headline: &'a str,
        trace: &'a Trace,
        verdicts: &'a [Verdict],
        met: &[Met],
    ) -> Self {
        let event = |event: &'a fencepost_core::event::Event| JsonEvent {
            index: event.index,
            at_us: event.at.as_micros(),
            clock_us: event.clock.as_micros(),
            node: trace.names.node(event.node),
            kind: event.kind.name(),
            cause: event.cause,
            text: trace.text(event),
        };
        let verdict = |it: &'a Verdict| JsonVerdict {
            check: it.check,
            verdict: it.outcome.word(),
            event: it.event,
            text: &it.text,
        };
        let expectations = scenario.expects.iter().zip(met);
        Self {
            title: &scenario.title,
            seed,
            headline,
            events: trace.events.iter().map(event).collect(),
            verdicts: verdicts.iter().map(verdict).collect(),
            expectations: expectations
                .map(|(it, met)| JsonExpectation { line: it.line, text: &it.text, met: met.met })
                .collect(),
        }
    }
}
