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

pub use expr::{Alternative, AlternativeKind, BinaryOp, Expr, ExprKind, Literal, LiteralKind, Path, Pattern, UnaryOp};
pub use number::{
    BitGroup, BitOrder, Bits, Digit, Enum, EnumCode, FormBits, FormBitsKind, OptionKind, OptionWord, Options, Packed,
    Part, PartWidth, Parts, Quantity, Varint, VarintForm, VarintShape,
};
pub use record::{
    Body, ByteBase, Clauses, Entry, Example, ExampleKind, Family, Field, Hook, InlineBits, Member, Message, Param,
    Rule, RuleCheck, Session, Struct, StructKind, ValueKind, ValueType, Within,
};
pub use wire::{
    Arm, EndWord, Extent, ExtentKind, Group, NumberKind, Sparse, Target, UntilEnd, Wire, WireInt, WireKind,
    without_order,
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

/// The parts that all declarations have in common.
#[derive(Debug, Clone, Copy)]
pub struct Head<'a> {
    /// `None`: an import, or unreadable.
    pub docs: Option<&'a Docs>,
    /// The name that it declares.
    pub name: Option<&'a Name>,
    /// Its static condition.
    pub guard: Option<&'a Expr>,
    /// The whole declaration.
    pub span: Span,
}

impl<'a> Head<'a> {
    const fn of(docs: &'a Docs, name: &'a Name, guard: Option<&'a Expr>, span: Span) -> Self {
        Self { docs: Some(docs), name: Some(name), guard, span }
    }
}

impl Item {
    /// The most levels of it that are within each other, as a struct or a family states.
    #[must_use]
    pub const fn depth(&self) -> Option<&Expr> {
        match self {
            Self::Struct(item) => item.depth.as_ref(),
            Self::Family(item) => item.depth.as_ref(),
            _ => None,
        }
    }

    /// The parts that it has in common with the others.
    #[must_use]
    pub fn head(&self) -> Head<'_> {
        match self {
            Self::Use(item) => Head { docs: None, name: None, guard: None, span: item.span },
            Self::Const(item) => Head::of(&item.docs, &item.name, item.guard.as_ref(), item.span),
            Self::Type(item) => Head::of(&item.docs, &item.name, item.guard.as_ref(), item.span),
            Self::Varint(item) => Head::of(&item.docs, &item.name, item.guard.as_ref(), item.span),
            Self::Quantity(item) => Head::of(&item.docs, &item.name, item.guard.as_ref(), item.span),
            Self::Packed(item) => Head::of(&item.docs, &item.name, item.guard.as_ref(), item.span),
            Self::Enum(item) => Head::of(&item.docs, &item.name, item.guard.as_ref(), item.span),
            Self::Bits(item) => Head::of(&item.docs, &item.name, item.guard.as_ref(), item.span),
            Self::Struct(item) => Head::of(&item.docs, &item.name, item.guard.as_ref(), item.span),
            Self::Message(item) => Head::of(&item.docs, &item.name, item.guard.as_ref(), item.span),
            Self::Family(item) => Head::of(&item.docs, &item.name, None, item.span),
            Self::Session(item) => Head::of(&item.docs, &item.name, None, item.span),
            Self::Hook(item) => Head::of(&item.docs, &item.name, None, item.span),
            Self::Error(item) => Head { docs: None, name: item.name.as_ref(), guard: None, span: item.span },
        }
    }

    /// Its name, or the whole declaration if that has none.
    #[must_use]
    pub fn place(&self) -> Span {
        let Head { name, span, .. } = self.head();
        name.map_or(span, |name| name.span)
    }

    /// Its kind, for diagnostics.
    #[must_use]
    pub const fn what(&self) -> &'static str {
        match self {
            Self::Use(_) => "an import",
            Self::Const(_) => "a constant",
            Self::Type(_) => "an alias",
            Self::Varint(_) => "a varint",
            Self::Quantity(_) => "a quantity",
            Self::Packed(_) => "a packed number",
            Self::Enum(_) => "an enum",
            Self::Bits(_) => "a bits type",
            Self::Struct(_) => "a struct",
            Self::Message(_) => "a message",
            Self::Family(_) => "a family",
            Self::Session(_) => "a session value",
            Self::Hook(_) => "a hook",
            Self::Error(_) => "something that could not be read",
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
