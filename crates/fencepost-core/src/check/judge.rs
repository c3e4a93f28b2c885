//! Verdicts: what a check says about a whole trace, or about a part of it.

use alloc::string::String;

use crate::event::Outcome;
use crate::primitive::Time;

/// What a check says about a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The check.
    pub check: &'static str,
    /// What it says.
    pub outcome: Outcome,
    /// The event that shows it, when broken.
    pub event: Option<u32>,
    /// When it broke first.
    pub from: Option<Time>,
    /// When that breach ended, if it lasted: later than `from`, and the end of the run if it never ended.
    pub to: Option<Time>,
    /// Why, as one sentence with full stop.
    pub text: String,
}
