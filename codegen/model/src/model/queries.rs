//! Questions that several passes ask of the model: what something reads, inherits, holds at any depth, and shares with other
//! versions.

mod inherited;
mod inputs;
pub(super) mod nested;
mod propagation;
pub mod same;
pub(super) mod selection;
pub(super) mod sessions;
pub(super) mod walk;
