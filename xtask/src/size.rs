//! `cargo xtask size`: what a browser loads, and where the bytes of the Wasm come from.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::{Compression, write::GzEncoder};

use crate::shell::{self, Outcome, call, cargo, dist, root, target};
use crate::{machine, tools, wasm};

/// What everything a browser loads may weigh, gzipped.
const GATE: u64 = 150_000;

/// Builds the page and prints both tables.
pub(crate) fn run(arguments: &[String]) -> Outcome {
    if !arguments.is_empty() {
        return Err("takes no arguments".into());
    }
    build()?;
    let verdict = gate();
    parts()?;
    verdict
}

/// Builds the page into dist/ as it is published. Needs Node.
pub(crate) fn build() -> Outcome {
    machine::node()?;
    let mut trunk = tools::trunk(&["build", "--release"])?;
    if small_std() {
        println!("Compiling the standard library for size, too: about a minute and a half, once.");
        let mut fetch = cargo(["fetch", "--quiet", "--locked", "--target", tools::WASM]);
        SMALL_STD.iter().for_each(|(name, value)| {
            fetch.env(name, value);
            trunk.env(name, value);
        });
        shell::run(&mut fetch)?;
    } else {
        println!("The page will weigh a tenth more: this Rust cannot compile the standard library for size.");
    }
    shell::run(&mut trunk)?;
    slim()
}

/// Makes the page in dist/ smaller; what it does stays the same.
fn slim() -> Outcome {
    let folder = root().join("xtask/slim");
    machine::packages(&folder)?;
    shell::run(&mut call("node", [folder.join("slim.mjs"), dist()]))
}

/// How a stable Rust is asked to compile the standard library with the page, for size, and with panics that
/// stop at once without a message. These flags are not stable: a Rust that does not know them builds the page
/// as usual.
const SMALL_STD: &[(&str, &str)] = &[
    ("RUSTC_BOOTSTRAP", "1"),
    ("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort"),
    ("CARGO_UNSTABLE_BUILD_STD_FEATURES", "optimize_for_size"),
    ("RUSTFLAGS", "-Zunstable-options -Cpanic=immediate-abort"),
];

/// Whether this Rust takes the flags and has the library's source, or can get it.
fn small_std() -> bool {
    let mut ask = call("rustc", ["-Zunstable-options", "-Cpanic=immediate-abort", "--print", "sysroot"]);
    ask.env("RUSTC_BOOTSTRAP", "1");
    shell::first_line(&mut ask).is_some() && machine::source().is_ok()
}

/// Prints the size of each file and fails when they weigh too much together.
pub(crate) fn gate() -> Outcome {
    let mut files = Vec::new();
    list(&dist(), &mut files)?;
    files.sort_by_key(|file| std::cmp::Reverse(file.gzipped));

    println!("\n{:>10} {:>10}  what a browser loads from dist/", "bytes", "gzip -9");
    for file in &files {
        println!("{:>10} {:>10}  {}", file.bytes, file.gzipped, file.name);
    }
    let bytes: u64 = files.iter().map(|file| file.bytes).sum();
    let gzipped: u64 = files.iter().map(|file| file.gzipped).sum();
    println!("{bytes:>10} {gzipped:>10}  in all; {GATE} are allowed gzipped");
    if gzipped <= GATE {
        Ok(())
    } else {
        Err(format!("the page weighs {gzipped} bytes gzipped, {} too many", gzipped - GATE))
    }
}

struct File {
    name: String,
    bytes: u64,
    gzipped: u64,
}

fn list(folder: &Path, files: &mut Vec<File>) -> Outcome {
    for path in entries(folder)? {
        if path.is_dir() {
            list(&path, files)?;
            continue;
        }
        let content = read(&path)?;
        files.push(File {
            name: path.strip_prefix(dist()).unwrap_or(&path).display().to_string(),
            bytes: content.len() as u64,
            gzipped: gzipped(&content),
        });
    }
    Ok(())
}

fn gzipped(content: &[u8]) -> u64 {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).and_then(|()| encoder.finish()).map_or(0, |all| all.len() as u64)
}

/// Builds the Wasm once more, with the names kept, and prints what each part of it costs.
fn parts() -> Outcome {
    let folder = target().join("size");
    println!("\nBuilding the Wasm with its names kept, in {}.", folder.display());
    let mut build = cargo(["build", "--quiet", "--locked", "--package", "fencepost-web"]);
    build.args(["--target", tools::WASM, "--profile", "wasm", "--target-dir"]).arg(&folder);
    build.env("CARGO_PROFILE_WASM_STRIP", "none");
    shell::run(&mut build)?;

    let built = folder.join(tools::WASM).join("wasm/fencepost-web.wasm");
    let mut bind = call(tools::wasm_bindgen("wasm-bindgen")?, ["--target", "web", "--out-dir"]);
    bind.arg(&folder).args(["--out-name", "page", "--remove-producers-section"]).arg(built);
    shell::run(&mut bind)?;

    let content = read(&folder.join("page_bg.wasm"))?;
    let parts = wasm::bytes_by_part(&content).ok_or("the Wasm file cannot be read")?;
    let total: u64 = parts.values().sum();
    let mut parts: Vec<_> = parts.into_iter().collect();
    parts.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));

    println!("{:>10} {:>10}  part of the Wasm, before gzip", "bytes", "share");
    for (part, bytes) in parts {
        let tenths = bytes * 1000 / total.max(1);
        println!("{bytes:>10} {:>8}.{} %  {part}", tenths / 10, tenths % 10);
    }
    println!("(Approximate: code that the compiler has merged counts for where it ended up.)");
    Ok(())
}

fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn entries(folder: &Path) -> Outcome<Vec<std::path::PathBuf>> {
    let problem = |error| format!("{}: {error}", folder.display());
    fs::read_dir(folder)
        .map_err(problem)?
        .map(|entry| entry.map(|entry| entry.path()).map_err(problem))
        .collect()
}
