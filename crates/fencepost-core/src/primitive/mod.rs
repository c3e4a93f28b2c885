//! Leases, tokens, fences and time: usable alone, in production code, without an allocator.
//!
//! Nothing here reads a clock. Every operation that depends on time takes `now` as an argument, so a
//! program decides which clock it trusts, and a test decides what time it is.

mod fence;
mod lease;
mod time;
mod token;

pub use fence::{Admission, Fence};
pub use lease::{Acquired, Lease, LeaseSlot, LeaseTable, Released, Renewed};
pub use time::{PPM, Rate, Reading, Span, Time};
pub use token::{Token, TokenCounter};
