//! Decides for each typed number whether the writer sets it: exactly one use determines it, in every case.
//!
//! A field that may be absent, or a formula with several answers, determines less than the number, which would be lost:
//! then the user sets it, and each use is checked against it. A bare flag exists for the layout only, so the writer
//! always sets it.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::model::{
    Absent, Arm, CellId, Code, Expr, Extent, Field, FieldId, Interval, Presence, Source, Test, Wire, sets,
};

use crate::resolve::delta::inherits;
use crate::resolve::ownership::uses::{OfNumber, Use};
use crate::resolve::record::builder::Builder;

/// The setter of a typed number that some use determines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::resolve) enum Setter {
    /// The user; every use checks it.
    User,
    /// The writer. The number has the code `absent` if what determines it is absent.
    Writer { absent: Option<Code> },
}

impl Builder<'_, '_> {
    /// The setters of the typed numbers that fields determine.
    pub(in crate::resolve) fn setters(&self, uses: &BTreeMap<CellId, OfNumber<'_>>) -> BTreeMap<CellId, Setter> {
        let is_typed = |cell: CellId| {
            let source = self.frame.cells.get(cell.0).map(|cell| &cell.source);
            source == Some(&Source::User) && !self.frame.origin(cell).bare
        };
        let is_determined = |of: &OfNumber<'_>| of.determining.iter().any(|one| one.determines().is_some());
        let determined = uses.iter().filter(|(cell, of)| is_typed(**cell) && is_determined(of));
        let is_inside = |cell: CellId| self.frame.cells.get(cell.0).is_some_and(|cell| cell.inside.is_some());
        let setter = |cell, of| if is_inside(cell) { Setter::User } else { self.setter(of) };
        determined.map(|(cell, of)| (*cell, setter(*cell, of))).collect()
    }

    fn setter(&self, uses: &OfNumber<'_>) -> Setter {
        let all = uses.determining.iter().copied();
        let outside: Vec<&Use> = all.filter(|one| !self.is_in_own_arm(one, uses)).collect();
        let Some((first, others)) = outside.split_first() else { return Setter::User };
        let alone = others.iter().all(|other| self.is_same_count(first, other));
        if !alone || !self.has_one_answer(first, uses) {
            return Setter::User;
        }
        // The fields with the same count must all agree, so one that is always there suffices.
        let mut known = outside.iter().filter_map(|one| self.absence(one));
        let Some(absence) = known.next() else { return Setter::User };
        match known.try_fold(absence, |one, other| match (one, other) {
            (None, _) | (_, None) => Some(None),
            _ => (one == other).then_some(one),
        }) {
            Some(absent) => Setter::Writer { absent },
            None => Setter::User,
        }
    }

    /// Whether a use is a length inside of an arm that the same number chooses: the number is that of the arm there.
    pub(super) fn is_in_own_arm(&self, one: &Use, uses: &OfNumber<'_>) -> bool {
        let Some((_, field, _)) = one.length().and(one.determines()) else { return false };
        uses.choices().any(|choice| choice != field && self.is_inside(field, choice))
    }

    /// Whether two uses are lengths by the same formula. The size of a region is determined by all of its fields.
    pub(super) fn is_same_count(&self, one: &Use, other: &Use) -> bool {
        let count = |one: &Use| match *one {
            Use::Count { field, times, plus, .. } if !self.frame.is_region(field) => Some((times, plus)),
            _ => None,
        };
        count(one).is_some_and(|formula| count(other) == Some(formula))
    }

    /// Whether a present field determines one number.
    pub(super) fn has_one_answer(&self, one: &Use, uses: &OfNumber<'_>) -> bool {
        match *one {
            // A number that is tested says more than a width, and a rule may require another width than the first that
            // holds the value.
            Use::Form { told, .. } => told && uses.reading.is_empty(),
            Use::Arm { told, .. } => told,
            Use::Mask { .. } => true,
            // The size must not depend on itself.
            Use::Count { field, .. } if self.frame.is_region(field) => uses.reading.iter().all(|other| match other {
                Use::Tested { field: tested, .. } => self.is_option_beside(*tested, field),
                other => matches!(other, Use::Ruled { .. }),
            }),
            Use::Count { .. } => true,
            _ => false,
        }
    }

    /// Whether a field without a default is outside of a region.
    fn is_option_beside(&self, field: FieldId, region: FieldId) -> bool {
        let (Some(found), Some(Wire::Within { body, .. })) =
            (self.frame.fields.get(field.0), self.frame.fields.get(region.0).map(|region| &region.wire))
        else {
            return false;
        };
        found.presence.absent() == Some(&Absent::Nothing) && !self.holds(body, field)
    }

    /// The number that means that the field of a use is absent, if there is one; `None` if it may be absent for another
    /// reason while the number is present.
    fn absence(&self, one: &Use) -> Option<Option<Code>> {
        let (cell, field, _) = one.determines()?;
        let number = self.frame.cells.get(cell.0)?;
        let mut absent = None;
        for (id, found) in self.frame.around(field) {
            if self.is_inside(number.field, id) {
                return Some(absent);
            }
            match &found.presence {
                Presence::When { test, .. } if self.is_under(number.field, test) => {}
                Presence::When { test, .. } => {
                    let code = absent_code(test, cell, number.interval)?;
                    if absent.is_some_and(|other| other != code) {
                        return None;
                    }
                    absent = Some(code);
                }
                Presence::Left { .. } => return None,
                Presence::Always | Presence::Chosen { .. } => {}
            }
            let outer = found.parent.and_then(|id| self.frame.fields.get(id.0));
            if let Some(Wire::Match { arms, .. }) = outer.map(|outer| &outer.wire) {
                // Fields of one arm are present together.
                let both = |arm: &Arm| self.holds(&arm.body, field) && self.holds(&arm.body, number.field);
                return arms.iter().any(both).then_some(absent);
            }
        }
        Some(absent)
    }

    /// Whether a field, or a group around it, has exactly this presence test.
    fn is_under(&self, field: FieldId, test: &Test) -> bool {
        let is_it = |one: &Field| matches!(&one.presence, Presence::When { test: same, .. } if same == test);
        self.frame.around(field).any(|(_, one)| is_it(one))
    }

    /// Whether a field is `outer` or nested in it.
    pub(in crate::resolve) fn is_inside(&self, field: FieldId, outer: FieldId) -> bool {
        self.frame.around(field).any(|(id, _)| id == outer)
    }

    /// Whether a field is nested in a body.
    fn holds(&self, body: &[FieldId], field: FieldId) -> bool {
        body.iter().any(|id| {
            let within = self.frame.fields.get(id.0).map(|field| &field.wire);
            self.is_inside(field, *id) || matches!(within, Some(Wire::Within { body, .. }) if self.holds(body, field))
        })
    }

    /// Checks the user's numbers against the fields that they describe.
    pub(in crate::resolve) fn checked_by_users(&mut self, uses: &[Use], setters: &BTreeMap<CellId, Setter>) {
        for one in uses {
            let Some((cell, field, span)) = one.determines() else { continue };
            if setters.get(&cell) != Some(&Setter::User) {
                continue;
            }
            if self.frame.fields.get(field.0).is_some_and(inherits) {
                let (name, declared) = (self.name_of(cell), self.frame.origin(cell).span);
                self.complain(
                    Diagnostic::new(
                        format!("`{name}` is the user's, so the writer can leave nothing out"),
                        span,
                        "decides what travels",
                    )
                    .other(declared, "another use determines it, or this does not in every case")
                    .help("drop the `else`: absent fields are `none` then, and your program takes them from the base"),
                );
                continue;
            }
            self.checked_length(one);
        }
    }

    /// Checks a length against the number that is set otherwise.
    pub(super) fn checked_length(&mut self, one: &Use) {
        if let (Some(written), Some((_, field, _))) = (one.length(), one.determines())
            && let Some(extent) = self.frame.field(field).and_then(extent_of)
        {
            *extent = Extent::Given(written.clone());
        }
    }
}

/// The only number for which a test of nothing else does not hold.
fn absent_code(test: &Test, cell: CellId, interval: Interval) -> Option<Code> {
    let Test::In { value, intervals } = test else { return None };
    match sets::complement(intervals, interval).as_slice() {
        [only] if *value == Expr::Cell(cell) && only.min == only.max => Some(only.min),
        _ => None,
    }
}

/// The extent of a field.
fn extent_of(field: &mut Field) -> Option<&mut Extent> {
    match &mut field.wire {
        Wire::Octets { extent, .. } | Wire::List { extent, .. } | Wire::Within { extent, .. } => Some(extent),
        _ => None,
    }
}
