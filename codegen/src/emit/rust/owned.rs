//! Owned values: structs, and the states that deltas change.

pub mod delta;
pub mod structs;
