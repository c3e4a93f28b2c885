//! `cargo xtask test`: every check, as one table of stages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::machine;
use crate::shell::{Outcome, call, cargo, root, run as run_command};
use crate::{size, tools};

struct Stage {
    name: &'static str,
    does: &'static str,
    needs_node: bool,
    run: fn() -> Outcome,
}

impl Stage {
    const fn new(name: &'static str, does: &'static str, run: fn() -> Outcome) -> Self {
        Self { name, does, needs_node: false, run }
    }

    const fn needs_node(self) -> Self {
        Self { needs_node: true, ..self }
    }
}

/// In the order in which they run: the quick ones that find most first.
const STAGES: &[Stage] = &[
    Stage::new("fmt", "the code is formatted", fmt),
    Stage::new("clippy", "no lint complains, natively and for the browser", clippy),
    Stage::new("doc", "the documentation builds without a warning", doc),
    Stage::new("native", "the tests on this machine, those in the documentation too", native),
    Stage::new("no-std", "the engine and the figure build without a system", no_std),
    Stage::new("corpus", "every scenario, in the documentation too, is as it expects itself to be", corpus),
    Stage::new("browser", "the tests compiled to Wasm, in headless Chromium", browser),
    Stage::new("build", "the page builds into dist/", size::build).needs_node(),
    Stage::new("e2e", "the built page, used in headless Chromium", e2e).needs_node(),
    Stage::new("size", "the built page is light enough", size::gate),
];

/// Runs the stages named, or all, and stops at the first that fails.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    if arguments == ["--list"] {
        for stage in STAGES {
            println!("  {:<8} {}", stage.name, stage.does);
        }
        return Ok(());
    }
    let stages = chosen(arguments)?;
    // Asked for before anything long starts.
    if stages.iter().any(|stage| stage.needs_node) {
        machine::node()?;
    }
    let mut times = Vec::new();
    let mut failure = None;
    for stage in stages {
        println!("\n== {}: {}", stage.name, stage.does);
        let started = Instant::now();
        let outcome = (stage.run)();
        times.push((stage.name, started.elapsed()));
        if let Err(message) = outcome {
            let again = format!("cargo xtask test {}", stage.name);
            failure = Some(format!("{} failed: {message}\nto run it again: {again}", stage.name));
            break;
        }
    }
    print_times(&times);
    failure.map_or(Ok(()), Err)
}

fn chosen(names: &[String]) -> Outcome<Vec<&'static Stage>> {
    let all = || STAGES.iter().map(|stage| stage.name).collect::<Vec<_>>().join(", ");
    if let Some(unknown) = names.iter().find(|name| STAGES.iter().all(|stage| stage.name != **name)) {
        return Err(format!("there is no stage \"{unknown}\"; there are: {}", all()));
    }
    let wanted = |stage: &&Stage| names.is_empty() || names.iter().any(|name| name == stage.name);
    Ok(STAGES.iter().filter(wanted).collect())
}

fn print_times(times: &[(&str, Duration)]) {
    println!("\n{:>8}  stage", "seconds");
    for (name, time) in times {
        println!("{:>8.1}  {name}", time.as_secs_f64());
    }
    let all: Duration = times.iter().map(|(_, time)| *time).sum();
    println!("{:>8.1}  in all", all.as_secs_f64());
}

fn fmt() -> Outcome {
    machine::component("fmt", "rustfmt")?;
    run_command(&mut cargo(["fmt", "--all", "--check"]))
}

fn clippy() -> Outcome {
    machine::component("clippy", "clippy")?;
    machine::target(tools::WASM)?;
    let deny = ["--", "-D", "warnings"];
    run_command(cargo(["clippy", "--locked", "--workspace", "--all-targets"]).args(deny))?;
    let mut wasm = cargo(["clippy", "--locked", "--all-targets", "--target", tools::WASM]);
    run_command(wasm.args(WASM_PACKAGES).args(deny))
}

fn doc() -> Outcome {
    let mut command = cargo(["doc", "--locked", "--workspace", "--no-deps"]);
    run_command(command.env("RUSTDOCFLAGS", "-D warnings"))
}

fn native() -> Outcome {
    run_command(&mut cargo(["test", "--locked", "--workspace"]))
}

fn no_std() -> Outcome {
    let mut command = cargo(["build", "--locked", "--package", "fencepost-core"]);
    command.args(["--package", "fencepost-figure"]);
    // A bare machine without a system, and the browser.
    for target in ["thumbv7m-none-eabi", tools::WASM] {
        machine::target(target)?;
        command.args(["--target", target]);
    }
    run_command(&mut command)
}

/// Every scenario file and every page of documentation, by the project's own command.
fn corpus() -> Outcome {
    let mut files = Vec::new();
    for place in ["README.md", "ARCHITECTURE.md", "crates", "docs", "presets", "tests", "web"] {
        collect(&root().join(place), &mut files);
    }
    files.sort();
    let mut command = cargo(["run", "--quiet", "--locked", "--package", "fencepost", "--", "check"]);
    run_command(command.args(files))
}

/// The files in `place`, from the top folder, that may hold a scenario.
fn collect(place: &Path, files: &mut Vec<PathBuf>) {
    let ends = |ending: &str| place.extension().is_some_and(|found| found == ending);
    if place.is_dir() && !place.ends_with("node_modules") {
        let entries = fs::read_dir(place).into_iter().flatten().flatten();
        entries.for_each(|entry| collect(&entry.path(), files));
    } else if place.is_file() && (ends("fence") || ends("md")) {
        files.push(place.strip_prefix(root()).unwrap_or(place).to_path_buf());
    }
}

/// The packages whose tests also run in a browser.
const WASM_PACKAGES: [&str; 4] = ["--package", "fencepost-tests", "--package", "fencepost-web"];

fn browser() -> Outcome {
    run_command(browser_tests()?.arg("--tests").args(WASM_PACKAGES))
}

/// A call of `cargo test` for the browser; what it tests is still to be said.
pub(crate) fn browser_tests() -> Outcome<Command> {
    machine::target(tools::WASM)?;
    let browser = machine::browser()?;
    let runner = tools::wasm_bindgen("wasm-bindgen-test-runner")?;
    let mut command = cargo(["test", "--locked", "--target", tools::WASM]);
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner);
    command.env("CHROMEDRIVER", browser.driver);
    command.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", root().join("tests/webdriver.json"));
    // In seconds, for a machine that has two cores and other work: the driver's start, the tests.
    command.env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "120");
    command.env("WASM_BINDGEN_TEST_TIMEOUT", "600");
    Ok(command)
}

fn e2e() -> Outcome {
    run_command(&mut e2e_script("run.mjs")?)
}

/// A call of a script in tests/e2e/, with its packages installed.
pub(crate) fn e2e_script(script: &str) -> Outcome<Command> {
    machine::node()?;
    let browser = machine::browser()?;
    let folder = root().join("tests/e2e");
    machine::packages(&folder)?;
    let mut command = call("node", ["--test-reporter=spec"]);
    command.arg(folder.join(script)).env("CHROMIUM", browser.chromium);
    Ok(command)
}
