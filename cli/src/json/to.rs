//! From a plain value to JSON, by the model: it says what each field is. The JSON is written as it is made, so that it need
//! not fit into memory.

use std::io::{self, Write};

use serde_json::Value as Json;
use wireform_build::interpret::{Entry, Target, Value, entries};
use wireform_build::model::{self, Arm, Family, FieldId, Item, Node, Protocol, Record, Role, Tag, Wire};

use super::{UNKNOWN, float, int, number, object, write, write_text};
use crate::bytes::to_hex;

/// Bytes whose hexadecimal digits are written at once.
const AT_ONCE: usize = 4096;

/// Writes the JSON of a value that a reader made of a target's packet, with the fields in their order.
///
/// # Errors
/// Those of `out`.
pub fn write_json(protocol: &Protocol, target: Target, value: &Value, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = ToJson { protocol, out };
    match (target, value) {
        (Target::Record(id), _) => writer.record(protocol.records.get(id.0), value),
        (Target::Family(id), _) => writer.family(protocol.families.get(id.0), value),
        (Target::Stream(id), _) => writer.list(value, |to, message| to.family(protocol.families.get(id.0), message)),
    }
}

/// The JSON that [`write_json`] writes.
#[must_use]
pub fn to_json(protocol: &Protocol, target: Target, value: &Value) -> Json {
    let mut text = Vec::new();
    let written = write_json(protocol, target, value, &mut text);
    written.ok().and_then(|()| serde_json::from_slice(&text).ok()).unwrap_or_default()
}

struct ToJson<'p, 'o> {
    protocol: &'p Protocol,
    out: &'o mut dyn Write,
}

impl<'p> ToJson<'p, '_> {
    fn json(&mut self, json: &Json) -> io::Result<()> {
        write(json, &mut *self.out)
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        write_text(text, &mut *self.out)
    }

    fn hex(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(b"\"")?;
        bytes.chunks(AT_ONCE).try_for_each(|bytes| self.out.write_all(to_hex(bytes).as_bytes()))?;
        self.out.write_all(b"\"")
    }

    /// An object of one key.
    fn tagged(&mut self, name: &str, inner: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        self.out.write_all(b"{")?;
        self.text(name)?;
        self.out.write_all(b":")?;
        inner(self)?;
        self.out.write_all(b"}")
    }

    fn record(&mut self, record: Option<&'p Record>, value: &Value) -> io::Result<()> {
        match (record, value) {
            (Some(Record { role: Role::Element { transparent: true }, .. }), _) => {
                let entry = record.and_then(|record| Some((record, entries(record, &record.body).first()?.1)));
                match entry {
                    Some((record, entry)) => self.entry(record, entry, value),
                    None => self.json(&Json::Null),
                }
            }
            (Some(record), Value::Record(fields)) => self.fields(record, &record.body, fields, None),
            _ => self.json(&Json::Null),
        }
    }

    /// The object of the fields of a body, after the code of an arm that stores one.
    fn fields(
        &mut self,
        record: &'p Record,
        body: &[FieldId],
        fields: &[(String, Value)],
        code: Option<(&str, Json)>,
    ) -> io::Result<()> {
        self.out.write_all(b"{")?;
        let mut between: &[u8] = b"";
        if let Some((name, code)) = code {
            self.text(name)?;
            self.out.write_all(b":")?;
            self.json(&code)?;
            between = b",";
        }
        for (name, entry, value) in known(record, body, fields) {
            self.out.write_all(between)?;
            self.text(name)?;
            self.out.write_all(b":")?;
            self.entry(record, entry, value)?;
            between = b",";
        }
        self.out.write_all(b"}")
    }

    fn entry(&mut self, record: &'p Record, entry: Entry, value: &Value) -> io::Result<()> {
        match entry {
            Entry::Part(cell) => self.number(record.cells.get(cell.0).map(|cell| cell.value), value),
            Entry::Field(id) => match record.fields.get(id.0) {
                Some(field) => self.wire(record, &field.wire, value),
                None => self.json(&Json::Null),
            },
        }
    }

    fn number(&mut self, kind: Option<model::Value>, value: &Value) -> io::Result<()> {
        let json = self.number_json(kind, value);
        self.json(&json)
    }

    fn number_json(&self, kind: Option<model::Value>, value: &Value) -> Json {
        match (kind, value, value.raw()) {
            (_, Value::Unverified { raw }, _) => object([("raw", int(*raw)), ("verified", false.into())]),
            (Some(kind), _, Some(raw)) => number::to_json(self.protocol, kind, raw),
            _ => Json::Null,
        }
    }

    fn wire(&mut self, record: &'p Record, wire: &'p Wire, value: &Value) -> io::Result<()> {
        match (wire, value) {
            (_, Value::Null) => self.json(&Json::Null),
            (Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. }, _) => {
                self.number(record.cells.get(cell.0).map(|cell| cell.value), value)
            }
            (_, Value::Float(number)) => self.json(&float::to_json(*number)),
            (_, Value::Bytes(bytes)) => self.hex(bytes),
            (_, Value::Text(text)) => self.text(text),
            (Wire::Group { body, .. }, Value::Record(fields)) => self.fields(record, body, fields, None),
            (Wire::Record { record, .. }, _) => self.record(self.protocol.records.get(record.0), value),
            (Wire::Family { family, .. }, _) => self.family(self.protocol.families.get(family.0), value),
            (Wire::Nested { .. }, _) => match self.protocol.inside(wire) {
                Some(Node::Record(id)) => self.record(self.protocol.records.get(id.0), value),
                Some(Node::Family(id)) => self.family(self.protocol.families.get(id.0), value),
                None => self.json(&Json::Null),
            },
            (Wire::List { item, .. } | Wire::Sparse { item, .. }, _) => {
                self.list(value, |to, one| to.element(item, one))
            }
            (Wire::Match { tag, arms, .. }, Value::Arm { name, fields }) => {
                match arms.iter().find(|arm| arm.name == *name) {
                    Some(arm) => self.choice(record, tag, arm, fields),
                    None => self.json(&Json::Null),
                }
            }
            _ => self.json(&Json::Null),
        }
    }

    fn list(&mut self, value: &Value, mut element: impl FnMut(&mut Self, &Value) -> io::Result<()>) -> io::Result<()> {
        let Some((_, list)) = value.list(self.protocol) else { return self.json(&Json::Null) };
        let mut between: &[u8] = b"[";
        for one in list {
            self.out.write_all(between)?;
            element(self, &one)?;
            between = b",";
        }
        self.out.write_all(if between == b"[" { b"[]" } else { b"]" })
    }

    fn element(&mut self, item: &'p Item, value: &Value) -> io::Result<()> {
        match (item, value) {
            (_, Value::Null) => self.json(&Json::Null),
            (_, Value::Float(number)) => self.json(&float::to_json(*number)),
            (Item::Scalar { value: kind, .. }, _) => self.number(Some(*kind), value),
            (Item::Record { record, .. }, _) => self.record(self.protocol.records.get(record.0), value),
            (Item::Family { family, .. }, _) => self.family(self.protocol.families.get(family.0), value),
            (Item::Float { .. }, _) => self.json(&Json::Null),
        }
    }

    /// `{"Sound":{..}}`, `{"Unknown":{"code":7,"body":"00ff"}}`
    fn family(&mut self, family: Option<&'p Family>, value: &Value) -> io::Result<()> {
        match (family, value) {
            (Some(family), Value::Message { name, fields }) => {
                let member = family.members.iter().find(|member| member.name == *name);
                let record = member.and_then(|member| self.protocol.records.get(member.record.0));
                self.tagged(name, |to| match record {
                    Some(record) => to.fields(record, &record.body, fields, None),
                    None => to.out.write_all(b"{}"),
                })
            }
            (_, Value::Unknown { code, body }) => self.tagged(UNKNOWN, |to| {
                to.out.write_all(b"{\"code\":")?;
                to.json(&int(*code))?;
                to.out.write_all(b",\"body\":")?;
                to.hex(body)?;
                to.out.write_all(b"}")
            }),
            _ => self.json(&Json::Null),
        }
    }

    /// `{"Battery":{..}}`, `{"A":5}`, `{"Other":{"code":3,"value":5}}`, `"Empty"`
    fn choice(&mut self, record: &'p Record, tag: &Tag, arm: &'p Arm, fields: &[(String, Value)]) -> io::Result<()> {
        let stored = record.stored_code(tag, arm).map(|(name, _)| name);
        let code = fields.iter().find(|(name, _)| stored == Some(name));
        let code = code.map(|(name, code)| (name.as_str(), self.number_json(Some(record.tag_value(tag)), code)));
        match code {
            None if arm.body.is_empty() => self.text(&arm.name),
            None if arm.transparent => self.tagged(&arm.name, |to| match known(record, &arm.body, fields).next() {
                Some((_, entry, value)) => to.entry(record, entry, value),
                None => to.json(&Json::Null),
            }),
            code => self.tagged(&arm.name, |to| to.fields(record, &arm.body, fields, code)),
        }
    }
}

/// The fields that a body has. They are in its order, so each is looked for behind the one before it.
fn known<'v>(
    record: &Record,
    body: &[FieldId],
    fields: &'v [(String, Value)],
) -> impl Iterator<Item = (&'v str, Entry, &'v Value)> {
    let all = entries(record, body);
    let mut next = 0;
    fields.iter().filter_map(move |(name, value)| {
        let (before, after) = all.split_at_checked(next)?;
        let at = after.iter().chain(before).position(|(known, _)| known == name)?;
        let at = next.saturating_add(at).checked_rem(all.len())?;
        next = at.saturating_add(1);
        all.get(at).map(|(_, entry)| (name.as_str(), *entry, value))
    })
}
