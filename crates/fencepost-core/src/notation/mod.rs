//! The notation: from a scenario's text to a [`Scenario`], and back to text in canonical form; edits of one
//! value. It knows names, units and limits, and nothing of how a scenario plays.
//!
//! One statement a line, words first, then `key=value`:
//!
//! ```
//! use fencepost_core::notation;
//! let scenario = notation::parse(
//!     "lock report on fenced ttl=10s first-token=33
//! store invoices for=report guard=fence
//! client A: acquire report, work 1s, write invoices, release report
//! fault pause A from=200ms for=12s",
//! )
//! .expect("a scenario");
//! assert_eq!(scenario.clients[0].steps.len(), 4);
//!
//! let problems = notation::parse("lock report on fenced ttl=10").unwrap_err();
//! assert_eq!(
//!     problems[0].to_string(),
//!     "line 1, column 27: `10` needs a unit: write `10s`, `10ms` or another of us, ms, s, min, h"
//! );
//! ```

pub mod edit;
mod print;
mod problem;
mod resolve;
mod spell;
mod syntax;
mod value;
pub mod words;

use alloc::vec::Vec;

pub use print::print;
pub use problem::{Problem, SHOWN};

use crate::scenario::{Scenario, limit};
use problem::{Bytes, Problems};
use syntax::Statement;

/// The version of the notation. A link carries it, so that an old link never means something new.
pub const VERSION: u32 = 1;

/// Reads a scenario.
///
/// # Errors
///
/// All problems of the text, in its order: at most [`SHOWN`], then a note how many more there are. A text of
/// more than [`limit::TEXT`] bytes is one problem and is not read.
pub fn parse(text: &str) -> Result<Scenario, Vec<Problem>> {
    let (statements, problems) = read(text);
    resolve::resolve(&statements, problems)
}

/// The statements of a text, with the problems of their form; one problem and no statement when it is too long.
fn read(text: &str) -> (Vec<Statement<'_>>, Problems<'_>) {
    let mut problems = Problems::new(text);
    let statements = if text.len() > limit::TEXT {
        let says = "the text has # bytes\nat most # are read";
        let numbers = [text.len() as u64, limit::TEXT as u64];
        problems.add_counted(Bytes::default(), says, &[], &numbers);
        Vec::new()
    } else {
        syntax::read(text, &mut problems)
    };
    (statements, problems)
}

#[cfg(test)]
mod tests;
