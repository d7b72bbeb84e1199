//! Wires: the encodings of fields, and the extents of those of variable size.

use super::{Body, Docs, Expr, Name, Parts, Path, Pattern, StructKind};
use crate::model::{ByteOrder, Encoding};
use crate::source::Span;

/// `u16be`, `i24`, `f32`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WireInt {
    pub kind: NumberKind,
    pub bits: u32,
    pub order: Option<ByteOrder>,
    pub span: Span,
}

impl WireInt {
    /// Parses a word of the form of `u16be`, with any width.
    pub fn named(word: &str, span: Span) -> Option<Self> {
        let (kind, rest) = match word.split_at_checked(1)? {
            ("u", rest) => (NumberKind::Unsigned, rest),
            ("i", rest) => (NumberKind::Signed, rest),
            ("f", rest) => (NumberKind::Float, rest),
            _ => return None,
        };
        let (digits, order) = without_order(rest);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| Self { kind, bits: digits.parse().unwrap_or(u32::MAX), order, span })
    }
}

/// A word, and the byte order that is its suffix.
pub fn without_order(word: &str) -> (&str, Option<ByteOrder>) {
    match (word.strip_suffix("le"), word.strip_suffix("be")) {
        (Some(word), _) => (word, Some(ByteOrder::Little)),
        (_, Some(word)) => (word, Some(ByteOrder::Big)),
        _ => (word, None),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberKind {
    Unsigned,
    Signed,
    Float,
}

#[derive(Debug, Clone)]
pub struct Wire {
    pub kind: WireKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum WireKind {
    Int(WireInt),
    Bool,
    /// A declared wire with arguments.
    Named {
        name: Name,
        args: Vec<Expr>,
    },
    /// `if has_fall { .. }`: a group that is present or absent as a whole.
    If {
        test: Expr,
        group: Group,
    },
    Group(Group),
    Bits {
        carrier: Box<Wire>,
        parts: Parts,
    },
    Match {
        tag: Expr,
        arms: Vec<Arm>,
    },
    List {
        item: Box<Wire>,
        sparse: Option<Sparse>,
        extent: Box<Extent>,
    },
    Bytes {
        /// The encoding of text, and the byte order of its units: `utf16be`. Bytes have none.
        encoding: Option<(Encoding, Option<ByteOrder>)>,
        extent: Option<Box<Extent>>,
    },
    /// `nested Payload(kind)`: as many bytes as this takes.
    Nested {
        name: Name,
        args: Vec<Expr>,
    },
    /// `align(4)`: reserved space up to a multiple.
    Align(Box<Expr>),
    /// An unreadable wire.
    Error,
}

/// `[T if mask else base.x; 32]`
#[derive(Debug, Clone)]
pub struct Sparse {
    pub mask: Path,
    pub absent: Option<Expr>,
}

/// `{ .. }`, `struct Player { .. }`, `trailer { .. }`.
#[derive(Debug, Clone)]
pub struct Group {
    /// The word of a group that is at the end of its region.
    pub trailer: Option<Span>,
    pub kind: StructKind,
    /// The group's own name; otherwise it is named after its field.
    pub name: Option<Name>,
    pub body: Body,
}

/// `0 => u16`
#[derive(Debug, Clone)]
pub struct Arm {
    pub docs: Docs,
    pub pattern: Pattern,
    pub target: Target,
}

impl Arm {
    /// The span of its target.
    pub fn target_span(&self) -> Span {
        match &self.target {
            Target::None(span) => *span,
            Target::Variant { name, wire } => name.span.to(wire.span),
            Target::Body { name, body } => name.span.to(body.span),
            Target::Wire(wire) => wire.span,
        }
    }
}

#[derive(Debug, Clone)]
pub enum Target {
    /// `none`: absent.
    None(Span),
    /// `Number: Int`
    Variant { name: Name, wire: Wire },
    /// `Attribute { .. }`
    Body { name: Name, body: Body },
    /// `u16`, `Point`, `Member(arg)`.
    Wire(Wire),
}

#[derive(Debug, Clone)]
pub struct Extent {
    pub kind: ExtentKind,
    /// `fill ' '`, in text.
    pub fill: Option<Box<Expr>>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum ExtentKind {
    /// `..`
    Rest,
    /// `until 0 or end, ..=450`, `through 10`, `before 0xFF`
    Until { word: EndWord, at: Span, end: UntilEnd, or_end: Option<Span>, bound: Option<Expr> },
    /// `32`, `count`, `words * 4`, or a length prefix (`u8`, `Int`), which looks like a path before names are resolved.
    Count { count: Expr, or_end: Option<Span> },
}

/// The word before an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndWord {
    Until,
    Through,
    Before,
}

#[derive(Debug, Clone)]
pub enum UntilEnd {
    /// `cn: -1 | ..0`, `head.more: 0`
    Field { path: Path, pattern: Pattern },
    /// `0`
    Pattern(Pattern),
    /// `left() <= 2`
    Expr(Expr),
}
