//! Delta-encoded states: resolves a delta to a state, and encodes a state as a delta.
//!
//! Two values are equal if the same numbers are written for them; floats are compared bit for bit.

use super::fields::{Entry, entries};
use super::meaning::raw_of;
use super::value::{Float, Value};
use super::zero::{default, zero, zero_number};
use crate::layout::{scalar_interval, wire_interval};
use crate::model::{self, Base, Code, Content, FieldId, InBase, Interval, Item, Protocol, Record, RecordId, Wire};

/// The state that results from a delta against `base`; without a base against the zero state.
pub(super) fn resolve(protocol: &Protocol, record: &Record, change: Value, base: Option<&Value>) -> Value {
    let Value::Record(mut fields) = change else { return change };
    let states = States { protocol, record, state: None, base };
    states.fill(&record.body, &mut fields);
    Value::Record(fields)
}

/// The delta of a state against `base`; without a base against the zero state.
pub(super) fn delta_from(protocol: &Protocol, record: &Record, state: Option<&Value>, base: Option<&Value>) -> Value {
    let mut fields = match state {
        None => Vec::new(),
        Some(Value::Record(fields)) => fields.clone(),
        // Rejected by the writer of records.
        Some(other) => return other.clone(),
    };
    let states = States { protocol, record, state, base };
    states.strip(&record.body, &mut fields);
    Value::Record(fields)
}

/// The path of a sparse list in a state with a missing element, which is valid only in a delta: it means no change.
pub(super) fn missing_element(protocol: &Protocol, record: &Record, state: &Value) -> Option<String> {
    missing_in(protocol, record, &record.body, state)
}

fn missing_in(protocol: &Protocol, record: &Record, body: &[FieldId], state: &Value) -> Option<String> {
    record.scope(body).iter().map(|id| &record.fields[id.0]).find_map(|field| {
        let name = field.name.as_ref()?;
        let value = state.field(name)?;
        let inside = match (&field.wire, value) {
            (Wire::Sparse { .. }, Value::List(elements)) if field.inherits_places().is_some() => {
                return elements.contains(&Value::Null).then(|| name.clone());
            }
            (Wire::Group { body, .. }, value) => missing_in(protocol, record, body, value)?,
            (Wire::Record { record, from: Some(_), .. }, value) => {
                missing_element(protocol, &protocol.records[record.0], value)?
            }
            _ => return None,
        };
        Some(format!("{name}.{inside}"))
    })
}

/// A state and the base of its delta.
struct States<'v> {
    protocol: &'v Protocol,
    record: &'v Record,
    state: Option<&'v Value>,
    base: Option<&'v Value>,
}

impl States<'_> {
    /// Adds the values that the fields of a body inherit.
    fn fill(&self, body: &[FieldId], fields: &mut [(String, Value)]) {
        for field in self.record.scope(body).iter().map(|id| &self.record.fields[id.0]) {
            let Some(value) = fields.iter_mut().find(|(name, _)| Some(name) == field.name.as_ref()) else { continue };
            match (&field.wire, &mut value.1, field.inherits(), field.inherits_places()) {
                (Wire::Group { body, delta: Some(_), .. }, Value::Record(inner), ..) => self.fill(body, inner),
                (_, absent @ Value::Null, Some(base), _) => *absent = self.value_or_zero(self.base, base),
                (Wire::Record { record, from: Some(Base::Inside(base)), .. }, change @ Value::Record(_), ..) => {
                    let inner = &self.protocol.records[record.0];
                    let before = self.value_or_zero(self.base, base);
                    *change = resolve(self.protocol, inner, std::mem::take(change), Some(&before));
                }
                (_, Value::List(elements), _, Some(base)) => {
                    if let Value::List(before) = self.value_or_zero(self.base, base) {
                        let empty = elements.iter_mut().zip(before).filter(|(element, _)| **element == Value::Null);
                        empty.for_each(|(element, before)| *element = before);
                    }
                }
                _ => {}
            }
        }
    }

    /// Removes the values that the fields of a body can inherit.
    fn strip(&self, body: &[FieldId], fields: &mut Vec<(String, Value)>) {
        for id in self.record.scope(body) {
            let field = &self.record.fields[id.0];
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
                    let state = self.value_or_zero(self.state, &id.into());
                    Some(changed_elements(self.protocol, item, state, &self.value_or_zero(self.base, base)))
                }
                (wire, inherits, _) if inherits.is_some() || field.state_inside().is_some() => {
                    let value = self.given(self.state, &id.into());
                    let value = match (value, field.presence.has_value()) {
                        (None, false) => continue,
                        (value, _) => value.cloned().unwrap_or_else(|| zero(self.protocol, self.record, field)),
                    };
                    let numbers = |value: &Value| Numbers::of_state(self.protocol, self.record, wire, value);
                    let differs = inherits.is_none_or(|base| {
                        let now = numbers(&value);
                        now.is_none() || now != numbers(&self.value_or_zero(self.base, base))
                    });
                    differs.then(|| self.change(wire, value))
                }
                _ => continue,
            };
            fields.retain(|(given, _)| given != name);
            fields.extend(changed.map(|value| (name.clone(), value)));
        }
    }

    /// The value of a changed field in a delta: that of a nested state is its delta.
    fn change(&self, wire: &Wire, value: Value) -> Value {
        let Wire::Record { record, from: Some(Base::Inside(base)), .. } = wire else { return value };
        let inner = &self.protocol.records[record.0];
        delta_from(self.protocol, inner, Some(&value), Some(&self.value_or_zero(self.base, base)))
    }

    /// The value of a field of a state, if it is set.
    fn given<'a>(&self, state: Option<&'a Value>, field: &InBase) -> Option<&'a Value> {
        let names = field.names(self.protocol, self.record);
        let given = names.iter().try_fold(state?, |value, name| value.field(name));
        given.filter(|value| **value != Value::Null)
    }

    /// The value of a field of a state; zero if it is not set.
    fn value_or_zero(&self, state: Option<&Value>, field: &InBase) -> Value {
        let given = self.given(state, field).cloned();
        given
            .or_else(|| {
                field.follow(self.protocol, self.record).map(|(record, field, _)| zero(self.protocol, record, field))
            })
            .unwrap_or_default()
    }
}

/// The elements of a sparse list that differ from the base; all others are missing.
fn changed_elements(protocol: &Protocol, item: &Item, value: Value, base: &Value) -> Value {
    let Value::List(mut elements) = value else { return value };
    let before = if let Value::List(before) = base { before.as_slice() } else { &[] };
    let numbers = |one: &Value| {
        let mut numbers = Numbers { protocol, all: Vec::new() };
        numbers.element(item, one)?;
        Some(numbers.all)
    };
    for (element, before) in elements.iter_mut().zip(before) {
        let now = numbers(element);
        if now.is_some() && now == numbers(before) {
            *element = Value::Null;
        }
    }
    Value::List(elements)
}

/// All numbers that are written for a value. `whole`: the value is a state, otherwise a delta.
struct Numbers<'p> {
    protocol: &'p Protocol,
    /// `None` is something absent.
    all: Vec<Option<Code>>,
}

impl<'p> Numbers<'p> {
    /// The numbers of a field of a state; `None` if a writer would reject the value.
    fn of_state(protocol: &'p Protocol, record: &Record, wire: &Wire, value: &Value) -> Option<Vec<Option<Code>>> {
        let mut numbers = Self { protocol, all: Vec::new() };
        numbers.wire(record, wire, value, true)?;
        Some(numbers.all)
    }

    fn wire(&mut self, record: &Record, wire: &Wire, value: &Value, whole: bool) -> Option<()> {
        match (wire, value) {
            (Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. }, _) => {
                let range = wire_interval(self.protocol, record, *cell);
                self.number(record.cells[cell.0].value, value, range)
            }
            (Wire::Record { record, from, .. }, _) => {
                self.record(*record, value, Base::gives_state(from.as_ref(), whole))
            }
            (Wire::Group { body, .. }, _) => self.body(record, body, value, whole),
            (Wire::List { item, .. }, _) if let Some((_, mut items)) = value.list(self.protocol) => {
                items.try_for_each(|one| self.element(item, &one))
            }
            (Wire::Sparse { item, .. }, Value::List(elements)) => elements.iter().try_for_each(|one| match one {
                Value::Null => {
                    self.all.push(None);
                    Some(())
                }
                one => self.element(item, one),
            }),
            (Wire::Octets { content: Content::Free, .. }, Value::Bytes(bytes)) => {
                self.all.extend(bytes.iter().map(|byte| Some(Code::from(*byte))));
                Some(())
            }
            _ => self.bits(value),
        }
    }

    fn element(&mut self, item: &Item, value: &Value) -> Option<()> {
        match item {
            Item::Scalar { scalar, value: kind } => self.number(*kind, value, scalar_interval(self.protocol, *scalar)),
            Item::Float { .. } => self.bits(value),
            Item::Record { record, .. } => self.record(*record, value, false),
            Item::Family { .. } => None,
        }
    }

    fn record(&mut self, record: RecordId, value: &Value, whole: bool) -> Option<()> {
        let record = &self.protocol.records[record.0];
        match record.only() {
            Some(only) => self.wire(record, &record.fields[only.0].wire, value, whole),
            None => self.body(record, &record.body, value, whole),
        }
    }

    /// Adds the numbers of a body. Fields that the value omits have their defaults.
    fn body(&mut self, record: &Record, body: &[FieldId], value: &Value, whole: bool) -> Option<()> {
        let given = |name: &str| value.field(name).filter(|value| **value != Value::Null).cloned();
        for (name, entry) in entries(record, body) {
            match entry {
                Entry::Part(cell) => {
                    let kind = record.cells[cell.0].value;
                    let value = given(name).unwrap_or_else(|| zero_number(self.protocol, kind));
                    self.number(kind, &value, wire_interval(self.protocol, record, cell))?;
                }
                Entry::Field(id) => {
                    let field = &record.fields[id.0];
                    match given(name).unwrap_or_else(|| default(self.protocol, record, field, whole)) {
                        Value::Null => self.all.push(None),
                        value => self.wire(record, &field.wire, &value, whole)?,
                    }
                }
            }
        }
        Some(())
    }

    fn number(&mut self, kind: model::Value, value: &Value, range: Interval) -> Option<()> {
        self.all.push(Some(raw_of(self.protocol, kind, value, range).ok()?));
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
