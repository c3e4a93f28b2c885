//! Icons as paths in a box of 16 by 16.

use super::draft::{Draft, Fill, put};

/// An icon; it says nothing to those who do not see it.
#[derive(Clone, Copy)]
pub(super) struct Icon(&'static str);

impl Fill for Icon {
    #[inline(never)]
    fn fill(self, draft: &mut Draft) {
        put!(
            draft,
            "<svg class=icon viewBox='0 0 16 16' width=16 height=16 aria-hidden=true focusable=false>\
               <path d={}/></svg>",
            self.0
        );
        draft.fill(());
    }
}

/// To the start.
pub(super) const START: Icon = Icon("M3 3v10M13 3 6 8l7 5z");
/// One event back.
pub(super) const BACK: Icon = Icon("M12 3 4 8l8 5z");
/// Play.
pub(super) const PLAY: Icon = Icon("M4 2.5 13.5 8 4 13.5z");
/// Pause.
pub(super) const PAUSE: Icon = Icon("M5 3v10M11 3v10");
/// One event on.
pub(super) const ON: Icon = Icon("M4 3l8 5-8 5z");
/// Undo.
pub(super) const UNDO: Icon = Icon("M6 3 2.5 6.5 6 10M3 6.5h6a4 4 0 0 1 0 8H7");
/// Redo.
pub(super) const REDO: Icon = Icon("M10 3l3.5 3.5L10 10M13 6.5H7a4 4 0 0 0 0 8h2");
/// Nearer.
pub(super) const NEARER: Icon = Icon("M8 3v10M3 8h10");
/// Farther.
pub(super) const FARTHER: Icon = Icon("M3 8h10");
/// All of it.
pub(super) const FIT: Icon = Icon("M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M5 8h6");
/// A link.
pub(super) const LINK: Icon = Icon(
    "M6.5 9.5 9.5 6.5M7 4.5l1.5-1.5a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3.2 3.2 0 0 1 3 8.5L4.500 7",
);
/// A list to open.
pub(super) const OPEN: Icon = Icon("M4 6l4 4 4-4");
/// It holds.
pub(super) const HOLDS: Icon = Icon("M3 8.500 6.500 12 13 4.500");
/// It is broken.
pub(super) const BROKEN: Icon = Icon("M4 4l8 8M12 4l-8 8");
/// It cannot be told.
pub(super) const OPEN_QUESTION: Icon =
    Icon("M5.500 6a2.500 2.500 0 1 1 3.500 2.300C8.200 8.700 8 9.200 8 10M8 12.800v.2");
/// It does not apply.
pub(super) const ASIDE: Icon = Icon("M4 8h8");
