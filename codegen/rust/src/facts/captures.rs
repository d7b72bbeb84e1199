//! Captures: cells that the functions of one scope read from another.
//!
//! A function of a scope, which reads, checks or writes it, sees the cells of its own fields. Fields also read cells of
//! other scopes: a nested scope those of its enclosing scopes, and a scope those of its groups and named bits. Such
//! cells are passed:
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

use super::reads::Reads;
use super::scopes::{ROOT, ScopeId};
use crate::model::{CellId, FieldId, Source, Wire};
use std::collections::BTreeSet;

/// A function of a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Reads bytes.
    Take,
    /// Checks a plain value before it is written.
    Check,
    /// Writes a plain value.
    Put,
}

/// The cells that a function of a scope has as local variables, in wire order.
#[derive(Debug, Clone, Default)]
struct Touched {
    all: BTreeSet<CellId>,
    /// The same without those that only rules read, or the group that holds them.
    early: BTreeSet<CellId>,
    /// Captured cells, which are arguments.
    captured: Vec<CellId>,
    /// Cells of this scope and of its groups that are read elsewhere than in their own field.
    variables: BTreeSet<CellId>,
}

/// The captures of a record's scopes.
#[derive(Debug, Clone, Default)]
pub struct Captures {
    /// By scope: what the reader, the check and the writer touch.
    touched: Vec<[Touched; 3]>,
    /// By scope: the cells that are read outside of it.
    returned: Vec<Vec<CellId>>,
}

impl Captures {
    /// Finds the captures of all scopes.
    pub(super) fn of(reads: &Reads<'_>) -> Self {
        let scopes = reads.scopes.outer_first().len();
        let mut captures = Self { touched: vec![Default::default(); scopes], returned: returned(reads) };
        for scope in reads.scopes.inner_first() {
            captures.touched[scope.0] = [Act::Take, Act::Check, Act::Put].map(|act| {
                let [early, mut all] = captures.touched_in(reads, scope, act);
                all.extend(&early);
                if reads.checks(act) {
                    all.extend(read_by_rules(reads, scope));
                }
                let (captured, variables) = all.iter().partition(|cell| comes_down(reads, scope, act, **cell));
                Touched { captured, variables: variables.into_iter().collect(), early, all }
            });
        }
        captures
    }

    fn of_act(&self, scope: ScopeId, act: Act) -> &Touched {
        let [take, check, put] = &self.touched[scope.0];
        match act {
            Act::Take => take,
            Act::Check => check,
            Act::Put => put,
        }
    }

    /// The captured cells that a function of a scope has as arguments, in wire order.
    pub fn captured(&self, scope: ScopeId, act: Act) -> &[CellId] {
        &self.of_act(scope, act).captured
    }

    /// The cells of a scope and of its groups that need local variables, since they are read elsewhere than in their
    /// own field.
    pub fn variables(&self, scope: ScopeId, act: Act) -> &BTreeSet<CellId> {
        &self.of_act(scope, act).variables
    }

    /// Whether a cell is a local variable of a scope, as an argument or otherwise.
    pub fn has_local(&self, scope: ScopeId, act: Act, cell: CellId) -> bool {
        self.of_act(scope, act).all.contains(&cell)
    }

    /// Whether a cell is a local variable of a scope for more than its rules and the group that holds it.
    pub fn has_early_local(&self, scope: ScopeId, act: Act, cell: CellId) -> bool {
        self.of_act(scope, act).early.contains(&cell)
    }

    /// The cells of a group that are read outside of it, in wire order.
    pub fn returned(&self, scope: ScopeId) -> &[CellId] {
        &self.returned[scope.0]
    }

    /// The cells of other scopes that are local variables in some function of this one.
    pub fn of_others(&self, reads: &Reads<'_>, scope: ScopeId) -> BTreeSet<CellId> {
        let all = self.touched[scope.0].iter().flat_map(|touched| &touched.all);
        all.copied().filter(|cell| reads.scopes.holder(reads.record.cells[cell.0].field) != scope).collect()
    }

    /// The cells that a function of a choice reads, in wire order: its tag, and those of its arms.
    pub fn read_by_choice(&self, reads: &Reads<'_>, id: FieldId, act: Act) -> Vec<CellId> {
        let mut cells = BTreeSet::new();
        reads.of_present(id, act, &mut cells);
        for child in reads.scopes.of_field(id) {
            cells.extend(self.captured(child, act));
        }
        let is_inside =
            |cell: &CellId| reads.record.around(reads.record.cells[cell.0].field).any(|holder| holder == id);
        cells.into_iter().filter(|cell| !is_inside(cell)).collect()
    }

    /// The captured cells that the function of a region has as arguments, in wire order.
    pub fn captured_by_region(&self, reads: &Reads<'_>, scope: ScopeId, body: &[FieldId]) -> Vec<CellId> {
        let touched = self.touched_by(reads, scope, &reads.record.scope(body));
        touched.into_iter().filter(|cell| comes_down(reads, scope, Act::Put, *cell)).collect()
    }

    /// The local variables of the function that writes a body's fields, except those of its regions: the cells that
    /// these fields read, and the cells that they hold and something else reads.
    pub fn written_variables(&self, reads: &Reads<'_>, scope: ScopeId, body: &[FieldId]) -> Vec<CellId> {
        let is_region = |id: &FieldId| matches!(reads.record.fields[id.0].wire, Wire::Within { .. });
        let direct: BTreeSet<FieldId> = body.iter().copied().filter(|id| !is_region(id)).collect();
        let mut needed = self.touched_by(reads, scope, &Vec::from_iter(direct.iter().copied()));
        // The size of a region is checked where the region is written from.
        for id in body.iter().filter(|id| is_region(id)) {
            reads.of_field(*id, Act::Put, &mut needed);
        }
        if body == reads.scopes.get(scope).outermost {
            // Hooks are called after all fields are written, and rules are checked then, too.
            if scope == ROOT {
                needed.extend(reads.of_checksums());
            }
            if reads.checks(Act::Put) {
                needed.extend(read_by_rules(reads, scope));
            }
        }
        let written = |cell: &CellId| {
            let one = &reads.record.cells[cell.0];
            direct.contains(&one.field)
                && match reads.record.fields[one.field.0].wire {
                    Wire::Bits { .. } => matches!(one.source, Source::User | Source::Derived(_)),
                    Wire::Scalar { .. } | Wire::Chosen { .. } => one.source != Source::User,
                    _ => false,
                }
        };
        let own = self.variables(scope, Act::Put).iter();
        own.copied().filter(|cell| needed.contains(cell) || written(cell)).collect()
    }

    /// The cells that must be variables where some fields of a scope are written.
    fn touched_by(&self, reads: &Reads<'_>, scope: ScopeId, fields: &[FieldId]) -> BTreeSet<CellId> {
        let mut cells = BTreeSet::new();
        for id in fields {
            reads.of_field(*id, Act::Put, &mut cells);
            for child in reads.scopes.of_field(*id) {
                cells.extend(self.captured(child, Act::Put));
            }
            let held = reads.cells_of(*id).iter().copied();
            cells.extend(held.filter(|cell| comes_down(reads, scope, Act::Put, *cell)));
        }
        cells
    }

    /// The cells that a scope touches before its rules, and those that only the groups that hold them capture.
    fn touched_in(&self, reads: &Reads<'_>, scope: ScopeId, act: Act) -> [BTreeSet<CellId>; 2] {
        let (mut cells, mut held) = (BTreeSet::new(), BTreeSet::new());
        let one = reads.scopes.get(scope);
        for id in &one.body {
            reads.of_field(*id, act, &mut cells);
        }
        for child in &one.children {
            let is_held = |cell: &CellId| reads.scopes.contains(*child, reads.record.cells[cell.0].field);
            let (own, others): (Vec<CellId>, Vec<CellId>) =
                self.captured(*child, act).iter().partition(|cell| is_held(cell));
            held.extend(own);
            cells.extend(others);
        }
        if scope == ROOT && act != Act::Check {
            cells.extend(reads.of_checksums());
        }
        match act {
            Act::Take => cells.extend(self.returned(scope)),
            Act::Check => {}
            Act::Put => {
                let held = one.body.iter().flat_map(|id| reads.cells_held(*id));
                cells.extend(held.filter(|cell| comes_down(reads, scope, act, *cell)));
            }
        }
        [cells, held]
    }
}

/// The cells that the rules of a scope read.
pub fn read_by_rules(reads: &Reads<'_>, scope: ScopeId) -> BTreeSet<CellId> {
    let mut cells = BTreeSet::new();
    reads.scopes.get(scope).body.iter().for_each(|id| reads.of_rule(*id, &mut cells));
    cells
}

/// The cells of each scope that are read outside of it.
fn returned(reads: &Reads<'_>) -> Vec<Vec<CellId>> {
    let mut up = vec![BTreeSet::new(); reads.scopes.outer_first().len()];
    let mut add = |cell: CellId, is_outside: &dyn Fn(ScopeId) -> bool| {
        let field = reads.record.cells[cell.0].field;
        for scope in reads.record.around(field).map(|holder| reads.scopes.holder(holder)).filter(|scope| *scope != ROOT)
        {
            if is_outside(scope) {
                up[scope.0].insert(cell);
            }
        }
    };
    for id in (0..reads.record.fields.len()).map(FieldId) {
        let mut cells = BTreeSet::new();
        reads.of_field(id, Act::Take, &mut cells);
        cells.into_iter().for_each(|cell| add(cell, &|scope| !reads.scopes.contains(scope, id)));
    }
    reads.of_checksums().into_iter().for_each(|cell| add(cell, &|_| true));
    up.into_iter().map(|cells| cells.into_iter().collect()).collect()
}

fn comes_down(reads: &Reads<'_>, scope: ScopeId, act: Act, id: CellId) -> bool {
    !reads.scopes.contains(scope, reads.record.cells[id.0].field)
        || (act != Act::Take && is_derived_outside(reads, scope, id))
}

/// Whether a cell is derived from a field outside of a scope. The width of a count follows the count.
fn is_derived_outside(reads: &Reads<'_>, scope: ScopeId, cell: CellId) -> bool {
    let Source::Derived(demand) = &reads.record.cells[cell.0].source else { return false };
    demand.fields().iter().any(|id| {
        !reads.scopes.contains(scope, *id)
            || match reads.record.fields[id.0].wire {
                Wire::Chosen { cell, .. } => is_derived_outside(reads, scope, cell),
                _ => false,
            }
    })
}
