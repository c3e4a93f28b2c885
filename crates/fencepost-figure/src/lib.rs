//! A Fencepost trace as plain geometry.
#![no_std]
