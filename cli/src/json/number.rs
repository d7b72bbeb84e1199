//! One number as JSON: its short form, or an object with its raw number, what that means, or both.

use serde_json::{Map, Value as Json};
use wireform_build::interpret::{Float, Value, WriteError, WriteErrorKind, default_raw, meaning, without_reserved};
use wireform_build::layout::words;
use wireform_build::model::{self, Bits, Code, Enum, Interval, Notation, Number, Outside, Packed, Protocol, Quantity};
use wireform_build::quantity::{self, Amount};

use super::float::{self, to_f32, to_f64};
use super::from::{kind as mismatch, not_known, wrong};
use super::notes::Notes;
use super::{as_int, int, object, text};

/// The JSON of a number. A quantity, bits and a packed number have several meanings beside the raw number; everything else
/// has one, which is enough.
#[must_use]
pub fn to_json(protocol: &Protocol, kind: model::Value, raw: Code) -> Json {
    match kind {
        model::Value::Int(None) => int(raw),
        model::Value::Bool | model::Value::Truthy => (raw != 0).into(),
        model::Value::Int(Some(notation)) => notation.text(raw).into(),
        model::Value::Enum(id) => match protocol.enums.get(id.0).and_then(|one| one.name_of(raw)) {
            Some(code) if code.stores_code() => object([("name", code.name.as_str().into()), ("raw", int(raw))]),
            Some(code) => code.name.as_str().into(),
            None => int(raw),
        },
        model::Value::Bits(id) => {
            // Its bits have no sign, and reserved ones are no part of a value.
            let meant = protocol
                .bits
                .get(id.0)
                .map_or(raw, |bits| model::part(without_reserved(protocol, bits, raw), 0, bits.width, false));
            with_raw(meant, meanings(protocol, kind, raw))
        }
        model::Value::Quantity(_) | model::Value::Packed(_) => with_raw(raw, meanings(protocol, kind, raw)),
    }
}

fn with_raw(raw: Code, meanings: Map<String, Json>) -> Json {
    Json::Object(std::iter::once(("raw".to_owned(), int(raw))).chain(meanings).collect())
}

/// All that an object may say of a raw number.
fn meanings(protocol: &Protocol, kind: model::Value, raw: Code) -> Map<String, Json> {
    let all: Vec<(&str, Json)> = match kind {
        model::Value::Int(None) | model::Value::Bool | model::Value::Truthy => Vec::new(),
        model::Value::Int(Some(notation)) => vec![("value", notation.text(raw).into())],
        model::Value::Enum(id) => {
            let name = protocol.enums.get(id.0).and_then(|one| one.name_of(raw)).map(|code| code.name.as_str());
            vec![("name", name.into())]
        }
        model::Value::Bits(id) => protocol.bits.get(id.0).map_or(Vec::new(), |bits| {
            let named = bits.parts.iter().filter(|part| part.constant.is_none());
            let part = |part: &'_ model::BitsPart| to_json(protocol, part.value, part.of(raw));
            named.filter_map(|one| Some((one.name.as_deref()?, part(one)))).collect()
        }),
        model::Value::Quantity(id) => protocol.quantities.get(id.0).map_or(Vec::new(), |one| {
            let unit = one.unit.as_deref().map(|unit| ("unit", unit.into()));
            [("value", amount_to_json(quantity::value(one, raw)))].into_iter().chain(unit).collect()
        }),
        model::Value::Packed(id) => protocol.packed.get(id.0).map_or(Vec::new(), |packed| {
            let digits = packed.digits.iter().zip(quantity::digits(packed, raw));
            digits.map(|(digit, value)| (digit.name.as_str(), int(value))).collect()
        }),
    };
    all.into_iter().map(|(key, json)| (key.to_owned(), json)).collect()
}

fn amount_to_json(value: Amount) -> Json {
    match value {
        Amount::Int(value) => value.into(),
        Amount::F32(value) => float::to_json(Float::F32(value)),
        Amount::F64(value) => float::to_json(Float::F64(value)),
    }
}

/// The value of a number. In an object the raw number and what it means have to agree, so that no change of the one is
/// lost because of the other. A plain number does not say whether it is the raw number or the meaning, where these differ.
///
/// # Errors
/// If it is none.
pub fn number(protocol: &Protocol, kind: model::Value, json: &Json) -> Result<Value, WriteError> {
    number_noted(protocol, &Notes::default(), kind, json)
}

/// The same, and notes what `clamp` and `wrap` change of it.
pub(super) fn number_noted(
    protocol: &Protocol,
    notes: &Notes,
    kind: model::Value,
    json: &Json,
) -> Result<Value, WriteError> {
    beside(protocol, notes, kind, json, None)
}

/// The value of a number, beside a raw number of which it may be the meaning. What a quantity shows of a raw number need
/// not lead back to it: it may be lossy, and a number that was read may be outside of what can be set.
fn beside(
    protocol: &Protocol,
    notes: &Notes,
    kind: model::Value,
    json: &Json,
    known: Option<Code>,
) -> Result<Value, WriteError> {
    let raw = match json.get("raw") {
        Some(Json::Null) | None => None,
        Some(raw) => Some(whole(raw, "a number").map_err(|error| error.inside("raw"))?),
    };
    let raw = match raw {
        Some(raw) => {
            agrees(protocol, notes, kind, raw, json)?;
            raw
        }
        None => match kind {
            model::Value::Int(None) => whole(json, "a whole number")?,
            model::Value::Int(Some(notation)) => noted(notation, json)?,
            model::Value::Bool | model::Value::Truthy => match json {
                Json::Bool(yes) => return Ok(Value::Bool(*yes)),
                other => whole(other, BOOL)?,
            },
            model::Value::Enum(id) => code(protocol.enums.get(id.0), json)?,
            model::Value::Bits(id) => bits(protocol, notes, protocol.bits.get(id.0), json)?,
            model::Value::Quantity(id) => amount(notes, protocol.quantities.get(id.0), json, known)?,
            model::Value::Packed(id) => digits(notes, protocol.packed.get(id.0), json)?,
        },
    };
    // A bool that is neither is left to the writer to refuse.
    Ok(if kind == model::Value::Bool { Value::Int(raw) } else { meaning(protocol, kind, raw) })
}

/// Rejects an object that contradicts its raw number.
fn agrees(protocol: &Protocol, notes: &Notes, kind: model::Value, raw: Code, json: &Json) -> Result<(), WriteError> {
    let (Json::Object(given), shown) = (json, meanings(protocol, kind, raw)) else { return Ok(()) };
    for (key, json) in parts(given) {
        // The checksum is a hook's.
        if kind.is_number() && key == "verified" {
            continue;
        }
        let Some(known) = shown.get(key) else {
            return Err(not_known(key, shown.keys().map(String::as_str)));
        };
        let said = match (kind, key) {
            (model::Value::Quantity(id), "value") => {
                let quantity = protocol.quantities.get(id.0);
                let said = value_of(notes, quantity, json, Some(raw)).map_err(|error| error.inside(key))?;
                meanings(protocol, kind, said).get(key).cloned()
            }
            (model::Value::Int(Some(_)), "value") => {
                let value = beside(protocol, notes, kind, json, None).map_err(|error| error.inside(key))?;
                value.raw().and_then(|raw| meanings(protocol, kind, raw).get(key).cloned())
            }
            (model::Value::Bits(id), _) => {
                let bits = protocol.bits.get(id.0);
                let part = bits.and_then(|bits| bits.parts.iter().find(|part| part.name.as_deref() == Some(key)));
                let value = part.map(|part| {
                    let known = Some(part.of(raw));
                    let value = notes.inside(key, || beside(protocol, notes, part.value, json, known));
                    value.map(|value| value.raw().map(|raw| to_json(protocol, part.value, raw)))
                });
                value.transpose()?.flatten()
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

/// The error for a number that may be the raw number or one of the `meanings`.
fn bare(json: &Json, raw: bool, meanings: &str) -> WriteError {
    let raw = if raw { format!("{{\"raw\":{json}}} or ") } else { String::new() };
    let kind = WriteErrorKind::Type { wanted: "an object", found: "a bare number" };
    WriteError::new("", kind).expected(format!("{raw}{meanings}"))
}

/// The object of raw number and parts; a plain number may be the one or the other.
fn of_parts<'j, 'n>(json: &'j Json, names: impl Iterator<Item = &'n str>) -> Result<&'j Map<String, Json>, WriteError> {
    let object = |names: Vec<&str>| {
        let parts: Vec<String> = names.iter().map(|name| format!("\"{name}\":..")).collect();
        format!("{{{}}}", parts.join(","))
    };
    match json {
        Json::Object(fields) => Ok(fields),
        Json::Number(_) => Err(bare(json, true, &object(names.take(1).collect()))),
        other => Err(wrong("an object of parts", other).expected(object(names.collect()))),
    }
}

/// Refuses keys of an object that say nothing.
fn only(json: &Json, keys: &[&str]) -> Result<(), WriteError> {
    let Json::Object(given) = json else { return Ok(()) };
    match parts(given).find(|(key, _)| !keys.contains(key)) {
        Some((key, _)) => Err(not_known(key, keys.iter().copied().chain(["raw"]))),
        None => Ok(()),
    }
}

/// The values that a bool may have, in words.
const BOOL: &str = "true or false";

fn whole(json: &Json, wanted: &'static str) -> Result<Code, WriteError> {
    as_int(json).ok_or_else(|| {
        let error = wrong(wanted, json);
        if let Some(meant) = meant(json, wanted == BOOL) { error.expected(meant).found(json) } else { error }
    })
}

/// The number or bool in a text, and the whole number that a float is. serde refuses them, too.
fn meant(json: &Json, is_bool: bool) -> Option<Json> {
    match json {
        Json::String(text) if is_bool => text.to_lowercase().parse::<bool>().ok().map(Json::from),
        Json::String(text) => {
            let decimal = text.trim().parse().ok();
            decimal.or_else(|| i64::try_from(Notation::Hex.of_text(text.trim())?).ok()).map(Json::from)
        }
        float => {
            let float = float.as_f64().filter(|float| float.fract() == 0.0)?;
            format!("{float:.0}").parse::<i64>().ok().map(Json::from)
        }
    }
}

/// `"Forward"`, `{"name":"Forward"}`, `1`
fn code(one: Option<&Enum>, json: &Json) -> Result<Code, WriteError> {
    only(json, &["name"])?;
    let codes = one.map_or(&[][..], |one| &one.codes);
    match json.get("name").unwrap_or(json) {
        Json::String(name) => match codes.iter().find(|code| code.name == *name) {
            Some(code) => Ok(code.written),
            None => Err(not_known(name, codes.iter().map(|code| code.name.as_str()))),
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
                Notation::Mac => "a MAC address such as 00:1a:2b:3c:4d:5e",
            };
            let kind = WriteErrorKind::Type { wanted, found: "other text" };
            WriteError::new("", kind).found(self::text(&Json::from(text.as_str())))
        }),
        other => whole(other, notation.wanted()),
    }
}

/// `{"move":"Forward"}`; parts that are left out are zero.
fn bits(protocol: &Protocol, notes: &Notes, bits: Option<&Bits>, json: &Json) -> Result<Code, WriteError> {
    let Some(bits) = bits else { return whole(json, "bits") };
    let named = || bits.parts.iter().filter(|part| part.constant.is_none() && part.name.is_some());
    let fields = of_parts(json, named().filter_map(|part| part.name.as_deref()))?;
    let id = protocol.bits.iter().position(|one| std::ptr::eq(one, bits)).unwrap_or(0);
    let mut raw = default_raw(protocol, model::Value::Bits(model::BitsId(id)));
    for (key, json) in parts(fields) {
        let Some(part) = named().find(|part| part.name.as_deref() == Some(key)) else {
            return Err(not_known(key, named().filter_map(|part| part.name.as_deref())));
        };
        let value = notes.inside(key, || number_noted(protocol, notes, part.value, json))?;
        let code = value.raw().unwrap_or(0);
        raw = part.put(raw, code);
        if part.of(raw) != code {
            let held = Interval::of_bits(part.width.into(), part.signed);
            let error = WriteError::new(key, WriteErrorKind::Range);
            return Err(error.expected(words::held(protocol, part.value, &[held])).found(code));
        }
    }
    Ok(raw)
}

/// `{"yaw":6,"pitch":-10}`
fn digits(notes: &Notes, packed: Option<&Packed>, json: &Json) -> Result<Code, WriteError> {
    let Some(packed) = packed else { return whole(json, "digits") };
    let fields = of_parts(json, packed.digits.iter().map(|digit| digit.name.as_str()))?;
    let mut values: Vec<Code> = quantity::digits(packed, 0);
    for (key, json) in parts(fields) {
        let named = packed.digits.iter().zip(&mut values).find(|(digit, _)| digit.name == key);
        let Some((digit, value)) = named else {
            return Err(not_known(key, packed.digits.iter().map(|digit| digit.name.as_str())));
        };
        *value = whole(json, "a whole number").map_err(|error| error.inside(key))?;
        if digit.outside == Outside::Refuse && !quantity::digit_values(digit).contains(*value) {
            let error = WriteError::new(key, WriteErrorKind::Range);
            return Err(error.expected(quantity::expected_digit(digit)).found(*value));
        }
    }
    let raw = quantity::packed_raw(packed, &values).map_err(|_| WriteError::new("", WriteErrorKind::Range))?;
    for (digit, written) in packed.digits.iter().zip(quantity::digits(packed, raw)) {
        if let Some(given) = fields.get(&digit.name).filter(|given| as_int(given) != Some(written)) {
            notes.outside(&digit.name, given, written, None);
        }
    }
    Ok(raw)
}

/// The parts of an object, without its raw number. (No part is called `raw`.)
fn parts(fields: &Map<String, Json>) -> impl Iterator<Item = (&str, &Json)> {
    fields.iter().filter(|(key, _)| *key != "raw").map(|(key, json)| (key.as_str(), json))
}

/// `{"value":624.6875}`, `{"value":624.6875,"unit":"cubes"}`
fn amount(notes: &Notes, quantity: Option<&Quantity>, json: &Json, known: Option<Code>) -> Result<Code, WriteError> {
    match json {
        Json::Object(_) => {}
        Json::Number(_) => return Err(bare(json, as_int(json).is_some(), &format!("{{\"value\":{json}}}"))),
        other => return Err(wrong("an object with `raw` or `value`", other)),
    }
    let unit = quantity.and_then(|quantity| quantity.unit.as_deref());
    only(json, if unit.is_some() { &["value", "unit"] } else { &["value"] })?;
    if let Some(given) = json.get("unit")
        && given.as_str() != unit
    {
        return Err(WriteError::new("unit", WriteErrorKind::Range).expected(unit.unwrap_or_default()).found(given));
    }
    match json.get("value") {
        Some(value) => value_of(notes, quantity, value, known),
        None => Err(WriteError::new("", mismatch("`raw` or `value`", None))),
    }
}

/// The raw number of the value of a quantity.
fn value_of(notes: &Notes, quantity: Option<&Quantity>, json: &Json, known: Option<Code>) -> Result<Code, WriteError> {
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
        _ => {
            let raw = quantity::raw(quantity, value).map_err(|_| out_of_range())?;
            let refusing = Quantity { outside: Outside::Refuse, ..quantity.clone() };
            if quantity.outside != Outside::Refuse && quantity::raw(&refusing, value).is_err() {
                notes.outside("", json, quantity::value(quantity, raw), Some(raw));
            }
            Ok(raw)
        }
    }
}
