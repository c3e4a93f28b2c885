//! Where there is room for words: for each row of text, which columns are taken.
//!
//! Columns are whole pixels. A taken column is hard (words, discs, marks) or soft (an arrow passes there:
//! better to stay away). No two texts of one row can overlap, because a placed text makes its columns hard.

use alloc::vec;
use alloc::vec::Vec;

use crate::Tenths;

const SOFT: u8 = 1;
const HARD: u8 = 2;

/// A row for words, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row(pub usize);

/// The columns of every row.
pub(super) struct Space {
    columns: usize,
    taken: Vec<u8>,
}

impl Space {
    pub(super) fn new(rows: usize, width: Tenths) -> Self {
        let columns = width.max(0) as usize / 10 + 1;
        Self { columns, taken: vec![0; rows * columns] }
    }

    /// Takes the columns from `from` to `to`, for words and marks.
    pub(super) fn take(&mut self, row: Row, from: Tenths, to: Tenths) {
        self.set(row, from, to, HARD);
    }

    /// An arrow passes here.
    pub(super) fn cross(&mut self, row: Row, x: Tenths) {
        self.set(row, x - 30, x + 30, SOFT);
    }

    fn set(&mut self, row: Row, from: Tenths, to: Tenths, how: u8) {
        for column in self.range(from, to) {
            if let Some(taken) = self.taken.get_mut(row.0 * self.columns + column) {
                *taken |= how;
            }
        }
    }

    /// Takes room for a text of this width between `from` and `to`, nearest to `prefer` (its left edge), away
    /// from arrows if that can be; the left edge, or `None` when there is no room.
    pub(super) fn find(
        &mut self,
        row: Row,
        from: Tenths,
        to: Tenths,
        width: Tenths,
        prefer: Tenths,
    ) -> Option<Tenths> {
        if width <= 0 || to - from < width {
            return None;
        }
        let needed = (width as usize).div_ceil(10) + 1;
        for avoid in [SOFT | HARD, HARD] {
            let (mut best, mut run) = (None, 0);
            for column in self.range(from, to) {
                let taken = self.taken.get(row.0 * self.columns + column).unwrap_or(&HARD);
                run = if taken & avoid == 0 { run + 1 } else { 0 };
                if run < needed {
                    continue;
                }
                // The first column of the free run that this column ends.
                let x = ((column + 1 - needed) as Tenths * 10).max(from);
                if x + width <= to
                    && best.is_none_or(|best: Tenths| (x - prefer).abs() < (best - prefer).abs())
                {
                    best = Some(x);
                }
            }
            if let Some(x) = best {
                self.take(row, x, x + width);
                return best;
            }
        }
        None
    }

    fn range(&self, from: Tenths, to: Tenths) -> core::ops::Range<usize> {
        let column = |x: Tenths| x.max(0) as usize / 10;
        column(from)..(column(to) + 1).min(self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_nearest_room_and_takes_it() {
        let mut space = Space::new(2, 1000);
        // Wanted at 40 px: free, so there.
        assert_eq!(space.find(Row(0), 0, 1000, 100, 400), Some(400));
        // Columns 40..=50 are taken. 10 px wide to the left of them is 28.x..=38.x: one free column between.
        let second = space.find(Row(0), 0, 1000, 100, 400).unwrap();
        assert!(second + 100 < 400 || second > 500, "{second}");
        // The other row is free.
        assert_eq!(space.find(Row(1), 0, 1000, 100, 400), Some(400));
    }

    #[test]
    fn avoids_arrows_only_while_it_can() {
        let mut space = Space::new(1, 1000);
        space.cross(Row(0), 400);
        let aside = space.find(Row(0), 0, 1000, 100, 350).unwrap();
        assert!(aside + 100 < 370 || aside > 430, "{aside}");
        // Between 37 and 47 px there is no way around the arrow.
        let mut space = Space::new(1, 1000);
        space.cross(Row(0), 400);
        assert_eq!(space.find(Row(0), 340, 460, 100, 350), Some(350));
    }

    #[test]
    fn refuses_what_does_not_fit() {
        let mut space = Space::new(1, 1000);
        space.take(Row(0), 0, 500);
        assert_eq!(space.find(Row(0), 0, 560, 100, 0), None);
        assert_eq!(space.find(Row(0), 0, 90, 100, 0), None);
        assert_eq!(space.find(Row(7), 0, 900, 100, 0), None);
    }
}
