//! Scopes of names inside a record: earlier fields, parts and groups, then parameters.
//!
//! Scopes live as long as their record is built, since paths lead into groups from outside. The conditions for a
//! field's presence are stored with its name, and checked at every use.

pub(super) mod condition;
mod expr;
mod inside;
pub(super) mod known;
pub(super) mod lookup;
pub(super) mod operand;
mod params;

use crate::ast;
use crate::model::{CellId, FieldId};
use crate::source::Span;

use crate::resolve::scope::known::Fact;
use crate::walk::Node;

/// A placeholder for unreadable names in a body.
pub(super) const ANY_NAME: &str = "";

/// An index into [`Frame::scopes`](crate::resolve::record::builder::Frame::scopes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ScopeId(pub(super) usize);

/// The names of one body: of a record, a group, or an arm.
#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    pub(super) parent: Option<ScopeId>,
    /// The group or match that contains the body.
    pub(super) owner: Option<FieldId>,
    pub(super) names: Vec<Named<'a>>,
    /// All names that the body declares, including later ones.
    pub(super) declared: Vec<(&'a str, Span)>,
    /// The facts that hold in the body, including those of outer bodies.
    pub(super) facts: Vec<Fact>,
    /// The prefix of cell paths: empty, or `fall.`.
    pub(super) prefix: String,
    /// The prefix of type names: `Pos`, `PosFall`.
    pub(super) type_name: String,
    /// The fields so far.
    pub(super) body: Vec<FieldId>,
    /// The body is a delta: absent fields may be inherited from a base.
    pub(super) delta: bool,
    /// The body is a group.
    pub(super) group: bool,
}

/// A name that is already declared.
#[derive(Debug, Clone)]
pub(super) struct Named<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
    pub(super) entry: Entry,
    /// Its field, unless it is a part.
    pub(super) field: Option<FieldId>,
    /// The facts that its presence requires.
    pub(super) facts: Vec<Fact>,
}

/// The entity of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// One integer.
    Cell(CellId),
    /// A group: paths lead into it.
    Group(ScopeId),
    /// A struct: paths lead to its numbers.
    Struct(FieldId),
    /// A state that is encoded as a delta.
    State,
    /// Not an integer, with a description: `a list`, `text`.
    Other(&'static str),
    /// An error, already reported.
    Broken,
}

/// Adds the names that a body, or an entry of it, declares: of fields those that are there.
pub(super) fn declared<'a>(
    node: Node<'a>,
    is_there: &mut dyn FnMut(&ast::Field) -> bool,
    names: &mut Vec<(&'a str, Span)>,
) {
    match node {
        Node::Entry(ast::Entry::Field(field) | ast::Entry::Joined(field)) => {
            let name = field.name.iter().filter(|_| is_there(field));
            names.extend(name.map(|name| (name.text.as_str(), name.span)));
        }
        Node::Entry(ast::Entry::Error { span, is_example: false }) => names.push((ANY_NAME, *span)),
        Node::Parts(parts) => names.extend(declared_parts(parts)),
        Node::Body(_) | Node::Entry(_) => node.children(&mut |child| declared(child, is_there, names)),
        _ => {}
    }
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
