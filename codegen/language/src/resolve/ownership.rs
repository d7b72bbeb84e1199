//! Ownership of cells: who sets each number, the user or the writer. Implements the table of the language reference.
//!
//! While a record is built, every use of a cell is recorded. When the record is complete, tags, masks and counts take
//! their cells first, if these are bare or [`follow`](crate::resolve::ownership::follows) in every case; then presence
//! tests of a single bare flag take theirs. Every other use only reads its numbers, and is checked. Two owners of one
//! bare flag are an error.

mod arms;
mod follows;
mod repair;
mod spellings;
pub(super) mod uses;

use crate::diagnostic::{Diagnostic, Edit, Help};
use crate::model::{CellId, Code, Delta, DeltaScope, Demand, Field, FieldId, Input, Presence, Source, Test, Wire};
use crate::source::Span;

use crate::resolve::delta::inside::is_the_users;
use crate::resolve::ownership::follows::Setter;
use crate::resolve::ownership::uses::{Conjunct, OfNumber, Read, Use, by_number};
use crate::resolve::record::builder::Builder;

/// The demand that took a cell, and its span.
#[derive(Debug, Clone)]
struct Owner {
    demand: Demand,
    span: Span,
}

/// The owners found so far, one per cell.
#[derive(Debug, Default)]
struct Owners(Vec<Option<Owner>>);

impl Owners {
    fn of(&self, cell: CellId) -> Option<&Owner> {
        self.0.get(cell.0).and_then(Option::as_ref)
    }

    fn set(&mut self, cell: CellId, demand: Demand, span: Span) {
        if let Some(place) = self.0.get_mut(cell.0) {
            *place = Some(Owner { demand, span });
        }
    }
}

impl Builder<'_, '_> {
    /// Decides the source of every cell, and which presence tests are checked.
    pub(super) fn settle(&mut self) {
        let uses = std::mem::take(&mut self.frame.uses);
        self.repaired_decide_nothing(&uses);
        if self.frame.broken {
            return;
        }
        let by_number = by_number(&uses);
        let setters = self.setters(&by_number);
        for (id, setter) in &setters {
            if let (Setter::Writer { absent }, Some(cell)) = (setter, self.frame.cells.get_mut(id.0)) {
                cell.absent = *absent;
            }
        }
        let mut owners = Owners(vec![None; self.frame.cells.len()]);
        for one in &uses {
            let Some((cell, field, span)) = one.determines() else { continue };
            let setter = setters.get(&cell);
            let is_in_own_arm = || by_number.get(&cell).is_some_and(|of| self.is_in_own_arm(one, of));
            if setter == Some(&Setter::User) || (setter.is_some() && is_in_own_arm()) {
                continue;
            }
            match *one {
                Use::Form { column, .. } => self.take(&mut owners, cell, Demand::Form { field, column }, span),
                Use::Arm { column, .. } => self.take(&mut owners, cell, Demand::Arm { field, column }, span),
                Use::Mask { .. } => self.take(&mut owners, cell, Demand::Mask { field }, span),
                Use::Place { last, .. } => {
                    self.only_placed(cell, by_number.get(&cell));
                    self.take(&mut owners, cell, Demand::Place { last }, span);
                }
                Use::Count { times, plus, .. } => self.count(&mut owners, cell, field, (times, plus), span),
                Use::Computed { .. } => self.unclear(cell, span, "this length has several answers"),
                Use::Tested { .. } | Use::Argument { .. } | Use::Read { .. } | Use::Part { .. } | Use::Ruled { .. } => {
                }
            }
        }
        for one in &uses {
            if let Use::Tested { field, conjuncts, owned: true, .. } = one
                && let [only] = conjuncts.as_slice()
                && let Some((cell, negated)) = only.flag
                && self.frame.origin(cell).bare
            {
                let demand = Demand::Presence { field: *field, negated };
                self.take(&mut owners, cell, demand, only.span);
            }
        }
        for one in &uses {
            match one {
                Use::Tested { field, conjuncts, owned: true } => self.tested(&mut owners, *field, conjuncts),
                Use::Argument { cell, span, element } => self.passed(&owners, *cell, *span, *element),
                Use::Read { cell, span, element: true } => self.passed(&owners, *cell, *span, true),
                _ => {}
            }
        }
        self.count_arms(&by_number, &setters);
        self.checked_by_users(&uses, &setters);
        for (cell, owner) in self.frame.cells.iter_mut().zip(owners.0) {
            if let Some(owner) = owner {
                cell.source = Source::Derived(owner.demand);
            }
        }
        self.like_their_structs();
        self.in_every_state();
    }

    /// Rejects inheritance from fields that are not in the state, which consists of the user's fields.
    fn in_every_state(&mut self) {
        for at in 0..self.frame.fields.len() {
            let Some(field) = self.frame.fields.get(at) else { continue };
            let bases = [field.inherits(), field.inherits_places(), field.state_inside().map(|(_, base)| base)];
            let named = bases.into_iter().flatten().filter(|base| base.inside.is_empty()).map(|base| base.field);
            let wrong: Option<FieldId> = named
                .into_iter()
                .find(|id| self.frame.fields.get(id.0).is_some_and(|field| !is_the_users(&self.frame.cells, field)));
            let Some(wrong) = wrong else { continue };
            let (here, there) = (self.frame.place(FieldId(at)).name, self.frame.place(wrong).name);
            let name = self.frame.fields.get(wrong.0).map(|field| field.label.clone()).unwrap_or_default();
            let (title, why) = (format!("`{name}` is no field of the state"), "set by the writer, or always the same");
            self.complain(if wrong.0 == at {
                Diagnostic::new(title, here, why).help("drop the `else`: nothing of it is inherited")
            } else {
                let wrong = Diagnostic::new(title, here, "inherits it").other(there, why);
                wrong.help("inherit something that the user sets")
            });
        }
    }

    /// Rejects derived cells in a group that is a struct in the state: all its fields must be the user's.
    fn like_their_structs(&mut self) {
        let is_like = |field: &Field| matches!(field.part_of_state(), Some(Delta { scope: DeltaScope::Like(_), .. }));
        let mut wrong = Vec::new();
        for cell in &self.frame.cells {
            let field = self.frame.fields.get(cell.field.0);
            let parent = field.and_then(|field| self.frame.fields.get(field.parent?.0));
            if parent.is_some_and(is_like)
                && let (Source::Derived(_), Some(field)) = (&cell.source, field)
            {
                wrong.push((self.frame.place(cell.field).name, field.label.clone()));
            }
        }
        for (span, name) in wrong {
            let title = format!("`{name}` is set by the writer, so it is no field of the struct");
            self.complain(
                Diagnostic::new(title, span, "the writer derives it")
                    .help("leave out the `as`: the group is a type of its own then"),
            );
        }
    }

    /// Gives a cell to the writer; reports a second owner.
    fn take(&mut self, owners: &mut Owners, cell: CellId, demand: Demand, span: Span) {
        let name = self.name_of(cell);
        let declared = self.frame.origin(cell).span;
        if let Some(Source::Constant(code)) = self.frame.cells.get(cell.0).map(|cell| &cell.source) {
            let title = format!("`{name}` is always {code}, so nothing can depend on it");
            self.complain(Diagnostic::new(title, span, self.demand_text(&demand)).other(declared, "a constant"));
            return;
        }
        match owners.of(cell) {
            None => owners.set(cell, demand, span),
            Some(owner) => {
                let wrong = Diagnostic::new(format!("two things would set `{name}`"), span, self.demand_text(&demand))
                    .other(owner.span, format!("already {}", self.demand_text(&owner.demand)))
                    .other(declared, "one number on the wire");
                let help = match (&demand, &owner.demand) {
                    (Demand::Presence { negated: false, .. }, Demand::Presence { negated: false, .. }) => {
                        Some(format!("make one group of what it switches: `group: if {name} {{ .. }}`"))
                    }
                    (Demand::Presence { .. }, Demand::Presence { .. }) => {
                        Some(format!("choose between shapes with one `match {name} {{ 0 => .., 1 => .. }}`"))
                    }
                    _ => None,
                };
                self.complain(wrong.help_if(help).help(self.said_by_users(&[(name, declared)])));
            }
        }
    }

    /// Handles a count; several fields may have the same count.
    fn count(&mut self, owners: &mut Owners, cell: CellId, field: FieldId, step: (Code, Code), span: Span) {
        if let Some(Some(owner)) = owners.0.get_mut(cell.0)
            && let Demand::Count { fields, times, plus, .. } = &mut owner.demand
            && (*times, *plus) == step
            && !fields.iter().chain([&field]).any(|one| self.frame.is_region(*one))
        {
            fields.push(field);
            return;
        }
        let (times, plus) = step;
        self.take(owners, cell, Demand::Count { fields: vec![field], times, plus }, span);
    }

    /// Handles a test that is not a single bare flag: somebody else sets the cells that it reads, so it is checked.
    fn tested(&mut self, owners: &mut Owners, field: FieldId, conjuncts: &[Conjunct]) {
        if let [only] = conjuncts
            && only.flag.is_some_and(|(cell, _)| self.frame.origin(cell).bare)
        {
            // Taken or reported above.
            return;
        }
        let bare = conjuncts.iter().flat_map(|one| &one.reads).find(|read| self.frame.origin(read.cell).bare);
        if let Some(read) = bare {
            self.tests_bare_flag(owners, read, conjuncts);
            return;
        }
        let found = self.frame.field(field);
        if let (Some(found), Some(first)) = (&found, conjuncts.first())
            && found.inherits().is_some()
        {
            self.not_the_writers(first.span, "this is decided by somebody else");
            return;
        }
        let is_decided = matches!(conjuncts, [only] if self.encodes_absence(owners, field, only));
        if let Some(Presence::When { checked, .. }) = self.frame.field(field).map(|field| &mut field.presence) {
            *checked = !is_decided;
        }
    }

    /// Rejects a test of a bare flag that nobody derives from it.
    fn tests_bare_flag(&mut self, owners: &Owners, read: &Read, conjuncts: &[Conjunct]) {
        let (name, origin) = (self.name_of(read.cell), self.frame.origin(read.cell));
        let mut bare: Vec<(String, Span)> = Vec::new();
        for read in conjuncts.iter().flat_map(|one| &one.reads) {
            let flag = (self.name_of(read.cell), self.frame.origin(read.cell));
            if flag.1.bare && bare.iter().all(|(name, _)| *name != flag.0) {
                bare.push((flag.0, flag.1.span));
            }
        }
        let wrong = Diagnostic::new(
            format!("nobody can tell what `{name}` should be"),
            read.span,
            "a bare flag is the writer's, who cannot work it out from this",
        );
        let wrong = match owners.of(read.cell) {
            Some(owner) => wrong
                .other(owner.span, self.demand_text(&owner.demand))
                .help(self.said_by_users(&bare))
                .help(format!("or put both fields into one group: `group: if {name} {{ .. }}`")),
            None => wrong
                .other(origin.span, "a part without a type")
                .help(self.said_by_users(&bare))
                .help(format!("or nest: a group `if {name} {{ .. }}`, and the rest of the condition inside")),
        };
        self.complain(wrong);
    }

    /// `data: bytes[size] if size != -1`: whether the test can only fail together with the presence that it decides,
    /// since no length of the field has the number that means absent.
    fn encodes_absence(&self, owners: &Owners, field: FieldId, only: &Conjunct) -> bool {
        let Test::In { value: crate::model::Expr::Cell(cell), .. } = &only.test else { return false };
        let Some(Owner { demand: Demand::Count { fields, times, plus }, .. }) = owners.of(*cell) else { return false };
        let Some(code) = self.frame.cells.get(cell.0).and_then(|cell| cell.absent) else { return false };
        let elements = code.checked_mul(*times).and_then(|elements| elements.checked_add(*plus));
        elements.is_some_and(|elements| elements < 0) && fields.iter().all(|counted| self.is_inside(*counted, field))
    }

    /// Rejects a rule or a length that reads a bit of the last element: the list sets it after the element is written.
    fn only_placed(&mut self, cell: CellId, uses: Option<&OfNumber<'_>>) {
        let reads = uses.iter().flat_map(|of| &of.reading).find_map(|one| match one {
            Use::Read { span, .. } | Use::Ruled { span, .. } => Some(*span),
            _ => None,
        });
        if let Some(span) = reads {
            self.unclear(cell, span, "the place of the element sets it");
        }
    }

    /// Rejects a use of a bare flag that the writer cannot work out, or has not yet.
    fn unclear(&mut self, cell: CellId, span: Span, why: &str) {
        let (name, declared) = (self.name_of(cell), self.frame.origin(cell).span);
        let title = format!("nobody can tell what `{name}` should be");
        let wrong = Diagnostic::new(title, span, why);
        let wrong = wrong.other(declared, "a part without a type");
        self.complain(wrong.help(self.said_by_users(&[(name, declared)])));
    }

    /// Rejects a bare flag that a presence decides, or that many elements would decide, if it is passed on.
    fn passed(&mut self, owners: &Owners, cell: CellId, span: Span, element: bool) {
        let (name, origin) = (self.name_of(cell), self.frame.origin(cell));
        if !origin.bare {
            return;
        }
        match owners.of(cell) {
            Some(owner) => {
                let title = format!("`{name}` is set by the writer, so it cannot be passed on");
                let wrong = Diagnostic::new(title, span, "passed on here");
                let wrong = wrong.other(owner.span, self.demand_text(&owner.demand));
                self.complain(wrong.help(self.said_by_users(&[(name, origin.span)])));
            }
            None if element => self.unclear(cell, span, "many elements would decide one bit"),
            None => {}
        }
    }

    /// A proposal to give flags of the writer to the user.
    pub(super) fn said_by_users(&self, flags: &[(String, Span)]) -> Help {
        let parts: Vec<String> = flags.iter().map(|(name, _)| format!("`{name}: bool`")).collect();
        let edits: Vec<Edit> = flags.iter().map(|(_, span)| Edit::new(self.behind_name(*span), ": bool")).collect();
        Help::new(format!("let the user say it: {}", parts.join(", ")), edits)
    }

    /// The end of a name and of its source name.
    fn behind_name(&self, name: Span) -> Span {
        let text = self.resolver.sources.get(name.file).text.get(name.range().end..).unwrap_or_default();
        let source_name = text.trim_start().strip_prefix('"').and_then(|quoted| quoted.split_once('"'));
        let behind = source_name.map_or(0, |(_, rest)| text.len() - rest.len());
        Span::new(name.file, name.range().end + behind, name.range().end + behind)
    }

    pub(super) fn name_of(&self, cell: CellId) -> String {
        self.frame.cells.get(cell.0).map(|cell| cell.path.clone()).unwrap_or_default()
    }

    /// A tag: an input that a match reads; a use if it is a cell, or a part of one.
    pub(super) fn note_tag(&mut self, input: Input, span: Span, of: impl FnOnce(CellId) -> Use) {
        match input {
            Input::Cell(cell) => self.frame.uses.push(of(cell)),
            Input::Part(part) => {
                let whole = part.whole.input().cell();
                self.frame.uses.extend(whole.map(|cell| Use::Part { cell, span }));
            }
            Input::Param(_) | Input::Session(_) | Input::Literal(_) | Input::Left => {}
        }
    }

    fn demand_text(&self, demand: &Demand) -> &'static str {
        match demand {
            Demand::Presence { negated: false, .. } => "set when this is there",
            Demand::Presence { negated: true, .. } => "set when this is not there",
            Demand::Form { .. } => "set to the width of this",
            Demand::Arm { field, .. } if self.is_message(*field) => "set to the message of this",
            Demand::Arm { .. } => "set to the shape of this",
            Demand::Mask { .. } => "set to what is in this",
            Demand::Count { .. } => "set to the length of this",
            Demand::Place { .. } => "set by the place of the element",
            Demand::Checksum | Demand::Hook => "computed from the bytes around it",
        }
    }

    /// Whether a field is a member of a family.
    fn is_message(&self, field: FieldId) -> bool {
        self.frame.fields.get(field.0).is_some_and(|field| matches!(field.wire, Wire::Family { .. }))
    }
}

/// Whether a field itself is optional.
pub(super) fn optional(presence: &Presence, wire: &Wire) -> bool {
    *presence != Presence::Always || wire.may_lack_bytes()
}
