//! Finds the typed numbers that always follow from other fields, so that the writer can set them.
//!
//! A count, a mask, or a tag is derived from the field that it describes. If that field may be absent, or determines
//! less than the number, the number would be lost: then the user sets it, and the field is checked against it. A bare
//! flag exists for the layout only, so the writer always sets it.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::model::{Arm, CellId, Expr, Extent, Field, FieldId, Presence, Source, Test, Wire};

use crate::resolve::delta::inherits;
use crate::resolve::ownership::uses::Use;
use crate::resolve::record::builder::Builder;

impl Builder<'_, '_> {
    /// The typed numbers that the user sets although a field describes them.
    pub(in crate::resolve) fn users(&self, uses: &[Use]) -> BTreeSet<CellId> {
        let ruled = |cell: CellId| uses.iter().any(|one| matches!(one, Use::Ruled { cell: of, .. } if *of == cell));
        let typed = |cell: CellId| {
            let source = self.frame.cells.get(cell.0).map(|cell| &cell.source);
            source == Some(&Source::User) && !self.frame.origin(cell).bare
        };
        let used = uses.iter().filter_map(|one| Some((one, one.derives()?.0))).filter(|(_, cell)| typed(*cell));
        // A rule may require another width than the first that holds the value.
        let is_free = |one: &Use, cell| !matches!(one, Use::Form { .. }) || !ruled(cell);
        let (derived, open): (Vec<_>, Vec<_>) = used.partition(|(one, cell)| self.follows(one) && is_free(one, *cell));
        let derived: BTreeSet<CellId> = derived.into_iter().map(|(_, cell)| cell).collect();
        open.into_iter().map(|(_, cell)| cell).filter(|cell| !derived.contains(cell)).collect()
    }

    /// Whether a use determines its number wherever the number is present.
    fn follows(&self, one: &Use) -> bool {
        let (Some((cell, field, _)), told) = (one.derives(), !matches!(one, Use::Form { told: false, .. })) else {
            return false;
        };
        // An invalid count encodes the absence of the field.
        let sentinel = matches!(one, Use::Count { .. }).then_some(cell);
        let beside = self.frame.cells.get(cell.0).map(|cell| cell.field);
        told && beside.is_some_and(|beside| !self.may_be_absent(field, beside, sentinel))
    }

    /// Whether a field can be absent while `beside` is present, other than by a test of `sentinel` alone.
    fn may_be_absent(&self, field: FieldId, beside: FieldId, sentinel: Option<CellId>) -> bool {
        let is_sentinel =
            |test: &Test| matches!(test, Test::In { value: Expr::Cell(cell), .. } if Some(*cell) == sentinel);
        let mut at = Some(field);
        while let Some(found) = at.and_then(|id| self.frame.fields.get(id.0)) {
            if at.is_some_and(|id| self.is_inside(beside, id)) {
                return false;
            }
            match &found.presence {
                Presence::When { test, .. } if is_sentinel(test) || self.is_under(beside, test) => {}
                Presence::When { .. } | Presence::Left { .. } => return true,
                Presence::Always | Presence::Chosen { .. } => {}
            }
            let outer = found.parent.and_then(|id| self.frame.fields.get(id.0));
            if let Some(Wire::Match { arms, .. }) = outer.map(|outer| &outer.wire) {
                // Fields of one arm are present together.
                let both = |arm: &Arm| self.holds(&arm.body, field) && self.holds(&arm.body, beside);
                return !arms.iter().any(both);
            }
            at = found.parent;
        }
        false
    }

    /// Whether a field, or a group around it, has exactly this presence test.
    fn is_under(&self, field: FieldId, test: &Test) -> bool {
        let parent = |id: &FieldId| self.frame.fields.get(id.0)?.parent;
        let mut around = std::iter::successors(Some(field), parent).filter_map(|id| self.frame.fields.get(id.0));
        around.any(|one| matches!(&one.presence, Presence::When { test: same, .. } if same == test))
    }

    /// Whether a field is `outer` or nested in it.
    pub(in crate::resolve) fn is_inside(&self, field: FieldId, outer: FieldId) -> bool {
        let parent = |id: &FieldId| self.frame.fields.get(id.0)?.parent;
        std::iter::successors(Some(field), parent).any(|id| id == outer)
    }

    /// Whether a field is nested in a body.
    fn holds(&self, body: &[FieldId], field: FieldId) -> bool {
        body.iter().any(|id| {
            let within = self.frame.fields.get(id.0).map(|field| &field.wire);
            self.is_inside(field, *id) || matches!(within, Some(Wire::Within { body, .. }) if self.holds(body, field))
        })
    }

    /// Checks the user's numbers against the fields that they describe.
    pub(in crate::resolve) fn checked_by_users(&mut self, uses: &[Use], users: &BTreeSet<CellId>) {
        for one in uses {
            let Some((cell, field, span)) = one.derives().filter(|(cell, ..)| users.contains(cell)) else { continue };
            if self.frame.fields.get(field.0).is_some_and(inherits) {
                let (name, declared) = (self.name_of(cell), self.frame.origin(cell).span);
                self.complain(
                    Diagnostic::new(
                        format!("`{name}` is the user's, so the writer can leave nothing out"),
                        span,
                        "decides what travels",
                    )
                    .other(declared, "does not follow from this in every case")
                    .help("put the number right in front of what it says something about, under the same condition"),
                );
                continue;
            }
            if let (Use::Count { written, .. }, Some(found)) = (one, self.frame.field(field))
                && let Some(extent) = extent_of(found)
            {
                *extent = Extent::Given(written.clone());
            }
        }
    }
}

/// The extent of a field.
fn extent_of(field: &mut Field) -> Option<&mut Extent> {
    match &mut field.wire {
        Wire::Bytes(extent) | Wire::Text { extent, .. } | Wire::List { extent, .. } | Wire::Within { extent, .. } => {
            Some(extent)
        }
        _ => None,
    }
}
