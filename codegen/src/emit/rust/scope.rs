//! Scopes: fields that share a Rust type. A record is a scope, and so is each group and each arm with fields of its
//! own.
//!
//! `travel` computes the cells that one scope captures from another.

mod travel;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::facts::Facts;
use super::int::Int;
use super::locals::{self, Beside, Locals};
use super::names;
use super::tokens::{Ident, TokenStream, quote};
use crate::layout::whole_interval;
use crate::model::{
    Arm, Cell, CellId, Delta, Demand, Extent, FamilyId, Field, FieldId, Input, Interval, Presence, Protocol, Record,
    Source, Tag, Value, Wire,
};

/// The module of emitted code: the protocol's, or that of a family.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) protocol: &'a Protocol,
    pub(super) module: Option<FamilyId>,
    pub(super) facts: &'a Facts,
}

impl Place<'_> {
    /// The path to the protocol's module.
    pub(super) fn root(&self) -> TokenStream {
        if self.module.is_some() { quote!(super::) } else { TokenStream::new() }
    }

    /// The path to a record's module.
    pub(super) fn path_to(&self, record: &Record) -> TokenStream {
        match record.module {
            None => self.root(),
            same if same == self.module => TokenStream::new(),
            Some(family) => {
                let (root, module) = (self.root(), names::module_ident(&self.protocol.families[family.0].name));
                quote!(#root #module::)
            }
        }
    }
}

/// A scope of a record.
#[derive(Debug, Clone)]
pub(super) struct Scope<'a> {
    pub(super) place: Place<'a>,
    pub(super) record: &'a Record,
    /// The owned type's name as declared: `PosFall`.
    pub(super) name: String,
    pub(super) docs: Vec<String>,
    /// All fields, including those of regions, each region before its own.
    pub(super) body: Vec<FieldId>,
    /// The fields outside of regions.
    pub(super) outermost: &'a [FieldId],
    /// The discriminant that an arm stores: the name of its field, and its type.
    pub(super) code: Option<(String, Int, Value)>,
    pub(super) is_root: bool,
    /// An always present group of nothing but bits, none of them the user's. It is only read and written: no value and
    /// no view has it.
    pub(super) is_hidden: bool,
    /// The state, or the part of one, whose delta it carries.
    pub(super) delta: Option<&'a Delta>,
    /// The cells that each function has as local variables, computed on demand.
    touched: [OnceCell<BTreeSet<CellId>>; 3],
    /// Names of local variables for cells of other scopes, computed on demand.
    taken: OnceCell<BTreeSet<String>>,
    /// Names of local variables, computed on demand: most scopes are only queried for their fields.
    locals: Rc<OnceCell<Locals>>,
}

/// A function of a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Take,
    Check,
    Put,
}

impl<'a> Scope<'a> {
    /// The scope of a whole record, in the module of the record's types.
    pub(super) fn root(place: Place<'a>, record: &'a Record) -> Self {
        let place = Place { module: record.module, ..place };
        Self {
            place,
            record,
            name: record.name.clone(),
            docs: record.docs.clone(),
            body: record.scope(&record.body),
            outermost: &record.body,
            code: None,
            is_root: true,
            is_hidden: false,
            delta: record.delta.as_ref(),
            touched: Default::default(),
            taken: OnceCell::new(),
            locals: Rc::default(),
        }
    }

    /// The scope of a record that code in another module reads or writes.
    pub(super) fn seen_from(place: Place<'a>, record: &'a Record) -> Self {
        Self { place, ..Self::root(place, record) }
    }

    /// A scope without fields, for code that needs only a module.
    pub(super) fn nowhere(place: Place<'a>) -> Self {
        static NOTHING: Record = Record {
            name: String::new(),
            module: None,
            docs: Vec::new(),
            role: crate::model::Role::Struct,
            params: Vec::new(),
            fields: Vec::new(),
            cells: Vec::new(),
            body: Vec::new(),
            lengths: crate::model::Lengths {
                accepted: crate::model::LengthRange { min: 0, max: Some(0) },
                canonical: crate::model::LengthRange { min: 0, max: Some(0) },
            },
            memory: 0,
            checksums: Vec::new(),
            delta: None,
            examples: Vec::new(),
        };
        Self { place, ..Self::root(place, &NOTHING) }
    }

    pub(super) fn field(&self, id: FieldId) -> &'a Field {
        &self.record.fields[id.0]
    }

    pub(super) fn cell(&self, id: CellId) -> &'a Cell {
        &self.record.cells[id.0]
    }

    pub(super) fn protocol(&self) -> &'a Protocol {
        self.place.protocol
    }

    /// The scopes directly inside this one: groups, and arms with fields.
    pub(super) fn children(&self) -> Vec<Scope<'a>> {
        self.body.iter().flat_map(|id| self.children_of(*id)).collect()
    }

    /// The scope of a group.
    pub(super) fn child_of(&self, field: &'a Field) -> Option<Scope<'a>> {
        match &field.wire {
            Wire::Group { name, body, delta } => {
                let is_hidden =
                    !self.shows(field) && body.iter().all(|id| matches!(self.field(*id).wire, Wire::Bits { .. }));
                Some(Scope { delta: delta.as_ref(), is_hidden, ..self.child(name.clone(), &field.docs, body, None) })
            }
            _ => None,
        }
    }

    pub(super) fn children_of(&self, id: FieldId) -> Vec<Scope<'a>> {
        self.children_of_field(self.field(id))
    }

    pub(super) fn children_of_field(&self, field: &'a Field) -> Vec<Scope<'a>> {
        match &field.wire {
            Wire::Group { .. } => self.child_of(field).into_iter().collect(),
            Wire::Match { name, arms, tag } => {
                arms.iter().filter_map(|arm| self.scope_of_arm((name, tag), arm)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The scope of an arm with fields.
    pub(super) fn child_of_arm(&self, id: FieldId, arm: &'a Arm) -> Option<Scope<'a>> {
        let Wire::Match { name, tag, .. } = &self.field(id).wire else { return None };
        self.scope_of_arm((name, tag), arm)
    }

    fn scope_of_arm(&self, (choice, tag): (&str, &Tag), arm: &'a Arm) -> Option<Scope<'a>> {
        let has_scope = !arm.transparent && !arm.body.is_empty();
        let child = || self.child(format!("{choice}{}", arm.name), &arm.docs, &arm.body, self.kept_code(tag, arm));
        has_scope.then(child)
    }

    fn child(
        &self,
        name: String,
        docs: &[String],
        body: &'a [FieldId],
        code: Option<(String, Int, Value)>,
    ) -> Scope<'a> {
        let (place, record, docs) = (self.place, self.record, docs.to_vec());
        let (outermost, body) = (body, record.scope(body));
        Scope {
            place,
            record,
            name,
            docs,
            body,
            outermost,
            code,
            is_root: false,
            is_hidden: false,
            delta: None,
            touched: Default::default(),
            taken: OnceCell::new(),
            locals: Rc::clone(&self.locals),
        }
    }

    /// The discriminant of a choice, if the writer does not derive it.
    pub(super) fn given_tag(&self, tag: &Tag) -> Option<Input> {
        match *tag {
            Tag::Input(input @ (Input::Param(_) | Input::Session(_))) => Some(input),
            Tag::Input(input @ Input::Cell(cell)) => self.record.is_users(cell).then_some(input),
            Tag::Input(Input::Part(_) | Input::Literal(_) | Input::Left) | Tag::InPlace { .. } => None,
        }
    }

    /// The field that stores an arm's discriminant, if several codes choose the arm.
    pub(super) fn kept_code(&self, tag: &Tag, arm: &Arm) -> Option<(String, Int, Value)> {
        let (name, cell) = self.record.kept_code(tag, arm)?;
        Some((name.to_owned(), self.cell_int(cell), self.cell(cell).value))
    }

    /// Whether it is checked while it is written, not as a whole before.
    pub(super) fn is_checked_as_written(&self) -> bool {
        !self.place.facts.is_checked_before(self.protocol(), self.record)
    }

    /// The numbers that a tag, an integer of type `int`, can be on the wire.
    pub(super) fn wire_of(&self, tag: &Tag, int: Int) -> Interval {
        match tag {
            Tag::InPlace { cell, .. } | Tag::Input(Input::Cell(cell)) => {
                whole_interval(self.protocol(), self.record, *cell)
            }
            Tag::Input(Input::Param(_) | Input::Part(_) | Input::Session(_) | Input::Literal(_) | Input::Left) => {
                int.interval()
            }
        }
    }

    // ---- cells as local variables -----------------------------------------------------------------------------

    /// The names of the record's local variables.
    pub(super) fn locals(&self) -> &Locals {
        self.locals.get_or_init(|| Locals::of(self.record))
    }

    /// A companion of a field's variable.
    pub(super) fn beside(&self, id: FieldId, what: Beside) -> Ident {
        what.of(&self.locals().ident(&locals::of_field(self.record, self.field(id))))
    }

    /// The integer type of a cell's variable.
    pub(super) fn cell_int(&self, id: CellId) -> Int {
        let cell = self.cell(id);
        match &self.field(cell.field).wire {
            Wire::Scalar { scalar, .. } => Int::of_scalar(self.protocol(), *scalar),
            Wire::Match { tag: Tag::InPlace { scalar, .. }, .. } => Int::of_scalar(self.protocol(), *scalar),
            Wire::Bytes(Extent::Prefixed { scalar, .. })
            | Wire::Text { extent: Extent::Prefixed { scalar, .. }, .. }
            | Wire::List { extent: Extent::Prefixed { scalar, .. }, .. }
            | Wire::Within { extent: Extent::Prefixed { scalar, .. }, .. } => Int::of_scalar(self.protocol(), *scalar),
            Wire::Chosen { forms, .. } => {
                let min = forms.iter().filter(|form| form.scalar.is_some()).map(|form| form.interval.min).min();
                let max = forms.iter().filter(|form| form.scalar.is_some()).map(|form| form.interval.max).max();
                Int::of_interval(crate::model::Interval { min: min.unwrap_or(0), max: max.unwrap_or(0) })
            }
            Wire::Bits { parts, .. } => {
                let part = parts.iter().find(|part| part.cell == id);
                part.map_or(Int::of_interval(cell.interval), |part| Int::of_bits(u32::from(part.width), part.signed))
            }
            _ => Int::of_interval(cell.interval),
        }
    }

    /// Whether a cell is one bit with the values true and false, stored as a `bool`.
    pub(super) fn is_flag(&self, id: CellId) -> bool {
        let cell = self.cell(id);
        let Wire::Bits { parts, .. } = &self.field(cell.field).wire else { return false };
        cell.value == Value::Bool && parts.iter().any(|part| part.cell == id && part.width == 1)
    }

    /// The type of a cell's local variable.
    pub(super) fn local_type(&self, id: CellId) -> TokenStream {
        if self.is_flag(id) {
            quote!(bool)
        } else {
            let int = self.cell_int(id).ident();
            quote!(#int)
        }
    }

    /// The name of a cell's local variable: its own name in its scope, its path in other scopes or if its own name is
    /// taken.
    pub(super) fn local(&self, id: CellId) -> Ident {
        let full = self.locals().of_cell(id);
        if !self.holds(id) {
            return self.locals().ident(full);
        }
        let own = locals::own_name(self.record, self.cell(id));
        let taken = self.taken.get_or_init(|| {
            let others = self.of_others().into_iter().map(|cell| self.locals().of_cell(cell).to_owned());
            others.collect()
        });
        self.locals().ident(if taken.contains(&own) { full } else { &own })
    }

    /// Whether a cell belongs to a field of this scope itself.
    pub(super) fn holds(&self, id: CellId) -> bool {
        let field = self.cell(id).field;
        let in_arm = |parent: FieldId| match &self.field(parent).wire {
            Wire::Match { arms, .. } => arms.iter().any(|arm| arm.transparent && arm.body.contains(&field)),
            _ => false,
        };
        self.body.contains(&field)
            || self.field(field).parent.is_some_and(|parent| self.body.contains(&parent) && in_arm(parent))
    }

    /// The fields that a separate function writes: those of a region, or a field whose size a rule uses.
    pub(super) fn written_apart<'i>(&self, id: &'i FieldId) -> Option<&'i [FieldId]>
    where
        'a: 'i,
    {
        match &self.field(*id).wire {
            Wire::Within { body, .. } => Some(body),
            _ => self.record.measures(*id).then_some(std::slice::from_ref(id)),
        }
    }

    /// The scope to which a field belongs: this one or a nested one.
    pub(super) fn holder_of(&self, id: FieldId) -> Option<Scope<'a>> {
        if self.body.contains(&id) {
            return Some(self.clone());
        }
        self.children().iter().find_map(|child| child.holder_of(id))
    }

    /// The arm that contains a field.
    pub(super) fn arm_with<'m>(&self, arms: &'m [Arm], field: FieldId) -> Option<&'m Arm> {
        arms.iter().find(|arm| self.record.scope(&arm.body).contains(&field))
    }

    // ---- public fields ----------------------------------------------------------------------------------------

    /// Whether a field is in the owned value.
    pub(super) fn shows(&self, field: &Field) -> bool {
        if field.name.is_none() {
            return false;
        }
        match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => self.cell(*cell).source == Source::User,
            Wire::Group { body, .. } => field.presence != Presence::Always || self.shows_any(body),
            Wire::Padding { .. } | Wire::Magic(_) | Wire::Within { .. } => false,
            _ => true,
        }
    }

    /// Whether a rule uses the size of a field.
    pub(super) fn measures(&self, id: FieldId) -> bool {
        let rules = self.record.fields.iter().filter_map(|field| field.rule.as_ref());
        rules.into_iter().any(|rule| rule.measured().contains(&id))
    }

    /// Whether any field of a body is in the owned value.
    pub(super) fn shows_any(&self, body: &[FieldId]) -> bool {
        self.record.scope(body).iter().map(|id| self.field(*id)).any(|field| match &field.wire {
            Wire::Bits { parts, .. } => parts.iter().any(|part| self.cell(part.cell).source == Source::User),
            _ => self.shows(field),
        })
    }

    /// The path of a field in its record, for errors.
    pub(super) fn path(&self, id: FieldId) -> String {
        let field = self.field(id);
        match field.parent {
            Some(parent) if field.label.is_empty() => self.path(parent),
            Some(parent) => format!("{}.{}", self.path(parent), field.label),
            None => field.label.clone(),
        }
    }
}

/// The demand of a derived cell.
pub(super) fn demand(cell: &Cell) -> Option<&Demand> {
    match &cell.source {
        Source::Derived(demand) => Some(demand),
        Source::User | Source::Constant(_) | Source::Reserved => None,
    }
}
