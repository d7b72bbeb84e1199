//! The reason why a line is open.

use std::fmt::Display;

use wireform_build::interpret::ReadError;

/// A reason: a kind, which is the same for all lines that are open because of the same part of a schema, and what is
/// particular to this line.
#[derive(Debug, PartialEq, Eq)]
pub struct Why {
    pub kind: String,
    pub text: String,
}

impl Why {
    /// A field with another value than in the line.
    pub fn differs(path: &str, expected: impl Display, found: impl Display) -> Self {
        let [expected, found] = [expected.to_string(), found.to_string()].map(|value| short(&value));
        let text = format!("{path}: expected {expected}, found {found}");
        Self { kind: format!("{}: another value", without_indices(path)), text }
    }

    /// A field of which other bytes are written, for a reason.
    pub fn written_otherwise(path: &str, reason: &str) -> Self {
        Self { kind: format!("{}: written otherwise, {reason}", without_indices(path)), text: path.to_owned() }
    }

    /// A value that is not written.
    pub fn not_written(why: String) -> Self {
        Self { kind: "not written".to_owned(), text: why }
    }

    /// A valid packet that is rejected.
    pub fn rejected(error: &ReadError) -> Self {
        let word = error.kind.word();
        Self { kind: format!("{}.{}: rejected, {word}", error.message, error.path), text: error.to_string() }
    }

    /// An invalid packet that is accepted.
    pub fn accepted(class: &str, field: &str, note: &str) -> Self {
        Self { kind: format!("{field}: accepted instead of {class}"), text: note.to_owned() }
    }

    /// An invalid packet that is rejected for a reason of another class.
    pub fn rejected_otherwise(class: &str, error: &ReadError) -> Self {
        let word = error.kind.word();
        Self { kind: format!("{}.{}: {word} instead of {class}", error.message, error.path), text: error.to_string() }
    }
}

/// `packets[2].reason` without the index, which differs from line to line.
fn without_indices(path: &str) -> String {
    path.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect()
}

/// A value that fits in a line of the page.
fn short(value: &str) -> String {
    const MOST: usize = 40;
    match value.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}.. ({} characters)", &value[..end], value.chars().count()),
        None => value.to_owned(),
    }
}
