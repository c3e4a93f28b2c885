//! Stores, and what guards their data. A store keeps one value and counts its versions; the guard decides
//! which writes get in.
//!
//! A new guard is one file and one line in `guards!`, which makes [`TABLE`].

mod fence;
mod none;

use crate::event::Rejection;
use crate::fingerprint::Fingerprint;
use crate::help::Help;
use crate::primitive::Token;
use crate::setting::{Setting, Settings, names};

macro_rules! guards {
    ($($file:ident::$Guard:ident,)*) => {
        /// Every guard.
        pub static TABLE: &[&Kind] = &[$(&$file::KIND),*];

        /// The state of one guard. As with [`Fold`](crate::check::Fold), not a trait object.
        #[derive(Clone)]
        pub struct Gate(State);

        #[derive(Clone)]
        enum State {
            $($Guard($file::$Guard),)*
        }

        impl Guard for Gate {
            fn admit(&mut self, token: Option<Token>) -> Result<(), Rejection> {
                match &mut self.0 {
                    $(State::$Guard(guard) => guard.admit(token),)*
                }
            }

            fn fingerprint(&self, out: &mut dyn Fingerprint) {
                match &self.0 {
                    $(State::$Guard(guard) => guard.fingerprint(out),)*
                }
            }
        }

        $(impl From<$file::$Guard> for Gate {
            fn from(guard: $file::$Guard) -> Self {
                Self(State::$Guard(guard))
            }
        })*
    };
}

guards! {
    none::Open,
    fence::Fenced,
}

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
    pub begin: fn(&Settings) -> Gate,
}

/// What decides which writes get in.
pub trait Guard {
    /// Decides on one write, and remembers what it must.
    fn admit(&mut self, token: Option<Token>) -> Result<(), Rejection>;

    /// Takes the state into a fingerprint.
    fn fingerprint(&self, out: &mut dyn Fingerprint);
}

/// The guard of this name.
pub fn find(name: &str) -> Option<&'static Kind> {
    TABLE.iter().copied().find(|kind| kind.name == name)
}
