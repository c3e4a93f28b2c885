//! The engine.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;
