//! The style sheet of a figure: one rule a class, colours only through custom properties.
//!
//! Everything stands under the class `fencepost`. A page may set the properties itself; it needs [`RULES`],
//! [`LIGHT`], [`DARK`] and a hatch, the pattern [`hatch`].

use alloc::format;
use alloc::string::String;

/// The colours on a light background. Each tone has a contrast of 4.5 or more on the surface and on the page,
/// so that it can carry words.
pub const LIGHT: &str = "\
--fp-page:#fbfaf7;--fp-surface:#fff;--fp-edge:#e3ded3;--fp-ink:#1f2430;--fp-muted:#5c6270;--fp-on-fill:#fff;\
--fp-bad:#c8273f;--fp-good:#1d7a3a;--fp-veil:.6;\
--fp-client-0:#4656c9;--fp-client-1:#0b7668;--fp-client-2:#9a3fa0;--fp-client-3:#95580a;\
--fp-client-4:#1c6ca8;--fp-client-5:#56700f;--fp-client-6:#b8326f;--fp-client-7:#566075";

/// The colours on a dark background.
pub const DARK: &str = "\
--fp-page:#14171f;--fp-surface:#1c202b;--fp-edge:#343a49;--fp-ink:#eceef4;--fp-muted:#a4abba;--fp-on-fill:#10131a;\
--fp-bad:#ff8092;--fp-good:#6fd08c;--fp-veil:.45;\
--fp-client-0:#9aa7ff;--fp-client-1:#4fcdb9;--fp-client-2:#e29ce8;--fp-client-3:#eeb060;\
--fp-client-4:#7bbff3;--fp-client-5:#b0cf58;--fp-client-6:#ff9cc6;--fp-client-7:#b3bed2";

/// The fonts that the widths of texts are estimated for.
pub const FONTS: &str = "Inter,system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif";

/// One rule a class. `fill` of the class `hatch` is to be set where the pattern's id is known.
pub const RULES: &str = "\
.fencepost .client-0{--fp-tone:var(--fp-client-0)}\
.fencepost .client-1{--fp-tone:var(--fp-client-1)}\
.fencepost .client-2{--fp-tone:var(--fp-client-2)}\
.fencepost .client-3{--fp-tone:var(--fp-client-3)}\
.fencepost .client-4{--fp-tone:var(--fp-client-4)}\
.fencepost .client-5{--fp-tone:var(--fp-client-5)}\
.fencepost .client-6{--fp-tone:var(--fp-client-6)}\
.fencepost .client-7{--fp-tone:var(--fp-client-7)}\
.fencepost .ink{--fp-tone:var(--fp-ink)}\
.fencepost .muted{--fp-tone:var(--fp-muted)}\
.fencepost .bad{--fp-tone:var(--fp-bad)}\
.fencepost .good{--fp-tone:var(--fp-good)}\
.fencepost .panel{fill:var(--fp-surface);stroke:var(--fp-edge)}\
.fencepost .grid{stroke:var(--fp-edge);stroke-dasharray:2 4}\
.fencepost .tick,.fencepost .note{fill:var(--fp-muted)}\
.fencepost .name{fill:var(--fp-ink);font-weight:600}\
.fencepost .fill{fill:var(--fp-tone)}\
.fencepost .wash{fill:var(--fp-tone);fill-opacity:.1}\
.fencepost .tint{fill:var(--fp-tone);fill-opacity:.16;stroke:var(--fp-tone);stroke-width:1.3}\
.fencepost .hatch{stroke:var(--fp-ink);stroke-opacity:.45}\
.fencepost .outline{fill:var(--fp-surface);stroke:var(--fp-tone);stroke-width:1.5;stroke-dasharray:5 3}\
.fencepost .line{fill:none;stroke:var(--fp-tone);stroke-width:1.8}\
.fencepost .thin{fill:none;stroke:var(--fp-tone);stroke-width:1.1;stroke-opacity:.75}\
.fencepost .faint{fill:none;stroke:var(--fp-tone);stroke-width:1;stroke-opacity:.35}\
.fencepost .thick{fill:none;stroke:var(--fp-tone);stroke-width:2.8}\
.fencepost .dashes{fill:none;stroke:var(--fp-tone);stroke-width:1.2;stroke-dasharray:4 3}\
.fencepost .thick-dashes{fill:none;stroke:var(--fp-tone);stroke-width:2.6;stroke-dasharray:4 3}\
.fencepost .dots{fill:none;stroke:var(--fp-tone);stroke-width:2;stroke-linecap:round;stroke-dasharray:.1 5}\
.fencepost .pill{fill:var(--fp-surface);stroke:var(--fp-tone);stroke-width:1}\
.fencepost .hollow{fill:var(--fp-surface);stroke:var(--fp-tone);stroke-width:1.6}\
.fencepost .mark{fill:none;stroke:var(--fp-on-fill);stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}\
.fencepost .on-fill{fill:var(--fp-on-fill);font-weight:600}\
.fencepost .label .plain,.fencepost .label .toned,.fencepost .label .strong,.fencepost .label .quiet{\
paint-order:stroke;stroke:var(--fp-surface);stroke-opacity:.75;stroke-width:3;stroke-linejoin:round}\
.fencepost .plain{fill:var(--fp-ink)}\
.fencepost .toned{fill:var(--fp-tone)}\
.fencepost .strong{fill:var(--fp-tone);font-weight:700}\
.fencepost .quiet{fill:var(--fp-muted)}";

/// The pattern of the class `hatch`, with this id: a veil over what is below, and lines.
pub fn hatch(id: &str) -> String {
    format!(
        "<pattern id=\"{id}\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate(45)\"><rect width=\"7\" height=\"7\" style=\"fill:var(--fp-surface);\
         fill-opacity:var(--fp-veil)\"/><path d=\"M0 0v7\" style=\"fill:none;stroke:var(--fp-ink);\
         stroke-opacity:.4;stroke-width:2\"/></pattern>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Paint, Part, Tone, Type};
    use alloc::vec::Vec;

    /// The colour of a property, as three parts of 255.
    fn colour(sheet: &str, name: &str) -> [u32; 3] {
        let value = sheet.split(';').find_map(|it| it.strip_prefix(name)?.strip_prefix(":#")).expect(name);
        let long = value.len() == 6;
        let digit = |n: usize| u32::from_str_radix(&value[n..=n], 16).expect("a hex digit");
        [0, 1, 2].map(|n| if long { digit(2 * n) * 16 + digit(2 * n + 1) } else { digit(n) * 17 })
    }

    /// Relative luminance as WCAG 2 defines it.
    fn luminance(rgb: [u32; 3]) -> f64 {
        let part = |n: u32| {
            let c = f64::from(n) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { power((c + 0.055) / 1.055) }
        };
        0.2126 * part(rgb[0]) + 0.7152 * part(rgb[1]) + 0.0722 * part(rgb[2])
    }

    /// x to the power of 2.4, without the standard library: the fifth root of x to the twelfth, by halving.
    fn power(x: f64) -> f64 {
        let twelfth = (0..12).fold(1.0, |product, _| product * x);
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle: f64 = (low + high) / 2.0;
            if middle * middle * middle * middle * middle < twelfth { low = middle } else { high = middle }
        }
        low
    }

    fn contrast(a: [u32; 3], b: [u32; 3]) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_tone_can_carry_words() {
        let mut tones: Vec<String> = (0..8).map(|n| format!("--fp-client-{n}")).collect();
        tones.extend(["--fp-ink", "--fp-muted", "--fp-bad", "--fp-good"].map(String::from));
        for sheet in [LIGHT, DARK] {
            for tone in &tones {
                for ground in ["--fp-page", "--fp-surface"] {
                    let found = contrast(colour(sheet, tone), colour(sheet, ground));
                    assert!(found >= 4.5, "{tone} on {ground}: {found}");
                }
                if tone.contains("client") || tone.contains("bad") {
                    let found = contrast(colour(sheet, tone), colour(sheet, "--fp-on-fill"));
                    assert!(found >= 4.5, "words on {tone}: {found}");
                }
            }
        }
    }

    #[test]
    fn every_class_has_a_rule() {
        let paints = Paint::ALL.iter().map(|it| it.word());
        let types = Type::ALL.iter().map(|it| it.word());
        let tones = Tone::ALL.iter().map(|it| it.word());
        for word in paints.chain(types).chain(tones) {
            assert!(RULES.contains(&format!(".fencepost .{word}{{")), "{word}");
        }
        // Parts need no rules of their own, but their names must not be those of paints, types or tones.
        for part in Part::ALL {
            assert!(part.word() == "label" || !RULES.contains(&format!(".{}{{", part.word())), "{part:?}");
        }
    }
}
