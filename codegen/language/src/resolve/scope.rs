//! What names mean inside a record: fields, parts and groups that stand earlier, then parameters.
//!
//! Scopes are never dropped while their record is made, since a group's names are seen from outside of it. What must
//! hold for a thing to be there is kept with its name, and checked at every use.

pub(super) mod condition;
mod expr;
pub(super) mod known;
pub(super) mod lookup;
pub(super) mod operand;
mod params;

use crate::ast;
use crate::model::{CellId, FieldId};
use crate::source::Span;

use crate::resolve::scope::known::Fact;

/// In front of the name of a session's value.
pub(super) const SESSION: &str = "session";

/// Stands among the names of a body for those that could not be read.
pub(super) const ANY_NAME: &str = "";

/// Into [`Frame::scopes`](crate::resolve::record::builder::Frame::scopes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ScopeId(pub(super) usize);

/// The names of one body: a record, a group, an arm.
#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    pub(super) parent: Option<ScopeId>,
    /// The group or match that holds the body.
    pub(super) owner: Option<FieldId>,
    pub(super) names: Vec<Named<'a>>,
    /// All that the body declares, the later ones included.
    pub(super) declared: Vec<(&'a str, Span)>,
    /// What holds wherever the body is, outer bodies included.
    pub(super) facts: Vec<Fact>,
    /// In front of the paths of cells: empty, or `fall.`.
    pub(super) prefix: String,
    /// In front of the names of types: `Pos`, `PosFall`.
    pub(super) type_name: String,
    /// The fields so far.
    pub(super) body: Vec<FieldId>,
    /// It is a delta's: what is absent may be inherited from a base.
    pub(super) delta: bool,
    /// It is a group's.
    pub(super) group: bool,
}

/// One name that is known by now.
#[derive(Debug, Clone)]
pub(super) struct Named<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
    pub(super) entry: Entry,
    /// The field, if it is one of its own.
    pub(super) field: Option<FieldId>,
    /// What must hold for it to be there.
    pub(super) facts: Vec<Fact>,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// One integer.
    Cell(CellId),
    /// A group: its names follow after a dot.
    Group(ScopeId),
    /// A state of which the difference travels.
    State,
    /// Something that is no integer: `a list`, `text`.
    Other(&'static str),
    /// It was complained about already.
    Broken,
}

/// The names that a body declares.
pub(super) fn declared(body: &ast::Body) -> Vec<(&str, Span)> {
    let mut names = Vec::new();
    for entry in &body.entries {
        match entry {
            ast::Entry::Field(field) => names.extend(field.name.iter().map(|name| (name.text.as_str(), name.span))),
            ast::Entry::Bits(bits) => names.extend(declared_parts(&bits.parts)),
            ast::Entry::Within(within) => names.extend(declared(&within.body)),
            ast::Entry::Error { span, is_example: false } => names.push((ANY_NAME, *span)),
            ast::Entry::Error { .. } | ast::Entry::Example(_) => {}
        }
    }
    names
}

/// The names of parts.
pub(super) fn declared_parts(parts: &[ast::Part]) -> impl Iterator<Item = (&str, Span)> {
    parts.iter().filter_map(|part| match (&part.name, &part.width) {
        (Some(name), _) => Some((name.text.as_str(), name.span)),
        (None, Some(ast::PartWidth::Wire(wire))) if matches!(wire.kind, ast::WireKind::Error) => {
            Some((ANY_NAME, wire.span))
        }
        (None, _) => None,
    })
}
