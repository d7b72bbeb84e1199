//! States that travel as differences: a difference becomes a state, and a state a difference.
//!
//! Two values are the same if the same numbers would be written for them, those of floats bit for bit.

use super::meaning::raw_of;
use super::shown::shows;
use super::value::{Float, Value};
use super::zero::zero;
use crate::model::{self, Code, FieldId, Item, Presence, Protocol, Record, Source, Wire};

/// The state that is `base` with what of it changed. Without a base all is zero.
pub(super) fn resolved(protocol: &Protocol, record: &Record, change: Value, base: Option<&Value>) -> Value {
    let Value::Record(mut fields) = change else { return change };
    let both = States { protocol, record, state: None, base };
    both.fill(&record.body, &mut fields);
    Value::Record(fields)
}

/// What of a state has to travel to somebody who has `base`.
pub(super) fn difference(protocol: &Protocol, record: &Record, state: Option<&Value>, base: Option<&Value>) -> Value {
    let mut fields = match state {
        None => Vec::new(),
        Some(Value::Record(fields)) => fields.clone(),
        // A writer of records says what is wrong with it.
        Some(other) => return other.clone(),
    };
    let both = States { protocol, record, state, base };
    both.strip(&record.body, &mut fields);
    Value::Record(fields)
}

/// A state and what it is compared with, or added to.
struct States<'v> {
    protocol: &'v Protocol,
    record: &'v Record,
    state: Option<&'v Value>,
    base: Option<&'v Value>,
}

impl States<'_> {
    /// Puts in what the fields of a body inherit.
    fn fill(&self, body: &[FieldId], fields: &mut [(String, Value)]) {
        for field in self.record.scope(body).iter().filter_map(|id| self.record.fields.get(id.0)) {
            let Some(value) = fields.iter_mut().find(|(name, _)| Some(name) == field.name.as_ref()) else { continue };
            match (&field.wire, &mut value.1, field.inherits(), field.inherits_places()) {
                (Wire::Group { body, delta: Some(_), .. }, Value::Record(inner), ..) => self.fill(body, inner),
                (_, absent @ Value::Null, Some(id), _) => *absent = self.held(self.base, id),
                (_, Value::List(places), _, Some(id)) => {
                    if let Value::List(before) = self.held(self.base, id) {
                        let empty = places.iter_mut().zip(before).filter(|(place, _)| **place == Value::Null);
                        empty.for_each(|(place, before)| *place = before);
                    }
                }
                _ => {}
            }
        }
    }

    /// Takes out what the fields of a body can inherit.
    fn strip(&self, body: &[FieldId], fields: &mut Vec<(String, Value)>) {
        for id in self.record.scope(body) {
            let Some(field) = self.record.fields.get(id.0) else { continue };
            let Some(name) = &field.name else { continue };
            let changed = match (&field.wire, field.inherits(), field.inherits_places()) {
                (Wire::Group { body, delta: Some(_), .. }, ..) => {
                    let given = fields.iter().find(|(given, _)| given == name).map(|(_, value)| value);
                    let mut inner = match given {
                        None | Some(Value::Null) => Vec::new(),
                        Some(Value::Record(inner)) => inner.clone(),
                        Some(_) => continue,
                    };
                    self.strip(body, &mut inner);
                    Some(Value::Record(inner))
                }
                (Wire::Sparse { item, .. }, _, Some(base)) => {
                    Some(changed_places(self.protocol, item, self.held(self.state, id), &self.held(self.base, base)))
                }
                (wire, Some(base), _) => {
                    let value = self.held(self.state, id);
                    let numbers = |value: &Value| Numbers::of(self.protocol, self.record, wire, value);
                    let (now, before) = (numbers(&value), numbers(&self.held(self.base, base)));
                    (now.is_none() || now != before).then_some(value)
                }
                _ => continue,
            };
            fields.retain(|(given, _)| given != name);
            fields.extend(changed.map(|value| (name.clone(), value)));
        }
    }

    /// A field of a state; what was left out is zero.
    fn held(&self, state: Option<&Value>, id: FieldId) -> Value {
        let Some(field) = self.record.fields.get(id.0) else { return Value::Null };
        let path = self.record.path_in_state(id);
        let given = state.and_then(|state| path.iter().try_fold(state, |value, name| value.field(name)));
        match given {
            Some(value) if *value != Value::Null => value.clone(),
            _ => zero(self.protocol, self.record, field),
        }
    }
}

/// The elements of a list that are not those of the base; the other places are empty.
fn changed_places(protocol: &Protocol, item: &Item, value: Value, base: &Value) -> Value {
    let Value::List(mut places) = value else { return value };
    let before = if let Value::List(before) = base { before.as_slice() } else { &[] };
    let numbers = |one: &Value| {
        let mut numbers = Numbers { protocol, all: Vec::new() };
        numbers.element(item, one)?;
        Some(numbers.all)
    };
    for (place, before) in places.iter_mut().zip(before) {
        let now = numbers(place);
        if now.is_some() && now == numbers(before) {
            *place = Value::Null;
        }
    }
    Value::List(places)
}

/// All numbers that are written for a value.
struct Numbers<'p> {
    protocol: &'p Protocol,
    /// `None` stands for something absent.
    all: Vec<Option<Code>>,
}

impl<'p> Numbers<'p> {
    /// `None` where a writer would refuse the value.
    fn of(protocol: &'p Protocol, record: &Record, wire: &Wire, value: &Value) -> Option<Vec<Option<Code>>> {
        let mut numbers = Self { protocol, all: Vec::new() };
        numbers.wire(record, wire, value)?;
        Some(numbers.all)
    }

    fn wire(&mut self, record: &Record, wire: &Wire, value: &Value) -> Option<()> {
        match (wire, value) {
            (Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. }, _) => {
                self.number(record.cells.get(cell.0)?.value, value)
            }
            (Wire::Record { record, .. }, _) => self.record(self.protocol.records.get(record.0)?, value),
            (Wire::Group { body, .. }, _) => self.body(record, body, value),
            (Wire::List { item, .. }, Value::List(items)) => items.iter().try_for_each(|one| self.element(item, one)),
            (Wire::Sparse { item, .. }, Value::List(places)) => places.iter().try_for_each(|one| match one {
                Value::Null => {
                    self.all.push(None);
                    Some(())
                }
                one => self.element(item, one),
            }),
            (Wire::Bytes(_), Value::Bytes(bytes)) => {
                self.all.extend(bytes.iter().map(|byte| Some(Code::from(*byte))));
                Some(())
            }
            _ => self.bits(value),
        }
    }

    fn element(&mut self, item: &Item, value: &Value) -> Option<()> {
        match item {
            Item::Scalar { value: kind, .. } => self.number(*kind, value),
            Item::Float { .. } => self.bits(value),
            Item::Record { record, .. } => self.record(self.protocol.records.get(record.0)?, value),
            Item::Family { .. } => None,
        }
    }

    fn record(&mut self, record: &Record, value: &Value) -> Option<()> {
        self.body(record, &record.body, value)
    }

    fn body(&mut self, record: &Record, body: &[FieldId], value: &Value) -> Option<()> {
        for id in record.scope(body) {
            let field = record.fields.get(id.0)?;
            let given = |name: &str| value.field(name).filter(|value| **value != Value::Null);
            match (&field.wire, &field.name) {
                (Wire::Bits { parts, .. }, _) => {
                    for part in parts {
                        let cell = record.cells.get(part.cell.0)?;
                        if let (Source::User, Some(value)) = (&cell.source, part.name.as_deref().and_then(given)) {
                            self.number(cell.value, value)?;
                        }
                    }
                }
                (wire, Some(name)) if shows(record, field) => match (given(name), &field.presence) {
                    (Some(value), _) => self.wire(record, wire, value)?,
                    (None, Presence::Always) => self.wire(record, wire, &zero(self.protocol, record, field))?,
                    (None, Presence::When { .. } | Presence::Left { .. } | Presence::Chosen { .. }) => {
                        self.all.push(None)
                    }
                },
                _ => {}
            }
        }
        Some(())
    }

    fn number(&mut self, kind: model::Value, value: &Value) -> Option<()> {
        self.all.push(Some(raw_of(self.protocol, kind, value).ok()?));
        Some(())
    }

    fn bits(&mut self, value: &Value) -> Option<()> {
        let bits = match value {
            Value::Float(Float::F32(float)) => Code::from(float.to_bits()),
            Value::Float(Float::F64(float)) => Code::from(float.to_bits()),
            _ => return None,
        };
        self.all.push(Some(bits));
        Some(())
    }
}
