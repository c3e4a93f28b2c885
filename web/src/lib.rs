//! The Fencepost page.
