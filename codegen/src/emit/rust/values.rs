//! Plain values: structs, and the states that deltas change.

pub mod debug;
pub mod delta;
pub mod structs;
