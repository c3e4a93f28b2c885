//! The Fencepost page.
fn main() {}
