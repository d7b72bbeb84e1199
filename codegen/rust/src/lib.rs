//! Rust for the model of a protocol, made by the compiler of [Wireform](https://docs.rs/wireform-build).
//!
//! Users of a schema need `wireform-build` alone.

mod decode;
pub mod docs;
mod encode;
pub mod facts;
mod family;
mod field;
mod file;
mod hooks;
pub mod lengths;
mod module;
#[cfg(test)]
#[path = "../../tests/support/random.rs"]
#[expect(dead_code, reason = "the tests of other crates need the rest of it")]
mod random;
mod record;
mod scope;
mod text;
mod types;
mod values;
mod view;

pub use file::{module_docs, rust};
pub use text::attributes;
pub use text::options::{Layout, Options};
pub use text::path::is_path;
pub use text::sharing::{Other, Sharing};

#[cfg(test)]
use wireform_language::{load, load_text};
use wireform_model::{layout, model, names, quantity};
