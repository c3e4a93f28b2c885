//! The engine of Fencepost: leases, fencing tokens, clients that pause and stores that refuse stale
//! writes, simulated exactly.
//!
//! One idea: a [`scenario`] goes in, a [`trace`] comes out.
#![no_std]
#![forbid(unsafe_code)]
extern crate alloc;

pub mod check;
pub mod drive;
pub mod event;
pub mod fault;
pub mod fingerprint;
pub mod help;
pub mod notation;
pub mod order;
pub mod primitive;
pub mod scenario;
pub mod service;
pub mod setting;
pub mod store;
pub mod text;
pub mod trace;
pub mod world;
