//! Explanations of what is at a place: its bytes, its range, who sets it, what the schema says about it.

use wireform_build::source::{FileId, Span};

use super::analysis::Analysis;

/// The explanation of what is at an offset of a file, in Markdown, and the bytes of the text that it is about.
pub fn hover(_compiled: &Analysis, _file: FileId, _offset: u32) -> Option<(Span, String)> {
    None
}
