//! The language of [Wireform](https://docs.rs/wireform-build): from the text of a schema to its model, and the interpreter
//! that reads and writes packets by it.
//!
//! Users of a schema need `wireform-build` alone, which offers these modules under the same names.

mod advice;
#[doc(hidden)]
pub mod ast;
pub mod catalogue;
pub mod interpret;
#[doc(hidden)]
pub mod keywords;
mod lex;
pub mod lexemes;
pub mod load;
mod parse;
pub mod references;
mod render;
mod resolve;
#[doc(hidden)]
pub mod walk;

pub use load::{Compiled, Failure, load, load_text};
#[doc(hidden)]
pub use parse::tree;

use wireform_model::{diagnostic, layout, model, names, near, quantity, source};
