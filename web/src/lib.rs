//! The Fencepost page: a lock scenario as a timeline to play and drag. A pure [`model`], small views of it,
//! and what they need of the browser.

pub mod browser;
pub mod model;
mod view;

pub use view::App;
