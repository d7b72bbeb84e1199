//! Values: structs, and the states that deltas change.

pub mod debug;
pub mod delta;
pub mod form;
pub mod owned;
pub mod structs;
