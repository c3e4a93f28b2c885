//! Three kinds of time that cannot be mixed by accident: a span, a moment of true time, and what one
//! node's clock reads. All count whole microseconds.

use core::fmt;
use core::ops::{Add, Sub};

/// A length of time: 0 or more microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(u64);

/// A moment of true time, in microseconds since the start of the story. Only a simulator knows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(u64);

/// What one node's clock reads, in microseconds. It may be negative: a clock can be behind.
///
/// Readings of different nodes are not comparable, however alike they look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reading(i64);

/// How fast a clock runs, in parts per million of true time: `PPM` is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rate(u32);

/// A million: the rate of a perfect clock.
pub const PPM: u32 = 1_000_000;

impl Span {
    /// No time.
    pub const ZERO: Self = Self(0);
    /// The longest span: about 584,000 years. Stands for "without end".
    pub const MAX: Self = Self(u64::MAX);

    /// So many microseconds.
    pub const fn from_micros(us: u64) -> Self {
        Self(us)
    }
    /// So many milliseconds.
    pub const fn from_millis(ms: u64) -> Self {
        Self(scale(ms, 1_000, 1, 0))
    }
    /// So many seconds.
    pub const fn from_secs(s: u64) -> Self {
        Self(scale(s, 1_000_000, 1, 0))
    }
    /// The length in microseconds.
    pub const fn as_micros(self) -> u64 {
        self.0
    }
    /// Whether it is no time at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
    /// What remains after `other`, or nothing when `other` is longer.
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Time {
    /// The start of the story.
    pub const ZERO: Self = Self(0);
    /// The end of time: stands for "never".
    pub const MAX: Self = Self(u64::MAX);

    /// So many microseconds after the start.
    pub const fn from_micros(us: u64) -> Self {
        Self(us)
    }
    /// So many milliseconds after the start.
    pub const fn from_millis(ms: u64) -> Self {
        Self(scale(ms, 1_000, 1, 0))
    }
    /// So many seconds after the start.
    pub const fn from_secs(s: u64) -> Self {
        Self(scale(s, 1_000_000, 1, 0))
    }
    /// Microseconds since the start.
    pub const fn as_micros(self) -> u64 {
        self.0
    }
    /// The span since an earlier moment, or zero if `earlier` is later.
    pub const fn since(self, earlier: Self) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Reading {
    /// The reading zero.
    pub const ZERO: Self = Self(0);

    /// So many microseconds.
    pub const fn from_micros(us: i64) -> Self {
        Self(us)
    }
    /// So many seconds.
    pub const fn from_secs(s: i64) -> Self {
        Self(s.saturating_mul(1_000_000))
    }
    /// The reading in microseconds.
    pub const fn as_micros(self) -> i64 {
        self.0
    }
    /// The span since an earlier reading of the same clock, or zero if `earlier` is later.
    #[inline(never)]
    pub const fn since(self, earlier: Self) -> Span {
        let between = self.0.saturating_sub(earlier.0);
        Span(if between > 0 { between as u64 } else { 0 })
    }
}

impl Rate {
    /// A clock that keeps true time.
    pub const EXACT: Self = Self(PPM);

    /// A clock that is `ppm` parts per million fast (positive) or slow (negative); `None` when it would
    /// stand still, run backwards, or run at twice true time or more.
    pub const fn off_by(ppm: i32) -> Option<Self> {
        if ppm <= -(PPM as i32) || ppm >= PPM as i32 {
            return None;
        }
        Some(Self((PPM as i32 + ppm) as u32))
    }

    /// Parts per million of true time.
    pub const fn as_ppm(self) -> u32 {
        self.0
    }

    /// What the clock counts while `span` of true time goes by, rounded down.
    pub const fn counts(self, span: Span) -> Span {
        if self.0 == PPM {
            return span;
        }
        Span(scale(span.0, self.0 as u64, PPM as u64, 0))
    }

    /// The true time that must go by until the clock has counted `span`, rounded up.
    pub const fn takes(self, span: Span) -> Span {
        if self.0 == PPM {
            return span;
        }
        let per = self.0 as u64;
        Span(scale(span.0, PPM as u64, per, per - 1))
    }
}

/// `(n * by + more) / per`, or the greatest number where that is too large; `more < per`, and `by` and `per` are
/// at most a few million. The whole and the rest of `n / per` are multiplied apart, so that nothing is wider than
/// 64 bits: with `whole <= MAX / by` the first product fits, and the second is far below `per * by`.
const fn scale(n: u64, by: u64, per: u64, more: u64) -> u64 {
    let (whole, rest) = (n / per, n % per);
    if whole > u64::MAX / by { u64::MAX } else { (whole * by).saturating_add((rest * by + more) / per) }
}

impl Add for Span {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Add<Span> for Time {
    type Output = Self;
    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0))
    }
}

impl Add<Span> for Reading {
    type Output = Self;
    #[inline(never)]
    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add_unsigned(span.0))
    }
}

impl Sub<Span> for Reading {
    type Output = Self;
    fn sub(self, span: Span) -> Self {
        Self(self.0.saturating_sub_unsigned(span.0))
    }
}

impl fmt::Display for Span {
    /// In the largest unit that fits, as scenarios write it: `2h`, `10min`, `11.5s`, `250ms`, `40us`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const HOUR: u64 = 3_600_000_000;
        const MINUTE: u64 = 60_000_000;
        let (unit, name) = match self.0 {
            us if us >= HOUR && us.is_multiple_of(HOUR) => (HOUR, "h"),
            us if us >= 10 * MINUTE && us.is_multiple_of(MINUTE) => (MINUTE, "min"),
            us if us >= 1_000_000 || us == 0 => (1_000_000, "s"),
            us if us >= 1_000 => (1_000, "ms"),
            _ => (1, "us"),
        };
        decimal(f, self.0, unit)?;
        f.write_str(name)
    }
}

impl fmt::Display for Time {
    /// In seconds, as short as exact: `13.15s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        decimal(f, self.0, 1_000_000)?;
        f.write_str("s")
    }
}

impl fmt::Display for Reading {
    /// In seconds, as short as exact, with a sign when negative: `-3s`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            f.write_str("-")?;
        }
        decimal(f, self.0.unsigned_abs(), 1_000_000)?;
        f.write_str("s")
    }
}

/// `value / unit` in decimals without trailing zeros; `unit` is a power of ten, or divides `value`.
fn decimal(f: &mut fmt::Formatter<'_>, value: u64, unit: u64) -> fmt::Result {
    write!(f, "{}", value / unit)?;
    let (mut rest, mut place) = (value % unit, unit / 10);
    if rest > 0 {
        f.write_str(".")?;
    }
    while rest > 0 {
        write!(f, "{}", rest / place)?;
        rest %= place;
        place /= 10;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_exact_and_saturate() {
        let spans = [0, 1, 999_999, 1_000_001, 86_400_000_000, u64::MAX / 2, u64::MAX / 1_999_999, u64::MAX];
        for ppm in [1 - PPM as i32, -200, -1, 0, 1, 10_000, PPM as i32 - 1] {
            let rate = Rate::off_by(ppm).unwrap();
            let (by, per) = (u128::from(rate.as_ppm()), u128::from(PPM));
            for us in spans.into_iter().flat_map(|us| [us.saturating_sub(1), us, us.saturating_add(1)]) {
                let (span, us) = (Span::from_micros(us), u128::from(us));
                let most = u128::from(u64::MAX);
                assert_eq!(u128::from(rate.counts(span).as_micros()), (us * by / per).min(most));
                assert_eq!(u128::from(rate.takes(span).as_micros()), (us * per).div_ceil(by).min(most));
            }
        }
        assert_eq!(Span::from_secs(u64::MAX), Span::MAX);
    }
}
