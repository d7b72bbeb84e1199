//! Readers: of single fields, of fields that are read together, of whole records.

pub mod parse;
pub mod shape;
pub mod take;
