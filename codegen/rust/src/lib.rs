//! Rust for the model of a protocol, made by the compiler of [Wireform](https://docs.rs/wireform-build).
//!
//! Users of a schema need `wireform-build` alone.

pub mod emit;
pub mod facts;
#[cfg(test)]
#[path = "../../tests/support/random.rs"]
#[expect(dead_code, reason = "the tests of other crates need the rest of it")]
mod random;

pub use emit::rust::{Layout, Options, rust};

#[cfg(test)]
use wireform_language::{load, load_text};
use wireform_model::{layout, model, names, quantity};
