//! What texts mean, and what is said about texts that mean nothing.

mod meaning;
mod wrong;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::parse;
use crate::scenario::Scenario;

/// A lock, a store and two clients that the fragments of the tests are added to.
pub(super) const STAGE: &str = "lock report on fenced ttl=10s
store invoices for=report
client A: acquire report, write invoices
client B at=11s: acquire report
";

pub(super) fn scenario(text: &str) -> Scenario {
    match parse(text) {
        Ok(scenario) => scenario,
        Err(problems) => panic!("{text}\n{problems:#?}"),
    }
}

/// The problems of a text, one line each.
pub(super) fn problems(text: &str) -> Vec<String> {
    parse(text).expect_err("problems").iter().map(ToString::to_string).collect()
}

/// The problems of the stage with one line more, its fifth.
pub(super) fn staged(line: &str) -> Vec<String> {
    let mut text = STAGE.to_string();
    text.push_str(line);
    problems(&text)
}
