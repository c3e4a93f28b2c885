//! Running other programs, and the few paths that every chore needs.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// What a chore ends with: nothing, or one message for the person who called it.
pub(crate) type Outcome<T = ()> = Result<T, String>;

/// The top folder of the project: of the copy that `cargo run` was called in, which need not be the one that
/// compiled this program, where several copies share a target directory.
pub(crate) fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let compiled = || env!("CARGO_MANIFEST_DIR").into();
        let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(compiled));
        here.parent().expect("the folder of this crate lies in the workspace").to_path_buf()
    });
    &ROOT
}

/// Where the built page lies.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// A call of the cargo that runs this chore, from the top folder.
pub(crate) fn cargo<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    call(cargo, arguments)
}

/// A call of any program, from the top folder.
pub(crate) fn call<S: AsRef<OsStr>>(
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = S>,
) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command to its end; a failure names the command.
pub(crate) fn run(command: &mut Command) -> Outcome {
    command.stdin(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{}` ended with {status}", line(command))),
        Err(error) => Err(format!("`{}` did not start: {error}", line(command))),
    }
}

/// Runs a command to its end and gives what it wrote to its standard output.
pub(crate) fn output(command: &mut Command) -> Outcome<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("`{}` did not start: {error}", line(command)))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        Ok(text)
    } else {
        Err(format!("{text}\n`{}` ended with {}", line(command), output.status))
    }
}

/// The first line that a command prints; `None` when it fails or is not there.
pub(crate) fn first_line(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let first = text.lines().next()?.trim().to_owned();
    output.status.success().then_some(first)
}

/// The `PATH` with `folder` first; as it is when it holds the folder already, so that what else lies
/// there does not come before what a person prefers.
pub(crate) fn path_with(folder: PathBuf) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if !folders.contains(&folder) {
        folders.insert(0, folder);
    }
    std::env::join_paths(folders).unwrap_or(path)
}

/// The command as a person would type it.
fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    std::iter::once(name)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}
