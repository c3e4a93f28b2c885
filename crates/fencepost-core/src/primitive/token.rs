//! Fencing tokens: numbers handed out with each grant of one lock, strictly increasing.

use core::fmt;
use core::num::NonZeroU64;

/// A fencing token: the number that comes with a grant and travels with every write made under it.
///
/// Tokens of one lock are ordered: a larger one was handed out later. Zero is not a token, so a client
/// that forgot its token cannot pass one by accident. Tokens of different issuers must not be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(NonZeroU64);

impl Token {
    /// The token with this number, or `None` for zero.
    ///
    /// ```
    /// use fencepost_core::primitive::Token;
    /// assert_eq!(Token::new(33).map(Token::get), Some(33));
    /// assert_eq!(Token::new(0), None);
    /// ```
    pub const fn new(number: u64) -> Option<Self> {
        match NonZeroU64::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// The number, 1 or more.
    pub const fn get(self) -> u64 {
        self.0.get()
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Hands out the tokens of one lock, one higher each time.
///
/// ```
/// use fencepost_core::primitive::{Token, TokenCounter};
/// let mut counter = TokenCounter::starting_at(Token::new(33).unwrap());
/// assert_eq!(counter.issue().get(), 33);
/// assert_eq!(counter.issue().get(), 34);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TokenCounter {
    next: Token,
}

impl TokenCounter {
    /// A counter whose first token is `first`.
    pub const fn starting_at(first: Token) -> Self {
        Self { next: first }
    }

    /// The next token. At `u64::MAX` the counter stays there: it never wraps to a lower number.
    pub fn issue(&mut self) -> Token {
        let issued = self.next;
        self.next = Token(issued.0.saturating_add(1));
        issued
    }

    /// The token that [`issue`](Self::issue) would hand out now.
    pub const fn upcoming(&self) -> Token {
        self.next
    }
}
