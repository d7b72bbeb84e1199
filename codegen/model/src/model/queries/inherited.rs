//! Queries about deltas: the fields that inherit from a base, and the paths in a state.

use crate::model::{Absent, Base, Delta, DeltaScope, Field, FieldId, InBase, Protocol, Record, RecordId, Wire};

impl Field {
    /// The field of the base that this one inherits if it is absent.
    pub fn inherits(&self) -> Option<&InBase> {
        match self.presence.absent() {
            Some(Absent::Base(base)) => Some(base),
            Some(Absent::Nothing | Absent::Raw(_) | Absent::Float(_)) | None => None,
        }
    }

    /// The delta of the group, if the group is a part of a state.
    pub fn part_of_state(&self) -> Option<&Delta> {
        match &self.wire {
            Wire::Group { delta, .. } => delta.as_ref(),
            _ => None,
        }
    }

    /// The list of the base whose elements replace absent ones.
    pub fn inherits_places(&self) -> Option<&InBase> {
        match &self.wire {
            Wire::Sparse { base, .. } => base.as_ref(),
            _ => None,
        }
    }

    /// The record and the base of the delta, if the field's value is a state in all types.
    pub fn state(&self) -> Option<(RecordId, &Base)> {
        match &self.wire {
            Wire::Record { record, from: Some(base @ (Base::Zero | Base::Field(_))), .. } => Some((*record, base)),
            _ => None,
        }
    }

    /// The record and the base of the delta, if the field's value is a state only within the state of the enclosing
    /// delta.
    pub fn state_inside(&self) -> Option<(RecordId, &InBase)> {
        match &self.wire {
            Wire::Record { record, from: Some(Base::Inside(base)), .. } => Some((*record, base)),
            _ => None,
        }
    }
}

impl InBase {
    /// The field that a path leads to, its record, and the names from the state to it; `record` carries the delta.
    pub fn follow<'a>(
        &self,
        protocol: &'a Protocol,
        record: &'a Record,
    ) -> Option<(&'a Record, &'a Field, Vec<&'a str>)> {
        let (mut record, mut field) = (record, record.fields.get(self.field.0)?);
        let mut names = record.path_in_state(self.field);
        for id in &self.inside {
            let Wire::Record { record: inner, .. } = field.wire else { return None };
            record = protocol.records.get(inner.0)?;
            field = record.fields.get(id.0)?;
            names.extend(record.path_in_state(*id));
        }
        Some((record, field, names))
    }

    /// The names from the state to the field.
    pub fn names<'a>(&self, protocol: &'a Protocol, record: &'a Record) -> Vec<&'a str> {
        self.follow(protocol, record).map(|(_, _, names)| names).unwrap_or_default()
    }
}

impl Record {
    /// The type of its value after deltas are applied: the state's, if it is a delta.
    pub fn whole_name(&self) -> &str {
        self.delta.as_ref().map_or(&self.name, |delta| &delta.name)
    }

    /// The names from a field's state to the field.
    pub fn path_in_state(&self, id: FieldId) -> Vec<&str> {
        let mut names = Vec::new();
        let mut at = Some(id);
        while let Some((id, field)) = at.and_then(|id| Some((id, self.fields.get(id.0)?))) {
            if field.part_of_state().is_some_and(|delta| delta.scope == DeltaScope::Whole) {
                break;
            }
            names.extend(field.name.as_deref());
            // A group precedes its fields, so this ends.
            at = field.parent.filter(|parent| parent.0 < id.0);
        }
        names.reverse();
        names
    }
}
