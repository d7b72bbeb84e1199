//! Queries that several passes share: inputs, inheritance, nested items, session state, and equality between versions.

pub(super) mod counting;
mod inherited;
mod inputs;
pub(super) mod nested;
mod propagation;
pub mod same;
pub(super) mod selection;
pub(super) mod sessions;
pub(super) mod uses;
pub(super) mod walk;
