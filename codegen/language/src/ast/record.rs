//! Structs, messages and families, and the fields in them.

use super::{Docs, Expr, Extent, Name, Part, Path, Text, Wire, WireInt};
use crate::source::Span;

/// A `struct` or a `delta`.
#[derive(Debug, Clone)]
pub struct Struct {
    pub docs: Docs,
    pub kind: StructKind,
    pub name: Name,
    pub params: Vec<Param>,
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
    /// What carries the code.
    pub carrier: Option<Wire>,
    pub members: Vec<Member>,
    /// `..`: an unknown code is kept.
    pub open: Option<Span>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Member {
    /// Declared here.
    Message(Message),
    /// Named: a shared message, or another family, with its arguments.
    Named { name: Name, args: Vec<Expr> },
}

impl Member {
    /// Where it stands: its name, at least.
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
    /// With the braces.
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum Entry {
    Field(Field),
    /// Parts that belong to this record.
    Bits(InlineBits),
    Within(Within),
    Example(Example),
    /// A declaration that could not be read may declare any name, unless it is an example.
    Error {
        span: Span,
        is_example: bool,
    },
}

impl Entry {
    /// The whole declaration, without its documentation.
    pub fn span(&self) -> Span {
        match self {
            Self::Field(field) => field.span,
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
    pub parts: Vec<Part>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Within {
    pub docs: Docs,
    pub extent: Extent,
    pub body: Body,
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
    /// Read, compared, and written back to the same bytes.
    Example,
    /// Read and compared; another spelling of the same values.
    Accepts,
    /// Refused.
    Refuses,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteBase {
    Hex,
    Dec,
}

/// What may follow a wire, in this order.
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
    /// `if has_fall`.
    pub presence: Option<Expr>,
    /// `else 1.0`.
    pub absent: Option<Expr>,
    /// `where 1..=7 else 1`.
    pub rule: Option<Rule>,
}

impl Clauses {
    /// Nothing follows.
    pub const NONE: Self =
        Self { from: None, by: None, value: None, computed: None, presence: None, absent: None, rule: None };
}

#[derive(Debug, Clone)]
pub struct Rule {
    pub check: RuleCheck,
    /// `else 0.0`: repaired instead of refused.
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
    Utf8,
    Ascii,
    Latin1,
    /// It could not be read.
    Error,
}
