//! Drivers of the world: [`simulate`] draws from a seed, [`replay`] repeats a recorded schedule.

mod replay;
mod simulate;

use alloc::vec::Vec;

use crate::primitive::Time;
use crate::trace::Trace;
use crate::world::Action;

pub use replay::{ReplayError, replay};
pub use simulate::simulate;

/// What a driver leaves behind.
#[derive(Clone, Debug)]
pub struct Run {
    /// What happened.
    pub trace: Trace,
    /// When which action happened: [`replay`] makes the same trace of it.
    pub schedule: Vec<(Time, Action)>,
}
