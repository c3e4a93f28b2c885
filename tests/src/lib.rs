//! Fencepost from outside: the committed scenarios, and busy ones for measurements.

mod busy;

pub use busy::busy;

use fencepost_core::notation;
use fencepost_core::scenario::Scenario;

/// A committed scenario.
#[derive(Debug)]
pub struct Entry {
    /// Its file, from the top folder of the project.
    pub name: &'static str,
    /// What the file says.
    pub text: &'static str,
    /// Its trace, as the machine that built this crate computed it.
    pub native_trace: &'static str,
}

/// Every committed `.fence` file, by name.
pub static CORPUS: &[Entry] = include!(concat!(env!("OUT_DIR"), "/corpus.rs"));

impl Entry {
    /// The scenario of the text.
    ///
    /// # Panics
    ///
    /// With the file's name and all problems, when the text is no scenario.
    pub fn scenario(&self) -> Scenario {
        notation::parse(self.text).unwrap_or_else(|problems| {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            panic!("{}:\n{}", self.name, lines.join("\n"))
        })
    }
}
