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

pub mod build;

/// Backends: from the model to text.
pub mod emit {
    #[cfg(feature = "documents")]
    pub use wireform_documents as markdown;
    pub use wireform_rust as rust;
}

pub use build::{Builder, Error, compile};
#[cfg(feature = "documents")]
pub use wireform_documents::markdown;
pub use wireform_language::{Compiled, Failure, catalogue, interpret, lexemes, load, load_text, references};
#[doc(hidden)]
pub use wireform_language::{ast, keywords, tree, walk};
pub use wireform_model::{diagnostic, layout, model, names, near, quantity, source};
pub use wireform_rust::{Layout, Options, rust};
