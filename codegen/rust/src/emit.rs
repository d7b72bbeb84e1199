//! Backends: from the model to text. They are total, and the same model gives the same bytes.

pub mod docs;
pub mod lengths;
pub mod rust;
