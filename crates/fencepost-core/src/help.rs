//! Texts for readers of the documentation alone: what a word or a setting means. A program that shows none of
//! them leaves the feature `help` out, and they weigh nothing.

/// A text for the documentation; empty without the feature `help`.
#[derive(Clone, Copy, Debug)]
pub struct Help(#[cfg(feature = "help")] &'static str);

#[cfg(feature = "help")]
impl Help {
    /// The text.
    #[must_use]
    pub fn text(self) -> &'static str {
        self.0
    }
}

/// Keeps the text with the feature `help` and forgets it without.
pub(crate) const fn help(text: &'static str) -> Help {
    let _ = text;
    Help(
        #[cfg(feature = "help")]
        text,
    )
}
