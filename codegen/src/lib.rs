//! Compiles `.wire` schemas of binary protocols that already exist to zero-copy Rust readers and writers.

mod ast;
pub mod diagnostic;
pub mod emit;
pub mod layout;
mod lex;
pub mod load;
pub mod model;
pub mod names;
pub mod near;
mod parse;
pub mod quantity;
mod render;
mod resolve;
pub mod source;

pub use load::{Compiled, Failure, load, load_text};
