//! States that travel as differences: `delta Command { .. }`, `else base.pitch`, `from previous`.
//!
//! A delta becomes the record that travels. Its fields with `else base.x` are options there, which the writer leaves out
//! where the state is like its base; so it must be able to compare them, and nothing but it may decide.

use crate::ast::{self, ExprKind, StructKind};
use crate::diagnostic::Diagnostic;
use crate::layout::{self, Floats};
use crate::model::{
    Absent, Base, Cell, CellId, Delta, Extent, Field, FieldId, Input, Interval, Item, Place, Presence, Protocol,
    RecordId, Value, Wire,
};
use crate::names::delta_name;
use crate::near::nearest;
use crate::source::Span;

use super::Resolver;
use super::field::Called;
use super::frame::Builder;
use super::names::Entry;

/// The word for what a difference is added to.
const BASE: &str = "base";
/// The word for the state in which all is zero.
const ZERO: &str = "zero";

/// The name of the record that a struct or a delta becomes, and the state whose differences it carries.
pub(super) fn carried(kind: StructKind, name: &str, docs: &[ast::Doc]) -> (String, Option<Delta>) {
    match kind {
        StructKind::Struct => (name.to_owned(), None),
        StructKind::Delta(_) => {
            let delta = Delta { name: name.to_owned(), docs: super::scope::docs(docs), place: Place::Whole };
            (delta_name(name), Some(delta))
        }
    }
}

/// What a path names behind `base`, if it begins with that.
pub(super) fn behind_base(value: &ast::Expr) -> Option<(&ast::Path, &[ast::Name])> {
    let ExprKind::Path(path) = &value.kind else { return None };
    match path.segments.split_first() {
        Some((first, rest)) if first.text == BASE && !rest.is_empty() => Some((path, rest)),
        _ => None,
    }
}

impl Resolver<'_> {
    /// A delta of which nothing is inherited is no delta.
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
        self.complain(
            Diagnostic::new(title, span, "travels as a whole")
                .other(word, "so this is no difference")
                .help("say what absent fields are: `x: u8 if has_x else base.x`")
                .help("or make it a `struct`"),
        );
        None
    }
}

impl<'a> Builder<'_, 'a> {
    /// What a field has where it is absent, if that is the base's: `else base.pitch`.
    pub(super) fn inherited(&mut self, id: FieldId, path: &ast::Path, behind: &[ast::Name]) -> Option<Absent> {
        let found = self.of_base(id, path, behind)?;
        self.can_be_compared(id)?;
        self.like_the_other(id, found, path)?;
        self.derived_widths(id, path)?;
        Some(Absent::Base(found))
    }

    /// A writer compares what may be inherited, bit for bit.
    fn can_be_compared(&mut self, id: FieldId) -> Option<()> {
        let Some(label) = self.incomparable_field(id) else { return Some(()) };
        self.not_comparable(self.frame.place(id).wire, label);
        None
    }

    /// A writer can not tell whether values of what stands here are alike.
    pub(super) fn not_comparable(&mut self, span: Span, label: &str) {
        self.complain(
            Diagnostic::new("this can not be inherited", span, label)
                .note("a writer leaves out what is like the base's, so it must be able to compare them")
                .help("let it travel always, or give it a flag and no `else`"),
        );
    }

    /// Why values of a field, or of what stands in it, can not be compared.
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

    /// The other field must be as this one, and always have a value in the state.
    pub(super) fn like_the_other(&mut self, id: FieldId, found: FieldId, path: &ast::Path) -> Option<()> {
        if id == found {
            return Some(());
        }
        let (this, other) = (self.frame.fields.get(id.0)?, self.frame.fields.get(found.0)?);
        let valued = match &other.presence {
            Presence::Always => true,
            Presence::When { absent, .. } | Presence::Left { absent, .. } | Presence::Chosen { absent } => {
                *absent != Absent::Nothing
            }
        };
        let label = if !valued {
            "may be absent in the base"
        } else if !self.alike(this, other, &self.frame.cells) {
            "of another type"
        } else {
            return Some(());
        };
        let (here, there) = (self.frame.place(id).wire, self.frame.place(found).wire);
        self.complain(
            Diagnostic::new("this can not be worth the other", path.span, label)
                .other(there, "what the base has")
                .other(here, "what is needed"),
        );
        None
    }

    /// Whether two fields have the same type in Rust; `cells` are those of the other's record.
    pub(super) fn alike(&self, one: &Field, other: &Field, cells: &[Cell]) -> bool {
        let meant = |cells: &[Cell], cell: &CellId| cells.get(cell.0).map(|cell| cell.value);
        match (&one.wire, &other.wire) {
            (
                Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. },
                Wire::Scalar { cell: another, .. } | Wire::Chosen { cell: another, .. },
            ) => match (meant(&self.frame.cells, cell), meant(cells, another)) {
                (Some(Value::Int), Some(Value::Int)) => self.numbers(&one.wire) == self.numbers(&other.wire),
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

    /// What the wire of a number can hold, whatever its rule says.
    fn numbers(&self, wire: &Wire) -> Option<Interval> {
        match wire {
            Wire::Scalar { scalar, .. } => Some(layout::scalar_interval(&self.resolver.protocol, *scalar)),
            Wire::Chosen { forms, .. } => {
                let with_bytes = forms.iter().filter(|form| form.scalar.is_some());
                with_bytes.map(|form| form.interval).reduce(Interval::hull)
            }
            _ => None,
        }
    }

    /// A width whose tag somebody else sets can not say that a field is left out.
    fn derived_widths(&mut self, id: FieldId, path: &ast::Path) -> Option<()> {
        let Some(Wire::Chosen { tags, .. }) = self.frame.fields.get(id.0).map(|field| &field.wire) else {
            return Some(());
        };
        if tags.iter().all(|tag| matches!(tag, Input::Cell(_))) {
            return Some(());
        }
        self.not_the_writers(path.span, "the writer can not set the tag, which is known from elsewhere");
        None
    }

    /// Somebody but the writer says whether an inherited field travels.
    pub(super) fn not_the_writers(&mut self, span: Span, label: &str) {
        self.complain(
            Diagnostic::new("the writer must decide what is left out of a difference", span, label)
                .help("use a bare flag: `bits u8 { has_x, _: .. }`, `x: .. if has_x else base.x`"),
        );
    }

    /// `from previous`: the field is a state, of which only the difference travels.
    pub(super) fn state(&mut self, called: Called<'a>, wire: &mut Wire, from: &'a ast::Expr) -> Option<Entry> {
        let place = called.span;
        let delta = match wire {
            Wire::Record { record, .. } => self.resolver.protocol.records.get(record.0),
            _ => None,
        };
        let Some(name) = delta.and_then(|record| record.delta.as_ref()).map(|delta| delta.name.clone()) else {
            self.complain(
                Diagnostic::new("this is no difference", from.span, "there is nothing to add it to")
                    .other(place, "no delta")
                    .help("declare its type as a `delta`, or leave out the `from`"),
            );
            return None;
        };
        let base = self.taken_from(from, &name, wire)?;
        if let Wire::Record { from, .. } = wire {
            *from = Some(base);
        }
        Some(Entry::State)
    }

    fn taken_from(&mut self, from: &'a ast::Expr, state: &str, wire: &Wire) -> Option<Base> {
        let path = match &from.kind {
            ExprKind::Path(path) => path,
            _ => {
                self.no_state(from.span, "no name", state);
                return None;
            }
        };
        if behind_base(from).is_some() {
            self.resolver.not_yet("a state inside of a state is", from.span);
            return None;
        }
        let (name, []) = path.segments.split_first()? else {
            self.no_state(from.span, "stands in another group", state);
            return None;
        };
        let scope = self.frame.scope()?;
        let Some(named) = scope.names.iter().rev().find(|named| named.name == name.text).cloned() else {
            if name.text == ZERO {
                return Some(Base::Zero);
            }
            let states = scope.names.iter().filter(|named| named.entry == Entry::State).map(|named| named.name);
            let near = nearest(&name.text, states).map(|near| format!("did you mean `{near}`?"));
            let later = scope.declared.iter().any(|(declared, _)| *declared == name.text);
            let label = if later { "stands later" } else { "no earlier field of this body" };
            let title = format!("`{}` is no state that is known here", name.text);
            let wrong = Diagnostic::new(title, name.span, label);
            self.complain(match near {
                Some(near) => wrong.help(near),
                None => wrong.help(format!("name an earlier `{state}`, or `zero`")),
            });
            return None;
        };
        let base = named.field.and_then(|id| Some((id, self.frame.fields.get(id.0)?)));
        let label = match (named.entry, base) {
            (Entry::Broken, _) => return None,
            (_, Some((id, field))) => match (field.state(), wire) {
                (Some((one, _)), Wire::Record { record, .. }) if one == *record => {
                    if field.presence == Presence::Always {
                        return Some(Base::Field(id));
                    }
                    "is not always there"
                }
                (Some(_), _) => "the state of something else",
                (None, Wire::Record { record, .. }) if matches!(&field.wire, Wire::Record { record: one, .. } if one == record) => {
                    "a difference itself: nothing says from what"
                }
                (None, _) => "no state",
            },
            (_, None) => "no state",
        };
        self.no_state(from.span, label, state);
        None
    }

    fn no_state(&mut self, span: Span, label: &str, state: &str) {
        let text = self.resolver.sources.text(span).to_owned();
        self.complain(
            Diagnostic::new(format!("`{text}` is no state to take a difference from"), span, label)
                .help(format!("name an earlier `{state}` of the same body, or `zero`")),
        );
    }
}

/// Whether a field is what the base has, or each element of it may be.
pub(super) fn inherits(field: &Field) -> bool {
    field.inherits().or(field.inherits_places()).is_some()
}

/// The record that a field of a state is.
fn record_of_state(wire: &Wire) -> Option<RecordId> {
    match wire {
        Wire::Record { record, .. } | Wire::Group { delta: Some(Delta { place: Place::Like(record), .. }), .. } => {
            Some(*record)
        }
        _ => None,
    }
}

/// The elements of a list that has one in each place of a state.
fn filled_places(wire: &Wire) -> Option<(&Item, u64)> {
    match wire {
        Wire::Sparse { item, count, base: Some(_), .. }
        | Wire::List { item, extent: Extent::Fixed { count, or_end: false } } => Some((item, *count)),
        _ => None,
    }
}

/// Why values of a field can not be compared.
pub(super) fn incomparable(protocol: &Protocol, wire: &Wire) -> Option<&'static str> {
    let inside = |record: RecordId| {
        let record = protocol.records.get(record.0)?;
        if layout::record_floats(protocol, record) == Floats::Hidden {
            return Some("holds IEEE numbers that may be absent");
        }
        record.fields.iter().filter(|field| field.name.is_some()).find_map(|field| incomparable(protocol, &field.wire))
    };
    match wire {
        Wire::Bytes(extent) | Wire::List { extent, .. } if !matches!(extent, Extent::Fixed { or_end: false, .. }) => {
            Some("holds something of variable length")
        }
        Wire::Text { .. } => Some("holds text"),
        Wire::Match { .. } => Some("holds one of several shapes"),
        Wire::Family { .. }
        | Wire::List { item: Item::Family { .. }, .. }
        | Wire::Sparse { item: Item::Family { .. }, .. } => Some("holds a message"),
        Wire::Sparse { item: Item::Float { .. }, .. } => Some("holds IEEE numbers that may be absent"),
        Wire::Record { record, .. }
        | Wire::List { item: Item::Record { record, .. }, .. }
        | Wire::Sparse { item: Item::Record { record, .. }, .. } => inside(*record),
        Wire::Scalar { .. }
        | Wire::Chosen { .. }
        | Wire::Float { .. }
        | Wire::Bits { .. }
        | Wire::Padding { .. }
        | Wire::Magic(_)
        | Wire::Bytes(_)
        | Wire::Group { .. }
        | Wire::List { .. }
        | Wire::Sparse { .. }
        | Wire::Within { .. } => None,
    }
}
