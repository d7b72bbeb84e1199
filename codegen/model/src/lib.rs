//! The model of a protocol: the result of [Wireform](https://docs.rs/wireform-build)'s compiler for a schema, and the
//! input of every backend.
//!
//! Users of a schema need `wireform-build` alone, which offers these modules under the same names.

pub mod diagnostic;
pub mod layout;
pub mod model;
pub mod names;
pub mod near;
pub mod quantity;
pub mod source;
