//! The numbers that the conditions and arms around a field leave.

use crate::model::{FieldId, Input, Interval, Record, Tag, Test, Wire, sets};

/// The numbers, of those in `among`, that an input can have where a field is read: tests and arms around the field
/// exclude others.
pub fn numbers_around(record: &Record, field: FieldId, input: Input, among: &[Interval]) -> Vec<Interval> {
    let mut left = among.to_vec();
    for id in record.around(field) {
        let Some(here) = record.fields.get(id.0) else { continue };
        if let Some(test) = here.presence.test() {
            tested(test, input, &mut left);
        }
        if let Some(Wire::Match { tag, arms, .. }) =
            here.parent.and_then(|holder| record.fields.get(holder.0)).map(|holder| &holder.wire)
            && !matches!(tag, Tag::InPlace { .. })
            && let Some(column) = tag.numbers().iter().position(|tag| *tag == input)
            && let Some(arm) = arms.iter().find(|arm| record.scope(&arm.body).contains(&id))
        {
            left = sets::meet(&left, &arm.codes_of(column, arms, Interval::ANYTHING));
        }
    }
    left
}

/// Keeps the numbers for which a test of them holds.
fn tested(test: &Test, input: Input, left: &mut Vec<Interval>) {
    match test {
        Test::In { value, intervals } if value.as_input() == Some(input) => *left = sets::meet(left, intervals),
        Test::All(tests) => tests.iter().for_each(|test| tested(test, input, left)),
        Test::In { .. } | Test::Any(_) | Test::Compare { .. } => {}
    }
}
