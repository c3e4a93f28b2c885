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
        let range = self.range(from, to);
        if let Some(columns) = self.row(row).get_mut(range) {
            columns.iter_mut().for_each(|column| *column |= how);
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
        let x = [SOFT | HARD, HARD].into_iter().find_map(|avoid| {
            self.free(row, avoid, from, to - width, width).min_by_key(|x| (x - prefer).abs())
        })?;
        self.take(row, x, x + width);
        Some(x)
    }

    /// Every left edge between `from` and `to`, a pixel apart, from which so much is free.
    fn free(
        &mut self,
        row: Row,
        avoid: u8,
        from: Tenths,
        to: Tenths,
        width: Tenths,
    ) -> impl Iterator<Item = Tenths> {
        let needed = (width as usize).div_ceil(10) + 1;
        let all = self.range(from, to + width);
        let start = all.start;
        let columns: &[u8] = self.row(row).get(all).unwrap_or(&[]);
        // The first column of the free run that column i ends.
        let mut run = 0;
        columns.iter().enumerate().filter_map(move |(i, column)| {
            run = if column & avoid == 0 { run + 1 } else { 0 };
            let x = (start + i + 1).checked_sub(needed)? as Tenths * 10;
            (run >= needed).then(|| x.max(from)).filter(|x| *x <= to)
        })
    }

    fn row(&mut self, row: Row) -> &mut [u8] {
        let start = row.0 * self.columns;
        self.taken.get_mut(start..start + self.columns).unwrap_or_default()
    }

    fn range(&self, from: Tenths, to: Tenths) -> core::ops::Range<usize> {
        let column = |x: Tenths| (x.max(0) as usize / 10).min(self.columns);
        let start = column(from);
        start..(column(to) + 1).clamp(start, self.columns.max(start))
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
