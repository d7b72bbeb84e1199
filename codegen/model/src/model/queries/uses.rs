//! The uses of a number: all fields that read it, each with the purpose.

use crate::model::{CellId, Check, Checksum, FieldId, Input, Presence, Record, Says, Test, Wire};

/// The purpose for which a field reads a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// It says something about the field.
    Says(Says),
    /// It decides whether the field is present. `checked`: the writer derives no number from the presence, and checks it.
    Presence {
        /// Whether the writer checks it.
        checked: bool,
    },
    /// The rule of the field names it.
    Rule,
    /// It is among the numbers of which the field is computed.
    Checksum,
}

impl Record {
    /// The condition under which a checksum is there; `None` if it always is.
    pub fn condition_of(&self, one: &Checksum) -> Option<&Test> {
        let cell = self.cells.get(one.cell.0)?;
        self.fields.get(cell.field.0)?.presence.test()
    }

    /// The fields that read a number, in wire order, each with its purposes.
    pub fn uses_of(&self, number: CellId) -> Vec<(FieldId, Purpose)> {
        let is_it = |input: Input| input.cell() == Some(number);
        let reads = |test: &Test| {
            let mut found = false;
            test.each(&mut |one| found |= one.as_input().is_some_and(is_it));
            found
        };
        let mut uses = Vec::new();
        for (id, field) in self.fields.iter().enumerate().map(|(at, field)| (FieldId(at), field)) {
            if let Presence::When { test, checked, .. } = &field.presence
                && reads(test)
            {
                uses.push((id, Purpose::Presence { checked: *checked }));
            }
            // Most fields are numbers, which read none.
            if !matches!(field.wire, Wire::Scalar { .. } | Wire::Bits { .. } | Wire::Float { .. }) {
                for (says, _) in field.wire.inputs().into_iter().filter(|(_, input)| is_it(*input)) {
                    let said = (id, Purpose::Says(says));
                    if !uses.contains(&said) {
                        uses.push(said);
                    }
                }
            }
            if let Some(rule) = &field.rule
                && field.wire.number() != Some(number)
                && let Check::Test(test) = &rule.check
                && reads(test)
            {
                uses.push((id, Purpose::Rule));
            }
        }
        for one in &self.checksums {
            let of = self.cells.get(one.cell.0).map(|cell| cell.field);
            let is_given = one.inputs().into_iter().any(is_it);
            uses.extend(of.filter(|_| is_given).map(|field| (field, Purpose::Checksum)));
        }
        uses
    }
}
