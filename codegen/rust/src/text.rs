//! The text of emitted Rust: tokens, names, documentation, expressions as data, and the layout.

pub mod attributes;
pub mod branch;
pub mod condition;
pub mod docs;
pub mod emitted;
pub mod format;
pub mod int;
pub mod literal;
pub mod names;
pub mod options;
pub mod path;
pub mod pieces;
pub mod public;
pub mod sections;
pub mod segments;
pub mod sharing;
pub mod tokens;
