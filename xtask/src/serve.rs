//! `cargo xtask serve`: the page on this machine, rebuilt on every change.

use crate::shell::{self, Outcome};
use crate::tools;

const PORT: &str = "8080";

/// Serves until it is interrupted.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let port = match words[..] {
        [] => PORT,
        ["--port", port] if port.parse::<u16>().is_ok() => port,
        _ => return Err("expects nothing or `--port N`, N at most 65535".into()),
    };
    let mut trunk = tools::trunk(&["serve", "--address", "127.0.0.1", "--port", port])?;
    // Not into dist/: the served page holds a script that reloads it.
    trunk.arg("--dist").arg(shell::target().join("serve"));
    println!("Building the page for http://127.0.0.1:{port}/ (Ctrl-C ends it).");
    shell::run(&mut trunk)
}
