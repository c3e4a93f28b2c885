//! Fencepost from outside.
