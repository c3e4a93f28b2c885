//! What the machine must bring: Rust's parts, Node, and a Chromium with its driver.

use std::env;
use std::path::{Path, PathBuf};

use crate::shell::{Outcome, call, cargo, first_line, run};

/// The oldest Node that will do: major and minor.
const NODE: (u32, u32) = (20, 19);

const CHROMIUM: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// A browser and the program that drives it in tests.
pub(crate) struct Browser {
    pub(crate) chromium: PathBuf,
    pub(crate) driver: PathBuf,
}

/// Makes sure that the standard library of a target is there.
pub(crate) fn target(name: &str) -> Outcome {
    let mut ask = call("rustc", ["--print", "target-libdir", "--target", name]);
    if first_line(&mut ask).is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    println!("Adding the Rust target {name}.");
    rustup(&["target", "add", name])
}

/// Makes sure that `cargo fmt` and `cargo clippy` are there; their components are named alike.
pub(crate) fn component(command: &str, name: &str) -> Outcome {
    if first_line(&mut cargo([command, "--version"])).is_some() {
        return Ok(());
    }
    println!("Adding the Rust component {name}.");
    rustup(&["component", "add", name])
}

/// Makes sure that the source of the standard library is there.
pub(crate) fn source() -> Outcome {
    let sysroot = first_line(&mut call("rustc", ["--print", "sysroot"])).unwrap_or_default();
    if Path::new(&sysroot).join("lib/rustlib/src/rust/library/Cargo.lock").is_file() {
        return Ok(());
    }
    println!("Adding the Rust component rust-src.");
    rustup(&["component", "add", "rust-src"])
}

fn rustup(arguments: &[&str]) -> Outcome {
    if first_line(&mut call("rustup", ["--version"])).is_none() {
        let wish = arguments.join(" ");
        return Err(format!("`rustup {wish}` has to run and rustup is missing: see https://rustup.rs"));
    }
    run(&mut call("rustup", arguments))
}

/// Node is never installed from here: it comes in too many ways.
pub(crate) fn node() -> Outcome {
    let found = first_line(&mut call("node", ["--version"]));
    let version = found.as_deref().and_then(node_version);
    if version.is_some_and(|version| version >= NODE) {
        return Ok(());
    }
    Err(format!(
        "Node {}.{} or newer is needed to make the page small and to test it ({} here): https://nodejs.org",
        NODE.0,
        NODE.1,
        found.as_deref().unwrap_or("none")
    ))
}

/// Installs the Node packages that a folder's lock file names.
pub(crate) fn packages(folder: &Path) -> Outcome {
    let mut install = call("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    run(install.current_dir(folder))
}

/// Major and minor of a text such as `v20.19.0`.
fn node_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.strip_prefix('v')?.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Chromium and ChromeDriver; on Debian, root gets them from the distribution.
pub(crate) fn browser() -> Outcome<Browser> {
    if let Some(browser) = find_browser() {
        return Ok(browser);
    }
    if !Path::new("/etc/debian_version").exists() || !is_root() {
        return Err("Chromium and its chromedriver are needed: install both (Debian: \
            `apt-get install chromium chromium-driver`) or set CHROMIUM and CHROMEDRIVER"
            .into());
    }
    println!("Installing chromium and chromium-driver with apt-get.");
    // With a font, for a machine that has none.
    let packages = ["chromium", "chromium-driver", "fonts-liberation"];
    run(call("apt-get", ["update", "-qq"]).env("DEBIAN_FRONTEND", "noninteractive"))?;
    run(call("apt-get", ["install", "-qq", "--yes", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive"))?;
    find_browser().ok_or_else(|| "apt-get installed no Chromium that can be found".into())
}

fn find_browser() -> Option<Browser> {
    let named = |variable| env::var_os(variable).map(PathBuf::from);
    Some(Browser {
        chromium: named("CHROMIUM").or_else(|| CHROMIUM.iter().find_map(|name| on_path(name)))?,
        driver: named("CHROMEDRIVER").or_else(|| on_path("chromedriver"))?,
    })
}

/// The whole path of a program on the `PATH`; a name that is a whole path stays as it is.
fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn is_root() -> bool {
    first_line(&mut call("id", ["-u"])).is_some_and(|id| id == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_compared_as_numbers() {
        assert!(node_version("v20.19.0").is_some_and(|version| version >= NODE));
        assert!(node_version("v22.1.0").is_some_and(|version| version >= NODE));
        assert!(node_version("v20.9.0").is_some_and(|version| version < NODE));
        assert_eq!(node_version("20"), None);
    }
}
