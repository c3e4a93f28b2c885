//! What the command writes. A reader that goes away, such as `head`, is no error: what is left to say goes
//! nowhere, and the command still ends as it would have.

use std::fmt;
use std::io::{self, BufWriter, ErrorKind, Stdout, Write};

use crate::Outcome;

/// Standard output.
pub(crate) struct Out {
    to: BufWriter<Stdout>,
    failed: Option<io::Error>,
}

impl Default for Out {
    fn default() -> Self {
        Self { to: BufWriter::new(io::stdout()), failed: None }
    }
}

impl Out {
    /// Writes one or more lines.
    pub(crate) fn say(&mut self, text: fmt::Arguments<'_>) {
        self.put(text);
        self.put(format_args!("\n"));
    }

    /// Writes a text as it is.
    pub(crate) fn put(&mut self, text: fmt::Arguments<'_>) {
        if self.failed.is_none() {
            self.failed = self.to.write_fmt(text).err();
        }
    }

    /// Hands over what is still kept.
    ///
    /// # Errors
    ///
    /// What could not be written, unless nobody reads any more.
    pub(crate) fn finish(&mut self) -> Outcome<()> {
        let failed = self.failed.take().or_else(|| self.to.flush().err());
        match failed.filter(|error| error.kind() != ErrorKind::BrokenPipe) {
            Some(error) => Err(format!("standard output: {error}")),
            None => Ok(()),
        }
    }
}

/// Writes lines to standard error, where there is one.
pub(crate) fn complain(text: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
