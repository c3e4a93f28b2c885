//! How wide words are, by an estimate on the safe side, and words made fit to be drawn.
//!
//! The table has the advance widths of DejaVu Sans, the widest of the fonts in [`crate::style::FONTS`], in
//! thousandths of the font's size. Leaves out kerning and shaping.

use alloc::string::String;

use crate::{Tenths, Type};

/// ASCII from the space to the tilde.
const ASCII: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
    636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
    295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838,
    500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
    392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// The width of one character, in thousandths of the font's size.
fn advance(c: char) -> i32 {
    match c {
        ' '..='~' => i32::from(ASCII[c as usize - ' ' as usize]),
        '“' | '”' => 520,
        '’' | '·' => 320,
        // Latin, Greek, Cyrillic and their neighbours have few letters wider than an `m`.
        '\u{a0}'..='\u{52f}' => 800,
        // Anything else may be as wide as it is high, or a little more.
        _ => 1100,
    }
}

/// The width of a text.
pub(crate) fn width(text: &str, kind: Type, size: Tenths) -> Tenths {
    let units: i32 = text.chars().map(advance).fold(0, i32::saturating_add);
    // A bold face is about an eighth wider; its narrow letters gain most.
    let bold = matches!(kind, Type::OnFill | Type::Strong | Type::Name);
    let units = if bold { units.saturating_mul(23) / 20 } else { units };
    ((i64::from(units) * i64::from(size) + 999) / 1000) as Tenths
}

/// The square root, rounded down: Newton's method from above.
pub fn root(n: u64) -> u64 {
    let mut root = 1_u64 << ((65 - n.leading_zeros()) / 2);
    loop {
        let better = (root + n / root.max(1)) / 2;
        if better >= root {
            return root;
        }
        root = better;
    }
}

/// The longest beginning of a text that fits, with an ellipsis where something was cut; empty when not even one
/// letter fits.
pub(crate) fn cut(mut text: String, kind: Type, size: Tenths, room: Tenths) -> String {
    if width(&text, kind, size) > room {
        while text.pop().is_some() {
            text.truncate(text.trim_ascii_end().len());
            if text.is_empty() {
                break;
            }
            text.push('…');
            if width(&text, kind, size) <= room {
                break;
            }
            text.pop();
        }
    }
    text
}

/// A text on one line that cannot disturb its neighbours: control characters and characters that steer the
/// direction of writing are removed, white space is one space each.
pub(crate) fn clean(text: &str) -> String {
    let mut clean = String::new();
    for c in text.chars() {
        match c {
            '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => clean.push(' '),
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => {}
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => {}
            '\u{61c}' | '\u{feff}' | '\u{fff9}'..='\u{ffff}' => {}
            c => clean.push(c),
        }
    }
    clean
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::px;

    #[test]
    fn estimates_a_width_from_the_table() {
        // h 634 + o 612 + l 278 + d 635 + s 521 = 2680 thousandths of 10 px.
        assert_eq!(width("holds", Type::Plain, px(10)), 268);
        assert_eq!(width("", Type::Plain, px(10)), 0);
    }

    #[test]
    fn takes_roots() {
        for n in [0, 1, 2, 3, 4, 8, 9, 99, 1 << 40, (1 << 40) - 1, u64::MAX] {
            assert_eq!(root(n), n.isqrt(), "{n}");
        }
    }

    #[test]
    fn cuts_to_the_room_and_not_below_one_letter() {
        // `ab…` takes 613 + 635 + 1100 thousandths of 10 px = 235 tenths, rounded up.
        assert_eq!(cut("abcdef".into(), Type::Plain, px(10), 240), "ab…");
        assert_eq!(cut("abcdef".into(), Type::Plain, px(10), 100), "");
        assert_eq!(cut("ab".into(), Type::Plain, px(10), 125), "ab");
    }

    #[test]
    fn removes_what_steers_and_controls() {
        assert_eq!(clean("a\u{0}b\u{202e}c\nd\u{200f}"), "abc d");
    }
}
