//! The examples in docs/command.md: each `$` line of a `console` block is run by a shell, and what follows
//! is what it writes. `[...]` stands for anything.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{STORY, folder};

const PAGE: &str = include_str!("../../../../docs/command.md");

#[test]
fn the_examples_in_the_docs_come_out_as_they_say() {
    let folder = folder("docs");
    fs::copy(STORY, folder.join("paused-client.fence")).expect("a copy of the story");
    let blocks: Vec<&str> =
        PAGE.split("```console\n").skip(1).filter_map(|it| it.split("```").next()).collect();
    let examples: Vec<(&str, &str)> = blocks
        .iter()
        .flat_map(|block| block.strip_prefix("$ ").expect("a command first").split("\n$ "))
        .map(|example| example.split_once('\n').expect("a line"))
        .collect();
    assert_eq!(examples.len(), PAGE.matches("\n$ ").count());
    for (line, expected) in examples {
        let written = shell(line, &folder);
        assert!(fits(written.trim_end(), expected.trim_end()), "$ {line}\n{written}\nand not\n{expected}");
    }
}

/// What a shell writes, to both outputs, that finds the program by its name.
fn shell(line: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_fencepost"));
    let programs = std::env::var_os("PATH").unwrap_or_default();
    let own = program.parent().expect("a folder").to_path_buf();
    let path = std::env::join_paths([own].into_iter().chain(std::env::split_paths(&programs)));
    let mut command = Command::new("sh");
    command.args(["-c", &format!("exec 2>&1\n{line}")]).current_dir(folder).stdin(Stdio::null());
    let output = command.env("PATH", path.expect("a path")).output().expect("a shell");
    String::from_utf8(output.stdout).expect("text")
}

/// Whether a text has these parts in their order, the first at its beginning and the last at its end.
fn fits(text: &str, pattern: &str) -> bool {
    let parts: Vec<&str> = pattern.split("[...]").collect();
    let [first, between @ .., last] = &parts[..] else { return text == pattern };
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    for part in between {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

#[test]
fn an_example_that_is_wrong_is_found() {
    assert!(fits("a\nb\nc", "a\n[...]c") && fits("a", "a") && fits("abcd", "a[...]c[...]"));
    for wrong in ["a", "[...]b", "b[...]", "a\n[...]d[...]c", "a\nb\n[...]b\nc"] {
        assert!(!fits("a\nb\nc", wrong), "{wrong}");
    }
}
