//! A trace as a picture and as words. A [`Figure`] is plain geometry: lanes, and items
//! made of a few kinds of shape, each tied to its events. Two writers come with it: [`svg`], a picture that
//! stands alone, and [`transcript`], the same story in words. [`handle`] says
//! what a reader can drag.
//!
//! All lengths are whole tenths of a CSS pixel ([`Tenths`]); there are no floats and no browser types here.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;

mod axis;
pub mod handle;
mod item;
mod lane;
mod layout;
mod measure;
mod story;
pub mod style;
pub mod svg;
pub mod transcript;
pub mod words;

pub use axis::{Axis, SHORTEST, Tick};
pub use item::{Align, Item, Paint, Part, Shape, Text, Tone, Type};
pub use lane::{Lane, Subject};
pub use measure::root;

use alloc::vec::Vec;

use fencepost_core::primitive::Time;

/// A length or a coordinate: tenths of a CSS pixel. `x` grows to the right, `y` downward.
pub type Tenths = i32;

/// So many whole pixels.
pub const fn px(pixels: i32) -> Tenths {
    pixels * 10
}

/// Shows a length in pixels, as SVG and CSS write it: `12.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InPixels(pub Tenths);

impl core::fmt::Display for InPixels {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let (whole, tenth) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        if self.0 < 0 {
            f.write_str("-")?;
        }
        whole.fmt(f)?;
        if tenth > 0 {
            f.write_str(".")?;
            tenth.fmt(f)?;
        }
        Ok(())
    }
}

/// What a figure is laid out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How wide it may be. A figure is wider only where `least_plot` says so.
    pub width: Tenths,
    /// Where the lanes' names stand.
    pub names: LaneNames,
    /// The plot, the part with a time axis, is at least this wide; what does not fit is to be scrolled.
    pub least_plot: Tenths,
    /// The start of the time shown; the start of the story when `None`.
    pub from: Option<Time>,
    /// The end of the time shown; a little after the last event when `None`.
    pub to: Option<Time>,
}

/// Where the lanes' names stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneNames {
    /// In a column left of the lanes.
    Beside,
    /// Over each lane, where the window is narrow.
    Above,
}

impl Layout {
    /// A figure this wide, with names beside the lanes and the whole story in view.
    pub const fn wide(width: Tenths) -> Self {
        Self { width, names: LaneNames::Beside, least_plot: px(480), from: None, to: None }
    }

    /// A figure for a narrow window: names over the lanes, and a plot that is scrolled sideways.
    pub const fn narrow(width: Tenths) -> Self {
        Self { width, names: LaneNames::Above, least_plot: px(720), from: None, to: None }
    }
}

/// A trace, laid out.
///
/// Draw the lanes first, then the axis' grid, then the items in their order. What a reader can drag, the
/// cursor and the marks of flips are overlays: they need only the axis and the lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The whole width.
    pub width: Tenths,
    /// The whole height.
    pub height: Tenths,
    /// The left edge of the lanes' panels; their right edge is `width`.
    pub left: Tenths,
    /// The time axis, at the top.
    pub axis: Axis,
    /// The lanes, from top to bottom: clients, locks, stores.
    pub lanes: Vec<Lane>,
    /// What is drawn, from the back to the front. Only what the shown time touches.
    pub items: Vec<Item>,
}
