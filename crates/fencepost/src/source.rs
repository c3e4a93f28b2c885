//! Reading: files and standard input, as text, up to a bound.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use lexopt::prelude::{Long, Short};

use crate::{Outcome, wrong_call};

/// The most that is read of a file or of standard input, in bytes. A Markdown file may be longer than the
/// scenarios in it; one scenario has at most `limit::TEXT` bytes, and its parser says so.
const MOST: u64 = 8 * 1024 * 1024;

/// A file that the caller named, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// `-`.
    Standard,
    /// Any other name.
    File(PathBuf),
}

impl Input {
    /// The input of this name.
    pub(crate) fn named(name: OsString) -> Self {
        if name == "-" { Self::Standard } else { Self::File(name.into()) }
    }

    /// What messages call it.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Standard => "standard input".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    /// Whether its name says that it is Markdown.
    pub(crate) fn is_markdown(&self) -> bool {
        let Self::File(path) = self else { return false };
        path.extension()
            .is_some_and(|it| it.eq_ignore_ascii_case("md") || it.eq_ignore_ascii_case("markdown"))
    }

    /// The whole text.
    ///
    /// # Errors
    ///
    /// One message, with the name, when it cannot be read, is no text in UTF-8, or has more than [`MOST`]
    /// bytes.
    pub(crate) fn read(&self) -> Outcome<String> {
        let wrong = |what: String| format!("{}: {what}", self.name());
        let bytes = match self {
            Self::Standard => read_up_to_most(io::stdin().lock()),
            Self::File(path) => read_file(path),
        };
        let bytes = bytes.map_err(|error| wrong(error.to_string()))?;
        if bytes.len() as u64 > MOST {
            return Err(wrong(format!("more than {MOST} bytes: no scenario is that long")));
        }
        String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let line = 1 + error.as_bytes()[..valid].iter().filter(|byte| **byte == b'\n').count();
            wrong(format!("this is not text in UTF-8, from line {line} on"))
        })
    }

    /// The whole text of what must be one scenario.
    ///
    /// # Errors
    ///
    /// As for [`read`](Self::read), and for a Markdown file, which may hold several scenarios.
    pub(crate) fn read_scenario(&self) -> Outcome<String> {
        if self.is_markdown() {
            let name = self.name();
            return Err(format!("{name}: a scenario is wanted, and this is Markdown; only `check` reads it"));
        }
        self.read()
    }
}

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::other("this is a directory: name the files in it"));
    }
    read_up_to_most(file)
}

/// Everything, or one byte more than is taken: enough to see that it is too much.
fn read_up_to_most(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MOST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The one input of a command, taken where the arguments name it.
pub(crate) fn only(input: &mut Option<Input>, name: OsString, command: &str) -> Outcome<()> {
    if input.is_some() {
        let name = name.display();
        return Err(format!("{command} takes one file, and `{name}` is one too many"));
    }
    *input = Some(Input::named(name));
    Ok(())
}

/// One more of the inputs of a command; standard input can be read only once.
pub(crate) fn another(inputs: &mut Vec<Input>, name: OsString) -> Outcome<()> {
    let input = Input::named(name);
    if input == Input::Standard && inputs.contains(&input) {
        return Err("`-` is named twice, and standard input can be read once".to_owned());
    }
    inputs.push(input);
    Ok(())
}

/// Whether an argument asks for the help.
pub(crate) fn asks_for_help(arg: &lexopt::Arg<'_>) -> bool {
    matches!(arg, Short('h') | Long("help"))
}

/// The next argument.
pub(crate) fn next<'a>(args: &'a mut lexopt::Parser) -> Outcome<Option<lexopt::Arg<'a>>> {
    args.next().map_err(wrong_call)
}
