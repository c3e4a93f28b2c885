//! Collects every committed scenario, and plays it on the machine that builds: what a browser computes
//! from the same text must be the same, byte for byte.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use fencepost_core::{drive, notation};

/// Where scenarios may lie, from the top folder.
const PLACES: [&str; 5] = ["crates", "docs", "presets", "tests", "web"];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the project");
    let mut files = Vec::new();
    for place in PLACES.map(|place| root.join(place)) {
        if place.is_dir() {
            println!("cargo::rerun-if-changed={}", place.display());
            collect(&place, &mut files);
        }
    }
    files.sort();

    let mut table = String::from("&[\n");
    for file in files {
        let text = fs::read_to_string(&file).expect("a scenario is text");
        let name = file.strip_prefix(root).expect("a file of the project").to_string_lossy();
        let name = name.replace('\\', "/");
        let trace = play(&text);
        writeln!(table, "Entry {{ name: {name:?}, text: {text:?}, native_trace: {trace:?} }},").unwrap();
    }
    table.push_str("]\n");
    let out = env::var_os("OUT_DIR").map(PathBuf::from).expect("cargo sets OUT_DIR");
    fs::write(out.join("corpus.rs"), table).expect("OUT_DIR can be written");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() && !path.ends_with("node_modules") {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "fence") {
            files.push(path);
        }
    }
}

/// The trace of a scenario; of a text that is none, its problems: a test says so with the file's name.
fn play(text: &str) -> String {
    match notation::parse(text) {
        Ok(scenario) => drive::simulate(&scenario, scenario.seed).trace.to_string(),
        Err(problems) => problems.iter().map(|problem| format!("{problem}\n")).collect(),
    }
}
