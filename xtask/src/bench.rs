//! `cargo xtask bench`: measurements beside the goals that they should reach. It judges nothing:
//! what a machine measures depends on what else it does.

use std::fs;

use crate::shell::{Outcome, cargo, output, target};
use crate::{size, test};

/// The events of the story that the page plays while its frames are measured.
const PAGE_EVENTS: &str = "2000";

/// Runs every measurement and prints them as one table; one that fails takes no other with it.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    if !arguments.is_empty() {
        return Err("takes no arguments".into());
    }
    let mut failures = Vec::new();
    let mut rows = vec![["what", "measured", "goal"].map(str::to_owned)];
    for (what, measure) in [
        ("the engine on this machine", engine as fn() -> Outcome<String>),
        ("the first story in a browser", story),
        ("frames of the page", page),
    ] {
        println!("Measuring {what}.");
        match measure() {
            Ok(text) => rows.extend(text.lines().filter_map(row)),
            Err(message) => failures.push(format!("{what}: {message}")),
        }
    }
    println!();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths = [width(0), width(1)];
    for [what, measured, goal] in &rows {
        println!("{what:<0$} | {measured:>1$} | {goal}", widths[0], widths[1]);
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// A measurement is a line of three parts; everything else that a program prints is left out.
fn row(line: &str) -> Option<[String; 3]> {
    let parts: Vec<String> = line.split('|').map(|part| part.trim().to_owned()).collect();
    parts.try_into().ok()
}

fn engine() -> Outcome<String> {
    output(&mut native(&[]))
}

/// A call of the native measurements, optimised for speed.
fn native(arguments: &[&str]) -> std::process::Command {
    let mut command = cargo(["run", "--quiet", "--locked", "--release", "--package", "fencepost-tests"]);
    command.args(["--bin", "bench", "--"]).args(arguments);
    command
}

/// Compiled with the profile of the page.
fn story() -> Outcome<String> {
    let mut command = test::browser_tests()?;
    command.args(["--profile", "wasm", "--package", "fencepost-tests", "--test", "story"]);
    output(command.args(["--", "--include-ignored", "--nocapture"]))
}

fn page() -> Outcome<String> {
    size::build()?;
    let text = target().join("bench.fence");
    let busy = output(&mut native(&["text", PAGE_EVENTS]))?;
    fs::write(&text, busy).map_err(|error| format!("{}: {error}", text.display()))?;
    output(test::e2e_script("bench.mjs")?.arg(text))
}
