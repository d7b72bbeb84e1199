//! One number as JSON: an object with its raw number or what that means, or the short form of either.

use serde_json::{Map, Value as Json};
use wireform_build::interpret::{Value, WriteError, WriteErrorKind, default_raw, meaning};
use wireform_build::layout::said;
use wireform_build::model::{self, Bits, Code, Enum, Interval, Notation, Number, Outside, Packed, Protocol, Quantity};
use wireform_build::near::nearest;
use wireform_build::quantity::{self, Amount};

use super::float::{to_f32, to_f64};
use super::from::wrong;
use super::{as_int, text, to_json};

/// The value of a number. In an object the raw number and what it means have to agree, so that no change of the one is
/// lost because of the other; a plain number is the value of a quantity, and the raw number of everything else.
pub(super) fn number(protocol: &Protocol, kind: model::Value, json: &Json) -> Result<Value, WriteError> {
    beside(protocol, kind, json, None)
}

/// The value of a number, beside a raw number of which it may be the meaning. What a quantity shows of a raw number need
/// not lead back to it: it may be lossy, and a number that was read may be outside of what can be set.
fn beside(protocol: &Protocol, kind: model::Value, json: &Json, known: Option<Code>) -> Result<Value, WriteError> {
    let raw = match json.get("raw") {
        Some(Json::Null) | None => None,
        Some(raw) => Some(whole(raw, "a number").map_err(|error| error.inside("raw"))?),
    };
    let raw = match raw {
        Some(raw) => {
            agrees(protocol, kind, raw, json)?;
            raw
        }
        None => match kind {
            model::Value::Int => whole(json, "a whole number")?,
            model::Value::Notation(notation) => noted(notation, json)?,
            model::Value::Bool | model::Value::Truthy => match json {
                Json::Bool(yes) => return Ok(Value::Bool(*yes)),
                other => whole(other, "true or false")?,
            },
            model::Value::Enum(id) => code(protocol.enums.get(id.0), json)?,
            model::Value::Bits(id) => bits(protocol, protocol.bits.get(id.0), json)?,
            model::Value::Quantity(id) => amount(protocol.quantities.get(id.0), json, known)?,
            model::Value::Packed(id) => digits(protocol.packed.get(id.0), json)?,
        },
    };
    // A bool that is neither is left to the writer to refuse.
    Ok(if kind == model::Value::Bool { Value::Int(raw) } else { meaning(protocol, kind, raw) })
}

/// Rejects an object that contradicts its raw number.
fn agrees(protocol: &Protocol, kind: model::Value, raw: Code, json: &Json) -> Result<(), WriteError> {
    let (Json::Object(given), shown) = (json, to_json(&meaning(protocol, kind, raw))) else { return Ok(()) };
    for (key, json) in parts(given) {
        // The checksum is a hook's.
        if kind.is_number() && key == "verified" {
            continue;
        }
        let Some(known) = shown.get(key) else {
            let keys = match &shown {
                Json::Object(shown) => shown.iter().map(|(key, _)| key.as_str()).collect(),
                _ => Vec::new(),
            };
            return Err(unknown(key, keys));
        };
        let said = match (kind, key) {
            (model::Value::Quantity(_) | model::Value::Notation(_), "value") => {
                let value = beside(protocol, kind, json, Some(raw)).map_err(|error| error.inside(key))?;
                to_json(&value).get(key).cloned()
            }
            (model::Value::Bits(id), _) => {
                let bits = protocol.bits.get(id.0);
                let part = bits.and_then(|bits| bits.parts.iter().find(|part| part.name.as_deref() == Some(key)));
                let value = part.map(|part| beside(protocol, part.value, json, Some(part.of(raw)))).transpose();
                value.map_err(|error| error.inside(key))?.map(|value| to_json(&value))
            }
            _ => Some(json.clone()),
        };
        // As text, since zeros of either sign are equal.
        if said.is_none_or(|said| text(&said) != text(known)) {
            return Err(WriteError::new(key, WriteErrorKind::Contradiction));
        }
    }
    Ok(())
}

/// Refuses keys of an object that say nothing.
fn only(json: &Json, keys: &[&str]) -> Result<(), WriteError> {
    let Json::Object(given) = json else { return Ok(()) };
    match parts(given).find(|(key, _)| !keys.contains(key)) {
        Some((key, _)) => Err(unknown(key, keys.to_vec())),
        None => Ok(()),
    }
}

fn unknown(key: &str, known: Vec<&str>) -> WriteError {
    WriteError::new(key, WriteErrorKind::Unknown { near: nearest(key, known).map(str::to_owned) })
}

fn whole(json: &Json, wanted: &'static str) -> Result<Code, WriteError> {
    as_int(json).ok_or_else(|| wrong(wanted, json))
}

/// `"Forward"`, `{"name":"Forward"}`, `1`
fn code(one: Option<&Enum>, json: &Json) -> Result<Code, WriteError> {
    only(json, &["name"])?;
    let codes = one.map_or(&[][..], |one| &one.codes);
    match json.get("name").unwrap_or(json) {
        Json::String(name) => match codes.iter().find(|code| code.name == *name) {
            Some(code) => Ok(code.written),
            None => Err(unknown(name, codes.iter().map(|code| code.name.as_str()).collect())),
        },
        other => whole(other, "a name or its code"),
    }
}

/// `"0x12c"`, `{"value":"0x12c"}`, `300`
fn noted(notation: Notation, json: &Json) -> Result<Code, WriteError> {
    only(json, &["value"])?;
    match json.get("value").unwrap_or(json) {
        Json::String(text) => notation.of_text(text).ok_or_else(|| {
            let wanted = match notation {
                Notation::Hex => "a number, or hexadecimal such as 0x12c",
                Notation::Ipv4 => "an IPv4 address such as 192.168.0.1",
                Notation::FourCc => "four characters of one byte each",
            };
            let kind = WriteErrorKind::Type { wanted, found: "other text" };
            WriteError::new("", kind).found(self::text(&Json::from(text.as_str())))
        }),
        other => whole(other, notation.wanted()),
    }
}

/// `{"move":"Forward"}`, `17`; parts that are left out are zero.
fn bits(protocol: &Protocol, bits: Option<&Bits>, json: &Json) -> Result<Code, WriteError> {
    let (Some(bits), Json::Object(fields)) = (bits, json) else { return whole(json, "an object of parts") };
    let named = || bits.parts.iter().filter(|part| part.constant.is_none());
    let id = protocol.bits.iter().position(|one| std::ptr::eq(one, bits)).unwrap_or(0);
    let mut raw = default_raw(protocol, model::Value::Bits(model::BitsId(id)));
    for (key, json) in parts(fields) {
        let Some(part) = named().find(|part| part.name.as_deref() == Some(key)) else {
            return Err(unknown(key, named().filter_map(|part| part.name.as_deref()).collect()));
        };
        let value = number(protocol, part.value, json).map_err(|error| error.inside(key))?;
        let code = value.raw().unwrap_or(0);
        raw = part.put(raw, code);
        if part.of(raw) != code {
            let held = Interval::of_bits(part.width.into(), part.signed);
            let error = WriteError::new(key, WriteErrorKind::Range);
            return Err(error.expected(said::held(part.value, &[held])).found(code));
        }
    }
    Ok(raw)
}

/// `{"yaw":6,"pitch":-10}`, `28806`
fn digits(packed: Option<&Packed>, json: &Json) -> Result<Code, WriteError> {
    let (Some(packed), Json::Object(fields)) = (packed, json) else { return whole(json, "an object of digits") };
    let mut values: Vec<Code> = quantity::digits(packed, 0);
    for (key, json) in parts(fields) {
        let named = packed.digits.iter().zip(&mut values).find(|(digit, _)| digit.name == key);
        let Some((digit, value)) = named else {
            return Err(unknown(key, packed.digits.iter().map(|digit| digit.name.as_str()).collect()));
        };
        *value = whole(json, "a whole number").map_err(|error| error.inside(key))?;
        if digit.outside == Outside::Refuse && !quantity::digit_values(digit).contains(*value) {
            let error = WriteError::new(key, WriteErrorKind::Range);
            return Err(error.expected(quantity::expected_digit(digit)).found(*value));
        }
    }
    quantity::packed_raw(packed, &values).map_err(|_| WriteError::new("", WriteErrorKind::Range))
}

/// The parts of an object, without its raw number. (No part is called `raw`.)
fn parts(fields: &Map<String, Json>) -> impl Iterator<Item = (&str, &Json)> {
    fields.iter().filter(|(key, _)| *key != "raw").map(|(key, json)| (key.as_str(), json))
}

/// `{"value":624.6875}`, `624.6875`
fn amount(quantity: Option<&Quantity>, json: &Json, known: Option<Code>) -> Result<Code, WriteError> {
    only(json, &["value", "unit"])?;
    let json = json.get("value").unwrap_or(json);
    let Some(quantity) = quantity else { return whole(json, "a number") };
    let out_of_range = || WriteError::new("", WriteErrorKind::Range).expected(quantity::expected(quantity)).found(json);
    let value = match quantity.number {
        Number::I32 | Number::I64 => {
            let value = whole(json, "a whole number")?;
            Amount::Int(i64::try_from(value).map_err(|_| out_of_range())?)
        }
        Number::F32 => Amount::F32(to_f32(json)?),
        Number::F64 => Amount::F64(to_f64(json)?),
    };
    match known {
        Some(raw) if quantity::value(quantity, raw) == value => Ok(raw),
        _ => quantity::raw(quantity, value).map_err(|_| out_of_range()),
    }
}
