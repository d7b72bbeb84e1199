//! The uses of a number: all fields that read it, each with the purpose.

use crate::model::{CellId, Check, FieldId, Input, Presence, Record, Says};

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
    /// It is given to the function that computes the field.
    Hook,
}

impl Record {
    /// The fields that read a number, in wire order, each with its purposes.
    pub fn uses_of(&self, number: CellId) -> Vec<(FieldId, Purpose)> {
        let reads = |inputs: Vec<Input>| inputs.into_iter().any(|input| input.cell() == Some(number));
        let mut uses = Vec::new();
        for (id, field) in self.fields.iter().enumerate().map(|(at, field)| (FieldId(at), field)) {
            if let Presence::When { test, checked, .. } = &field.presence
                && reads(test.inputs())
            {
                uses.push((id, Purpose::Presence { checked: *checked }));
            }
            let said = field.wire.inputs().into_iter().find(|(_, input)| input.cell() == Some(number));
            uses.extend(said.map(|(says, _)| (id, Purpose::Says(says))));
            if let Some(rule) = &field.rule
                && field.wire.number() != Some(number)
                && let Check::Test(test) = &rule.check
                && reads(test.inputs())
            {
                uses.push((id, Purpose::Rule));
            }
            let hooks =
                self.checksums.iter().filter(|one| self.cells.get(one.cell.0).is_some_and(|cell| cell.field == id));
            let is_given = |inputs: &[Input]| reads(inputs.to_vec());
            if hooks.filter_map(|one| one.hook()).any(|(_, inputs)| is_given(inputs)) {
                uses.push((id, Purpose::Hook));
            }
        }
        uses
    }
}
