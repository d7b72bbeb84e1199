//! The builder of a record: its fields and cells so far, its scopes, and the checks that wait until it is complete.
//!
//! Inline elements of lists are records of their own, so builders nest: the innermost record is the current one, and
//! captures numbers of the enclosing ones as parameters.

use std::collections::HashMap;

use crate::ast;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Cell, CellId, Field, FieldId, Input, Interval, Param, ParamId, ParamKind, Presence, RecordId, Source, Value, Wire,
};
use crate::names::nested_name;
use crate::source::Span;

use crate::resolve::ownership::uses::Use;
use crate::resolve::record::places::Place;
use crate::resolve::resolver::Resolver;
use crate::resolve::rule::pending::{PendingChecksum, PendingRule};
use crate::resolve::scope::known::Fact;
use crate::resolve::scope::{Entry, Named, Scope, ScopeId};

/// Builds one record (and the elements in its lists).
pub(in crate::resolve) struct Builder<'r, 'a> {
    pub(in crate::resolve) resolver: &'r mut Resolver<'a>,
    /// The current record.
    pub(in crate::resolve) frame: Frame<'a>,
    /// The enclosing records, outermost first.
    pub(in crate::resolve) outer: Vec<Frame<'a>>,
    /// The complete elements in its lists, at any depth.
    pub(in crate::resolve) elements: Vec<RecordId>,
    /// The number of fields so far, including those of elements.
    pub(in crate::resolve) fields: usize,
}

/// A record under construction.
#[derive(Default)]
pub(in crate::resolve) struct Frame<'a> {
    /// The current body and entry.
    pub(in crate::resolve) entries: &'a [ast::Entry],
    pub(in crate::resolve) entry: usize,
    pub(in crate::resolve) fields: Vec<Field>,
    /// The spans of each field's name and wire.
    pub(in crate::resolve) places: Vec<Place>,
    pub(in crate::resolve) cells: Vec<Cell>,
    /// The origin of each cell.
    pub(in crate::resolve) origins: Vec<Origin>,
    pub(in crate::resolve) params: Vec<Param>,
    pub(in crate::resolve) param_spans: Vec<Span>,
    /// Parameters of the enclosing family, declared in the record on first use.
    pub(in crate::resolve) lent: Vec<(Param, Span)>,
    /// The captured input for each parameter of an element.
    pub(in crate::resolve) args: Vec<Input>,
    pub(in crate::resolve) scopes: Vec<Scope<'a>>,
    /// The current scope.
    pub(in crate::resolve) at: ScopeId,
    /// The facts about the current field, besides those of its scope.
    pub(in crate::resolve) assumed: Vec<Fact>,
    /// The cell of `it`.
    pub(in crate::resolve) it: Option<CellId>,
    /// The current expression is a presence test.
    pub(in crate::resolve) in_test: bool,
    /// The current expression may be `true` or `false`.
    pub(in crate::resolve) is_flag: bool,
    /// The field of the current rule.
    pub(in crate::resolve) rule_of: Option<FieldId>,
    pub(in crate::resolve) uses: Vec<Use>,
    pub(in crate::resolve) rules: Vec<PendingRule<'a>>,
    pub(in crate::resolve) checksums: Vec<PendingChecksum<'a>>,
    /// The spans of the variant names of each match with shapes.
    pub(in crate::resolve) arms: HashMap<FieldId, Vec<Span>>,
    /// Asserted offsets, such as `@4`.
    pub(in crate::resolve) offsets: Vec<(FieldId, i128, Span)>,
    /// The groups that are trailers, each with its word.
    pub(in crate::resolve) trailers: Vec<(FieldId, Span)>,
    /// An error was reported in the record: checks of the whole record are skipped.
    pub(in crate::resolve) broken: bool,
}

/// The origin of a cell.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::resolve) struct Origin {
    pub(in crate::resolve) span: Span,
    /// A part without a type: a flag that the writer owns once a presence test reads it.
    pub(in crate::resolve) bare: bool,
}

impl Origin {
    pub(in crate::resolve) const fn of(span: Span) -> Self {
        Self { span, bare: false }
    }
}

impl<'a> Builder<'_, 'a> {
    pub(in crate::resolve) fn complain(&mut self, diagnostic: Diagnostic) {
        self.frame.broken = true;
        self.resolver.complain(diagnostic);
    }

    /// Reports a diagnostic and returns `None`.
    pub(in crate::resolve) fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.complain(diagnostic);
        None
    }

    /// The record at a nesting level: 0 is the outermost.
    pub(in crate::resolve) fn at_level(&mut self, level: usize) -> &mut Frame<'a> {
        match self.outer.get_mut(level) {
            Some(frame) => frame,
            None => &mut self.frame,
        }
    }
}

impl<'a> Frame<'a> {
    /// A record with an empty outermost body.
    pub(in crate::resolve) fn new(type_name: String, declared: Vec<(&'a str, Span)>, delta: bool) -> Self {
        let scope = Scope { type_name, declared, delta, ..Scope::default() };
        Self { scopes: vec![scope], ..Self::default() }
    }

    pub(in crate::resolve) fn scope(&self) -> Option<&Scope<'a>> {
        self.scopes.get(self.at.0)
    }

    pub(in crate::resolve) fn scope_mut(&mut self) -> Option<&mut Scope<'a>> {
        self.scopes.get_mut(self.at.0)
    }

    /// The facts at the current position.
    pub(in crate::resolve) fn facts(&self) -> Vec<Fact> {
        let mut facts = self.scope().map(|scope| scope.facts.clone()).unwrap_or_default();
        facts.extend(self.assumed.iter().cloned());
        facts
    }

    /// The path of a name in the current body.
    pub(in crate::resolve) fn path(&self, name: &str) -> String {
        format!("{}{name}", self.scope().map_or("", |scope| &scope.prefix))
    }

    /// The name of a field's type in the current body.
    pub(in crate::resolve) fn type_name(&self, field: &str) -> String {
        let outer = self.scope().map_or("", |scope| &scope.type_name);
        nested_name(outer, field)
    }

    /// Adds a field to the current body, without a wire yet; fields nested in it come after it.
    pub(in crate::resolve) fn begin(
        &mut self,
        name: Option<&str>,
        label: &str,
        docs: &ast::Docs,
        place: Place,
    ) -> FieldId {
        let id = FieldId(self.fields.len());
        let parent = self.scope().and_then(|scope| scope.owner);
        self.fields.push(Field {
            name: name.map(str::to_owned),
            label: label.to_owned(),
            docs: crate::resolve::resolver::docs(docs),
            parent,
            presence: Presence::Always,
            wire: Wire::reserved(0, crate::model::Filler::default()),
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

    pub(in crate::resolve) fn field(&mut self, id: FieldId) -> Option<&mut Field> {
        self.fields.get_mut(id.0)
    }

    /// A field and those around it, from the inside.
    pub(in crate::resolve) fn around(&self, field: FieldId) -> impl Iterator<Item = (FieldId, &Field)> {
        let found = |id: FieldId| Some((id, self.fields.get(id.0)?));
        std::iter::successors(found(field), move |(_, field)| found(field.parent?))
    }

    pub(in crate::resolve) fn is_region(&self, id: FieldId) -> bool {
        self.fields.get(id.0).is_some_and(|field| matches!(field.wire, Wire::Within { .. }))
    }

    pub(in crate::resolve) fn place(&self, id: FieldId) -> Place {
        self.places.get(id.0).copied().unwrap_or_default()
    }

    /// Adds a number of a field.
    pub(in crate::resolve) fn add_cell(
        &mut self,
        (field, path): (FieldId, String),
        (interval, value): (Interval, Value),
        source: Source,
        origin: Origin,
    ) -> CellId {
        let id = CellId(self.cells.len());
        self.cells.push(Cell { field, path, interval, value, source, absent: None, inside: None });
        self.origins.push(origin);
        id
    }

    pub(in crate::resolve) fn origin(&self, cell: CellId) -> Origin {
        self.origins.get(cell.0).copied().unwrap_or_default()
    }

    /// Declares a name in the current body.
    pub(in crate::resolve) fn define(&mut self, name: &'a str, span: Span, entry: Entry, own: Vec<Fact>) {
        let mut facts = self.scope().map(|scope| scope.facts.clone()).unwrap_or_default();
        facts.extend(own);
        if let Some(scope) = self.scope_mut() {
            scope.names.push(Named { name, span, entry, field: None, facts });
        }
    }

    /// Declares a field's name in the current body.
    pub(in crate::resolve) fn define_field(
        &mut self,
        id: FieldId,
        name: &'a str,
        span: Span,
        entry: Entry,
        own: Vec<Fact>,
    ) {
        self.define(name, span, entry, own);
        if let Some(named) = self.scope_mut().and_then(|scope| scope.names.last_mut()) {
            named.field = Some(id);
        }
    }

    /// Opens the body of a group or an arm: the paths of its fields begin with that of the owner.
    pub(in crate::resolve) fn open(
        &mut self,
        (owner, name): (FieldId, &str),
        type_name: String,
        names: Vec<(&'a str, Span)>,
    ) {
        let (facts, prefix) = (self.facts(), format!("{}.", self.path(name)));
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

    /// Closes a body; returns its scope, for paths from outside, and its fields.
    pub(in crate::resolve) fn close(&mut self) -> (ScopeId, Vec<FieldId>) {
        let id = self.at;
        let Some(scope) = self.scopes.get_mut(id.0) else { return (id, Vec::new()) };
        let body = std::mem::take(&mut scope.body);
        if let Some(parent) = scope.parent {
            self.at = parent;
        }
        (id, body)
    }

    /// The parameter for an input of the enclosing record, created on first use.
    pub(in crate::resolve) fn import(&mut self, input: Input, name: &str, kind: ParamKind, span: Span) -> ParamId {
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
