//! Pages about the model of a protocol, made by the compiler of [Wireform](https://docs.rs/wireform-build).
//!
//! Users of a schema need the feature `documents` of `wireform-build` alone.

pub mod emit;

pub use emit::markdown::markdown;

use wireform_language::interpret;
#[cfg(test)]
use wireform_language::load;
use wireform_model::{layout, model, names, quantity};
use wireform_rust::facts;
