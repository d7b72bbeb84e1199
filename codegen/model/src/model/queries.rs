//! Queries that several passes share: inputs, inheritance, nested items, session state, and equality between versions.

pub(super) mod counting;
pub(super) mod heights;
mod inherited;
mod inputs;
pub(super) mod nested;
mod parts;
mod propagation;
pub mod same;
pub(super) mod selection;
pub(super) mod sessions;
pub(super) mod uses;
pub(super) mod walk;
