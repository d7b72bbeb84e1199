//! Compiles `.wire` schemas of binary protocols that already exist to zero-copy Rust readers and writers.
//!
//! A build script needs only [`compile`]:
//!
//! ```no_run
//! // in `main` of build.rs
//! wireform_build::compile("schema/sauerbraten.wire");
//! ```
//!
//! [`Builder`] has options. Tools call the pure core: [`load`](load()) makes the [`model`] of a schema, [`rust`] makes Rust
//! of a model, and `markdown` (feature `documents`) makes its pages.

mod advice;
mod ast;
pub mod build;
mod catalogue;
pub mod diagnostic;
pub mod emit;
mod facts;
pub mod interpret;
pub mod layout;
mod lex;
pub mod load;
pub mod model;
pub mod names;
pub mod near;
mod parse;
pub mod quantity;
#[cfg(test)]
#[path = "../tests/support/random.rs"]
mod random;
pub mod references;
mod render;
mod resolve;
pub mod source;

pub use build::{Builder, Error, compile};
#[cfg(feature = "documents")]
pub use emit::markdown::markdown;
pub use emit::rust::{Layout, Options, rust};
pub use load::{Compiled, Failure, load, load_text};
