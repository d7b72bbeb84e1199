//! What names mean inside a record: fields, parts and groups that stand earlier, then parameters.
//!
//! Scopes are never dropped while their record is made, since a group's names are seen from outside of it. What must
//! hold for a thing to be there is kept with its name, and checked at every use.

use crate::ast;
use crate::model::{CellId, FieldId};
use crate::source::Span;

use super::facts::{self, Fact};
use super::frame::Frame;

/// Into [`Frame::scopes`].
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

/// What a path led to in one record.
#[derive(Debug, Clone, Copy)]
pub(super) enum Found {
    /// A cell; so many segments of the path led to it.
    Cell(CellId, usize),
    /// No number, but this; where it is named.
    Other(&'static str, Span),
    /// A group has no such name.
    NoSuch(ScopeId, usize),
    /// It is not there in every case: where it is named.
    Unsure(Span),
    /// The name stands outside, and is declared again later where it is used.
    Trap(Span, Span),
    /// It stands later.
    Later(Span),
    /// It was complained about already.
    Broken,
}

impl Frame<'_> {
    /// Follows a path from the scope that grows, outward. `None`: nothing here has this name.
    pub(super) fn find(&self, path: &ast::Path) -> Option<(Found, Span)> {
        let first = path.segments.first()?;
        let mut later = None;
        let mut at = Some(self.at);
        while let Some(scope) = at.and_then(|id| self.scopes.get(id.0)) {
            if let Some(named) = scope.names.iter().rev().find(|named| named.name == first.text) {
                let found = match later {
                    Some(inner) => Found::Trap(named.span, inner),
                    None => self.follow(path, named, 1),
                };
                return Some((found, named.span));
            }
            let declared = scope.declared.iter().find(|(name, _)| *name == first.text);
            later = later.or(declared.map(|(_, span)| *span));
            at = scope.parent;
        }
        later.map(|span| (Found::Later(span), span))
    }

    fn follow(&self, path: &ast::Path, named: &Named<'_>, used: usize) -> Found {
        let known = self.facts();
        if !named.facts.iter().all(|fact| facts::implied(fact, &known)) {
            return Found::Unsure(named.span);
        }
        match named.entry {
            Entry::Cell(cell) => Found::Cell(cell, used),
            Entry::Other(what) => Found::Other(what, named.span),
            Entry::State => Found::Other("a state", named.span),
            Entry::Broken => Found::Broken,
            Entry::Group(id) => {
                let Some(segment) = path.segments.get(used) else { return Found::Other("a group", named.span) };
                let scope = self.scopes.get(id.0);
                match scope.and_then(|scope| scope.names.iter().rev().find(|inner| inner.name == segment.text)) {
                    Some(inner) => self.follow(path, inner, used.saturating_add(1)),
                    None => Found::NoSuch(id, used),
                }
            }
        }
    }

    /// A field of this name that is known only inside its own group or shape.
    pub(super) fn hidden(&self, name: &str) -> Option<Span> {
        let names = self.scopes.iter().flat_map(|scope| &scope.names);
        names.filter(|named| named.name == name).map(|named| named.span).next()
    }

    /// Every name that could be used here, for near names.
    pub(super) fn visible(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = Some(self.at);
        while let Some(scope) = at.and_then(|id| self.scopes.get(id.0)) {
            names.extend(scope.names.iter().map(|named| named.name.to_owned()));
            at = scope.parent;
        }
        names.extend(self.params.iter().map(|param| param.name.clone()));
        names.extend(self.lent.iter().map(|(param, _)| param.name.clone()));
        names
    }

    /// The names of one scope, for near names.
    pub(super) fn names_of(&self, scope: ScopeId) -> Vec<String> {
        let scope = self.scopes.get(scope.0);
        scope.map(|scope| scope.names.iter().map(|named| named.name.to_owned()).collect()).unwrap_or_default()
    }
}

/// The names that a body declares.
pub(super) fn declared(body: &ast::Body) -> Vec<(&str, Span)> {
    let mut names = Vec::new();
    for entry in &body.entries {
        match entry {
            ast::Entry::Field(field) => names.extend(field.name.iter().map(|name| (name.text.as_str(), name.span))),
            ast::Entry::Bits(bits) => names.extend(declared_parts(&bits.parts)),
            ast::Entry::Within(within) => names.extend(declared(&within.body)),
            ast::Entry::Example(_) => {}
        }
    }
    names
}

/// The names of parts.
pub(super) fn declared_parts(parts: &[ast::Part]) -> impl Iterator<Item = (&str, Span)> {
    parts.iter().filter_map(|part| part.name.as_ref()).map(|name| (name.text.as_str(), name.span))
}
