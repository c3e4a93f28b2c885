//! Finds the tools of pinned versions, and installs those that are missing into a cache of their own.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

use crate::machine;
use crate::shell::{Outcome, call, cargo, first_line, path_with, run};

/// The target of everything that a browser runs.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// A program from crates.io, of one exact version.
struct Tool {
    package: &'static str,
    version: &'static str,
    /// The programs that the package installs and we call; the first line of `--version` names each.
    programs: &'static [&'static str],
    /// Further arguments for `cargo install`.
    arguments: &'static [&'static str],
    /// How long two cores take to compile it.
    minutes: &'static str,
}

// Without its default features, which are there for downloads: ours never downloads.
const TRUNK: Tool = Tool {
    package: "trunk",
    version: "0.21.14",
    programs: &["trunk"],
    arguments: &["--locked", "--no-default-features"],
    minutes: "about 6 minutes",
};

// Without `--locked`: the lock file in this release names a package that cannot be resolved.
const WASM_BINDGEN: Tool = Tool {
    package: "wasm-bindgen-cli",
    version: "0.2.130",
    programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
    arguments: &[],
    minutes: "about 3 minutes",
};

/// A call of Trunk that finds the pinned wasm-bindgen, downloads nothing and asks nobody for news.
pub(crate) fn trunk(arguments: &[&str]) -> Outcome<Command> {
    machine::target(WASM)?;
    let trunk = TRUNK.folder()?;
    let wasm_bindgen = WASM_BINDGEN.folder()?;
    // Trunk runs cargo without the network, so the crates must be here before.
    let host = first_line(&mut call("rustc", ["--print", "host-tuple"]));
    let mut fetch = cargo(["fetch", "--quiet", "--locked", "--target", WASM]);
    if let Some(host) = host {
        fetch.args(["--target", &host]);
    }
    run(&mut fetch)?;

    let mut command = call(trunk.join("trunk"), arguments);
    command.env("PATH", path_with(wasm_bindgen));
    command.env("TRUNK_SKIP_VERSION_CHECK", "true");
    // Trunk refuses every value of NO_COLOR but `true` and `false`.
    if env::var_os("NO_COLOR").is_some() {
        command.env("NO_COLOR", "true");
    }
    Ok(command)
}

/// The pinned wasm-bindgen or one of its companions.
pub(crate) fn wasm_bindgen(program: &str) -> Outcome<PathBuf> {
    Ok(WASM_BINDGEN.folder()?.join(program))
}

impl Tool {
    /// The folder that holds the programs: one on the `PATH` when the version is exactly ours,
    /// else one in the cache, filled now if need be.
    fn folder(&self) -> Outcome<PathBuf> {
        let path = env::var_os("PATH").unwrap_or_default();
        let first = env::split_paths(&path).find(|folder| folder.join(self.programs[0]).is_file());
        if let Some(folder) = first.filter(|folder| self.is_in(folder)) {
            return Ok(folder);
        }
        let home = cache()?.join(format!("{}-{}", self.package, self.version));
        if !self.is_in(&home.join("bin")) {
            self.install(&home)?;
        }
        Ok(home.join("bin"))
    }

    fn is_in(&self, folder: &Path) -> bool {
        self.programs.iter().all(|program| {
            let line = first_line(&mut call(folder.join(program), ["--version"]));
            line.is_some_and(|line| line == format!("{program} {}", self.version))
        })
    }

    /// Compiles into a folder beside `home` and renames that at the end, so that `home` is whole
    /// or absent. What an interrupted run has compiled is used again by the next.
    fn install(&self, home: &Path) -> Outcome {
        let part = home.with_file_name(format!("{}-{}.part", self.package, self.version));
        let build = part.join("build");
        println!(
            "Compiling {} {} into {}: {} on two cores, once.",
            self.package,
            self.version,
            home.display(),
            self.minutes
        );
        fs::create_dir_all(&part).map_err(|error| format!("{}: {error}", part.display()))?;
        let mut install = cargo(["install", self.package, "--version", self.version]);
        install.args(self.arguments).arg("--root").arg(&part).arg("--target-dir").arg(&build);
        // From a folder without our cargo configuration; a quick build beats a quick program here.
        install.current_dir(&part).env("CARGO_PROFILE_RELEASE_LTO", "off");
        install.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        install.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
        let started = Instant::now();
        run(&mut install)?;
        fs::remove_dir_all(&build).ok();
        fs::remove_dir_all(home).ok();
        fs::rename(&part, home).map_err(|error| format!("{}: {error}", home.display()))?;
        println!("Compiled {} in {} s.", self.package, started.elapsed().as_secs());
        if self.is_in(&home.join("bin")) {
            Ok(())
        } else {
            Err(format!("{} was installed but does not answer as version {}", self.package, self.version))
        }
    }
}

/// The folder for installed tools: the same for every clone of this project by one person.
fn cache() -> Outcome<PathBuf> {
    let base = match (env::var_os("XDG_CACHE_HOME"), env::home_dir()) {
        (Some(folder), _) if Path::new(&folder).is_absolute() => PathBuf::from(folder),
        (_, Some(home)) => home.join(".cache"),
        _ => {
            return Err("neither XDG_CACHE_HOME nor HOME is set: where may tools be installed?".into());
        }
    };
    Ok(base.join("fencepost"))
}
