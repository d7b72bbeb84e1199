//! A scope: the fields that share a Rust type. A record is one, so is each group and each arm with fields of its own.
//!
//! All three functions of a scope, `take`, `check` and `put`, hand the cells that its nested scopes read on to them as
//! arguments. Which those are is worked out here.

use std::collections::BTreeSet;
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::facts::Facts;
use super::int::Int;
use super::locals::Locals;
use super::names;
use crate::model::{
    Arm, Cell, CellId, Check, Demand, Expr, Extent, FamilyId, Field, FieldId, Input, Item, Presence, Protocol, Record,
    Source, Tag, Test, Value, Wire,
};

/// Where emitted code stands: in the protocol's module, or in that of a family.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) protocol: &'a Protocol,
    pub(super) module: Option<FamilyId>,
    pub(super) facts: &'a Facts,
}

impl Place<'_> {
    /// What leads from here to the protocol's module.
    pub(super) fn root(&self) -> TokenStream {
        if self.module.is_some() { quote!(super::) } else { TokenStream::new() }
    }

    /// What leads from here to a record's module.
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
    /// The plain type's name as declared: `PosFall`.
    pub(super) name: String,
    pub(super) docs: Vec<String>,
    pub(super) body: &'a [FieldId],
    /// The code that an arm keeps: the name of its field, and its type.
    pub(super) code: Option<(String, Int, Value)>,
    pub(super) is_root: bool,
    /// Names of local variables that stand for cells of enclosing scopes.
    taken: BTreeSet<String>,
    pub(super) locals: Rc<Locals>,
}

/// The functions of a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    Take,
    Check,
    Put,
}

impl<'a> Scope<'a> {
    /// The scope of a whole record, where the record's types live.
    pub(super) fn root(place: Place<'a>, record: &'a Record) -> Self {
        let place = Place { module: record.module, ..place };
        Self {
            place,
            record,
            name: record.name.clone(),
            docs: record.docs.clone(),
            body: &record.body,
            code: None,
            is_root: true,
            taken: BTreeSet::new(),
            locals: Rc::new(Locals::of(place.protocol, record)),
        }
    }

    /// A scope without fields, for what only needs to know where it stands.
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

    /// The scopes right inside this one: groups, and arms with fields.
    pub(super) fn children(&self) -> Vec<Scope<'a>> {
        self.body.iter().flat_map(|id| self.children_of(*id)).collect()
    }

    /// The scope of a group.
    pub(super) fn child_of(&self, field: &'a Field) -> Option<Scope<'a>> {
        match &field.wire {
            Wire::Group { name, body } => Some(self.child(name.clone(), &field.docs, body, None)),
            _ => None,
        }
    }

    pub(super) fn children_of(&self, id: FieldId) -> Vec<Scope<'a>> {
        self.children_of_field(self.field(id))
    }

    pub(super) fn children_of_field(&self, field: &'a Field) -> Vec<Scope<'a>> {
        match &field.wire {
            Wire::Group { name, body } => vec![self.child(name.clone(), &field.docs, body, None)],
            Wire::Match { name, arms, tag } => arms
                .iter()
                .filter(|arm| !arm.transparent && !arm.body.is_empty())
                .map(|arm| self.child(format!("{name}{}", arm.name), &arm.docs, &arm.body, self.kept_code(tag, arm)))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The scope of an arm with fields.
    pub(super) fn child_of_arm(&self, id: FieldId, choice: &str, arm: &Arm) -> Option<Scope<'a>> {
        self.children_of(id).into_iter().find(|child| child.name == format!("{choice}{}", arm.name))
    }

    fn child(
        &self,
        name: String,
        docs: &[String],
        body: &'a [FieldId],
        code: Option<(String, Int, Value)>,
    ) -> Scope<'a> {
        let (place, record, docs) = (self.place, self.record, docs.to_vec());
        let mut child = Scope {
            place,
            record,
            name,
            docs,
            body,
            code,
            is_root: false,
            taken: BTreeSet::new(),
            locals: Rc::clone(&self.locals),
        };
        let outer = [Act::Take, Act::Check, Act::Put].into_iter().flat_map(|act| child.outer(act));
        child.taken = outer.map(|cell| child.full_name(cell)).collect();
        child
    }

    /// The field that keeps an arm's code, where several codes choose the arm.
    pub(super) fn kept_code(&self, tag: &Tag, arm: &Arm) -> Option<(String, Int, Value)> {
        if arm.written.is_some() {
            return None;
        }
        match tag {
            Tag::InPlace { cell, .. } => Some(("code".to_owned(), self.cell_int(*cell), self.cell(*cell).value)),
            Tag::Input(Input::Cell(cell)) => {
                let path = &self.cell(*cell).path;
                let name = path.rsplit('.').next().unwrap_or(path).to_owned();
                Some((name, self.cell_int(*cell), self.cell(*cell).value))
            }
            Tag::Input(Input::Param(_) | Input::Session(_) | Input::Literal(_)) => None,
        }
    }

    // ---- cells as local variables -----------------------------------------------------------------------------

    /// The integer type in which a cell is kept.
    pub(super) fn cell_int(&self, id: CellId) -> Int {
        let cell = self.cell(id);
        match &self.field(cell.field).wire {
            Wire::Scalar { scalar, .. } => Int::of_scalar(self.protocol(), *scalar),
            Wire::Match { tag: Tag::InPlace { scalar, .. }, .. } => Int::of_scalar(self.protocol(), *scalar),
            Wire::Bytes(Extent::Prefixed { scalar, .. })
            | Wire::Text { extent: Extent::Prefixed { scalar, .. }, .. }
            | Wire::List { extent: Extent::Prefixed { scalar, .. }, .. } => Int::of_scalar(self.protocol(), *scalar),
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

    /// Whether a cell is one bit that is true or false: kept as a `bool`.
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

    /// The name of a cell's local variable: its own name in its scope, its path in nested scopes and where that is
    /// taken.
    pub(super) fn local(&self, id: CellId) -> Ident {
        let full = self.full_name(id);
        if !self.holds(id) {
            return self.locals.ident(&full);
        }
        let path = &self.cell(id).path;
        let own = self.with_suffix(id, path.rsplit('.').next().unwrap_or(path));
        self.locals.ident(if self.taken.contains(&own) { &full } else { &own })
    }

    fn full_name(&self, id: CellId) -> String {
        self.with_suffix(id, &self.cell(id).path.replace('.', "_"))
    }

    fn with_suffix(&self, id: CellId, name: &str) -> String {
        match &self.field(self.cell(id).field).wire {
            Wire::Match { .. } => format!("{name}_code"),
            Wire::Bytes(_) | Wire::Text { .. } | Wire::List { .. } => format!("{name}_count"),
            _ => name.to_owned(),
        }
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

    /// The cells of enclosing scopes that a function of this scope reads, in wire order.
    pub(super) fn outer(&self, act: Act) -> Vec<CellId> {
        self.read_by(act).into_iter().filter(|cell| !self.holds(*cell)).collect()
    }

    /// The cells of this scope that a function reads apart from where they stand: these need local variables.
    pub(super) fn own(&self, act: Act) -> Vec<CellId> {
        self.read_by(act).into_iter().filter(|cell| self.holds(*cell)).collect()
    }

    /// The cells that a function of a choice reads, in wire order: its tag, and what its arms read.
    pub(super) fn read_by_choice(&self, id: FieldId, act: Act) -> Vec<CellId> {
        let field = self.field(id);
        let mut cells = BTreeSet::new();
        let there = Field { presence: Presence::Always, rule: None, ..field.clone() };
        self.read_by_field(&there, act, &mut cells);
        for child in self.children_of_field(field) {
            cells.extend(child.outer(act));
        }
        let own = |cell: &CellId| {
            let holder = self.cell(*cell).field;
            holder == id || self.field(holder).parent == Some(id)
        };
        cells.into_iter().filter(|cell| !own(cell)).collect()
    }

    fn read_by(&self, act: Act) -> BTreeSet<CellId> {
        let mut cells = BTreeSet::new();
        for id in self.body {
            self.read_by_field(self.field(*id), act, &mut cells);
        }
        for child in self.children() {
            cells.extend(child.outer(act));
        }
        cells
    }

    fn read_by_field(&self, field: &Field, act: Act, cells: &mut BTreeSet<CellId>) {
        if let Presence::When { test, checked, .. } = &field.presence {
            // A derived presence is right by construction, and a field that the user never sees has only its test.
            if act == Act::Take || (act == Act::Check && *checked) || (act == Act::Put && !self.shows(field)) {
                read_by_test(test, cells);
            }
        }
        if let Some(rule) = &field.rule
            && act != Act::Put
            && let Check::Test(test) = &rule.check
        {
            read_by_test(test, cells);
        }
        let mut inputs = |inputs: &[Input]| cells.extend(inputs.iter().filter_map(|input| cell_of(*input)));
        match &field.wire {
            Wire::Chosen { tags, .. } => {
                if act != Act::Check {
                    inputs(tags);
                }
            }
            Wire::Record { args, .. } | Wire::Family { args, .. } => inputs(args),
            Wire::List { item, extent } => {
                if let Item::Record { args, .. } | Item::Family { args, .. } = item {
                    inputs(args);
                }
                read_by_extent(extent, act, cells);
            }
            Wire::Bytes(extent) | Wire::Text { extent, .. } => read_by_extent(extent, act, cells),
            Wire::Match { tag, arms, .. } => {
                if let (Act::Take, Tag::Input(input)) = (act, tag) {
                    inputs(&[*input]);
                }
                for id in arms.iter().filter(|arm| arm.transparent).flat_map(|arm| &arm.body) {
                    self.read_by_field(self.field(*id), act, cells);
                }
            }
            Wire::Scalar { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Magic(_)
            | Wire::Group { .. } => {}
        }
    }

    // ---- what the user sees -----------------------------------------------------------------------------------

    /// Whether a field is in the plain value.
    pub(super) fn shows(&self, field: &Field) -> bool {
        if field.name.is_none() {
            return false;
        }
        match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => self.cell(*cell).source == Source::User,
            Wire::Group { body, .. } => field.presence != Presence::Always || self.shows_any(body),
            Wire::Padding { .. } | Wire::Magic(_) => false,
            _ => true,
        }
    }

    /// Whether any field of a body is in the plain value.
    pub(super) fn shows_any(&self, body: &[FieldId]) -> bool {
        body.iter().map(|id| self.field(*id)).any(|field| match &field.wire {
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

fn cell_of(input: Input) -> Option<CellId> {
    match input {
        Input::Cell(cell) => Some(cell),
        Input::Param(_) | Input::Session(_) | Input::Literal(_) => None,
    }
}

fn read_by_extent(extent: &Extent, act: Act, cells: &mut BTreeSet<CellId>) {
    match extent {
        Extent::Counted(length) if act == Act::Take => {
            cells.insert(length.cell);
        }
        Extent::Given(expr) if act != Act::Put => read_by_expr(expr, cells),
        _ => {}
    }
}

fn read_by_test(test: &Test, cells: &mut BTreeSet<CellId>) {
    match test {
        Test::In { value, .. } => read_by_expr(value, cells),
        Test::Compare { left, right, .. } => {
            read_by_expr(left, cells);
            read_by_expr(right, cells);
        }
        Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|test| read_by_test(test, cells)),
        Test::Not(test) => read_by_test(test, cells),
    }
}

fn read_by_expr(expr: &Expr, cells: &mut BTreeSet<CellId>) {
    match expr {
        Expr::Literal(_) | Expr::Param(_) | Expr::Session(_) => {}
        Expr::Cell(cell) => {
            cells.insert(*cell);
        }
        Expr::Part { whole, .. } => cells.extend(cell_of(*whole)),
        Expr::Negate(inner) | Expr::Divide(inner, _) => read_by_expr(inner, cells),
        Expr::Add(left, right) | Expr::Subtract(left, right) | Expr::Multiply(left, right) => {
            read_by_expr(left, cells);
            read_by_expr(right, cells);
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
