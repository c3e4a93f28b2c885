//! A partition: messages on a link are lost, in one direction or both. A message is lost when the link is
//! cut as it leaves or as it would arrive. Connections do not close.

use super::{Befalls, FOR, FROM, Kind, LinkChange, no_conflict};
use crate::help::help;

/// A partition.
pub(super) static KIND: Kind = Kind {
    name: "partition",
    summary: help("Messages on a link are lost, one way (->) or both (<->)."),
    befalls: Befalls::Route,
    settings: &[FROM, FOR],
    conflict: no_conflict,
    lower: |fault, lowered| lowered.on_link(fault, LinkChange::Cut, LinkChange::Heal),
};
