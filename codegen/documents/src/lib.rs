//! Pages about the model of a protocol, made by the compiler of [Wireform](https://docs.rs/wireform-build).
//!
//! Users of a schema need the feature `documents` of `wireform-build` alone.

mod block;
mod book;
mod example;
mod explain;
mod here;
mod links;
mod packet;
mod pages;
mod picture;
mod prose;
mod record;
mod text;
mod types;

pub use explain::{Explainer, Explanation};
pub use links::Label;
pub use pages::legend::legend;
pub use pages::summary::summary;
pub use pages::{Page, markdown, rustdoc};
pub use picture::PICTURES;
pub use record::claims::{Claims, claims};
pub use record::refused::Rejected;
pub use record::sentences::used;
pub use text::first_sentence;

#[cfg(test)]
use wireform_language::load;
use wireform_language::{interpret, references};
use wireform_model::{layout, model, names, quantity};
use wireform_rust::{docs, facts, lengths};
