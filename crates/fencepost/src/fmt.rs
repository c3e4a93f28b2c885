//! `fencepost fmt`: scenarios in their canonical form. Comments stay; what is no scenario is left as it is.

use fencepost_core::notation::print;
use lexopt::prelude::{Long, Value};

use crate::output::{Out, complain};
use crate::place::Case;
use crate::source::{Input, another, asks_for_help, next};
use crate::{Ending, Outcome, help, replace, wrong_call};

/// Formats files in place, standard input to standard output; or only says which are not canonical.
pub(crate) fn run(args: &mut lexopt::Parser, out: &mut Out) -> Outcome {
    let (mut inputs, mut only_check) = (Vec::new(), false);
    while let Some(arg) = next(args)? {
        match arg {
            Value(name) => another(&mut inputs, name)?,
            Long("check") => only_check = true,
            arg if asks_for_help(&arg) => return help(out),
            other => return Err(wrong_call(other.unexpected())),
        }
    }
    if inputs.is_empty() {
        return Err("fmt needs at least one file".to_owned());
    }
    let mut ending = Ending::Good;
    for input in &inputs {
        let one = if only_check { check(input, out) } else { format(input, out) };
        ending = ending.max(one.unwrap_or_else(|message| {
            complain(format_args!("{message}"));
            Ending::Wrong
        }));
    }
    Ok(ending)
}

fn format(input: &Input, out: &mut Out) -> Outcome {
    let Some((text, canonical)) = read(input)? else { return Ok(Ending::Wrong) };
    match input {
        Input::Standard => out.put(format_args!("{canonical}")),
        Input::File(path) if text != canonical => replace::write(path, &canonical)?,
        Input::File(_) => {}
    }
    Ok(Ending::Good)
}

fn check(input: &Input, out: &mut Out) -> Outcome {
    let Some((text, canonical)) = read(input)? else { return Ok(Ending::Wrong) };
    if text == canonical {
        return Ok(Ending::Good);
    }
    let same = text.split_inclusive('\n').zip(canonical.split_inclusive('\n')).take_while(|(a, b)| a == b);
    out.say(format_args!("{}:{}: not in canonical form", input.name(), same.count() + 1));
    Ok(Ending::NotMet)
}

/// A text and its canonical form; `None` when it is no scenario, which has then been told.
fn read(input: &Input) -> Outcome<Option<(String, String)>> {
    let case = Case { text: input.read_scenario()?, starts: None };
    match print(&case.text) {
        Ok(canonical) => Ok(Some((case.text, canonical))),
        Err(problems) => {
            case.complain(&input.name(), &problems);
            Ok(None)
        }
    }
}
