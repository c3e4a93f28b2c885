//! What makes two states of the world the same: their bytes in a fixed order and width, with all times
//! taken relative to now. Equal natively and in Wasm.

use alloc::vec::Vec;

use crate::primitive::{Span, Time};

/// Takes in a state, word by word. [`Digest`] keeps 128 bits of it, [`Exact`] all of it.
pub trait Fingerprint {
    /// Takes in one word.
    fn word(&mut self, word: u64);

    /// Takes in how far `time` is from `now`, either way.
    fn relative(&mut self, time: Time, now: Time) {
        self.word(time.as_micros().wrapping_sub(now.as_micros()));
    }

    /// Takes in a span.
    fn span(&mut self, span: Span) {
        self.word(span.as_micros());
    }

    /// Takes in whether something is there; if so, its content must follow.
    fn present(&mut self, there: bool) -> bool {
        self.word(u64::from(there));
        there
    }
}

/// A state in 128 bits: two lanes of 64, each mixed with a multiplication and a shift per word. The odd
/// constants are the fractional parts of the golden ratio and of the square root of 2, in 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest {
    lanes: [u64; 2],
}

impl Default for Digest {
    fn default() -> Self {
        Self { lanes: [0x9E37_79B9_7F4A_7C15, 0x6A09_E667_F3BC_C909] }
    }
}

impl Digest {
    /// The 128 bits.
    pub fn finish(&self) -> u128 {
        let [a, b] = self.lanes.map(mix);
        u128::from(a) << 64 | u128::from(b)
    }
}

impl Fingerprint for Digest {
    fn word(&mut self, word: u64) {
        let [a, b] = self.lanes;
        let word = mix(word);
        self.lanes = [
            mix(a ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15),
            (b.rotate_left(29) ^ word).wrapping_mul(0x6A09_E667_F3BC_C909).wrapping_add(a),
        ];
    }
}

/// A state in full, to compare a [`Digest`] with.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exact {
    words: Vec<u64>,
}

impl Fingerprint for Exact {
    fn word(&mut self, word: u64) {
        self.words.push(word);
    }
}

/// Spreads every bit of a word over the whole of it, reversibly (the finishing steps of SplitMix64).
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}
