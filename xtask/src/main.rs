//! Fencepost's own chores: one table of commands.

mod bench;
mod machine;
mod serve;
mod shell;
mod size;
mod test;
mod tools;
mod wasm;

use std::process::ExitCode;

use shell::Outcome;

struct Command {
    name: &'static str,
    arguments: &'static str,
    does: &'static str,
    run: fn(&[String]) -> Outcome,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "serve",
        arguments: "[--port N]",
        does: "build the page, serve it on this machine, rebuild on every change",
        run: serve::run,
    },
    Command {
        name: "test",
        arguments: "[STAGE...]",
        does: "run every check, or the stages named; `cargo xtask test --list` lists them",
        run: test::run,
    },
    Command {
        name: "size",
        arguments: "",
        does: "what a browser loads, gzipped, file by file, and what each part of the Wasm costs",
        run: size::run,
    },
    Command {
        name: "bench",
        arguments: "",
        does: "how fast the engine is natively and in a browser, and how long a frame of the page takes",
        run: bench::run,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = arguments.split_first() else {
        print!("{}", help());
        return ExitCode::SUCCESS;
    };
    if ["help", "--help", "-h"].contains(&name.as_str()) {
        print!("{}", help());
        return ExitCode::SUCCESS;
    }
    let Some(command) = COMMANDS.iter().find(|command| command.name == name) else {
        eprint!("there is no command \"{name}\"\n\n{}", help());
        return ExitCode::from(2);
    };
    match (command.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cargo xtask {name}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn help() -> String {
    let mut text = String::from("usage: cargo xtask COMMAND\n\n");
    for command in COMMANDS {
        let call = format!("{} {}", command.name, command.arguments);
        text.push_str(&format!("  {call:<17} {}\n", command.does));
    }
    text
}
