//! Fields of a record's value: which ones it has, and their values after reading.
//!
//! It has no codes, counts, tags, constants or reserved space, and no groups in which the user sets nothing. It has the
//! checksums of hooks, since only the user's program can compute them.

use super::env::Env;
use super::error::join;
use super::meaning::meaning;
use super::value::{Float, Value};
use crate::model::SessionValues;
use crate::model::{
    Absent, Cell, CellId, Content, Field, FieldId, FloatWidth, Node, Part, Presence, Protocol, Record, Wire,
};

/// Whether a field is in the value.
#[must_use]
pub fn shows(record: &Record, field: &Field) -> bool {
    let users = |cell: usize| record.cells.get(cell).is_some_and(Cell::is_given);
    field.name.is_some()
        && match &field.wire {
            Wire::Group { body, .. } => field.presence != Presence::Always || !entries(record, body).is_empty(),
            Wire::Bits { .. } => false,
            wire => wire.number().map_or(wire.has_value(), |cell| users(cell.0)),
        }
}

/// An entry of a body's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A field.
    Field(FieldId),
    /// A part of inline bits.
    Part(CellId),
}

/// The entries of a body's value, each with its name.
#[must_use]
pub fn entries<'r>(record: &'r Record, body: &[FieldId]) -> Vec<(&'r str, Entry)> {
    let mut entries = Vec::with_capacity(body.len());
    for id in record.scope(body) {
        let field = &record.fields[id.0];
        match (&field.wire, &field.name) {
            (Wire::Bits { parts, .. }, _) => entries.extend(parts.iter().filter_map(|part| {
                let name = part.name.as_deref().filter(|_| record.is_users(part.cell))?;
                Some((name, Entry::Part(part.cell)))
            })),
            (_, Some(name)) if shows(record, field) => entries.push((name.as_str(), Entry::Field(id))),
            _ => {}
        }
    }
    entries
}

/// The value of an absent field.
pub(super) fn absent_value<S>(env: &Env<'_, S>, field: &Field) -> Value {
    default_value(env, field, field.presence.absent().unwrap_or(&Absent::Nothing))
}

/// The value of a default or repair that the schema gives for a field.
pub(super) fn default_value<S>(env: &Env<'_, S>, field: &Field, absent: &Absent) -> Value {
    match (absent, &field.wire) {
        (Absent::Nothing | Absent::Base(_), _) => Value::Null,
        (Absent::Raw(raw), Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. }) => {
            meaning(env.protocol, env.record.cells[cell.0].value, *raw)
        }
        (Absent::Raw(raw), _) => Value::Int(*raw),
        (Absent::Float(float), Wire::Float { width: FloatWidth::F32, .. }) => Value::Float(Float::F32(*float as f32)),
        (Absent::Float(float), _) => Value::Float(Float::F64(*float)),
    }
}

/// State of a field in a reader.
#[derive(Debug, Clone, Default)]
pub(super) struct Slot {
    pub(super) present: bool,
    /// The number of its first step.
    pub(super) step: usize,
    /// The offset at which it begins, or would begin if it were present.
    pub(super) offset: usize,
    /// Its value, unless that consists of other fields of this record.
    pub(super) value: Value,
    /// The index of the chosen arm.
    pub(super) arm: Option<usize>,
    /// The index of the chosen form.
    pub(super) form: Option<usize>,
    /// The discriminant that is stored in an arm.
    pub(super) code: Value,
}

/// The value of a complete record.
pub(super) fn record_value(env: &mut Env<'_, Slot>) -> Value {
    let mut fields = body_value(env, &env.record.body);
    match env.record.only() {
        Some(_) => fields.pop().map_or(Value::Null, |(_, value)| value),
        None => Value::Record(fields),
    }
}

/// The fields in the value of a body, moved out of their slots.
pub(super) fn body_value(env: &mut Env<'_, Slot>, body: &[FieldId]) -> Vec<(String, Value)> {
    let record = env.record;
    let value = |(name, entry): (&str, Entry)| match entry {
        Entry::Field(id) => (name.to_owned(), field_value(env, id, &record.fields[id.0])),
        Entry::Part(cell) => {
            let value = env.cell(cell).map(|raw| meaning(env.protocol, record.cells[cell.0].value, raw));
            (name.to_owned(), value.unwrap_or(Value::Null))
        }
    };
    entries(record, body).into_iter().map(value).collect()
}

fn field_value(env: &mut Env<'_, Slot>, id: FieldId, field: &Field) -> Value {
    let slot = env.slot_mut(id);
    if !slot.present {
        return absent_value(env, field);
    }
    match &field.wire {
        Wire::Group { body, .. } => Value::Record(body_value(env, body)),
        Wire::Match { tag, arms, .. } => {
            let code = std::mem::take(&mut slot.code);
            let Some(arm) = slot.arm.and_then(|index| arms.get(index)) else { return Value::Null };
            let discriminant = env.record.stored_code(tag, arm).map(|(name, _)| (name.to_owned(), code));
            let mut fields: Vec<(String, Value)> = discriminant.into_iter().collect();
            fields.extend(body_value(env, &arm.body));
            Value::Arm { name: arm.name.clone(), fields }
        }
        _ => std::mem::take(&mut slot.value),
    }
}

/// The path in errors of a path in a schema: a part of unnamed bits has that of its carrier.
pub(super) fn label_path(protocol: &Protocol, record: &Record, path: &str) -> String {
    let env = Env::<()>::new(protocol, record, &[], &SessionValues::default());
    let is_it = |part: &Part| part.name.is_some() && record.cells[part.cell.0].path == path;
    if let Some(carrier) = record.fields.iter().position(|field| field.wire.parts().iter().any(is_it)) {
        return env.path(FieldId(carrier));
    }
    // The rest of the path may be in a nested record or in the elements of a list.
    for (index, field) in record.fields.iter().enumerate() {
        let Some(Node::Record(inner)) = protocol.inside(&field.wire) else { continue };
        let outer = env.path(FieldId(index));
        if let Some(rest) = path.strip_prefix(&outer).and_then(|rest| rest.strip_prefix('.')) {
            return join(&outer, &label_path(protocol, &protocol.records[inner.0], rest));
        }
    }
    path.to_owned()
}

/// The number of elements, bytes or characters of a value.
pub(super) fn count_of(wire: &Wire, value: Option<&Value>) -> Option<usize> {
    match (wire, value?) {
        (Wire::Octets { content: Content::Free, .. }, Value::Bytes(bytes)) => Some(bytes.len()),
        (Wire::Octets { content: Content::Text(kind), .. }, Value::Text(text)) => Some(kind.units_in(text)),
        (Wire::List { .. }, Value::List(list)) => Some(list.len()),
        (Wire::List { .. }, Value::Unread(unread)) => Some(unread.len),
        _ => None,
    }
}
