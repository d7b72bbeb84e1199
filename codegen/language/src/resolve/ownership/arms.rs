//! Codes of arms that follow from lengths in them: `0xA0..=0xBF => Str: utf8[head - 0xA0]`.
//!
//! Inside of an arm the number that chooses it is known to be one of the arm's codes. A length by that number, always
//! present in the arm, determines which one; the variant stores no code then. All other lengths are checked against it.

use std::collections::BTreeMap;

use crate::model::{Arm, ArmCode, CellId, Code, Demand, Field, FieldId, Presence, Value, Wire, in_scope};

use crate::resolve::ownership::follows::Setter;
use crate::resolve::ownership::uses::{OfNumber, Use};
use crate::resolve::record::builder::Builder;

impl Builder<'_, '_> {
    /// Derives codes of arms from lengths in them, for the numbers that the writer derives from shapes.
    pub(super) fn count_arms(&mut self, uses: &BTreeMap<CellId, OfNumber<'_>>, setters: &BTreeMap<CellId, Setter>) {
        for (cell, of) in uses {
            if let (Some(choice), Some(Setter::Writer { .. })) = (of.choices().next(), setters.get(cell)) {
                for (arm, lengths) in self.lengths_by_arm(of, choice) {
                    self.count_arm(of, *cell, (choice, arm), lengths);
                }
            }
        }
    }

    /// The lengths in each arm of a choice by the number that chooses it.
    fn lengths_by_arm<'u>(&self, uses: &OfNumber<'u>, choice: FieldId) -> BTreeMap<usize, Vec<&'u Use>> {
        let mut arms = BTreeMap::new();
        for (at, arm) in self.arms(choice).iter().enumerate() {
            arms.extend(in_scope(&self.frame.fields, &arm.body).into_iter().map(|field| (field, at)));
        }
        let mut lengths: BTreeMap<usize, Vec<&'u Use>> = BTreeMap::new();
        for one in &uses.determining {
            let Some((_, field, _)) = one.length().and(one.determines()) else { continue };
            if let Some(at) = self.frame.around(field).find_map(|(id, _)| arms.get(&id)) {
                lengths.entry(*at).or_default().push(one);
            }
        }
        lengths
    }

    /// One arm: its code, and the lengths that are checked against it.
    fn count_arm(&mut self, uses: &OfNumber<'_>, cell: CellId, (choice, at): (FieldId, usize), lengths: Vec<&Use>) {
        let is_plain = matches!(self.frame.cells.get(cell.0).map(|cell| cell.value), Some(Value::Int(_)));
        let is_stored = self.arms(choice).get(at).is_some_and(|arm| arm.written == ArmCode::Stored);
        let counted = if is_plain && is_stored { self.formula(&lengths, choice, uses) } else { None };
        let mut fields = Vec::new();
        for one in lengths {
            match *one {
                Use::Count { field, times, plus, .. } if counted == Some((times, plus)) => fields.push(field),
                _ => self.checked_length(one),
            }
        }
        if let (Some((times, plus)), Some(arm)) = (counted, self.arm_mut(choice, at)) {
            arm.written = ArmCode::Counted(Demand::Count { fields, times, plus });
        }
    }

    /// The factor and the summand of the only formula by which lengths that are always in an arm give its code.
    fn formula(&self, lengths: &[&Use], choice: FieldId, uses: &OfNumber<'_>) -> Option<(Code, Code)> {
        let is_there = |one: &&&Use| one.determines().is_some_and(|(_, field, _)| self.is_always_in(field, choice));
        let mut there = lengths.iter().filter(is_there);
        let first = there.next()?;
        let alone = there.all(|other| self.is_same_count(first, other));
        match **first {
            Use::Count { times, plus, .. } if alone && self.has_one_answer(first, uses) => Some((times, plus)),
            _ => None,
        }
    }

    /// Whether a field in an arm of a choice is present whenever the arm is taken.
    fn is_always_in(&self, field: FieldId, choice: FieldId) -> bool {
        let is_plain = |one: &Field| one.presence == Presence::Always && !matches!(one.wire, Wire::Match { .. });
        let mut inner = self.frame.around(field).take_while(|(id, _)| *id != choice);
        self.is_inside(field, choice) && inner.all(|(_, one)| is_plain(one))
    }

    /// The arms of a choice between shapes; a member of a family has none.
    fn arms(&self, choice: FieldId) -> &[Arm] {
        match self.frame.fields.get(choice.0).map(|field| &field.wire) {
            Some(Wire::Match { arms, .. }) => arms,
            _ => &[],
        }
    }

    fn arm_mut(&mut self, choice: FieldId, at: usize) -> Option<&mut Arm> {
        match &mut self.frame.field(choice)?.wire {
            Wire::Match { arms, .. } => arms.get_mut(at),
            _ => None,
        }
    }
}
