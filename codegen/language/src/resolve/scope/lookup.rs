//! Lookup of paths in the current record: from the innermost body outward, and into groups.

use crate::ast;
use crate::model::{CellId, FieldId};
use crate::source::Span;

use crate::resolve::record::builder::Frame;
use crate::resolve::scope::known;
use crate::resolve::scope::{ANY_NAME, Entry, Named, ScopeId};

/// The target of a path in one record.
#[derive(Debug, Clone, Copy)]
pub(in crate::resolve) enum Found {
    /// A cell, and the number of path segments that led to it.
    Cell(CellId, usize),
    /// A field of a struct, the number of path segments that led to it, and the span of its name.
    Struct(FieldId, usize, Span),
    /// Not a number, with a description and the span of its name.
    Other(&'static str, Span),
    /// The group has no such name.
    NoSuch(ScopeId, usize),
    /// It is not always present; the span of its name.
    Unsure(Span),
    /// An outer name that the current body declares again later.
    Trap(Span, Span),
    /// It is declared later.
    Later(Span),
    /// An error, already reported.
    Broken,
}

impl Frame<'_> {
    /// Resolves a path from the current scope outward. `None`: no scope has this name.
    pub(in crate::resolve) fn find(&self, path: &ast::Path) -> Option<(Found, Span)> {
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
        // Most names are of this body or one around it, with as many of the same facts.
        if !known.starts_with(&named.facts) && !named.facts.iter().all(|fact| known::implied(fact, &known)) {
            return Found::Unsure(named.span);
        }
        match named.entry {
            Entry::Cell(cell) => Found::Cell(cell, used),
            Entry::Struct(field) => Found::Struct(field, used, named.span),
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

    /// The declarations of a path's names, as far as it leads through groups.
    pub(in crate::resolve) fn declared_at(&self, path: &ast::Path) -> Vec<Span> {
        let mut segments = path.segments.iter();
        let named = |scope: ScopeId, name: &ast::Name| {
            self.scopes.get(scope.0)?.names.iter().rev().find(|named| named.name == name.text)
        };
        let outward = std::iter::successors(Some(self.at), |id| self.scopes.get(id.0)?.parent);
        let first = segments.next().and_then(|first| outward.into_iter().find_map(|scope| named(scope, first)));
        let inward = std::iter::successors(first, |outer| match outer.entry {
            Entry::Group(scope) => named(scope, segments.next()?),
            _ => None,
        });
        inward.map(|named| named.span).collect()
    }

    /// Whether a scope or an enclosing one has unreadable names.
    pub(in crate::resolve) fn lacks_names(&self, scope: ScopeId) -> bool {
        let scopes = std::iter::successors(self.scopes.get(scope.0), |scope| self.scopes.get(scope.parent?.0));
        scopes.into_iter().any(|scope| scope.declared.iter().any(|(name, _)| *name == ANY_NAME))
    }

    /// A field of this name that is visible only inside its group or shape, and its path.
    pub(in crate::resolve) fn hidden(&self, name: &str) -> Option<(Span, String)> {
        let names = self.scopes.iter().flat_map(|scope| scope.names.iter().map(move |named| (scope, named)));
        let mut same = names.filter(|(_, named)| named.name == name);
        same.next().map(|(scope, named)| (named.span, format!("{}{name}", scope.prefix)))
    }

    /// Every visible name, for proposals of similar ones.
    pub(in crate::resolve) fn visible(&self) -> Vec<String> {
        let scopes = std::iter::successors(self.scopes.get(self.at.0), |scope| self.scopes.get(scope.parent?.0));
        let mut names: Vec<String> = scopes.flat_map(|scope| &scope.names).map(|named| named.name.to_owned()).collect();
        names.extend(self.params.iter().map(|param| param.name.clone()));
        names.extend(self.lent.iter().map(|(param, _)| param.name.clone()));
        names
    }

    /// The names of one scope, for proposals of similar ones.
    pub(in crate::resolve) fn names_of(&self, scope: ScopeId) -> Vec<String> {
        self.scopes.get(scope.0).into_iter().flat_map(|scope| &scope.names).map(|named| named.name.to_owned()).collect()
    }
}
