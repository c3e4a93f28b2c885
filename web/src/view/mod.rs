//! Small views of the model, one file each.

mod app;
mod chooser;
mod controls;
mod detail;
mod editor;
mod events;
mod headline;
mod icon;
mod knobs;
mod overlay;
mod picture;
mod times;
mod timeline;

use std::ops::Deref;
use std::rc::Rc;

pub use app::App;

/// Something shared that is equal to itself alone: comparing it costs nothing.
#[derive(Debug)]
pub struct Shared<T>(pub Rc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}
