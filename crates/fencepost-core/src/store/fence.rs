//! The fence: a write gets in when its token is equal to or above the highest that the store has seen; the
//! comparison and the write are one step. A write without a token never gets in.
//!
//! Reads are not fenced and do not raise the fence. Leaves out what a restart of the store forgets.

use super::{Guard, Kind};
use crate::event::Rejection;
use crate::fingerprint::Fingerprint;
use crate::help::help;
use crate::primitive::{Admission, Fence, Token};

/// The fence.
pub(super) static KIND: Kind = Kind {
    name: "fence",
    summary: help("Refuses a write whose token is lower than one it has seen."),
    label: "refuses older tokens",
    needs_token: true,
    settings: &[],
    begin: |_| Fenced(Fence::new()).into(),
};

#[derive(Clone)]
pub(super) struct Fenced(Fence);

impl Guard for Fenced {
    fn admit(&mut self, token: Option<Token>) -> Result<(), Rejection> {
        match self.0.admit(token.ok_or(Rejection::NoToken)?) {
            Admission::Admitted => Ok(()),
            Admission::Refused { token, highest } => Err(Rejection::Stale { token, highest }),
        }
    }

    fn fingerprint(&self, out: &mut dyn Fingerprint) {
        out.word(self.0.highest().map_or(0, Token::get));
    }
}
