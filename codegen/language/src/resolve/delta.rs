//! Delta encoding of states: `delta Command { .. }`, `else base.pitch`, `from previous`.
//!
//! A delta becomes a record of the packet. Its fields with `else base.x` are options there, which the writer omits if
//! the state equals its base; so it must be able to compare them, and nothing else may decide their presence.

mod base;
pub(super) mod inside;
mod state;

use crate::ast::{self, ExprKind, StructKind};
use crate::diagnostic::Diagnostic;
use crate::layout::{self, Floats};
use crate::model::{
    Absent, Cell, CellId, Content, Delta, DeltaScope, Extent, Field, FieldId, Held, InBase, Input, Interval, Item,
    Node, Presence, Protocol, RecordId, Value, Wire,
};
use crate::names::delta_name;
use crate::source::Span;

use crate::resolve::record::builder::Builder;
use crate::resolve::resolver::Resolver;
use crate::resolve::words::BASE;

/// The name of the record for a struct or a delta, and the state that the delta encodes.
pub(super) fn carried(kind: StructKind, name: &str, docs: &ast::Docs) -> (String, Option<Delta>) {
    match kind {
        StructKind::Struct => (name.to_owned(), None),
        StructKind::Delta(_) => {
            let delta =
                Delta { name: name.to_owned(), docs: crate::resolve::resolver::docs(docs), scope: DeltaScope::Whole };
            (delta_name(name), Some(delta))
        }
    }
}

/// The path after `base`, if a path begins with that.
pub(super) fn behind_base(value: &ast::Expr) -> Option<(&ast::Path, &[ast::Name])> {
    let ExprKind::Path(path) = &value.kind else { return None };
    match path.segments.split_first() {
        Some((first, rest)) if first.text == BASE && !rest.is_empty() => Some((path, rest)),
        _ => None,
    }
}

impl Resolver<'_> {
    /// Rejects a delta that inherits nothing from its base.
    pub(super) fn inherits_something(
        &mut self,
        kind: StructKind,
        fields: &[Field],
        name: &str,
        span: Span,
    ) -> Option<()> {
        let StructKind::Delta(word) = kind else { return Some(()) };
        if fields.iter().any(inherits) {
            return Some(());
        }
        let title = format!("nothing of `{name}` is inherited from a base");
        let wrong = Diagnostic::new(title, span, "travels as a whole").other(word, "so this is no difference");
        let wrong = wrong.help("say what absent fields are: `x: u8 if has_x else base.x`");
        self.refuse(wrong.help("or make it a `struct`"))
    }
}

impl<'a> Builder<'_, 'a> {
    /// The base's value for an absent field: `else base.pitch`.
    pub(super) fn inherited(&mut self, id: FieldId, path: &ast::Path, behind: &[ast::Name]) -> Option<Absent> {
        let found = self.of_base(id, path, behind)?;
        self.can_be_compared(id)?;
        self.like_the_other(id, &found, path)?;
        self.derived_widths(id, path)?;
        Some(Absent::Base(found))
    }

    /// The writer must be able to compare inherited values bit for bit.
    fn can_be_compared(&mut self, id: FieldId) -> Option<()> {
        let Some(label) = self.incomparable_field(id) else { return Some(()) };
        self.not_comparable(self.frame.place(id).wire, label)
    }

    /// Rejects inheritance of a value that the writer cannot compare.
    pub(super) fn not_comparable<T>(&mut self, span: Span, label: &str) -> Option<T> {
        let wrong = Diagnostic::new("this cannot be inherited", span, label);
        let wrong = wrong.note("a writer leaves out what is like the base's, so it must be able to compare them");
        self.refuse(wrong.help("let it travel always, or give it a flag and no `else`"))
    }

    /// The reason why values of a field, or of its parts, cannot be compared.
    fn incomparable_field(&self, id: FieldId) -> Option<&'static str> {
        let inside = |(_, field): &(usize, &Field)| field.parent == Some(id) && field.name.is_some();
        let mut inside = self.frame.fields.iter().enumerate().filter(inside);
        let field = self.frame.fields.get(id.0)?;
        let found = match field.wire {
            Wire::Group { .. } => inside.find_map(|(at, field)| match field.presence {
                Presence::Always => self.incomparable_field(FieldId(at)),
                Presence::When { .. } | Presence::Left { .. } | Presence::Chosen { .. } => {
                    Some("holds something that may be absent")
                }
            }),
            _ => None,
        };
        found.or_else(|| incomparable(&self.resolver.protocol, &field.wire))
    }

    /// The inherited field must have the same type and always have a value in the state.
    pub(super) fn like_the_other(&mut self, id: FieldId, found: &InBase, path: &ast::Path) -> Option<()> {
        if *found == InBase::from(id) {
            return Some(());
        }
        let this = self.frame.fields.get(id.0)?;
        let (other, cells) = self.found(found)?;
        let label = if !other.presence.has_value() {
            "may be absent in the base"
        } else if !self.alike(this, &other, &cells) {
            "of another type"
        } else {
            return Some(());
        };
        let (here, there) = (self.frame.place(id).wire, self.frame.place(found.field).wire);
        let what = if found.inside.is_empty() { "what the base has" } else { "stands in this of the base" };
        let wrong = Diagnostic::new("this cannot be worth the other", path.span, label);
        self.refuse(wrong.other(there, what).other(here, "what is needed"))
    }

    /// A field of the base, and the cells of its record.
    pub(super) fn found(&self, place: &InBase) -> Option<(Field, Vec<Cell>)> {
        let (mut field, mut cells) = (self.frame.fields.get(place.field.0)?, &self.frame.cells);
        for id in &place.inside {
            let Wire::Record { record, .. } = field.wire else { return None };
            let record = self.resolver.protocol.records.get(record.0)?;
            (field, cells) = (record.fields.get(id.0)?, &record.cells);
        }
        Some((field.clone(), cells.clone()))
    }

    /// Whether two fields have the same type in Rust; `cells` belong to the other's record.
    pub(super) fn alike(&self, one: &Field, other: &Field, cells: &[Cell]) -> bool {
        let meant = |cells: &[Cell], cell: &CellId| cells.get(cell.0).map(|cell| cell.value);
        match (&one.wire, &other.wire) {
            (
                Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. },
                Wire::Scalar { cell: another, .. } | Wire::Chosen { cell: another, .. },
            ) => match (meant(&self.frame.cells, cell), meant(cells, another)) {
                (Some(one_value), Some(other_value)) if [one_value, other_value].map(Value::held) == [Held::Int; 2] => {
                    self.numbers(&one.wire) == self.numbers(&other.wire)
                }
                (one, other) => one == other,
            },
            (Wire::Float { width: one, .. }, Wire::Float { width: other, .. }) => one == other,
            (Wire::Sparse { item, count, .. }, other) => filled_places(other) == Some((item, *count)),
            (one, Wire::Sparse { .. }) => {
                filled_places(one).is_some() && filled_places(one) == filled_places(&other.wire)
            }
            (one, other) => match (record_of_state(one), record_of_state(other)) {
                (Some(one), Some(other)) => one == other,
                _ => one == other,
            },
        }
    }

    /// The interval of a number's wire, without its rule.
    fn numbers(&self, wire: &Wire) -> Option<Interval> {
        match wire {
            Wire::Scalar { scalar, .. } => Some(layout::scalar_interval(&self.resolver.protocol, *scalar)),
            wire => wire.held_by_widths().reduce(Interval::hull),
        }
    }

    /// A width cannot encode an omitted field unless the writer sets its tag.
    fn derived_widths(&mut self, id: FieldId, path: &ast::Path) -> Option<()> {
        let Some(Wire::Chosen { tags, .. }) = self.frame.fields.get(id.0).map(|field| &field.wire) else {
            return Some(());
        };
        if tags.iter().all(|tag| matches!(tag, Input::Cell(_))) {
            return Some(());
        }
        self.not_the_writers(path.span, "the writer cannot set the tag, which is known from elsewhere")
    }

    /// Rejects an inherited field whose presence is not the writer's decision.
    pub(super) fn not_the_writers(&mut self, span: Span, label: &str) -> Option<()> {
        let wrong = Diagnostic::new("the writer must decide what is left out of a difference", span, label);
        self.refuse(wrong.help("use a bare flag: `bits u8 { has_x, _: .. }`, `x: .. if has_x else base.x`"))
    }
}

/// Whether a field, or an element or part of it, may be inherited from the base.
pub(super) fn inherits(field: &Field) -> bool {
    field.inherits().or(field.inherits_places()).is_some() || field.state_inside().is_some()
}

/// The record of a state's field, and whether it is the state of that record.
fn record_of_state(wire: &Wire) -> Option<(RecordId, bool)> {
    match wire {
        Wire::Record { record, from, .. } => Some((*record, from.is_some())),
        Wire::Group { delta: Some(Delta { scope: DeltaScope::Like(record), .. }), .. } => Some((*record, false)),
        _ => None,
    }
}

/// The elements of a list that has one at each place of a state.
fn filled_places(wire: &Wire) -> Option<(&Item, u64)> {
    match wire {
        Wire::Sparse { item, count, base: Some(_), .. }
        | Wire::List { item, extent: Extent::Fixed { count, or_end: false } } => Some((item, *count)),
        _ => None,
    }
}

/// The reason why values of a field cannot be compared.
pub(super) fn incomparable(protocol: &Protocol, wire: &Wire) -> Option<&'static str> {
    let inside = |record: RecordId, whole: bool| {
        let record = protocol.records.get(record.0)?;
        if layout::record_floats(protocol, record, whole) == Floats::Hidden {
            return Some("holds IEEE numbers that may be absent");
        }
        record.fields.iter().filter(|field| field.name.is_some()).find_map(|field| incomparable(protocol, &field.wire))
    };
    match wire {
        Wire::Octets { content: Content::Text(_), .. } => Some("holds text"),
        Wire::Nested { .. } => Some("holds a nested part"),
        Wire::Match { .. } => Some("holds one of several shapes"),
        Wire::Sparse { item: Item::Float { .. }, base: None, .. } => Some("holds IEEE numbers that may be absent"),
        Wire::Record { record, from, .. } => inside(*record, from.is_some()),
        wire if wire.extent().is_some_and(|extent| extent.constant().is_none()) => {
            Some("holds something of variable length")
        }
        wire => match wire.holds()? {
            Node::Record(record) => inside(record, false),
            Node::Family(_) => Some("holds a message"),
        },
    }
}
