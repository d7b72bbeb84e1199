//! Zero and default values of fields. The zero state is the base of a delta without another.

use super::env::Env;
use super::fields::{Entry, absent_value, entries};
use super::meaning::{default_raw, meaning};
use super::value::{Float, Value};
use crate::model::{self, Base, CellId, Content, Extent, Field, FieldId, Item, Presence, Protocol, Record, Wire};
use crate::model::{RecordId, SessionValues};

/// An inheritable field in the zero state.
pub(super) fn zero(protocol: &Protocol, record: &Record, field: &Field) -> Value {
    zero_field(protocol, record, field, true)
}

/// The value of a field that is not set. `whole`: in a state, in which every inherited field is present.
pub(super) fn default(protocol: &Protocol, record: &Record, field: &Field, whole: bool) -> Value {
    match field.presence {
        _ if whole && field.inherits().is_some() => zero_field(protocol, record, field, true),
        Presence::Always => zero_field(protocol, record, field, whole),
        Presence::When { .. } | Presence::Left { .. } | Presence::Chosen { .. } => {
            let env = Env::<()>::new(protocol, record, &[], &SessionValues::default());
            absent_value(&env, field)
        }
    }
}

fn zero_field(protocol: &Protocol, record: &Record, field: &Field, whole: bool) -> Value {
    match &field.wire {
        Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => zero_cell(protocol, record, *cell),
        Wire::Float { width, .. } => Value::Float(Float::of_bits(*width, 0)),
        Wire::Octets { extent: Extent::Fixed { count, or_end: false }, content: Content::Free } => {
            Value::Bytes(vec![0; usize::try_from(*count).unwrap_or(0)])
        }
        Wire::Record { record, from, .. } => zero_record(protocol, *record, Base::gives_state(from.as_ref(), whole)),
        Wire::Group { body, .. } => zero_body(protocol, record, body, whole),
        Wire::List { item, extent: Extent::Fixed { count, .. } } => {
            Value::List(vec![zero_element(protocol, item); usize::try_from(*count).unwrap_or(0)])
        }
        Wire::Sparse { item, count, base, .. } => {
            let element = if whole && base.is_some() { zero_element(protocol, item) } else { Value::Null };
            Value::List(vec![element; usize::try_from(*count).unwrap_or(0)])
        }
        // None of these can be inherited.
        _ => Value::Null,
    }
}

fn zero_element(protocol: &Protocol, item: &Item) -> Value {
    match item {
        Item::Scalar { value, .. } => zero_number(protocol, *value),
        Item::Float { width, .. } => Value::Float(Float::of_bits(*width, 0)),
        Item::Record { record, .. } => zero_record(protocol, *record, false),
        Item::Family { .. } => Value::Null,
    }
}

fn zero_cell(protocol: &Protocol, record: &Record, cell: CellId) -> Value {
    zero_number(protocol, record.cells[cell.0].value)
}

pub(super) fn zero_number(protocol: &Protocol, value: model::Value) -> Value {
    meaning(protocol, value, default_raw(protocol, value))
}

fn zero_record(protocol: &Protocol, record: RecordId, whole: bool) -> Value {
    let record = &protocol.records[record.0];
    match record.only() {
        Some(only) => default(protocol, record, &record.fields[only.0], whole),
        None => zero_body(protocol, record, &record.body, whole),
    }
}

fn zero_body(protocol: &Protocol, record: &Record, body: &[FieldId], whole: bool) -> Value {
    let value = |entry| match entry {
        Entry::Field(id) => default(protocol, record, &record.fields[id.0], whole),
        Entry::Part(cell) => zero_cell(protocol, record, cell),
    };
    Value::Record(entries(record, body).into_iter().map(|(name, entry)| (name.to_owned(), value(entry))).collect())
}
