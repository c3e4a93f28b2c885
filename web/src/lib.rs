//! The Fencepost page: a lock scenario as a timeline to play and drag. A pure [`model`], small views of it,
//! and what they need of the browser.

pub mod browser;
#[cfg(target_arch = "wasm32")]
mod heap;
pub mod model;
mod view;

pub use view::App;

#[cfg(target_arch = "wasm32")]
#[global_allocator]
static HEAP: heap::Heap = heap::Heap::new();
