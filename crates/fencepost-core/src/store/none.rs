//! No guard: the store takes every write, as a plain file, object or table does.

use super::{Guard, Kind};
use crate::event::Rejection;
use crate::fingerprint::Fingerprint;
use crate::help::help;
use crate::primitive::Token;

/// No guard.
pub(super) static KIND: Kind = Kind {
    name: "none",
    summary: help("Takes every write."),
    label: "takes every write",
    needs_token: false,
    settings: &[],
    begin: |_| Open.into(),
};

#[derive(Clone)]
pub(super) struct Open;

impl Guard for Open {
    fn admit(&mut self, _token: Option<Token>) -> Result<(), Rejection> {
        Ok(())
    }

    fn fingerprint(&self, _out: &mut dyn Fingerprint) {}
}
