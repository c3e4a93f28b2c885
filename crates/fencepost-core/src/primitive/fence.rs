//! The fence: a store's memory of the highest token it has seen, and its refusal of lower ones.

use super::Token;

/// Refuses writes whose token is lower than one it has already admitted.
///
/// Keep the fence in the same atomic and durable unit as the data that it guards: a fence that forgets
/// across a restart admits stale writes again (see [`Fence::resume`]).
///
/// A client takes token 33 and pauses, its lease expires, another takes 34 and writes:
///
/// ```
/// use fencepost_core::primitive::{Admission, Fence, Token};
/// let (a, b) = (Token::new(33).unwrap(), Token::new(34).unwrap());
/// let mut fence = Fence::new();
/// let mut value = "";
///
/// for (token, data) in [(a, "A's data"), (b, "B's data"), (a, "A's late data")] {
///     if let Admission::Admitted = fence.admit(token) {
///         value = data;
///     }
/// }
/// assert_eq!(fence.admit(a), Admission::Refused { token: a, highest: b });
/// assert_eq!(value, "B's data");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fence {
    highest: Option<Token>,
}

/// The fence's answer to one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Admission {
    /// The token is equal to or above the highest seen, and is now the highest.
    Admitted,
    /// The token is lower than one already admitted. Nothing changed.
    Refused {
        /// The token that came.
        token: Token,
        /// The highest token admitted so far.
        highest: Token,
    },
}

impl Fence {
    /// A fence that has seen no token, and so admits any first one.
    pub const fn new() -> Self {
        Self { highest: None }
    }

    /// A fence that goes on from a remembered highest token, as after a restart.
    pub const fn resume(highest: Option<Token>) -> Self {
        Self { highest }
    }

    /// Admits `token` if none higher was admitted before.
    ///
    /// Equal is admitted: one holder writes many times under one token.
    pub fn admit(&mut self, token: Token) -> Admission {
        match self.highest {
            Some(highest) if token < highest => Admission::Refused { token, highest },
            _ => {
                self.highest = Some(token);
                Admission::Admitted
            }
        }
    }

    /// The highest token admitted so far.
    pub const fn highest(&self) -> Option<Token> {
        self.highest
    }
}
