//! Values of Rust: their size in memory, and the floats in them.

pub(super) mod floats;
pub(super) mod memory;
