//! Where the outcome changes along one handle: moments tried with the engine, then halved to the millisecond.
//! Two changes between neighbouring samples that undo each other are not seen.

use std::rc::Rc;

use fencepost_core::event::Outcome;

/// What the checks say of one text; `None` where the text has no story.
pub type Outcomes = Option<Vec<Outcome>>;

/// How many values are tried before halving.
const SAMPLES: u64 = 96;

/// A search along one handle, and what it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flips {
    /// The handle's key.
    pub handle: String,
    /// The text in which the handle is moved.
    pub text: Rc<str>,
    /// Where the outcome changes, in rising order.
    pub found: Vec<Flip>,
    from: u64,
    to: u64,
    last: Option<(u64, Outcomes)>,
    next: u64,
    halving: Option<Halving>,
}

/// A moment at which the outcome changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip {
    /// The first millisecond with the later outcome.
    pub at: u64,
    /// What the checks say below it.
    pub below: Outcomes,
    /// What the checks say from it on.
    pub above: Outcomes,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Halving {
    low: (u64, Outcomes),
    high: (u64, Outcomes),
    /// The sample at which the search goes on.
    then: (u64, Outcomes),
}

impl Flips {
    /// A search over the handle's moments from `from` to `to`, in milliseconds.
    pub fn new(handle: String, text: Rc<str>, from: u64, to: u64) -> Self {
        Self {
            handle,
            text,
            found: Vec::new(),
            from,
            to: to.max(from),
            last: None,
            next: from,
            halving: None,
        }
    }

    /// Tries one more value with `outcomes`; false when there is nothing left to try.
    pub fn step(&mut self, outcomes: impl FnOnce(u64) -> Outcomes) -> bool {
        match self.halving.take() {
            Some(halving) => self.halve(halving, outcomes),
            None if self.next > self.to => return false,
            None => self.sample(outcomes),
        }
        true
    }

    fn sample(&mut self, outcomes: impl FnOnce(u64) -> Outcomes) {
        let here = (self.next, outcomes(self.next));
        let stride = (self.to - self.from).div_ceil(SAMPLES).max(1);
        self.next = if self.next == self.to { self.to + 1 } else { (self.next + stride).min(self.to) };
        match self.last.take() {
            Some(last) if last.1 != here.1 => self.narrow(last, here.clone(), here),
            _ => self.last = Some(here),
        }
    }

    fn halve(&mut self, halving: Halving, outcomes: impl FnOnce(u64) -> Outcomes) {
        let Halving { low, high, then } = halving;
        let middle = low.0 + (high.0 - low.0) / 2;
        let middle = (middle, outcomes(middle));
        if middle.1 == low.1 { self.narrow(middle, high, then) } else { self.narrow(low, middle, then) }
    }

    /// The outcome changes between `low` and `high`: found, when nothing is in between.
    fn narrow(&mut self, low: (u64, Outcomes), high: (u64, Outcomes), then: (u64, Outcomes)) {
        if high.0 - low.0 > 1 {
            self.halving = Some(Halving { low, high, then });
            return;
        }
        let reached = high.clone();
        self.found.push(Flip { at: high.0, below: low.1, above: high.1 });
        // What lies between this change and the sample may hold another one.
        if reached.1 != then.1 { self.narrow(reached, then.clone(), then) } else { self.last = Some(then) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The flips along 0..=20000 of outcomes that change at these values.
    fn search(changes: &[u64]) -> (Vec<u64>, usize) {
        let mut flips = Flips::new(String::new(), "".into(), 0, 20_000);
        let mut tries = 0;
        let words = [Outcome::Holds, Outcome::Broken, Outcome::Undecided, Outcome::DoesNotApply];
        let outcomes = |value| Some(vec![words[changes.iter().filter(|it| **it <= value).count()]]);
        while flips.step(outcomes) {
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
        let mut flips = Flips::new(String::new(), "".into(), 7, 7);
        assert!(flips.step(|_| None));
        assert!(!flips.step(|_| None));
        assert_eq!(flips.found, []);
    }
}
