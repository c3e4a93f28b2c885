//! `fencepost check`: whether every expectation of every scenario is met, each scenario under its own seed.

use fencepost_core::check::meets;
use fencepost_core::drive::simulate;
use fencepost_core::notation::parse;
use lexopt::prelude::Value;

use crate::output::{Out, complain};
use crate::place::Case;
use crate::source::{Input, another, asks_for_help, next};
use crate::{Ending, Outcome, help, markdown, wrong_call};

/// Checks files, and tells of all of them what is wrong.
pub(crate) fn run(args: &mut lexopt::Parser, out: &mut Out) -> Outcome {
    let mut inputs = Vec::new();
    while let Some(arg) = next(args)? {
        match arg {
            Value(name) => another(&mut inputs, name)?,
            arg if asks_for_help(&arg) => return help(out),
            other => return Err(wrong_call(other.unexpected())),
        }
    }
    if inputs.is_empty() {
        return Err("check needs at least one file".to_owned());
    }
    let mut count = Count::default();
    for input in &inputs {
        count.file(input, out);
    }
    if count.scenarios == 0 && count.wrong == 0 {
        return Err("there is no scenario in these files".to_owned());
    }
    out.say(format_args!("{}", count.summary()));
    Ok(count.ending())
}

/// What was found so far.
#[derive(Default)]
struct Count {
    scenarios: u32,
    met: u32,
    not_met: u32,
    /// Files that cannot be read, and texts that are no scenario.
    wrong: u32,
}

impl Count {
    fn file(&mut self, input: &Input, out: &mut Out) {
        match input.read() {
            Err(message) => {
                self.wrong += 1;
                complain(format_args!("{message}"));
            }
            Ok(text) if input.is_markdown() => {
                for case in markdown::cases(&text) {
                    self.case(&input.name(), &case, out);
                }
            }
            Ok(text) => self.case(&input.name(), &Case { text, starts: None }, out),
        }
    }

    fn case(&mut self, file: &str, case: &Case, out: &mut Out) {
        self.scenarios += 1;
        let scenario = match parse(&case.text) {
            Ok(scenario) => scenario,
            Err(problems) => {
                self.wrong += 1;
                return case.complain(file, &problems);
            }
        };
        let trace = simulate(&scenario, scenario.seed).trace;
        for expect in &scenario.expects {
            let answer = meets(&trace, expect);
            if answer.met {
                self.met += 1;
            } else {
                self.not_met += 1;
                let line = case.line(expect.line);
                out.say(format_args!("{file}:{line}: not met: {}\n    {}", expect.text, answer.found));
            }
        }
    }

    fn summary(&self) -> String {
        let Self { scenarios, met, not_met, wrong } = self;
        let several =
            |number: &u32, word: &str| format!("{number} {word}{}", if *number == 1 { "" } else { "s" });
        let mut summary = format!("{}: {} met", several(scenarios, "scenario"), several(met, "expectation"));
        if *not_met > 0 {
            summary.push_str(&format!(", {not_met} not met"));
        }
        if *wrong > 0 {
            summary.push_str(&format!(", {wrong} wrong"));
        }
        summary
    }

    fn ending(&self) -> Ending {
        match (self.wrong, self.not_met) {
            (0, 0) => Ending::Good,
            (0, _) => Ending::NotMet,
            _ => Ending::Wrong,
        }
    }
}
