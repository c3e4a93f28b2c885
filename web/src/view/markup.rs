//! The markup of the views. The compiler reads it; what is left for the page is a list of steps.
//!
//! Markup looks like HTML and is stricter: it has no spaces but those that are shown and one before each attribute;
//! every attribute has a value, within `'` where that has spaces; every element has an end, `/>` or one like `</p>`.
//! A hole, `{}`, stands for the value of an attribute, or for something between elements.

/// Begins an element of this name.
pub(super) const OPEN: u8 = 1;
/// Names an attribute of it.
pub(super) const NAME: u8 = 2;
/// Gives it this value; or is text, where all attributes are given.
pub(super) const VALUE: u8 = 3;
/// All attributes are given.
pub(super) const BEGUN: u8 = 4;
/// Ends the element.
pub(super) const CLOSE: u8 = 5;
/// A hole.
pub(super) const HOLE: u8 = 6;

/// The steps of markup: each a byte from those above, followed by the word that it is about.
pub(super) struct Steps<const N: usize> {
    pub(super) bytes: [u8; N],
    /// How many bytes they are; those that have no room are only counted.
    pub(super) len: usize,
    pub(super) holes: usize,
}

impl<const N: usize> Steps<N> {
    const fn push(&mut self, byte: u8) {
        if self.len < N {
            self.bytes[self.len] = byte;
        }
        self.len += 1;
        self.holes += (byte == HOLE) as usize;
    }

    /// A step with a word that goes from a place to the first of these bytes, or to the end; says where that is.
    const fn word(&mut self, step: u8, markup: &[u8], mut at: usize, ends: &[u8]) -> usize {
        self.push(step);
        while at < markup.len() && !contains(ends, markup[at]) {
            self.push(markup[at]);
            at += 1;
        }
        at
    }
}

const fn contains(bytes: &[u8], byte: u8) -> bool {
    let mut at = 0;
    while at < bytes.len() && bytes[at] != byte {
        at += 1;
    }
    at < bytes.len()
}

/// Reads markup.
pub(super) const fn steps<const N: usize>(markup: &str) -> Steps<N> {
    let (markup, mut at) = (markup.as_bytes(), 0);
    let mut steps = Steps { bytes: [0; N], len: 0, holes: 0 };
    while at < markup.len() {
        if markup[at] == b'{' {
            steps.push(HOLE);
            at += 2;
        } else if markup[at] != b'<' {
            at = steps.word(VALUE, markup, at, b"<{");
        } else if markup[at + 1] == b'/' {
            steps.push(CLOSE);
            while markup[at] != b'>' {
                at += 1;
            }
            at += 1;
        } else {
            at = steps.word(OPEN, markup, at + 1, b" />");
            while markup[at] == b' ' {
                at = 1 + steps.word(NAME, markup, at + 1, b"=");
                if markup[at] == b'{' {
                    steps.push(HOLE);
                    at += 2;
                } else if markup[at] == b'\'' {
                    at = 1 + steps.word(VALUE, markup, at + 1, b"'");
                } else {
                    at = steps.word(VALUE, markup, at, b" />");
                }
            }
            steps.push(BEGUN);
            if markup[at] == b'/' {
                steps.push(CLOSE);
                at += 1;
            }
            assert!(markup[at] == b'>', "an element begins with its name and attributes, and then `>`");
            at += 1;
        }
    }
    steps
}

/// Steps as text, which they are.
pub(super) const fn as_text(steps: &[u8]) -> &str {
    match core::str::from_utf8(steps) {
        Ok(steps) => steps,
        Err(_) => panic!("steps are text"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(markup: &str) -> String {
        let steps = steps::<200>(markup);
        as_text(&steps.bytes[..steps.len])
            .chars()
            .map(|step| "?<@=>/_".chars().nth(step as usize).unwrap_or(step))
            .collect()
    }

    #[test]
    fn elements_are_steps() {
        assert_eq!(read("<p class=look id={}>{} …</p>"), "<p@class=look@id_>_= …/");
        assert_eq!(read("<a b='c d=e/>'/>f<g/>"), "<a@b=c d=e/>>/=f<g>/");
    }

    #[test]
    fn holes_and_lengths_are_counted_without_room() {
        let steps = steps::<0>("<p class={}>{}</p>");
        assert_eq!((steps.len, steps.holes), (12, 2));
    }
}
