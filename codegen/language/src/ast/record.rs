//! Structs, messages and families, and the fields in them.

use super::{Docs, Expr, Extent, Name, Parts, Path, Text, Wire, WireInt};
use crate::model::Encoding;
use crate::source::Span;

/// A `struct` or a `delta`.
#[derive(Debug, Clone)]
pub struct Struct {
    pub docs: Docs,
    pub kind: StructKind,
    pub name: Name,
    pub params: Vec<Param>,
    /// `depth 512`
    pub depth: Option<Expr>,
    pub guard: Option<Expr>,
    pub body: Body,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StructKind {
    Struct,
    /// The span of the word `delta`.
    Delta(Span),
}

#[derive(Debug, Clone)]
pub struct Message {
    pub docs: Docs,
    pub name: Name,
    pub params: Vec<Param>,
    pub code: Expr,
    pub guard: Option<Expr>,
    /// Empty for a message that ends in `;`.
    pub body: Body,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Family {
    pub docs: Docs,
    pub name: Name,
    pub params: Vec<Param>,
    /// The wire of the code.
    pub carrier: Option<Wire>,
    /// `depth 16`
    pub depth: Option<Expr>,
    pub members: Vec<Member>,
    /// `..`: unknown codes are preserved.
    pub open: Option<Span>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Member {
    /// A message declared in the family.
    Message(Message),
    /// A reference to a shared message or another family, with its arguments.
    Named { name: Name, args: Vec<Expr> },
}

impl Member {
    /// The name of the message or the family.
    pub fn name(&self) -> &Name {
        match self {
            Self::Message(Message { name, .. }) | Self::Named { name, .. } => name,
        }
    }

    /// The whole element, or its name only.
    pub fn span(&self) -> Span {
        match self {
            Self::Message(message) => message.span,
            Self::Named { name, .. } => name.span,
        }
    }
}

/// `session mode = MapChange.mode;`
#[derive(Debug, Clone)]
pub struct Session {
    pub docs: Docs,
    pub name: Name,
    pub message: Name,
    pub field: Name,
    pub span: Span,
}

/// `hook move_checksum(data: bytes, sequence: u31) -> u8;`
#[derive(Debug, Clone)]
pub struct Hook {
    pub docs: Docs,
    pub name: Name,
    pub params: Vec<Param>,
    pub result: WireInt,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Param {
    pub docs: Docs,
    pub name: Name,
    pub wire: Wire,
}

/// `{ .. }`
#[derive(Debug, Clone, Default)]
pub struct Body {
    pub entries: Vec<Entry>,
    /// The span, including the braces.
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Entry {
    Field(Field),
    /// Bits whose parts are fields of this record.
    Bits(InlineBits),
    /// `let size: u28 = (a, b, c, d)`: a number that is joined of parts.
    Joined(Field),
    Within(Within),
    Example(Example),
    /// An unreadable entry. It may declare any name, unless it is an example.
    Error {
        span: Span,
        is_example: bool,
    },
}

impl Entry {
    /// The whole declaration, without its documentation.
    pub fn span(&self) -> Span {
        match self {
            Self::Field(field) | Self::Joined(field) => field.span,
            Self::Bits(bits) => bits.span,
            Self::Within(within) => within.span,
            Self::Example(example) => example.span,
            Self::Error { span, .. } => *span,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Field {
    pub docs: Docs,
    /// `@4`: asserts the offset.
    pub offset: Option<(i128, Span)>,
    /// `None` is `_`: reserved space, or a constant.
    pub name: Option<Name>,
    pub wire: Wire,
    pub clauses: Clauses,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct InlineBits {
    pub docs: Docs,
    pub carrier: Wire,
    pub parts: Parts,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Within {
    pub docs: Docs,
    pub extent: Extent,
    pub body: Body,
    /// Whether it is the wire of its only field, whose condition is that of the region, too.
    pub is_wire: bool,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Example {
    pub docs: Docs,
    pub kind: ExampleKind,
    pub title: Text,
    /// `(is_self: true)`
    pub params: Vec<(Name, Expr)>,
    pub base: ByteBase,
    pub bytes: Text,
    pub values: Vec<(Path, Expr)>,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExampleKind {
    /// Decoded, compared, and encoded to the same bytes.
    Example,
    /// Decoded and compared; a non-canonical encoding of the same values.
    Accepts,
    /// Rejected.
    Refuses,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteBase {
    Hex,
    Dec,
}

/// The clauses that may follow a wire, in this order.
#[derive(Debug, Clone, Default)]
pub struct Clauses {
    /// `from previous` (deltas).
    pub from: Option<Expr>,
    /// `by kind`.
    pub by: Option<Name>,
    /// `as Cubes`.
    pub value: Option<ValueType>,
    /// `= 0xFB1AB1AF`.
    pub computed: Option<Expr>,
    /// `fill 0xFF`.
    pub fill: Option<Expr>,
    /// `if has_fall`.
    pub presence: Option<Expr>,
    /// `else 1.0`.
    pub absent: Option<Expr>,
    /// `where 1..=7 else 1`.
    pub rule: Option<Rule>,
}

#[derive(Debug, Clone)]
pub struct Rule {
    pub check: RuleCheck,
    /// `else 0.0`: invalid values are replaced instead of rejected.
    pub repair: Option<Expr>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum RuleCheck {
    Expr(Expr),
    /// `1..=7`
    Range {
        low: Option<Expr>,
        high: Option<Expr>,
        inclusive: bool,
        span: Span,
    },
}

impl RuleCheck {
    pub fn span(&self) -> Span {
        match self {
            Self::Expr(Expr { span, .. }) | Self::Range { span, .. } => *span,
        }
    }
}

#[derive(Debug, Clone)]
pub struct ValueType {
    pub kind: ValueKind,
    pub span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueKind {
    Named(Name),
    Bool,
    Truthy,
    /// `hex`, `ipv4`: the text of its span.
    Notation,
    /// `utf8`, of a list of characters.
    Text(Encoding),
    /// An unreadable value type.
    Error,
}
