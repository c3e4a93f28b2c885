//! Where the outcome changes along one handle: moments tried with the engine, then halved to the millisecond.
//! Two changes between neighbouring samples that undo each other are not seen.

use std::rc::Rc;

use fencepost_core::event::Outcome;

/// How many values are tried before halving.
const SAMPLES: u64 = 96;

/// What the checks say of one text, in the order of the screen; nothing where the text has no story.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcomes(u64);

/// The outcomes that a digit of [`Outcomes`] stands for; 0 is none.
const DIGITS: [Option<Outcome>; 5] = [
    None,
    Some(Outcome::Holds),
    Some(Outcome::Broken),
    Some(Outcome::DoesNotApply),
    Some(Outcome::Undecided),
];

impl Outcomes {
    /// These outcomes, at most 16.
    pub fn of(outcomes: impl DoubleEndedIterator<Item = Outcome>) -> Self {
        Self(outcomes.rev().fold(0, |all, outcome| all << 4 | (outcome as u64 + 1)))
    }

    /// What the check at this place says.
    pub fn get(self, index: usize) -> Option<Outcome> {
        DIGITS.get((self.0 >> (4 * index) & 15) as usize).copied().flatten()
    }
}

/// A search along one handle, and what it found.
#[derive(Clone, Debug)]
pub struct Flips {
    /// The handle's key.
    pub handle: u64,
    /// The text in which the handle is moved.
    pub text: Rc<str>,
    /// Where the outcome changes, in rising order.
    pub found: Vec<Flip>,
    from: u64,
    to: u64,
    /// The next sample.
    next: u64,
    /// How far the search has come.
    low: Tried,
    /// Another outcome than at `low`, while a change is halved.
    high: Tried,
    /// The sample at which the search goes on.
    then: Tried,
}

/// A moment at which the outcome changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flip {
    /// The first millisecond with the later outcome.
    pub at: u64,
    /// What the checks say below it.
    pub below: Outcomes,
    /// What the checks say from it on.
    pub above: Outcomes,
}

/// A value, and what came of it.
type Tried = (u64, Outcomes);

impl Flips {
    /// A search over the handle's moments from `from` to `to`, in milliseconds.
    pub fn new(handle: u64, text: Rc<str>, from: u64, to: u64) -> Self {
        let none = (from, Outcomes::default());
        let to = to.max(from);
        Self { handle, text, found: Vec::new(), from, to, next: from, low: none, high: none, then: none }
    }

    fn is_halving(&self) -> bool {
        self.low.1 != self.high.1
    }

    /// The value to be tried next; `None` when there is nothing left to try.
    pub fn next(&self) -> Option<u64> {
        if self.is_halving() {
            return Some(self.low.0 + (self.high.0 - self.low.0) / 2);
        }
        (self.next <= self.to).then_some(self.next)
    }

    /// Takes what came of the value that was to be tried next.
    pub fn take(&mut self, value: u64, outcomes: Outcomes) {
        let tried = (value, outcomes);
        if !self.is_halving() {
            let stride = (self.to - self.from).div_ceil(SAMPLES).max(1);
            self.next = if value == self.to { value + 1 } else { (value + stride).min(self.to) };
            (self.high, self.then) = (tried, tried);
            if value == self.from {
                self.low = tried;
            }
        } else if outcomes == self.low.1 {
            self.low = tried;
        } else {
            self.high = tried;
        }
        while self.is_halving() && self.high.0 - self.low.0 == 1 {
            self.found.push(Flip { at: self.high.0, below: self.low.1, above: self.high.1 });
            // What lies between this change and the sample may hold another one.
            (self.low, self.high) = (self.high, self.then);
        }
        if !self.is_halving() {
            self.low = self.high;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The flips along 0..=20000 of outcomes that change at these values.
    fn search(changes: &[u64]) -> (Vec<u64>, usize) {
        let mut flips = Flips::new(0, "".into(), 0, 20_000);
        let mut tries = 0;
        let words = [Outcome::Holds, Outcome::Broken, Outcome::Undecided, Outcome::DoesNotApply];
        while let Some(value) = flips.next() {
            let outcome = words[changes.iter().filter(|it| **it <= value).count()];
            flips.take(value, Outcomes::of([outcome].into_iter()));
            tries += 1;
        }
        (flips.found.iter().map(|it| it.at).collect(), tries)
    }

    #[test]
    fn a_change_is_found_to_the_millisecond() {
        assert_eq!(search(&[12_001]).0, [12_001]);
        assert_eq!(search(&[1]).0, [1]);
        assert_eq!(search(&[20_000]).0, [20_000]);
        assert_eq!(search(&[]).0, Vec::<u64>::new());
    }

    #[test]
    fn several_changes_are_found_even_between_two_samples() {
        assert_eq!(search(&[100, 101, 9_000]).0, [100, 101, 9_000]);
        assert_eq!(search(&[5_000, 12_000]).0, [5_000, 12_000]);
    }

    #[test]
    fn it_tries_few_values() {
        // 97 samples and at most 8 halvings of 209 ms for each change.
        let (_, tries) = search(&[5_000, 12_000]);
        assert!(tries <= 98 + 16, "{tries}");
    }

    #[test]
    fn a_range_of_one_value_ends() {
        let mut flips = Flips::new(0, "".into(), 7, 7);
        assert_eq!(flips.next(), Some(7));
        flips.take(7, Outcomes::default());
        assert_eq!(flips.next(), None);
        assert_eq!(flips.found, []);
    }

    #[test]
    fn outcomes_are_kept_in_their_order() {
        let all = [Outcome::Undecided, Outcome::Holds, Outcome::DoesNotApply, Outcome::Broken];
        let outcomes = Outcomes::of(all.into_iter());
        assert_eq!([0, 1, 2, 3].map(|index| outcomes.get(index)), all.map(Some));
        assert_eq!(outcomes.get(4), None);
        assert!(fencepost_core::check::TABLE.len() <= 16);
    }
}
