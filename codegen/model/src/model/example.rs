//! Packets with their meaning.

use super::{Code, Docs, Ratio, SessionValues};
use crate::source::Span;

/// A packet with its meaning, executed when the schema compiles.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// What it shows.
    pub title: String,
    /// Its doc comment.
    pub docs: Docs,
    /// What is to come of it.
    pub kind: ExampleKind,
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The schema has the bytes as decimal numbers, as the source of the protocol does.
    pub decimal: bool,
    /// The arguments, one for each parameter of the record.
    pub params: Vec<Code>,
    /// What is known of the session.
    pub session: SessionValues,
    /// The values given, by path. Paths may end in `.raw`.
    pub values: Vec<ExampleValue>,
    /// The whole example in the schema.
    pub span: Span,
    /// The string of bytes in the schema.
    pub bytes_span: Span,
}

/// What is to come of an example.
#[derive(Debug, Clone, PartialEq)]
pub enum ExampleKind {
    /// It is read, compared, and written back to the same bytes.
    Example,
    /// It is read and compared; the writer would spell it differently.
    Accepts,
    /// It is refused at this field (a path) for this reason (the word of an error kind, such as `truncated`).
    Refuses {
        /// Path of the field.
        field: String,
        /// Word of the kind.
        reason: String,
    },
}

/// One value of an example.
#[derive(Debug, Clone, PartialEq)]
pub struct ExampleValue {
    /// `["fall", "speed", "raw"]`
    pub path: Vec<String>,
    /// What stands there.
    pub value: ExampleLiteral,
    /// The entry in the schema.
    pub span: Span,
}

/// A value in an example.
#[derive(Debug, Clone, PartialEq)]
pub enum ExampleLiteral {
    /// A whole number.
    Int(Code),
    /// A number with a fraction, exact.
    Ratio(Ratio),
    /// A name of an enum, or of an arm.
    Name(String),
    /// `true` or `false`.
    Bool(bool),
    /// Text.
    Text(String),
    /// A list.
    List(Vec<ExampleLiteral>),
    /// `none`: absent.
    Absent,
}
