//! A record in the making: its fields and cells so far, its scopes, and what is to be decided when it is complete.
//!
//! Elements written in place in a list are records of their own, so records in the making stand in each other: the
//! innermost is the one that grows, the outer ones lend it their numbers as parameters.

use std::collections::HashMap;

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{Cell, CellId, Field, FieldId, Input, Param, ParamId, ParamKind, Presence, RecordId, Wire};
use crate::names::nested_name;
use crate::source::Span;

use super::facts::Fact;
use super::names::{Entry, Named, Scope, ScopeId};
use super::pending::{PendingChecksum, PendingRule};
use super::places::Place;
use super::scope::Resolver;
use super::uses::Use;

/// Makes one record (and the elements in its lists).
pub(super) struct Builder<'r, 'a> {
    pub(super) resolver: &'r mut Resolver<'a>,
    /// The record that grows.
    pub(super) frame: Frame<'a>,
    /// The records around it, outermost first.
    pub(super) outer: Vec<Frame<'a>>,
    /// The elements in its lists, at any depth, that are complete.
    pub(super) elements: Vec<RecordId>,
    /// How many fields it has so far, with theirs.
    pub(super) fields: usize,
}

/// One record in the making.
#[derive(Default)]
pub(super) struct Frame<'a> {
    /// The body that grows, and the entry at hand.
    pub(super) entries: &'a [ast::Entry],
    pub(super) entry: usize,
    pub(super) fields: Vec<Field>,
    /// For each field, where it is named and where its bytes are described.
    pub(super) places: Vec<Place>,
    pub(super) cells: Vec<Cell>,
    /// For each cell, where it comes from.
    pub(super) origins: Vec<Origin>,
    pub(super) params: Vec<Param>,
    pub(super) param_spans: Vec<Span>,
    /// Parameters of the family around, taken over when they are used.
    pub(super) lent: Vec<(Param, Span)>,
    /// What the outer record passes for each parameter of an element.
    pub(super) args: Vec<Input>,
    pub(super) scopes: Vec<Scope<'a>>,
    /// The scope that grows.
    pub(super) at: ScopeId,
    /// What holds for the field at hand besides the facts of its scope.
    pub(super) assumed: Vec<Fact>,
    /// The cell that `it` names.
    pub(super) it: Option<CellId>,
    /// The field whose rule is looked at.
    pub(super) rule_of: Option<FieldId>,
    pub(super) uses: Vec<Use>,
    pub(super) rules: Vec<PendingRule<'a>>,
    pub(super) checksums: Vec<PendingChecksum<'a>>,
    /// For each match with shapes, where they have their names.
    pub(super) arms: HashMap<FieldId, Vec<Span>>,
    /// `@4`
    pub(super) offsets: Vec<(FieldId, i128, Span)>,
    /// Something in it was complained about: what depends on the whole is not looked at.
    pub(super) broken: bool,
}

/// Where a cell comes from.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Origin {
    pub(super) span: Span,
    /// A part without a type: a flag that belongs to the writer as soon as a presence test names it.
    pub(super) bare: bool,
}

impl<'a> Builder<'_, 'a> {
    pub(super) fn complain(&mut self, diagnostic: Diagnostic) {
        self.frame.broken = true;
        self.resolver.complain(diagnostic);
    }

    /// A complaint in place of what could not be made.
    pub(super) fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.complain(diagnostic);
        None
    }

    /// The record at a level: 0 is the outermost.
    pub(super) fn at_level(&mut self, level: usize) -> &mut Frame<'a> {
        match self.outer.get_mut(level) {
            Some(frame) => frame,
            None => &mut self.frame,
        }
    }
}

impl<'a> Frame<'a> {
    /// A record whose outermost body is about to grow.
    pub(super) fn new(type_name: String, declared: Vec<(&'a str, Span)>, delta: bool) -> Self {
        let scope = Scope { type_name, declared, delta, ..Scope::default() };
        Self { scopes: vec![scope], ..Self::default() }
    }

    pub(super) fn scope(&self) -> Option<&Scope<'a>> {
        self.scopes.get(self.at.0)
    }

    pub(super) fn scope_mut(&mut self) -> Option<&mut Scope<'a>> {
        self.scopes.get_mut(self.at.0)
    }

    /// What holds at this place.
    pub(super) fn facts(&self) -> Vec<Fact> {
        let mut facts = self.scope().map(|scope| scope.facts.clone()).unwrap_or_default();
        facts.extend(self.assumed.iter().cloned());
        facts
    }

    /// The path of a thing of the current body.
    pub(super) fn path(&self, name: &str) -> String {
        format!("{}{name}", self.scope().map_or("", |scope| &scope.prefix))
    }

    /// The name of a type that belongs to a field of the current body.
    pub(super) fn type_name(&self, field: &str) -> String {
        let outer = self.scope().map_or("", |scope| &scope.type_name);
        nested_name(outer, field)
    }

    /// A field of the current body, for now without bytes; those of its own body come after it.
    pub(super) fn begin(&mut self, name: Option<&str>, label: &str, docs: &ast::Docs, place: Place) -> FieldId {
        let id = FieldId(self.fields.len());
        let parent = self.scope().and_then(|scope| scope.owner);
        self.fields.push(Field {
            name: name.map(str::to_owned),
            label: label.to_owned(),
            docs: super::scope::docs(docs),
            parent,
            presence: Presence::Always,
            wire: Wire::Padding { bytes: 0 },
            alias: None,
            element_alias: None,
            rule: None,
        });
        self.places.push(place);
        if let Some(scope) = self.scope_mut() {
            scope.body.push(id);
        }
        id
    }

    pub(super) fn field(&mut self, id: FieldId) -> Option<&mut Field> {
        self.fields.get_mut(id.0)
    }

    pub(super) fn is_region(&self, id: FieldId) -> bool {
        self.fields.get(id.0).is_some_and(|field| matches!(field.wire, Wire::Within { .. }))
    }

    pub(super) fn place(&self, id: FieldId) -> Place {
        self.places.get(id.0).copied().unwrap_or_default()
    }

    pub(super) fn add_cell(&mut self, cell: Cell, origin: Origin) -> CellId {
        let id = CellId(self.cells.len());
        self.cells.push(cell);
        self.origins.push(origin);
        id
    }

    pub(super) fn origin(&self, cell: CellId) -> Origin {
        self.origins.get(cell.0).copied().unwrap_or_default()
    }

    /// Makes a name known in the current body.
    pub(super) fn define(&mut self, name: &'a str, span: Span, entry: Entry, own: Vec<Fact>) {
        let mut facts = self.scope().map(|scope| scope.facts.clone()).unwrap_or_default();
        facts.extend(own);
        if let Some(scope) = self.scope_mut() {
            scope.names.push(Named { name, span, entry, field: None, facts });
        }
    }

    /// Makes the name of a field known in the current body.
    pub(super) fn define_field(&mut self, id: FieldId, name: &'a str, span: Span, entry: Entry, own: Vec<Fact>) {
        self.define(name, span, entry, own);
        if let Some(named) = self.scope_mut().and_then(|scope| scope.names.last_mut()) {
            named.field = Some(id);
        }
    }

    /// Begins the body of a group or an arm; the fields' paths go on with `prefix`.
    pub(super) fn open(&mut self, owner: FieldId, prefix: String, type_name: String, names: Vec<(&'a str, Span)>) {
        let facts = self.facts();
        let id = ScopeId(self.scopes.len());
        self.scopes.push(Scope {
            parent: Some(self.at),
            owner: Some(owner),
            declared: names,
            facts,
            prefix,
            type_name,
            ..Scope::default()
        });
        self.at = id;
    }

    /// Ends a body: its fields, and the scope for those who name it from outside.
    pub(super) fn close(&mut self) -> (ScopeId, Vec<FieldId>) {
        let id = self.at;
        let Some(scope) = self.scopes.get_mut(id.0) else { return (id, Vec::new()) };
        let body = std::mem::take(&mut scope.body);
        if let Some(parent) = scope.parent {
            self.at = parent;
        }
        (id, body)
    }

    /// The parameter for something of the outer record, made when it is first needed.
    pub(super) fn import(&mut self, input: Input, name: &str, kind: ParamKind, span: Span) -> ParamId {
        if let Some(at) = self.args.iter().position(|arg| *arg == input) {
            return ParamId(at);
        }
        let id = ParamId(self.params.len());
        let taken = |name: &str| self.params.iter().any(|param| param.name == name);
        let mut unique = name.to_owned();
        while taken(&unique) {
            unique.push('_');
        }
        self.params.push(Param { name: unique, docs: crate::model::Docs::default(), kind, session: None });
        self.param_spans.push(span);
        self.args.push(input);
        id
    }
}
