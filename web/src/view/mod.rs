//! Small views of the model, one file each: plain functions that write elements. [`App`] is the component that
//! calls them.

mod app;
mod chooser;
mod controls;
mod detail;
mod draft;
mod editor;
mod events;
mod gesture;
mod headline;
mod icon;
mod knobs;
mod markup;
mod overlay;
mod page;
mod picture;
mod timeline;
mod times;

pub use app::App;
