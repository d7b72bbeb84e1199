//! Packets and their decoded values.

use super::{Code, Docs, Ratio, SessionValues};
use crate::source::Span;

/// A packet with its decoded values, checked when the schema compiles.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Its title.
    pub title: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The expected result.
    pub kind: ExampleKind,
    /// The encoded packet.
    pub bytes: Vec<u8>,
    /// Whether the schema writes the bytes as decimal numbers, like the source of the protocol.
    pub decimal: bool,
    /// The arguments, one for each parameter of the record.
    pub params: Vec<Code>,
    /// The known session values.
    pub session: SessionValues,
    /// The values by path. Paths may end in `.raw`.
    pub values: Vec<ExampleValue>,
    /// The span of the whole example.
    pub span: Span,
    /// The span of the string of bytes.
    pub bytes_span: Span,
}

/// The expected result of an example.
#[derive(Debug, Clone, PartialEq)]
pub enum ExampleKind {
    /// Decoded, compared, and encoded to the same bytes.
    Example,
    /// Decoded and compared; the encoding is not canonical.
    Accepts,
    /// Rejected at this field (a path) for this reason (the word of an error kind, such as `truncated`).
    Refuses {
        /// The path of the field.
        field: String,
        /// The word of the error kind.
        reason: String,
    },
}

/// One value of an example.
#[derive(Debug, Clone, PartialEq)]
pub struct ExampleValue {
    /// `["fall", "speed", "raw"]`
    pub path: Vec<String>,
    /// The expected value.
    pub value: ExampleLiteral,
    /// The span of the entry.
    pub span: Span,
}

/// A value in an example.
#[derive(Debug, Clone, PartialEq)]
pub enum ExampleLiteral {
    /// An integer.
    Int(Code),
    /// A number with a fraction, as an exact rational.
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
