//! Completion: what may be written at an offset of a schema.

use std::ops::Range;
use std::path::Path;

use wireform_build::load::Files;
use wireform_build::references;

/// A text that may be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The name or word.
    pub label: String,
    /// Its kind.
    pub kind: Kind,
    /// The declaration of a name, on one line.
    pub detail: Option<String>,
    /// The documentation of a name, in Markdown.
    pub documentation: Option<String>,
    /// The bytes of the text that it replaces.
    pub range: Range<usize>,
    /// Whether arguments in parentheses follow.
    pub has_arguments: bool,
}

/// The kind of a completion.
#[allow(dead_code, reason = "nothing is completed yet")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A name that a schema declares.
    Name(references::Kind),
    /// A name that the language knows at this place: a checksum, a reason, a setting.
    Known,
    /// A word of the grammar.
    Keyword,
    /// A number on the wire.
    Number,
    /// The name of a schema's file.
    File,
}

/// What may be written at an offset of a text, which is the file `path`.
pub fn completions(_path: &Path, _files: &dyn Files, _text: &str, _offset: usize) -> Vec<Completion> {
    Vec::new()
}
