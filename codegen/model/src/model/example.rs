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
    /// The values by path, each container before its parts. Paths may end in `.raw`.
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
    /// `["fall", "speed", "raw"]`, `["lines", "[1]", "n"]`
    pub path: Vec<String>,
    /// Its end as it is written, from the innermost brace or bracket on.
    pub written: String,
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
    /// The number of elements of a list, whose values have paths of their own.
    Elements(usize),
    /// Something with fields, whose values have paths of their own.
    Fields,
    /// `none`: absent.
    Absent,
}

/// The index of an element, if a step of a path is one: `[1]`.
#[must_use]
pub fn index_of(step: &str) -> Option<usize> {
    let index: Code = step.strip_prefix('[')?.strip_suffix(']')?.parse().ok()?;
    Some(usize::try_from(index).unwrap_or(usize::MAX))
}

/// A path as it is written: `lines[1].n`.
#[must_use]
pub fn path_text<S: AsRef<str>>(steps: &[S]) -> String {
    steps.iter().fold(String::new(), |path, step| match step.as_ref() {
        step if path.is_empty() || index_of(step).is_some() => path + step,
        step => path + "." + step,
    })
}
