//! Captures: cells that the functions of one scope read from another.
//!
//! A function of a scope, `take`, `check` or `put`, sees the cells of its own fields. Fields also read cells of other
//! scopes: a nested scope those of its enclosing scopes, and a scope those of its groups and named bits. Such cells are
//! passed:
//!
//! * **down, as arguments** of the nested scope's function: the cells that its fields read and do not hold. A writer
//!   also passes down the nested scope's own derived cells whose demand is outside of it: the scope that sees the
//!   demand derives them.
//! * **up, as further results** beside a group's view, in a reader: the cells of the group that are read outside of it.
//!   An absent group returns zeros, which nothing reads.
//! * **up, from the value**, in a check and a writer: the scope that needs a cell of a group has the group's value, and
//!   derives the cell from it.
//!
//! In every scope that a cell passes through it is a local variable.

use std::collections::BTreeSet;

use super::super::derive;
use super::{Act, Scope, demand};
use crate::model::{
    Absent, Cell, CellId, Check, Checksum, Demand, Extent, Field, FieldId, Form, Input, Item, Presence, Source, Tag,
    Wire,
};

impl Scope<'_> {
    /// The captured cells that a function of this scope has as arguments, in wire order.
    pub(in crate::emit::rust) fn outer(&self, act: Act) -> Vec<CellId> {
        self.touched(act).iter().copied().filter(|cell| self.comes_down(act, *cell)).collect()
    }

    /// The cells of this scope and of its groups that need local variables, since they are read elsewhere than in their
    /// own field.
    pub(in crate::emit::rust) fn own(&self, act: Act) -> Vec<CellId> {
        self.touched(act).iter().copied().filter(|cell| !self.comes_down(act, *cell)).collect()
    }

    /// Whether a cell is a local variable of this scope, as an argument or otherwise.
    pub(in crate::emit::rust) fn has_local(&self, act: Act, cell: CellId) -> bool {
        self.touched(act).contains(&cell)
    }

    /// The cells of this group that are read outside of it, in wire order.
    pub(in crate::emit::rust) fn up(&self) -> Vec<CellId> {
        if self.is_root {
            return Vec::new();
        }
        let mut cells = BTreeSet::new();
        for id in (0..self.record.fields.len()).map(FieldId).filter(|id| !self.contains(*id)) {
            self.read_by_field(id, self.field(id), Act::Take, &mut cells);
        }
        cells.extend(self.read_by_hooks());
        cells.into_iter().filter(|cell| self.contains(self.cell(*cell).field)).collect()
    }

    /// The cells that a function of a choice reads, in wire order: its tag, and those of its arms.
    pub(in crate::emit::rust) fn read_by_choice(&self, id: FieldId, act: Act) -> Vec<CellId> {
        let field = self.field(id);
        let mut cells = BTreeSet::new();
        let present = Field { presence: Presence::Always, rule: None, ..field.clone() };
        self.read_by_field(id, &present, act, &mut cells);
        for child in self.children_of_field(field) {
            cells.extend(child.outer(act));
        }
        cells.into_iter().filter(|cell| !self.around(self.cell(*cell).field).any(|holder| holder == id)).collect()
    }

    /// The cells of other scopes that are local variables in some function of this one.
    pub(super) fn of_others(&self) -> BTreeSet<CellId> {
        let all = [Act::Take, Act::Check, Act::Put].into_iter().flat_map(|act| self.touched(act));
        all.copied().filter(|cell| !self.holds(*cell)).collect()
    }

    /// Whether a field belongs to this scope or to a nested one.
    fn contains(&self, id: FieldId) -> bool {
        self.around(id).any(|holder| self.body.contains(&holder))
    }

    /// A field, and its enclosing groups and choices from the innermost on.
    fn around(&self, id: FieldId) -> impl Iterator<Item = FieldId> {
        std::iter::successors(Some(id), |inner| self.field(*inner).parent)
    }

    fn comes_down(&self, act: Act, id: CellId) -> bool {
        let cell = self.cell(id);
        !self.contains(cell.field) || (act != Act::Take && self.is_derived_outside(cell))
    }

    /// Whether a cell is derived from a field outside of this scope. The width of a count follows the count.
    fn is_derived_outside(&self, cell: &Cell) -> bool {
        let outside = |id: &FieldId| {
            !self.contains(*id)
                || match self.field(*id).wire {
                    Wire::Chosen { cell, .. } => self.is_derived_outside(self.cell(cell)),
                    _ => false,
                }
        };
        demand(cell).is_some_and(|demand| demanders(demand).iter().any(outside))
    }

    /// The cells that a function of this scope has as local variables, computed once.
    fn touched(&self, act: Act) -> &BTreeSet<CellId> {
        let [take, check, put] = &self.touched;
        let cells = match act {
            Act::Take => take,
            Act::Check => check,
            Act::Put => put,
        };
        cells.get_or_init(|| self.now_touched(act))
    }

    fn now_touched(&self, act: Act) -> BTreeSet<CellId> {
        let mut cells = BTreeSet::new();
        for id in &self.body {
            self.read_by_field(*id, self.field(*id), act, &mut cells);
        }
        if self.checks(act) {
            cells.extend(self.read_by_rules());
        }
        for child in self.children() {
            cells.extend(child.outer(act));
        }
        if self.is_root && act != Act::Check {
            cells.extend(self.read_by_hooks());
        }
        match act {
            Act::Take => cells.extend(self.up()),
            Act::Check => {}
            Act::Put => {
                let held = (0..self.record.cells.len()).map(CellId).filter(|cell| self.holds(*cell));
                cells.extend(held.filter(|cell| self.comes_down(act, *cell)));
            }
        }
        cells
    }

    /// The captured cells that the function of a region has as arguments, in wire order.
    pub(in crate::emit::rust) fn outer_of_region(&self, body: &[FieldId]) -> Vec<CellId> {
        let touched = self.touched_by(&self.record.scope(body));
        touched.into_iter().filter(|cell| self.comes_down(Act::Put, *cell)).collect()
    }

    /// The local variables of the function that writes a body's fields, except those of its regions: the cells that
    /// these fields read, and the cells that they hold and something else reads.
    pub(in crate::emit::rust) fn own_written(&self, body: &[FieldId]) -> Vec<CellId> {
        let outlined = |id: &FieldId| body != [*id] && self.written_apart(id).is_some();
        let direct: Vec<FieldId> = body.iter().copied().filter(|id| !outlined(id)).collect();
        let touched = self.touched_by(&direct);
        let written = |cell: &CellId| {
            let one = self.cell(*cell);
            direct.contains(&one.field)
                && match self.field(one.field).wire {
                    Wire::Bits { .. } => matches!(one.source, Source::User | Source::Derived(_)),
                    Wire::Scalar { .. } | Wire::Chosen { .. } => one.source != Source::User,
                    _ => false,
                }
        };
        // Hooks are called after all fields are written.
        let is_all = body == self.outermost;
        let hooked = if self.is_root && is_all { self.read_by_hooks() } else { Vec::new() };
        // Rules are checked then, too.
        let ruled = if self.checks(Act::Put) && is_all { self.read_by_rules() } else { BTreeSet::new() };
        let needed =
            |cell: &CellId| touched.contains(cell) || hooked.contains(cell) || ruled.contains(cell) || written(cell);
        self.own(Act::Put).into_iter().filter(needed).collect()
    }

    /// The cells that must be variables where some fields of this scope are written.
    fn touched_by(&self, fields: &[FieldId]) -> BTreeSet<CellId> {
        let mut cells = BTreeSet::new();
        for id in fields {
            self.read_by_field(*id, self.field(*id), Act::Put, &mut cells);
            for child in self.children_of(*id) {
                cells.extend(child.outer(Act::Put));
            }
        }
        let held = (0..self.record.cells.len()).map(CellId).filter(|cell| fields.contains(&self.cell(*cell).field));
        cells.extend(held.filter(|cell| self.comes_down(Act::Put, *cell)));
        cells
    }

    /// Whether a function of this scope rejects values.
    fn checks(&self, act: Act) -> bool {
        act == Act::Check || (act == Act::Put && self.is_checked_as_written())
    }

    /// The tags that the user sets, if they limit the widths for the number or for a derived tag.
    fn users_tags(&self, id: FieldId, tags: &[Input], act: Act) -> Vec<Input> {
        let derives = tags.iter().any(|tag| self.record.derives_tag(id, *tag));
        let is_users = |tag: &Input| tag.cell().is_some_and(|cell| self.record.is_users(cell));
        let users: Vec<Input> = tags.iter().copied().filter(is_users).collect();
        let is_asked = self.checks(act) || (act == Act::Put && derives);
        if is_asked && !users.is_empty() && derive::asks_given(self, id) { users } else { Vec::new() }
    }

    /// Whether a function of this scope rejects values that contradict a number of the user's.
    fn checks_by(&self, act: Act, cell: CellId) -> bool {
        self.checks(act) && self.record.is_users(cell)
    }

    /// The cells that this scope's rules read.
    fn read_by_rules(&self) -> BTreeSet<CellId> {
        let mut cells = BTreeSet::new();
        for rule in self.body.iter().filter_map(|id| self.field(*id).rule.as_ref()) {
            if let Check::Test(test) = &rule.check {
                cells.extend(test.inputs().into_iter().filter_map(Input::cell));
                // A field is measured by writing it.
                rule.measured().into_iter().for_each(|id| cells.extend(self.outer_of_region(&[id])));
            }
        }
        cells
    }

    /// The cells that are arguments of the record's hooks.
    fn read_by_hooks(&self) -> Vec<CellId> {
        let inputs = self.record.checksums.iter().filter_map(Checksum::hook).flat_map(|(_, inputs)| inputs);
        inputs.filter_map(|input| input.cell()).collect()
    }

    fn read_by_field(&self, id: FieldId, field: &Field, act: Act, cells: &mut BTreeSet<CellId>) {
        if let Presence::When { test, checked, absent } = &field.presence {
            // A derived presence is right by construction. Only the test decides for a field that the user never sees,
            // and for one whose value does not show its presence.
            let tested = || !self.shows(field) || (*checked && *absent != Absent::Nothing);
            if act == Act::Take || (self.checks(act) && *checked) || (act == Act::Put && tested()) {
                cells.extend(test.inputs().into_iter().filter_map(Input::cell));
            }
        }
        if act == Act::Take
            && let Some(rule) = &field.rule
            && let Check::Test(test) = &rule.check
        {
            cells.extend(test.inputs().into_iter().filter_map(Input::cell));
        }
        let mut inputs = |inputs: &[Input]| cells.extend(inputs.iter().copied().filter_map(Input::cell));
        if let Wire::Chosen { cell, .. } = &field.wire
            && self.checks(act)
            && derive::may_not_fit(self, id)
        {
            inputs(&[Input::Cell(*cell)]);
            if let Presence::When { test, .. } = &field.presence {
                inputs(&test.inputs());
            }
        }
        match &field.wire {
            Wire::Chosen { tags, .. } if act == Act::Take => inputs(tags),
            Wire::Chosen { tags, forms, .. } if act == Act::Put => {
                inputs(&self.users_tags(id, tags, act));
                // The last form is written without a test.
                let with_bytes: Vec<&Form> = forms.iter().filter(|form| form.scalar.is_some()).collect();
                let is_one = with_bytes.windows(2).all(|two| matches!(two, [one, other] if one.scalar == other.scalar));
                let tested = with_bytes.split_last().filter(|_| !is_one).map_or(&[][..], |(_, tested)| tested);
                for (column, tag) in tags.iter().enumerate() {
                    if tested.iter().any(|form| form.pattern.get(column).is_some_and(|pattern| !pattern.is_empty())) {
                        inputs(&[*tag]);
                    }
                }
            }
            Wire::Chosen { tags, .. } => {
                inputs(&self.users_tags(id, tags, act));
            }
            Wire::Record { args, .. } => inputs(args),
            Wire::Family { by, args, .. } => {
                if let Some(cell) = by.filter(|cell| act == Act::Take || self.checks_by(act, *cell)) {
                    inputs(&[Input::Cell(cell)]);
                }
                inputs(args);
            }
            Wire::List { item, extent } => {
                if let Item::Record { args, .. } | Item::Family { args, .. } = item {
                    inputs(args);
                }
                self.read_by_extent(id, extent, act, cells);
            }
            Wire::Sparse { item, mask, .. } => {
                if let Item::Record { args, .. } | Item::Family { args, .. } = item {
                    inputs(args);
                }
                if act == Act::Take || self.checks_by(act, *mask) {
                    inputs(&[Input::Cell(*mask)]);
                }
            }
            Wire::Bytes(extent) | Wire::Text { extent, .. } => self.read_by_extent(id, extent, act, cells),
            Wire::Match { tag, arms, .. } => {
                if let Tag::Input(input) = tag
                    && (act == Act::Take || input.cell().is_some_and(|cell| self.checks_by(act, cell)))
                {
                    inputs(&[*input]);
                }
                for id in arms.iter().filter(|arm| arm.transparent).flat_map(|arm| &arm.body) {
                    self.read_by_field(*id, self.field(*id), act, cells);
                }
            }
            Wire::Within { extent, .. } => self.read_by_extent(id, extent, act, cells),
            Wire::Scalar { .. }
            | Wire::Float { .. }
            | Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Magic(_)
            | Wire::Group { .. } => {}
        }
    }

    fn read_by_extent(&self, id: FieldId, extent: &Extent, act: Act, cells: &mut BTreeSet<CellId>) {
        match (extent, act) {
            (Extent::Counted(length), Act::Take) => {
                cells.insert(length.cell);
            }
            // All lists of a count but the first are compared with it.
            (Extent::Counted(length), act) if self.checks(act) && derive::compares_count(self, length.cell, id) => {
                cells.insert(length.cell);
            }
            (Extent::Given(expr), act) if act == Act::Take || self.checks(act) => {
                cells.extend(expr.inputs().into_iter().filter_map(Input::cell));
            }
            _ => {}
        }
    }
}

/// The fields from which a demand is derived.
fn demanders(demand: &Demand) -> &[FieldId] {
    match demand {
        Demand::Presence { field, .. }
        | Demand::Form { field, .. }
        | Demand::Arm { field }
        | Demand::Mask { field } => std::slice::from_ref(field),
        Demand::Count { fields, .. } => fields,
        Demand::Checksum | Demand::Hook => &[],
    }
}
