//! The `fencepost` command: run, check, draw and format scenarios.

mod cases;
mod check;
mod draw;
mod json;
mod run;

use std::io::Read;
use std::process::ExitCode;

use fencepost_core::notation::Problem;

const USAGE: &str = "\
fencepost: see, try and check distributed locks

  fencepost run FILE [--seed N | --seeds A..B] [--format text|json]
  fencepost check FILE...        scenario files, and Markdown with ```fencepost blocks
  fencepost draw FILE [-o OUT]   a static SVG
  fencepost fmt FILE             the canonical form

FILE may be - for standard input. The exit code is 1 when an expectation is not met, 2 when a text or the
call is wrong.
";

/// What ends the command early: a message for standard error, and the exit code 2.
type Failure = String;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let Some((command, rest)) = args.split_first() else {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    };
    let done = match command.as_str() {
        "run" => run::run(rest),
        "check" => check::check(rest),
        "draw" => draw::draw(rest),
        "fmt" => draw::format(rest),
        "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(true)
        }
        other => Err(format!("there is no command `{other}`: run, check, draw or fmt")),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("fencepost: {failure}");
            ExitCode::from(2)
        }
    }
}

/// The text of a file, or of standard input for `-`.
fn read(file: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    if file == "-" {
        std::io::stdin().read_to_end(&mut bytes).map_err(|error| format!("standard input: {error}"))?;
    } else {
        bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    }
    String::from_utf8(bytes).map_err(|_| format!("{file}: this is not text in UTF-8"))
}

/// Every problem of a text, each with its file; `above` is the number of lines before the text in the file.
fn problems(file: &str, above: u32, problems: &[Problem]) -> Failure {
    let told: Vec<String> = problems
        .iter()
        .map(|it| {
            let mut problem = it.clone();
            problem.line += above;
            format!("{file}: {problem}")
        })
        .collect();
    told.join("\n")
}
