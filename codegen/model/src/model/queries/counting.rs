//! The lengths from which a number in front of them follows.

use crate::model::{Arm, ArmCode, CellId, Demand, FieldId, Interval, Record, Source, Wire, sets};

/// A number that is derived from lengths.
#[derive(Debug, Clone, Copy)]
pub struct Counting<'r> {
    /// The fields that have the length; all must agree.
    pub fields: &'r [FieldId],
    /// The arm that the number chooses, among its choice's arms, if the length is in it.
    arm: Option<(&'r Arm, &'r [Arm])>,
}

impl Record {
    /// The lengths from which a number follows, among them that of `field`: in every case, or in the arm around the
    /// field. `None` if it does not follow from this field.
    pub fn counting(&self, number: CellId, field: FieldId) -> Option<Counting<'_>> {
        match &self.cells.get(number.0)?.source {
            Source::Derived(Demand::Count { fields, .. }) => Some(Counting { fields, arm: None }),
            Source::Derived(Demand::Arm { field: choice, .. }) => {
                let Wire::Match { arms, .. } = &self.fields.get(choice.0)?.wire else { return None };
                arms.iter().find_map(|arm| match &arm.written {
                    ArmCode::Counted(Demand::Count { fields, .. }) if fields.contains(&field) => {
                        Some(Counting { fields, arm: Some((arm, arms)) })
                    }
                    _ => None,
                })
            }
            Source::User | Source::Constant(_) | Source::Reserved(_) | Source::Derived(_) => None,
        }
    }
}

impl Counting<'_> {
    /// The numbers that say such a length, among those that the wire holds.
    pub fn codes(&self, held: Interval) -> Vec<Interval> {
        match self.arm {
            Some((arm, arms)) => sets::clip(&arm.codes_among(arms, held), held),
            None => vec![held],
        }
    }
}
