//! The syntax tree of one `.wire` file, with a span on every node.
//!
//! Names are neither resolved nor checked: `parse` builds the tree, `resolve` turns it into the model, and no backend
//! sees it. Types are named after the rules of the grammar in the language reference.
//!
//! Every text has a tree. An unreadable part is an `Error` node; its diagnostic lies within the span of the innermost
//! enclosing node.

mod expr;
mod number;
mod record;
mod wire;

pub use expr::{
    Alternative, AlternativeKind, BinaryOp, CompareOp, Expr, ExprKind, Literal, LiteralKind, Path, Pattern, UnaryOp,
};
pub use number::{
    Bits, Digit, Enum, EnumCode, FloatWidth, OptionKind, OptionWord, Options, Packed, Part, PartWidth, Quantity,
    Rounding, Varint, VarintForm, VarintShape,
};
pub use record::{
    Body, ByteBase, Clauses, Entry, Example, ExampleKind, Family, Field, Hook, InlineBits, Member, Message, Param,
    Rule, RuleCheck, Session, Struct, StructKind, ValueKind, ValueType, Within,
};
pub use wire::{
    Arm, ByteOrder, Encoding, EndWord, Extent, ExtentKind, Group, NumberKind, Sparse, Target, UntilEnd, Wire, WireInt,
    WireKind,
};

use crate::source::Span;

/// A name as written, with its span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// One line of a doc comment, without `///` or `//!` and without one leading space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doc {
    pub text: String,
    pub span: Span,
}

/// The documentation of a declaration: its doc comment, and the string after its name.
#[derive(Debug, Clone, Default)]
pub struct Docs {
    pub lines: Vec<Doc>,
    /// The name in the protocol's own source: `"N_POS"`.
    pub source_name: Option<Text>,
}

/// One whole file. An imported file has a header only if it can also be compiled on its own.
#[derive(Debug, Clone)]
pub struct File {
    /// `//!` at the head of the file.
    pub docs: Docs,
    /// `protocol name { .. }`.
    pub header: Option<Header>,
    pub items: Vec<Item>,
    /// Each brace has its partner. Otherwise the ends of declarations are unknown.
    pub braces_match: bool,
    /// The whole text.
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Header {
    pub name: Name,
    pub settings: Vec<Setting>,
    pub span: Span,
}

/// `byte_order: little`.
#[derive(Debug, Clone)]
pub struct Setting {
    pub name: Name,
    pub value: Expr,
}

#[derive(Debug, Clone)]
pub enum Item {
    Use(Use),
    Const(Const),
    Type(Type),
    Varint(Varint),
    Quantity(Quantity),
    Packed(Packed),
    Enum(Enum),
    Bits(Bits),
    Struct(Struct),
    Message(Message),
    Family(Family),
    Session(Session),
    Hook(Hook),
    /// A declaration that could not be read.
    Error(Unread),
}

/// The readable parts of a declaration that could not be parsed.
#[derive(Debug, Clone)]
pub struct Unread {
    /// The keyword of the declaration.
    pub kind: Option<Name>,
    /// The name that it declares.
    pub name: Option<Name>,
    /// The declaration, as far as its end is known.
    pub span: Span,
}

impl Item {
    /// The whole declaration.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Use(item) => item.span,
            Self::Const(item) => item.span,
            Self::Type(item) => item.span,
            Self::Varint(item) => item.span,
            Self::Enum(item) => item.span,
            Self::Bits(item) => item.span,
            Self::Quantity(item) => item.span,
            Self::Packed(item) => item.span,
            Self::Struct(item) => item.span,
            Self::Message(item) => item.span,
            Self::Family(item) => item.span,
            Self::Session(item) => item.span,
            Self::Hook(item) => item.span,
            Self::Error(item) => item.span,
        }
    }

    /// The name that it declares.
    #[must_use]
    pub fn name(&self) -> Option<&Name> {
        match self {
            Self::Use(_) => None,
            Self::Const(item) => Some(&item.name),
            Self::Type(item) => Some(&item.name),
            Self::Varint(item) => Some(&item.name),
            Self::Enum(item) => Some(&item.name),
            Self::Bits(item) => Some(&item.name),
            Self::Quantity(item) => Some(&item.name),
            Self::Packed(item) => Some(&item.name),
            Self::Struct(item) => Some(&item.name),
            Self::Message(item) => Some(&item.name),
            Self::Family(item) => Some(&item.name),
            Self::Session(item) => Some(&item.name),
            Self::Hook(item) => Some(&item.name),
            Self::Error(item) => item.name.as_ref(),
        }
    }
}

/// `use "numbers.wire";`
#[derive(Debug, Clone)]
pub struct Use {
    pub path: Text,
    pub span: Span,
}

/// A string literal: its value, with escapes resolved, and its span with the quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    pub value: String,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Const {
    pub docs: Docs,
    pub name: Name,
    pub guard: Option<Expr>,
    pub value: Expr,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Type {
    pub docs: Docs,
    pub name: Name,
    pub guard: Option<Expr>,
    pub wire: Wire,
    pub clauses: Clauses,
    pub span: Span,
}
