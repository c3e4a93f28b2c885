//! The command from outside: the real program, with files, arguments and pipes.

mod call;
mod check;
#[cfg(unix)]
mod docs;
mod draw;
mod fmt;
mod presets;
mod run;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, thread};

/// The story of a paused client, as committed.
const STORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/scenarios/paused-client.fence");

/// What a call left behind.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fencepost"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Calls the command and gives it this standard input. No call may ever panic.
fn call_with(args: &[&str], input: &[u8]) -> Ended {
    let mut child = command(args).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // From a thread of its own, and it may end early: the command need not read all.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    let ended = Ended { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
    assert!(!ended.err.contains("panicked"), "{args:?}: {}", ended.err);
    ended
}

fn call(args: &[&str]) -> Ended {
    call_with(args, b"")
}

/// An empty folder for one test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Writes a file into a folder and gives its path.
fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file");
    path.to_str().expect("a path in UTF-8").to_owned()
}
