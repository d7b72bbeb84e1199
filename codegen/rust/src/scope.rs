//! Scopes: fields that share a Rust type. A record is a scope, and so is each group and each arm with fields of its
//! own.

pub mod captures;
pub mod generics;
pub mod item_set;
pub mod locals;
pub mod naming;

pub use crate::facts::captures::Act;
use crate::facts::captures::read_by_rules;
use crate::facts::numbers::default_code;
use crate::facts::scopes::{Origin, ROOT, ScopeId};
use crate::facts::writes::Writer;
use crate::facts::{Facts, Reads, RecordFacts, int};
use crate::layout;
use crate::model::{
    Arm, Cell, CellId, Code, Delta, Demand, Docs, Extent, FamilyId, Field, FieldId, Length, Part, Presence, Protocol,
    Record, RecordId, Scalar, Source, Tag, Value, Wire,
};
use crate::text::int::Int;
use crate::text::names;
use crate::text::tokens::{Ident, TokenStream, quote};
use locals::{Companion, Locals};
use naming::Names;
use std::collections::BTreeSet;

/// The module of emitted code: the protocol's, or that of a family.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    pub protocol: &'a Protocol,
    pub module: Option<FamilyId>,
    pub facts: &'a Facts,
    pub names: &'a Names,
}

impl Context<'_> {
    /// The path to the protocol's module.
    pub fn root(&self) -> TokenStream {
        if self.module.is_some() { quote!(super::) } else { TokenStream::new() }
    }

    /// `super::Weapon`: something in the protocol's module.
    pub fn in_root(&self, name: Ident) -> TokenStream {
        let root = self.root();
        quote!(#root #name)
    }

    /// `to_server::Pos`: something in a record's module.
    pub fn in_module_of(&self, record: &Record, name: Ident) -> TokenStream {
        let to = self.path_to(record);
        quote!(#to #name)
    }

    /// The path to a record's module.
    fn path_to(&self, record: &Record) -> TokenStream {
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
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    pub context: Context<'a>,
    pub record: &'a Record,
    pub facts: &'a RecordFacts,
    /// The record's id, and the scope's in it.
    pub id: RecordId,
    pub at: ScopeId,
    /// The name of the value type as declared: `PosFall`.
    pub name: &'a str,
    pub docs: &'a Docs,
    /// All fields, including those of regions, each region before its own.
    pub body: &'a [FieldId],
    /// The fields outside of regions.
    pub outermost: &'a [FieldId],
    /// The discriminant that an arm stores: the name of its field, its type, and its default.
    pub code: Option<(&'a str, Int, Value, Code)>,
    pub is_root: bool,
    /// An always present group of bits that the user does not set. It is only read and written: neither values nor
    /// views contain it.
    pub is_hidden: bool,
    /// The state, or the part of one, whose delta it carries.
    pub delta: Option<&'a Delta>,
}

impl<'a> Scope<'a> {
    /// The scope of a whole record, in the module of the record's types.
    pub fn root(context: Context<'a>, id: RecordId) -> Self {
        let context = Context { module: context.protocol.records[id.0].module, ..context };
        Self::seen_from(context, id)
    }

    /// The scope of a record that code in another module reads or writes.
    pub fn seen_from(context: Context<'a>, id: RecordId) -> Self {
        Self::of(context, id, ROOT)
    }

    fn of(context: Context<'a>, id: RecordId, at: ScopeId) -> Self {
        let (record, facts) = (&context.protocol.records[id.0], context.facts.record(id));
        let one = facts.scopes.get(at);
        let (docs, delta, arm) = match one.origin {
            Origin::Record => (&record.docs, record.delta.as_ref(), None),
            Origin::Group(group) => {
                let field = &record.fields[group.0];
                (&field.docs, field.part_of_state(), None)
            }
            Origin::Arm(choice, index) => match &record.fields[choice.0].wire {
                Wire::Match { tag, arms, .. } => (&arms[index].docs, None, Some((tag, &arms[index], arms))),
                _ => (&record.docs, None, None),
            },
        };
        Self {
            context,
            record,
            facts,
            id,
            at,
            name: &one.name,
            docs,
            body: &one.body,
            outermost: &one.outermost,
            code: arm.and_then(|(tag, arm, arms)| {
                let (name, int, value) = stored_code(context.protocol, record, tag, arm)?;
                Some((name, int, value, default_code(context.protocol, record, tag, (arm, arms))))
            }),
            is_root: at == ROOT,
            is_hidden: one.is_hidden,
            delta,
        }
    }

    /// Whether nested parts of the record's circle are in a field, so that functions that read and write it call themselves.
    pub fn leads_back(&self, id: FieldId) -> bool {
        self.context.facts.leads_back(self.context.protocol, self.record, id)
    }

    pub fn field(&self, id: FieldId) -> &'a Field {
        &self.record.fields[id.0]
    }

    pub fn cell(&self, id: CellId) -> &'a Cell {
        &self.record.cells[id.0]
    }

    pub fn protocol(&self) -> &'a Protocol {
        self.context.protocol
    }

    /// Hides the types of bare elements, which only readers and writers use, from the documentation.
    pub fn hidden(&self) -> Option<TokenStream> {
        let is_bare = self.is_root && layout::bare_element(self.record).is_some();
        is_bare.then(|| quote!(#[doc(hidden)]))
    }

    /// `pub(super)` for functions that other modules call.
    pub fn visibility(&self) -> Option<TokenStream> {
        self.context.module.map(|_| quote!(pub(super)))
    }

    pub fn another(&self, at: ScopeId) -> Self {
        Self::of(self.context, self.id, at)
    }

    /// The scopes directly inside this one: groups, and arms with fields.
    pub fn children(&self) -> Vec<Self> {
        self.facts.scopes.get(self.at).children.iter().map(|at| self.another(*at)).collect()
    }

    /// The scope of a group.
    pub fn child_of(&self, group: FieldId) -> Option<Self> {
        self.facts.scopes.of_group(group).map(|at| self.another(at))
    }

    /// The scopes of a group, or of the arms of a choice.
    pub fn children_of(&self, field: FieldId) -> Vec<Self> {
        self.facts.scopes.of_field(field).into_iter().map(|at| self.another(at)).collect()
    }

    /// The scope of an arm with fields.
    pub fn child_of_arm(&self, choice: FieldId, arm: usize) -> Option<Self> {
        self.facts.scopes.of_arm(choice, arm).map(|at| self.another(at))
    }

    /// The choice of which it is an arm: its name as declared, and what selects the arm.
    pub fn choice(&self) -> Option<(&'a str, &'a Tag)> {
        let Origin::Arm(choice, _) = self.facts.scopes.get(self.at).origin else { return None };
        match &self.record.fields[choice.0].wire {
            Wire::Match { name, tag, .. } => Some((name, tag)),
            _ => None,
        }
    }

    /// The field that stores an arm's discriminant, if several codes choose the arm.
    pub fn stored_code(&self, tag: &Tag, arm: &'a Arm) -> Option<(&'a str, Int, Value)> {
        stored_code(self.protocol(), self.record, tag, arm)
    }

    /// Whether it is checked while it is written, instead of as a whole before.
    pub fn is_checked_as_written(&self) -> bool {
        self.facts.is_checked_as_written()
    }

    /// The writers of its choices and its regions.
    pub fn writer(&self) -> Writer<'a> {
        Writer { record: self.record, scopes: &self.facts.scopes, checks: &self.facts.checks }
    }

    /// Whether its check, or its writer if that checks, can reject the value.
    pub fn rejects(&self) -> bool {
        self.facts.checks.rejects(self.at)
    }

    // ---- cells as local variables -----------------------------------------------------------------------------

    /// The names of the record's local variables.
    pub fn locals(&self) -> &'a Locals {
        self.context.names.locals(self.id)
    }

    /// A companion of a field's variable.
    pub fn companion(&self, id: FieldId, what: Companion) -> Ident {
        what.of(&self.locals().ident(self.locals().of_field(id)))
    }

    /// The integer type of a cell's variable.
    pub fn cell_int(&self, id: CellId) -> Int {
        Int::of_cell(self.protocol(), self.record, id)
    }

    /// Whether a cell is one bit with the values true and false, stored as a `bool`.
    pub fn is_flag(&self, id: CellId) -> bool {
        int::is_flag(self.record, id)
    }

    /// The type of a cell's local variable.
    pub fn local_type(&self, id: CellId) -> TokenStream {
        if self.is_flag(id) {
            quote!(bool)
        } else {
            let int = self.cell_int(id).ident();
            quote!(#int)
        }
    }

    /// The name of a cell's local variable: its own name in its scope, its path in other scopes or if its own name is
    /// taken.
    pub fn local(&self, id: CellId) -> Ident {
        let own = if self.holds(id) { self.locals().of_own_cell(self.at, id) } else { None };
        self.locals().ident(own.unwrap_or_else(|| self.locals().of_cell(id)))
    }

    /// The names that lead from the record of a field to a cell in it; `None` for other cells.
    pub fn path_inside(&self, id: CellId) -> Option<impl Iterator<Item = &'a str>> {
        let one = self.cell(id);
        let Wire::Record { record, .. } = &self.field(one.field).wire else { return None };
        let inner = &self.protocol().records[record.0].cells[one.inside?.0];
        Some(inner.path.split('.'))
    }

    /// Whether a cell belongs to a field of this scope itself.
    pub fn holds(&self, id: CellId) -> bool {
        self.facts.scopes.holder(self.cell(id).field) == self.at
    }

    /// The captured cells that a function of this scope has as arguments, in wire order.
    pub fn captured(&self, act: Act) -> &'a [CellId] {
        self.facts.captures.captured(self.at, act)
    }

    /// The cells of this scope and of its groups that need local variables, since code outside of their own field reads
    /// them.
    pub fn variables(&self, act: Act) -> &'a BTreeSet<CellId> {
        self.facts.captures.variables(self.at, act)
    }

    /// Whether a cell is a local variable of this scope, as an argument or otherwise.
    pub fn has_local(&self, act: Act, cell: CellId) -> bool {
        self.facts.captures.has_local(self.at, act, cell)
    }

    /// The cells of this group that are read outside of it, in wire order.
    pub fn returned(&self) -> &'a [CellId] {
        self.facts.captures.returned(self.at)
    }

    fn reads(&self) -> Reads<'a> {
        self.facts.reads(self.protocol(), self.record)
    }

    /// The cells that its rules read.
    pub fn read_by_rules(&self) -> BTreeSet<CellId> {
        read_by_rules(&self.reads(), self.at)
    }

    /// The cells that a function of a choice reads, in wire order: its tag, and those of its arms.
    pub fn read_by_choice(&self, id: FieldId, act: Act) -> Vec<CellId> {
        self.facts.captures.read_by_choice(&self.reads(), id, act)
    }

    /// The captured cells that the function of a region has as arguments, in wire order.
    pub fn captured_by_region(&self, body: &[FieldId]) -> Vec<CellId> {
        self.facts.captures.captured_by_region(&self.reads(), self.at, body)
    }

    /// The local variables of the function that writes a body's fields, except those of its regions.
    pub fn written_variables(&self, body: &[FieldId]) -> Vec<CellId> {
        self.facts.captures.written_variables(&self.reads(), self.at, body)
    }

    /// The fields of a region, which a separate function writes.
    pub fn outlined<'i>(&self, id: &'i FieldId) -> Option<&'i [FieldId]>
    where
        'a: 'i,
    {
        match &self.field(*id).wire {
            Wire::Within { body, .. } => Some(body),
            _ => None,
        }
    }

    /// The size of a region, if it is written after the region: a number of fixed width, which nothing else reads but rules
    /// and its own group.
    pub fn late_size(&self, region: FieldId) -> Option<CellId> {
        let Wire::Within { extent: Extent::Counted(Length { cell, .. }), .. } = self.field(region).wire else {
            return None;
        };
        let size = self.cell(cell).field;
        let is_fixed = matches!(
            self.field(size).wire,
            Wire::Scalar { scalar: Scalar::Int { .. }, .. } | Wire::Bits { carrier: Scalar::Int { .. }, .. }
        );
        let is_its = demand(self.cell(cell)).is_some_and(|demand| *demand.fields() == [region]);
        let is_late = is_fixed && is_its && self.is_always(region) && self.field(size).presence == Presence::Always;
        let is_early = || self.facts.captures.has_early_local(self.at, Act::Put, cell);
        (is_late && self.late_field(size).is_some() && !is_early()).then_some(cell)
    }

    /// The field of this scope that can be written late for its size: the size, or a group of fixed length that has it and
    /// no rule about it.
    pub fn late_field(&self, size: FieldId) -> Option<FieldId> {
        let is_plain = |group: &FieldId| {
            let length = layout::field_lengths(self.protocol(), self.record, *group).canonical;
            let is_ruled = |group: Self| group.read_by_rules().iter().any(|cell| self.cell(*cell).field == size);
            length.max == Some(length.min) && self.child_of(*group).is_some_and(|group| !is_ruled(group))
        };
        let field = Some(size).filter(|size| self.facts.scopes.holder(*size) == self.at);
        let field = field.or_else(|| self.field(size).parent.filter(is_plain));
        field.filter(|id| self.is_always(*id) && !self.is_measured(*id))
    }

    /// Whether a field is in this scope and always present.
    fn is_always(&self, id: FieldId) -> bool {
        self.facts.scopes.holder(id) == self.at && self.field(id).presence == Presence::Always
    }

    /// Whether a number is written after the region whose size it is.
    pub fn is_late(&self, cell: CellId) -> bool {
        let fields = demand(self.cell(cell)).map_or(&[][..], Demand::fields);
        fields.first().is_some_and(|id| self.late_size(*id) == Some(cell))
    }

    /// The variable for the number of bytes of a field.
    pub fn size_of(&self, id: FieldId) -> Ident {
        self.late_size(id).map_or_else(|| self.companion(id, Companion::Size), |cell| self.local(cell))
    }

    /// The arm that contains a field.
    pub fn arm_with<'m>(&self, arms: &'m [Arm], field: FieldId) -> Option<&'m Arm> {
        arms.iter().find(|arm| self.record.scope(&arm.body).contains(&field))
    }

    // ---- public fields ----------------------------------------------------------------------------------------

    /// Whether a field is in the value.
    pub fn is_public(&self, id: FieldId) -> bool {
        self.facts.scopes.is_public(id)
    }

    /// Whether a rule uses the size of a field.
    pub fn is_measured(&self, id: FieldId) -> bool {
        self.facts.is_measured(id)
    }

    /// A field's member of the value.
    pub fn member(&self, id: FieldId) -> Ident {
        names::field_ident(self.field(id).name.as_deref().unwrap_or_default())
    }

    /// The fields of the value; a part of bits, or the code of an arm, is no field of the record.
    pub fn members(&self) -> Vec<(Ident, Option<FieldId>)> {
        let code = self.code.iter().map(|(name, ..)| (names::field_ident(name), None));
        let fields = self.body.iter().flat_map(|id| {
            let field = self.field(*id);
            let is_field = self.is_public(*id) && !matches!(field.wire, Wire::Bits { .. });
            let own = is_field.then(|| (self.member(*id), Some(*id)));
            let part = |part: &'a Part| Some((names::field_ident(part.name.as_deref()?), None));
            self.users_parts(*id).filter_map(part).chain(own)
        });
        code.chain(fields).collect()
    }

    /// The parts of inline bits that the user sets.
    pub fn users_parts(&self, id: FieldId) -> impl Iterator<Item = &'a Part> {
        let record = self.record;
        record.fields[id.0].wire.parts().iter().filter(|part| record.is_users(part.cell))
    }

    /// Whether the value borrows.
    pub fn borrows(&self) -> bool {
        self.facts.borrows.scope(self.at).0
    }

    /// Whether the view borrows: it stores a segment of the packet.
    pub fn view_borrows(&self) -> bool {
        self.facts.borrows.scope(self.at).1
    }

    /// The path of a field in its record, for errors.
    pub fn path(&self, id: FieldId) -> String {
        self.record.path(id)
    }
}

/// The name, the integer type and the value type of the discriminant that an arm stores.
fn stored_code<'a>(protocol: &Protocol, record: &'a Record, tag: &Tag, arm: &Arm) -> Option<(&'a str, Int, Value)> {
    let (name, cell) = record.stored_code(tag, arm)?;
    Some((name, Int::of_cell(protocol, record, cell), record.cells[cell.0].value))
}

/// The demand of a derived cell.
pub fn demand(cell: &Cell) -> Option<&Demand> {
    match &cell.source {
        Source::Derived(demand) => Some(demand),
        Source::User | Source::Constant(_) | Source::Reserved(_) => None,
    }
}
