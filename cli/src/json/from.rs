//! From JSON to a plain value, by the model: it says what each key is. A writer checks the rest.

use serde_json::{Map, Value as Json};
use wireform_build::interpret::{Entry, Target, Value, WriteError, WriteErrorKind, entries, shows};
use wireform_build::model::{
    self, Absent, Arm, Content, Family, FieldId, Item, Node, Part, Protocol, Record, Role, Tag, Wire,
};
use wireform_build::near::{nearest, nearest_first};

use super::advice::shown;
use super::float::float;
use super::notes::{Notes, Outside};
use super::number::number_noted;
use crate::bytes::{from_hex, to_hex};

use super::{UNKNOWN, as_int, object, tagged, what};

/// The value that a piece of JSON means. Fields that may be absent may be left out.
///
/// # Errors
/// A key or name that is not known there, a field that is missing, or something of another kind.
pub fn from_json(protocol: &Protocol, target: Target, json: &Json) -> Result<Value, WriteError> {
    from_json_noted(protocol, target, json).map(|(value, _)| value)
}

/// The same, and what `clamp` and `wrap` change of it.
///
/// # Errors
/// As [`from_json`].
pub fn from_json_noted(protocol: &Protocol, target: Target, json: &Json) -> Result<(Value, Vec<Outside>), WriteError> {
    let reader = FromJson { protocol, notes: Notes::default() };
    let value = match target {
        Target::Record(id) => match protocol.records.get(id.0) {
            Some(record) => reader.record(record, json),
            None => Ok(Value::Null),
        },
        Target::Family(id) => reader.family(protocol.families.get(id.0), json),
        Target::Stream(id) => reader.list(json, true, |message| reader.family(protocol.families.get(id.0), message)),
    };
    match value {
        Ok(value) => Ok((value, reader.notes.into_all())),
        Err(error) if !error.message.is_empty() && matches!(target, Target::Family(_)) => Err(error.outermost()),
        Err(error) => Err(error.in_message(target.name(protocol))),
    }
}

pub(super) struct FromJson<'p> {
    pub(super) protocol: &'p Protocol,
    notes: Notes,
}

/// The meaning of a key in an object.
pub(super) enum Known<'p> {
    Entry(Entry),
    /// The code that an arm stores.
    Code(&'p Tag),
}

impl<'p> FromJson<'p> {
    fn family(&self, family: Option<&'p Family>, json: &Json) -> Result<Value, WriteError> {
        let Some(family) = family else { return Ok(Value::Null) };
        let not_one = |named: Option<String>| {
            let error = wrong(r#"one message, as {"Name":{..}}"#, json);
            if let Some(named) = named { error.expected(named) } else { error }
        };
        let Some((name, json)) = tagged(json) else { return Err(not_one(self.named(family, json))) };
        let members = &family.members;
        let record = members.iter().find(|member| member.name == *name).map(|member| member.record);
        let record = record.and_then(|record| self.protocol.records.get(record.0));
        match (record, json) {
            (Some(record), Json::Object(fields)) => {
                let fields = self.fields(record, &record.body, None, fields);
                Ok(Value::Message { name: name.to_owned(), fields: fields.map_err(|error| error.in_member(name))? })
            }
            (Some(record), other) => Err(self.not_fields(record, &record.body, other).in_member(name)),
            (None, Json::Object(fields)) if family.open && name == UNKNOWN => {
                unknown_message(fields).map_err(|error| error.in_member(name))
            }
            (None, inner) => {
                let unknown = family.open.then_some(UNKNOWN);
                let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).chain(unknown).collect();
                let is_name = inner.is_object() && nearest(name, names.iter().copied()).is_some();
                match self.named(family, &object([(name, inner.clone())])).filter(|_| !is_name) {
                    Some(named) => Err(not_one(Some(named))),
                    None => {
                        Err(self.elsewhere(name).unwrap_or_else(|| not_known(name, names)).in_message(&family.name))
                    }
                }
            }
        }
    }

    fn record(&self, record: &'p Record, json: &Json) -> Result<Value, WriteError> {
        if let Role::Element { transparent: true } = record.role
            && let Some((_, entry)) = entries(record, &record.body).into_iter().next()
        {
            return self.value(record, &Known::Entry(entry), json);
        }
        match json {
            Json::Object(fields) => self.fields(record, &record.body, None, fields).map(Value::Record),
            other => Err(self.not_fields(record, &record.body, other)),
        }
    }

    fn fields(
        &self,
        record: &'p Record,
        body: &'p [FieldId],
        code: Option<(&'p Tag, &str)>,
        fields: &Map<String, Json>,
    ) -> Result<Vec<(String, Value)>, WriteError> {
        let mut values = Vec::new();
        for (name, json) in fields {
            let Some(known) = self.known(record, body, code, name) else {
                let is_nowhere = || match derives(record, body, name) {
                    true => WriteError::new(name, WriteErrorKind::Derived),
                    false => not_known(name, entries(record, body).into_iter().map(|(name, _)| name)),
                };
                return Err(self.misplaced(record, body, name, fields).unwrap_or_else(is_nowhere));
            };
            let value = self.notes.inside(name, || {
                let value = self.value(record, &known, json);
                // serde of generated code refuses it, too: only what may be absent is an `Option`.
                let or_nothing = matches!(known, Known::Entry(entry) if has_default(record, entry));
                let wanted = if or_nothing { "a value, or the field left out" } else { "a value" };
                value.map_err(|error| if json.is_null() { error.expected(wanted) } else { error })
            })?;
            values.push((name.clone(), value));
        }
        let missing = entries(record, body).into_iter().filter(|(_, entry)| !has_default(record, *entry));
        let missing = missing.map(|(name, _)| name).filter(|name| !fields.contains_key(*name));
        let names: Vec<String> = missing.map(|name| format!("`{name}`")).collect();
        if names.is_empty() {
            Ok(values)
        } else {
            Err(WriteError::new("", WriteErrorKind::Missing { names: names.join(", ") }))
        }
    }

    fn known(
        &self,
        record: &'p Record,
        body: &[FieldId],
        code: Option<(&'p Tag, &str)>,
        name: &str,
    ) -> Option<Known<'p>> {
        if let Some((tag, _)) = code.filter(|(_, kept)| *kept == name) {
            return Some(Known::Code(tag));
        }
        entries(record, body).into_iter().find(|(known, _)| *known == name).map(|(_, entry)| Known::Entry(entry))
    }

    pub(super) fn value(&self, record: &'p Record, known: &Known<'p>, json: &Json) -> Result<Value, WriteError> {
        let id = match known {
            Known::Entry(Entry::Part(cell)) => return self.number(record.cells[cell.0].value, json),
            Known::Code(tag) => return self.number(record.tag_value(tag), json),
            Known::Entry(Entry::Field(id)) => *id,
        };
        let Some(field) = record.fields.get(id.0) else { return Ok(Value::Null) };
        let is_option = matches!(field.presence.absent(), Some(Absent::Nothing | Absent::Base(_)));
        if *json == Json::Null && is_option {
            return Ok(Value::Null);
        }
        match &field.wire {
            Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. } => match record.cells.get(cell.0) {
                Some(cell) => self.number(cell.value, json),
                None => Ok(Value::Null),
            },
            Wire::Float { width, .. } => float(*width, json).map(Value::Float),
            Wire::Octets { content: Content::Free, .. } => bytes(json).map(Value::Bytes),
            Wire::Octets { content: Content::Text(_), .. } => match json {
                Json::String(text) => Ok(Value::Text(text.clone())),
                other => Err(wrong("text", other)),
            },
            Wire::Group { body, .. } => match json {
                Json::Object(fields) => self.fields(record, body, None, fields).map(Value::Record),
                other => Err(self.not_fields(record, body, other)),
            },
            wire @ (Wire::Record { .. } | Wire::Family { .. } | Wire::Nested { .. }) => {
                match self.protocol.inside(wire) {
                    Some(Node::Record(id)) if let Some(record) = self.protocol.records.get(id.0) => {
                        self.record(record, json)
                    }
                    Some(Node::Family(id)) => self.family(self.protocol.families.get(id.0), json),
                    Some(Node::Record(_)) | None => Ok(Value::Null),
                }
            }
            Wire::List { item, extent, .. } => {
                self.list(json, extent.constant().is_none(), |element| self.element(item, element))
            }
            Wire::Sparse { item, .. } => self.list(json, false, |element| match element {
                Json::Null => Ok(Value::Null),
                element => self.element(item, element),
            }),
            Wire::Match { tag, arms, .. } => self.choice(record, tag, arms, json),
            Wire::Bits { .. }
            | Wire::Padding { .. }
            | Wire::Octets { content: Content::Constant(_), .. }
            | Wire::Within { .. } => Ok(Value::Null),
        }
    }

    fn number(&self, kind: model::Value, json: &Json) -> Result<Value, WriteError> {
        number_noted(self.protocol, &self.notes, kind, json)
    }

    /// `takes_one`: a single element is a list.
    fn list(
        &self,
        json: &Json,
        takes_one: bool,
        element: impl Fn(&Json) -> Result<Value, WriteError>,
    ) -> Result<Value, WriteError> {
        let Json::Array(list) = json else {
            let error = wrong("an array", json);
            let is_element = takes_one && element(json).is_ok();
            return Err(if is_element { error.expected(format!("[{}]", shown(json))) } else { error });
        };
        let of = |(index, json)| self.notes.inside_element(index, || element(json));
        list.iter().enumerate().map(of).collect::<Result<_, _>>().map(Value::List)
    }

    fn element(&self, item: &'p Item, json: &Json) -> Result<Value, WriteError> {
        match item {
            Item::Scalar { value, .. } => self.number(*value, json),
            Item::Float { width, .. } => float(*width, json).map(Value::Float),
            Item::Record { record, .. } => match self.protocol.records.get(record.0) {
                Some(record) => self.record(record, json),
                None => Ok(Value::Null),
            },
            Item::Family { family, .. } => self.family(self.protocol.families.get(family.0), json),
        }
    }

    /// `{"Battery":{..}}`, `{"A":5}`, `{"Other":{"code":3,"value":5}}`, `"Empty"`
    fn choice(&self, record: &'p Record, tag: &'p Tag, arms: &'p [Arm], json: &Json) -> Result<Value, WriteError> {
        const ONE: &str = r#"one shape, as {"Name":..}"#;
        let (name, inner) = match json {
            Json::String(name) => (name.as_str(), &Json::Null),
            json => tagged(json).ok_or_else(|| wrong(ONE, json))?,
        };
        let Some(arm) = arms.iter().find(|arm| arm.name == *name) else {
            return Err(not_known(name, arms.iter().map(|arm| arm.name.as_str())));
        };
        let code = record.stored_code(tag, arm).map(|(kept, _)| (tag, kept));
        let only = entries(record, &arm.body).into_iter().next().filter(|_| arm.transparent && code.is_none());
        let fields = match (only, inner) {
            (None, Json::Null) if arm.body.is_empty() && code.is_none() => Vec::new(),
            (Some((field, entry)), inner) if !json.is_string() => {
                let value = self.notes.inside(field, || self.value(record, &Known::Entry(entry), inner))?;
                vec![(field.to_owned(), value)]
            }
            (None, Json::Object(fields)) => self.fields(record, &arm.body, code, fields)?,
            (Some(_), _) | (None, Json::Null) => {
                return Err(wrong(ONE, json).expected(format!("{{\"{name}\":..}}")));
            }
            (None, other) => return Err(self.not_fields(record, &arm.body, other)),
        };
        Ok(Value::Arm { name: name.to_owned(), fields })
    }
}

/// Whether a field may be left out: it may be absent, and is then nothing, or what `else` says; or the program computes it.
fn has_default(record: &Record, entry: Entry) -> bool {
    let Entry::Field(id) = entry else { return false };
    let is_computed = |cell| !record.is_users(cell);
    record.fields.get(id.0).is_some_and(|field| field.is_optional() || field.wire.number().is_some_and(is_computed))
}

/// `{"code":7,"body":"00ff"}`
fn unknown_message(fields: &Map<String, Json>) -> Result<Value, WriteError> {
    if let Some(key) = fields.keys().find(|key| !["code", "body"].contains(&key.as_str())) {
        return Err(not_known(key, ["code", "body"]));
    }
    let Some(code) = fields.get("code").and_then(as_int) else {
        return Err(WriteError::new("code", kind("a number", fields.get("code"))));
    };
    let Some(body) = fields.get("body") else {
        return Err(WriteError::new("body", kind("bytes as hex digits", None)));
    };
    let body = bytes(body).map_err(|error| error.inside("body"))?;
    Ok(Value::Unknown { code, body })
}

/// Pairs of hex digits, or an array of numbers.
fn bytes(json: &Json) -> Result<Vec<u8>, WriteError> {
    let not_bytes = || wrong("bytes as hex digits", json).found(shown(json));
    match json {
        Json::String(text) => {
            let digits: Option<Vec<u8>> = text
                .chars()
                .filter(|character| *character != ' ')
                .map(|character| character.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
                .collect();
            let bytes = digits.and_then(|digits| {
                let (pairs, rest) = digits.as_chunks::<2>();
                rest.is_empty().then(|| pairs.iter().map(|[high, low]| (high << 4) | low).collect())
            });
            bytes.ok_or_else(|| match from_hex(text) {
                Ok(meant) => not_bytes().expected(format!("\"{}\"", to_hex(&meant))),
                Err(_) => not_bytes(),
            })
        }
        Json::Array(list) => {
            let byte = |(index, json): (usize, &Json)| {
                let byte = as_int(json).and_then(|code| u8::try_from(code).ok());
                let error = || WriteError::new("", WriteErrorKind::Range).expected("0 to 255").found(shown(json));
                byte.ok_or_else(|| error().inside_element("", index))
            };
            list.iter().enumerate().map(byte).collect()
        }
        _ => Err(wrong("bytes as hex digits", json)),
    }
}

pub(super) fn wrong(wanted: &'static str, found: &Json) -> WriteError {
    WriteError::new("", kind(wanted, Some(found)))
}

/// Whether a body has a number of this name that no value has: one that the writer derives, or a constant.
pub(super) fn derives(record: &Record, body: &[FieldId], name: &str) -> bool {
    let is_code = name == "code" && matches!(record.role, Role::Message { code: Some(_) });
    let is_part = |part: &Part| part.name.as_deref() == Some(name) && !record.is_users(part.cell);
    is_code
        || record.scope(body).iter().filter_map(|id| record.fields.get(id.0)).any(|field| match &field.wire {
            Wire::Bits { parts, .. } => parts.iter().any(is_part),
            _ => field.name.as_deref() == Some(name) && !shows(record, field),
        })
}

/// So many known names are listed, with the one that was probably meant.
const LISTED: usize = 8;

/// The error for a name that is none of these.
pub(super) fn not_known<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> WriteError {
    let known = nearest_first(name, known.into_iter().collect(), |known| known);
    let near = nearest(name, known.iter().copied());
    let others: Vec<&str> = known.into_iter().filter(|known| Some(*known) != near).collect();
    let (listed, more) = others.split_at(others.len().min(LISTED.saturating_sub(usize::from(near.is_some()))));
    let listed =
        if more.is_empty() { listed.join(", ") } else { format!("{} and {} more", listed.join(", "), more.len()) };
    let are = if others.len() == 1 { "is" } else { "are" };
    let help = match near {
        Some(near) if listed.is_empty() => Some(format!("did you mean `{near}`?")),
        Some(near) => Some(format!("did you mean `{near}`? There {are} also {listed}")),
        None if listed.is_empty() => None,
        None => Some(format!("there {are} {listed}")),
    };
    WriteError::new(name, WriteErrorKind::Unknown { help })
}

pub(super) fn kind(wanted: &'static str, found: Option<&Json>) -> WriteErrorKind {
    WriteErrorKind::Type { wanted, found: found.map_or("missing", what) }
}
