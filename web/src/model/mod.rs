//! What the page knows and does, without a browser: tested natively.

pub mod action;
pub mod base64;
pub mod clock;
pub mod drag;
pub mod flip;
pub mod history;
pub mod hit;
pub mod knobs;
pub mod library;
pub mod link;
pub mod speed;
pub mod spent;
pub mod state;
pub mod story;

pub use action::Action;
pub use state::{Cursor, Notice, State};
pub use story::Story;
