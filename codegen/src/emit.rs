//! Backends: from the model to text. They are total, and the same model gives the same bytes.

mod docs;
mod lengths;
#[cfg(feature = "documents")]
pub mod markdown;
pub mod rust;
