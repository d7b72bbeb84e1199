//! Arithmetic of the model: intervals and sets of integers, exact rationals, lengths in bytes.

pub(super) mod interval;
pub(super) mod lengths;
pub(super) mod ratio;
pub mod sets;
