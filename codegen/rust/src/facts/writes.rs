//! Functions that write a part of a record: whether they have statements, and whether they can fail.

use super::checks::Checks;
use super::scopes::Scopes;
use crate::model::{Arm, Extent, FieldId, Presence, Record, Tag, Wire};
use std::collections::BTreeMap;

/// A function that writes a part of a record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Function {
    /// Whether it has statements.
    pub writes: bool,
    /// Whether it can reject the value.
    pub rejects: bool,
}

/// The functions that write the choices, the regions and the measured fields of a record.
#[derive(Debug, Clone, Default)]
pub struct Writes {
    choices: BTreeMap<FieldId, Function>,
    outlined: BTreeMap<FieldId, Function>,
}

impl Writes {
    /// Finds the functions of a record.
    pub(super) fn of(record: &Record, scopes: &Scopes, measured: &[bool], checks: &Checks) -> Self {
        let writer = Writer { record, scopes, checks };
        let mut writes = Self::default();
        for (id, field) in record.fields.iter().enumerate().map(|(id, field)| (FieldId(id), field)) {
            if let Wire::Match { tag, arms, .. } = &field.wire {
                writes.choices.insert(id, writer.choice(id, tag, arms));
            }
            if let Wire::Within { body, .. } = &field.wire {
                writes.outlined.insert(id, writer.outlined(body));
            } else if measured[id.0] {
                writes.outlined.insert(id, writer.outlined(&[id]));
            }
        }
        writes
    }

    /// The writer of a choice.
    pub fn choice(&self, id: FieldId) -> Function {
        self.choices.get(&id).copied().unwrap_or_default()
    }

    /// The writer of a region or of a measured field.
    pub fn outlined(&self, id: FieldId) -> Function {
        self.outlined.get(&id).copied().unwrap_or_default()
    }
}

/// The record whose writers are asked.
struct Writer<'a> {
    record: &'a Record,
    scopes: &'a Scopes,
    checks: &'a Checks,
}

impl Writer<'_> {
    fn choice(&self, id: FieldId, tag: &Tag, arms: &[Arm]) -> Function {
        let writes_arm = |arm: &Arm| match arm.body.first() {
            Some(id) if arm.transparent => self.writes_present(*id),
            Some(_) => true,
            None => false,
        };
        let rejects = self.checks.field(id).within;
        Function { writes: rejects || matches!(tag, Tag::InPlace { .. }) || arms.iter().any(writes_arm), rejects }
    }

    fn outlined(&self, fields: &[FieldId]) -> Function {
        let rejects = self.checks.any_rejects(fields);
        Function { writes: rejects || fields.iter().any(|id| self.writes(*id)), rejects }
    }

    /// Whether a field's writer has statements.
    fn writes(&self, id: FieldId) -> bool {
        let presence = &self.record.fields[id.0].presence;
        matches!(presence, Presence::When { .. })
            || self.scopes.is_public(id) && *presence != Presence::Always
            || self.writes_present(id)
    }

    /// Whether the writer of a present field has statements.
    fn writes_present(&self, id: FieldId) -> bool {
        let field = &self.record.fields[id.0];
        match &field.wire {
            Wire::Bytes(_) => field.name.is_some(),
            Wire::Chosen { forms, .. } => forms.iter().any(|form| form.scalar.is_some()),
            Wire::Match { tag, arms, .. } => self.choice(id, tag, arms).writes,
            Wire::Within { extent, body } => {
                matches!(extent, Extent::Prefixed { .. })
                    || self.checks.field(id).rejects_present()
                    || body.iter().any(|id| self.writes(*id))
            }
            _ => true,
        }
    }
}
