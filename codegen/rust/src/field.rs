//! Fields: their types, the expressions of their numbers, conditions and rules, and the parameters that they use.

pub mod arms;
pub mod code;
pub mod ending;
pub mod expr;
pub mod last;
pub mod on_wire;
pub mod params;
pub mod propagation;
pub mod rest;
pub mod rules;
pub mod said;
pub mod serde;
pub mod sessions;
pub mod slot;
pub mod tag;
pub mod unverified;
pub mod value;
