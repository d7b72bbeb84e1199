//! From a plain value to JSON, by the model: it says what each field is.

use serde_json::{Map, Value as Json};
use wireform_build::interpret::{Entry, Target, Value, entries};
use wireform_build::model::{self, Arm, Family, FieldId, Item, Protocol, Record, Role, Tag, Wire};

use super::{UNKNOWN, float, int, number, object};
use crate::bytes::to_hex;

/// The JSON of a value that a reader made of a target's packet, with the fields in their order.
#[must_use]
pub fn to_json(protocol: &Protocol, target: Target, value: &Value) -> Json {
    let writer = ToJson { protocol };
    match (target, value) {
        (Target::Record(id), _) => writer.record(protocol.records.get(id.0), value),
        (Target::Family(id), _) => writer.family(protocol.families.get(id.0), value),
        (Target::Stream(id), _) => writer.list(value, |message| writer.family(protocol.families.get(id.0), message)),
    }
}

struct ToJson<'p> {
    protocol: &'p Protocol,
}

impl<'p> ToJson<'p> {
    fn record(&self, record: Option<&'p Record>, value: &Value) -> Json {
        let Some(record) = record else { return Json::Null };
        match (&record.role, value) {
            (Role::Element { transparent: true }, _) => {
                entries(record, &record.body).first().map_or(Json::Null, |(_, entry)| self.entry(record, *entry, value))
            }
            (_, Value::Record(fields)) => self.fields(record, &record.body, fields).into(),
            _ => Json::Null,
        }
    }

    fn fields(&self, record: &'p Record, body: &[FieldId], fields: &[(String, Value)]) -> Map<String, Json> {
        let known = entries(record, body);
        let one = |(name, value): &(String, Value)| {
            let (_, entry) = known.iter().find(|(known, _)| known == name)?;
            Some((name.clone(), self.entry(record, *entry, value)))
        };
        fields.iter().filter_map(one).collect()
    }

    fn entry(&self, record: &'p Record, entry: Entry, value: &Value) -> Json {
        match entry {
            Entry::Part(cell) => self.number(record.cells.get(cell.0).map(|cell| cell.value), value),
            Entry::Field(id) => {
                record.fields.get(id.0).map_or(Json::Null, |field| self.wire(record, &field.wire, value))
            }
        }
    }

    fn number(&self, kind: Option<model::Value>, value: &Value) -> Json {
        match (kind, value, value.raw()) {
            (_, Value::Unverified { raw }, _) => object([("raw", int(*raw)), ("verified", false.into())]),
            (Some(kind), _, Some(raw)) => number::to_json(self.protocol, kind, raw),
            _ => Json::Null,
        }
    }

    fn wire(&self, record: &'p Record, wire: &'p Wire, value: &Value) -> Json {
        match (wire, value) {
            (_, Value::Null) => Json::Null,
            (Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. }, _) => {
                self.number(record.cells.get(cell.0).map(|cell| cell.value), value)
            }
            (_, Value::Float(number)) => float::to_json(*number),
            (_, Value::Bytes(bytes)) => to_hex(bytes).into(),
            (_, Value::Text(text)) => text.as_str().into(),
            (Wire::Group { body, .. }, Value::Record(fields)) => self.fields(record, body, fields).into(),
            (Wire::Record { record, .. }, _) => self.record(self.protocol.records.get(record.0), value),
            (Wire::Family { family, .. }, _) => self.family(self.protocol.families.get(family.0), value),
            (Wire::List { item, .. } | Wire::Sparse { item, .. }, _) => self.list(value, |one| self.element(item, one)),
            (Wire::Match { tag, arms, .. }, Value::Arm { name, fields }) => {
                let arm = arms.iter().find(|arm| arm.name == *name);
                arm.map_or(Json::Null, |arm| self.choice(record, tag, arm, fields))
            }
            _ => Json::Null,
        }
    }

    fn list(&self, value: &Value, element: impl Fn(&Value) -> Json) -> Json {
        match value {
            Value::List(list) => list.iter().map(element).collect(),
            _ => Json::Null,
        }
    }

    fn element(&self, item: &'p Item, value: &Value) -> Json {
        match (item, value) {
            (_, Value::Null) => Json::Null,
            (_, Value::Float(number)) => float::to_json(*number),
            (Item::Scalar { value: kind, .. }, _) => self.number(Some(*kind), value),
            (Item::Record { record, .. }, _) => self.record(self.protocol.records.get(record.0), value),
            (Item::Family { family, .. }, _) => self.family(self.protocol.families.get(family.0), value),
            (Item::Float { .. }, _) => Json::Null,
        }
    }

    /// `{"Sound":{..}}`, `{"Unknown":{"code":7,"body":"00ff"}}`
    fn family(&self, family: Option<&'p Family>, value: &Value) -> Json {
        match (family, value) {
            (Some(family), Value::Message { name, fields }) => {
                let member = family.members.iter().find(|member| member.name == *name);
                let record = member.and_then(|member| self.protocol.records.get(member.record.0));
                let fields = record.map(|record| self.fields(record, &record.body, fields)).unwrap_or_default();
                object([(name.as_str(), fields.into())])
            }
            (_, Value::Unknown { code, body }) => {
                object([(UNKNOWN, object([("code", int(*code)), ("body", to_hex(body).into())]))])
            }
            _ => Json::Null,
        }
    }

    /// `{"Battery":{..}}`, `{"A":5}`, `{"Other":{"code":3,"value":5}}`, `"Empty"`
    fn choice(&self, record: &'p Record, tag: &Tag, arm: &'p Arm, fields: &[(String, Value)]) -> Json {
        let stored = record.stored_code(tag, arm).map(|(name, _)| name);
        let code = fields.iter().find(|(name, _)| stored == Some(name));
        let code = code.map(|(name, code)| (name.clone(), self.number(Some(record.tag_value(tag)), code)));
        let inside = self.fields(record, &arm.body, fields);
        let inner = match (code, arm.transparent) {
            (None, _) if arm.body.is_empty() => return arm.name.as_str().into(),
            (None, true) => inside.into_iter().next().map_or(Json::Null, |(_, value)| value),
            (code, _) => code.into_iter().chain(inside).collect::<Map<_, _>>().into(),
        };
        object([(arm.name.as_str(), inner)])
    }
}
