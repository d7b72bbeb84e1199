//! Backends: from the model to text. They are total, and the same model gives the same bytes.

mod docs;
mod lengths;
pub mod markdown;
pub mod rust;
