//! `@22 energy: ..`: a field begins there, after the code, in every case in which it is there.

use crate::diagnostic::Diagnostic;
use crate::layout;
use crate::model::{CellId, Expr, FieldId, LengthRange, Presence, Record, Role, Test, Wire, sets};
use crate::source::Span;

use super::Resolver;
use super::facts::{self, Fact};

impl Resolver<'_> {
    /// Refuses offsets that are not what was asserted.
    pub(super) fn check_offsets(&mut self, record: &Record, asserted: &[(FieldId, i128, Span)]) -> Option<()> {
        let mut whole = true;
        for (field, at, span) in asserted {
            let LengthRange { min, max } =
                layout::offset_of(&self.protocol, &where_present(record, *field), *field).accepted;
            if i128::from(min) == *at && max == Some(min) {
                continue;
            }
            let found = match max {
                Some(max) if max == min => format!("begins at {min}"),
                Some(max) => format!("begins anywhere from {min} to {max}"),
                None => format!("begins anywhere from {min}"),
            };
            let wrong = Diagnostic::new(format!("this field does not begin at {at}"), *span, found)
                .note("offsets count bytes from the start of the record, a message's code not included");
            let wrong = match max {
                Some(max) if max == min => wrong.help(format!("write `@{min}`, or look for what is missing before it")),
                _ => wrong.help("drop the offset: what stands before varies"),
            };
            self.complain(wrong);
            whole = false;
        }
        whole.then_some(())
    }
}

/// The record as it is whenever a field is there: fields that exclude it are not, fields that it needs are.
fn where_present(record: &Record, field: FieldId) -> Record {
    let mut facts = Vec::new();
    let mut at = Some(field);
    while let Some(found) = at.and_then(|id| record.fields.get(id.0)) {
        if let Presence::When { test, .. } = &found.presence {
            state(test, &mut facts);
        }
        at = found.parent;
    }
    // Offsets are told without the code.
    let mut record = Record { role: Role::Struct, ..record.clone() };
    for fact in &facts {
        if let Fact::Test(Test::In { value: Expr::Cell(CellId(cell)), intervals }) = fact
            && let (Some(cell), Some(hull)) = (record.cells.get_mut(*cell), sets::hull(intervals))
        {
            cell.interval = hull;
        }
    }
    let mut gone = Vec::new();
    for (id, field) in record.fields.iter_mut().enumerate() {
        if let Presence::When { test, .. } = &field.presence {
            if facts::excluded(test, &facts) {
                gone.push(FieldId(id));
            } else if facts::holds(test, &facts) {
                field.presence = Presence::Always;
            }
        }
    }
    record.body.retain(|id| !gone.contains(id));
    for field in &mut record.fields {
        match &mut field.wire {
            Wire::Group { body, .. } | Wire::Within { body, .. } => body.retain(|id| !gone.contains(id)),
            Wire::Match { arms, .. } => arms.iter_mut().for_each(|arm| arm.body.retain(|id| !gone.contains(id))),
            _ => {}
        }
    }
    record
}

/// Everything that a test says by itself.
fn state(test: &Test, facts: &mut Vec<Fact>) {
    match test {
        Test::All(tests) => tests.iter().for_each(|test| state(test, facts)),
        _ => facts.push(Fact::Test(test.clone())),
    }
}
