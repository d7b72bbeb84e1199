//! Backends: from the model to text. They are total, and the same model gives the same bytes.

pub mod markdown;

pub(crate) use wireform_rust::emit::{docs, lengths};
