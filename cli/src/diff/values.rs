//! Two readings of one packet: what the reader of the writer's own schema gets, and what the other reader does.
//!
//! Names are those of the new schema in both, so values are compared by their names.

use std::collections::BTreeMap;

use wireform_build::interpret::{Digit, Float, Value};
use wireform_build::quantity::Amount;

use super::proof::Loss;
use crate::bytes::to_hex;

/// The comparison of two readings.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Compared {
    /// The first value that is another one, if there is one.
    pub differs: Option<Differs>,
    /// The parts that the reader does not know.
    pub losses: Vec<Loss>,
    /// The values that only the reader has, by the paths of their fields. They are the same in all packets, unless the
    /// reader makes them of bytes that are something else.
    pub only_read: BTreeMap<String, String>,
}

/// A value that is another one for the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differs {
    /// The path in the packet.
    pub path: String,
    /// As the writer means it.
    pub written: String,
    /// As the reader understands it.
    pub read: String,
}

/// Whether two numbers have the same bits: `==` takes 0.0 for -0.0, which a program can tell apart, and no NaN for itself.
pub fn is_same_amount(one: Amount, two: Amount) -> bool {
    match (one, two) {
        (Amount::Int(one), Amount::Int(two)) => one == two,
        (Amount::F32(one), Amount::F32(two)) => one.to_bits() == two.to_bits(),
        (Amount::F64(one), Amount::F64(two)) => one.to_bits() == two.to_bits(),
        _ => false,
    }
}

/// Compares the value of a writer with what a reader makes of its packet.
#[must_use]
pub fn compare(written: &Value, read: &Value) -> Compared {
    let mut compared = Compared::default();
    compared.values("", written, read);
    compared.losses.sort();
    compared.losses.dedup();
    compared
}

impl Compared {
    fn differ(&mut self, path: &str, written: &Value, read: &Value) {
        if self.differs.is_none() {
            let (written, read) = (shown(written), shown(read));
            self.differs = Some(Differs { path: path.to_owned(), written, read });
        }
    }

    fn values(&mut self, path: &str, written: &Value, read: &Value) {
        match (written, read) {
            (Value::Record(one), Value::Record(two)) => self.fields(path, one, two),
            (Value::Message { name, fields }, Value::Message { name: other, fields: others })
            | (Value::Arm { name, fields }, Value::Arm { name: other, fields: others })
                if name == other =>
            {
                self.fields(&join(path, name), fields, others);
            }
            (Value::Message { name, .. }, Value::Unknown { .. }) => self.losses.push(Loss::Message(join(path, name))),
            (Value::List(one), Value::List(two)) if one.len() == two.len() => {
                for (index, (one, two)) in one.iter().zip(two).enumerate() {
                    self.values(&format!("{path}[{index}]"), one, two);
                }
            }
            (Value::Bits { parts, .. }, Value::Bits { parts: others, .. }) => self.fields(path, parts, others),
            (Value::Enum { name: one, raw }, Value::Enum { name: two, raw: other }) => match (one, two) {
                (Some(one), Some(two)) if one == two => {}
                (Some(one), None) if raw == other => self.losses.push(Loss::Name(join(path, one))),
                (None, _) if raw == other => {}
                _ => self.differ(path, written, read),
            },
            (Value::Quantity { raw, value, unit }, Value::Quantity { raw: other, value: meaning, unit: of }) => {
                let same = raw == other && is_same_amount(*value, *meaning) && unit == of;
                if !same {
                    self.differ(path, written, read);
                }
            }
            (Value::Packed { raw, digits }, Value::Packed { raw: other, digits: others }) => {
                if raw != other || digits != others {
                    self.differ(path, written, read);
                }
            }
            (Value::Float(one), Value::Float(two)) => {
                if bits(*one) != bits(*two) {
                    self.differ(path, written, read);
                }
            }
            (Value::Text(text), Value::Bytes(bytes)) | (Value::Bytes(bytes), Value::Text(text)) => {
                // Latin-1 has a byte for each character.
                let is_same = text.as_bytes() == bytes
                    || text.chars().map(u32::from).eq(bytes.iter().map(|byte| u32::from(*byte)));
                if !is_same {
                    self.differ(path, written, read);
                }
            }
            (Value::Unverified { .. }, Value::Unverified { .. }) => {}
            (one, two) if one == two => {}
            // A plain number has no meaning, and two kinds of meaning have only the number in common.
            (one, two) if kind(one) != kind(two) && one.raw().is_some() && one.raw() == two.raw() => {}
            _ => self.differ(path, written, read),
        }
    }

    fn fields(&mut self, path: &str, written: &[(String, Value)], read: &[(String, Value)]) {
        for (name, value) in written {
            match read.iter().find(|(other, _)| other == name) {
                Some((_, other)) => self.values(&join(path, name), value, other),
                None if *value == Value::Null => {}
                None => self.losses.push(Loss::Field(without_indices(&join(path, name)))),
            }
        }
        let only = read.iter().filter(|(name, _)| !written.iter().any(|(other, _)| other == name));
        for (name, value) in only.filter(|(_, value)| *value != Value::Null) {
            let path = join(path, name);
            let shown = format!("{value:?}");
            let before = self.only_read.insert(without_indices(&path), shown.clone());
            if before.is_some_and(|before| before != shown) {
                self.differ(&path, &Value::Null, value);
            }
        }
    }
}

fn kind(value: &Value) -> std::mem::Discriminant<Value> {
    std::mem::discriminant(value)
}

fn bits(float: Float) -> u64 {
    match float {
        Float::F32(float) => float.to_bits().into(),
        Float::F64(float) => float.to_bits(),
    }
}

fn join(outer: &str, inner: &str) -> String {
    if outer.is_empty() { inner.to_owned() } else { format!("{outer}.{inner}") }
}

/// `rules.name` of `rules[3].name`
fn without_indices(path: &str) -> String {
    let mut pieces = path.split('[');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |all, piece| all + piece.split_once(']').map_or("", |(_, rest)| rest))
}

/// A value in a few words.
#[must_use]
pub fn shown(value: &Value) -> String {
    let with_unit = |text: String, unit: &Option<String>| match unit {
        Some(unit) => format!("{text} {unit}"),
        None => text,
    };
    let all = |list: Vec<String>| list.join(", ");
    let fields = |fields: &[(String, Value)]| {
        all(fields.iter().map(|(name, value)| format!("{name}: {}", shown(value))).collect())
    };
    let text = match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(raw) | Value::Unverified { raw } => raw.to_string(),
        Value::Notation { raw, notation } => notation.shown(*raw),
        Value::Float(float) => float.to_f64().to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Bytes(bytes) if bytes.is_empty() => "no bytes".to_owned(),
        Value::Bytes(bytes) => format!("bytes {}", to_hex(bytes)),
        Value::List(list) => format!("[{}]", all(list.iter().map(shown).collect())),
        Value::Unread(_) => "a long list".to_owned(),
        Value::Quantity { value, unit, .. } => with_unit(value.to_string(), unit),
        Value::Enum { name: Some(name), .. } => name.clone(),
        Value::Enum { raw, .. } => raw.to_string(),
        Value::Bits { parts, .. } => format!("{{{}}}", fields(parts)),
        Value::Packed { digits, .. } => {
            let digit = |digit: &Digit| format!("{}: {}", digit.name, with_unit(digit.value.to_string(), &digit.unit));
            format!("{{{}}}", all(digits.iter().map(digit).collect()))
        }
        Value::Record(inner) => format!("{{{}}}", fields(inner)),
        Value::Message { name, fields: inner } | Value::Arm { name, fields: inner } => {
            format!("{name} {{{}}}", fields(inner))
        }
        Value::Unknown { code, body } => format!("an unknown message {code} with the bytes {}", to_hex(body)),
    };
    shortened(text)
}

/// The longest text of a value.
const LONGEST: usize = 60;

fn shortened(text: String) -> String {
    if text.chars().count() <= LONGEST {
        return text;
    }
    text.chars().take(LONGEST).chain("..".chars()).collect()
}
