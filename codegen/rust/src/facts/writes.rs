//! Functions that write a part of a record: whether they have statements, and whether they can fail.

use super::checks::Checks;
use super::scopes::Scopes;
use crate::model::{Arm, Extent, FieldId, Presence, Record, Tag, Wire};

/// A function that writes a part of a record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Function {
    /// Whether it has statements.
    pub writes: bool,
    /// Whether it can reject the value.
    pub rejects: bool,
}

/// A record whose writers are asked.
pub struct Writer<'a> {
    /// The record.
    pub record: &'a Record,
    /// Its scopes.
    pub scopes: &'a Scopes,
    /// Its checks.
    pub checks: &'a Checks,
}

impl Writer<'_> {
    /// The writer of a choice.
    pub fn choice(&self, id: FieldId) -> Function {
        let Wire::Match { tag, arms, .. } = &self.record.fields[id.0].wire else { return Function::default() };
        let writes_arm = |arm: &Arm| match arm.body.first() {
            Some(id) if arm.transparent => self.writes_present(*id),
            Some(_) => true,
            None => false,
        };
        let rejects = self.checks.field(id).within;
        Function { writes: rejects || matches!(tag, Tag::InPlace { .. }) || arms.iter().any(writes_arm), rejects }
    }

    /// The writer of a region: of these fields.
    pub fn outlined(&self, fields: &[FieldId]) -> Function {
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
            Wire::Padding { space, .. } => space.is_written(),
            Wire::Chosen { forms, .. } => forms.iter().any(|form| form.scalar.is_some()),
            Wire::Match { .. } => self.choice(id).writes,
            Wire::Within { extent, body } => {
                matches!(extent, Extent::Prefixed { .. } | Extent::Until { .. })
                    || self.checks.field(id).rejects_present()
                    || body.iter().any(|id| self.writes(*id))
                    || self.record.filler_of(body).is_some()
            }
            _ => true,
        }
    }
}
