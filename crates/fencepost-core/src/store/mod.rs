//! Stores, and what guards their data. A store keeps one value and counts its versions; the guard decides
//! which writes get in.
//!
//! A new guard is one file and one line in [`TABLE`].

mod fence;
mod none;

use crate::help::Help;
use alloc::boxed::Box;

use crate::event::Rejection;
use crate::fingerprint::Fingerprint;
use crate::primitive::Token;
use crate::setting::{Setting, Settings, names};

/// Every guard.
pub static TABLE: &[&Kind] = &[&none::KIND, &fence::KIND];

/// The name of every guard.
pub static NAMES: &[&str] = &names!(TABLE);

/// One guard.
#[derive(Debug)]
pub struct Kind {
    /// Its name in scenarios.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: Help,
    /// What the screen says about a store with this guard: "refuses older tokens".
    pub label: &'static str,
    /// Whether writes need a fencing token to get in.
    pub needs_token: bool,
    /// What a `store` statement with this guard accepts.
    pub settings: &'static [Setting],
    /// A fresh guard.
    pub begin: fn(&Settings) -> Box<dyn Guard>,
}

/// What decides which writes get in.
pub trait Guard {
    /// Decides on one write, and remembers what it must.
    fn admit(&mut self, token: Option<Token>) -> Result<(), Rejection>;

    /// A copy of this guard.
    fn boxed_clone(&self) -> Box<dyn Guard>;

    /// Takes the state into a fingerprint.
    fn fingerprint(&self, out: &mut dyn Fingerprint);
}

impl Clone for Box<dyn Guard> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// The guard of this name.
pub fn find(name: &str) -> Option<&'static Kind> {
    TABLE.iter().copied().find(|kind| kind.name == name)
}
