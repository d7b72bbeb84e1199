//! The model of a protocol: what the compiler of [Wireform](https://docs.rs/wireform-build) knows of it once a schema is
//! read, and what every backend asks.
//!
//! Users of a schema need `wireform-build` alone, which offers these modules under the same names.

pub mod diagnostic;
pub mod layout;
pub mod model;
pub mod names;
pub mod near;
pub mod quantity;
pub mod source;
