//! The `fencepost` command: runs, checks, draws and formats scenarios, and has some ready. It reads files and
//! arguments and writes what came out; what a scenario means is the engine's affair.

mod check;
mod draw;
mod fmt;
mod markdown;
mod output;
mod place;
mod presets;
mod replace;
mod run;
mod seeds;
mod source;

use std::process::ExitCode;

use lexopt::prelude::{Long, Short, Value};

use output::{Out, complain};

const HELP: &str = "\
fencepost: see, try and check distributed locks

usage:
  fencepost run FILE [--seed N | --seeds A..B] [--format text|json]
      tells one run event by event, or counts the verdicts over many seeds
  fencepost check FILE...
      checks the expectations of scenarios, and of ```fencepost blocks in Markdown
  fencepost draw FILE [-o OUT] [--seed N]
      draws a run as SVG, to OUT or to standard output
  fencepost fmt [--check] FILE...
      writes scenarios in their canonical form, or only says which are not
  fencepost presets [NAME]
      lists the ready scenarios of lock services, or writes the text of one
  fencepost help | --version

FILE is a scenario; - is standard input, and `fmt -` writes to standard output.

exit codes:
  0  all is well
  1  an expectation is not met, or a file is not in canonical form
  2  a text, a file or the call is wrong
";

/// How a command ends, as its exit code says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    /// All is well.
    #[default]
    Good,
    /// An expectation is not met, or a file is not in canonical form.
    NotMet,
    /// A text, a file or the call is wrong. What is wrong has been told.
    Wrong,
}

/// A message for standard error; the command ends as [`Ending::Wrong`].
type Outcome<T = Ending> = Result<T, String>;

/// A command: reads its own arguments.
type Command = fn(&mut lexopt::Parser, &mut Out) -> Outcome;

const COMMANDS: [(&str, Command); 5] = [
    ("run", run::run),
    ("check", check::run),
    ("draw", draw::run),
    ("fmt", fmt::run),
    ("presets", presets::run),
];

fn main() -> ExitCode {
    let mut out = Out::default();
    let ending = call(&mut out).and_then(|ending| out.finish().map(|()| ending));
    let ending = ending.unwrap_or_else(|message| {
        complain(format_args!("fencepost: {message}"));
        Ending::Wrong
    });
    ExitCode::from(ending as u8)
}

/// Finds the command and calls it.
fn call(out: &mut Out) -> Outcome {
    let mut args = lexopt::Parser::from_env();
    let name = match args.next().map_err(wrong_call)? {
        None => return Err(format!("which command?\n\n{}", HELP.trim_end())),
        Some(Short('h') | Long("help")) => "help".to_owned(),
        Some(Short('V') | Long("version")) => {
            out.say(format_args!("fencepost {}", env!("CARGO_PKG_VERSION")));
            return Ok(Ending::Good);
        }
        Some(Value(name)) => name.to_string_lossy().into_owned(),
        Some(option) => return Err(wrong_call(option.unexpected())),
    };
    match COMMANDS.iter().find(|(command, _)| *command == name) {
        Some((_, command)) => command(&mut args, out),
        None if name == "help" => help(out),
        None => Err(format!("there is no command `{name}`: use run, check, draw, fmt, presets or help")),
    }
}

/// The help; every command also gives it when it is called with `--help`.
fn help(out: &mut Out) -> Outcome {
    out.say(format_args!("{}", HELP.trim_end()));
    Ok(Ending::Good)
}

fn wrong_call(error: lexopt::Error) -> String {
    format!("{error}; `fencepost help` says what there is")
}
