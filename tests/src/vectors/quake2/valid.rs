//! Messages that are right: read to the values that the line gives, by the interpreter and by generated code, and
//! written back.

use serde_json::Value as Json;
use wireform_build::interpret::Value;

use super::super::line::Line;
use super::super::{both, tally::Tally};
use super::changes;
use super::names::{self, Field, at};
use crate::generated::Generated;

pub fn check(line: &Line, reader: &Generated, tally: &mut Tally) -> Result<(), String> {
    let written = both(reader, &line.bytes, |value| compare(line, value))?;
    if let "delta_entity" | "svc_playerinfo" = line.message.as_str() {
        changes::resolved(line)?;
    }
    tally.took(&line.bytes, &written, line.is_canonical())
}

fn compare(line: &Line, value: &Value) -> Result<(), String> {
    let fields = &line.json["fields"];
    match line.message.as_str() {
        "oob" => same(&fields["text"], at(value, "packet.text").ok_or("no text")?),
        message => {
            numbers(names::message(message).fields, fields, value)?;
            match message {
                "delta_entity" => changes::entity(fields, value),
                "svc_spawnbaseline" => changes::entity(fields, at(value, "entity").ok_or("no entity")?),
                "svc_packetentities" => changes::entities(fields, value),
                "svc_playerinfo" => changes::player_info(fields, value),
                "svc_sound" => sound(&fields["resolved"], value),
                "svc_temp_entity" => effect(fields, value),
                _ => Ok(()),
            }
        }
    }
}

/// Compares all that a message can have: what the line does not give is absent, or what it is worth then.
pub fn numbers(names: &[Field], fields: &Json, value: &Value) -> Result<(), String> {
    for field in names {
        let given = given(fields, field.theirs);
        let fits = match (given, at(value, field.ours)) {
            (None, None) => Ok(()),
            (Some(given), Some(found)) => same(given, found),
            (None, Some(found)) if field.absent.is_some() && found.raw() == field.absent => Ok(()),
            (given, found) => Err(format!("{found:?} instead of {given:?}")),
        };
        fits.map_err(|why| format!("{}: {why}", field.ours))?;
    }
    Ok(())
}

/// What a line gives for a field, as it stands on the wire.
fn given<'l>(fields: &'l Json, name: &str) -> Option<&'l Json> {
    let Some(list) = fields["raw_in_wire_order"].as_array() else { return fields.get(name) };
    let find = |name: &str| list.iter().find(|pair| pair[0] == name).map(|pair| &pair[1]);
    // Two ends of one thing have two pairs of names.
    match name {
        "start" => find("start").or_else(|| find("pos2").and_then(|_| find("pos"))),
        "end" => find("end").or_else(|| find("pos2")),
        "pos" if find("pos2").is_some() => None,
        "sound_num" => fields.get(name),
        // With both of its numbers there, the second counts.
        "frame" => list.iter().rfind(|pair| pair[0] == name).map(|pair| &pair[1]),
        _ => find(name),
    }
}

/// Whether a number, a point, text or bytes are those of the line.
fn same(given: &Json, found: &Value) -> Result<(), String> {
    let fits = match (given, found) {
        (Json::Array(given), found) => {
            let axes = ["x", "y", "z"].map(|axis| found.field(axis).and_then(Value::raw));
            given.iter().map(|one| one.as_i64().map(i128::from)).eq(axes)
        }
        (Json::String(text), Value::Text(found)) => text == found,
        (Json::String(hex), Value::Bytes(found)) => {
            found.iter().map(|byte| format!("{byte:02x}")).collect::<String>() == *hex
        }
        (given, found) => found.raw().is_some() && given.as_i64().map(i128::from) == found.raw(),
    };
    if fits { Ok(()) } else { Err(format!("{found:?} instead of {given}")) }
}

/// What the numbers of a quantity mean; the game computes in single precision.
pub fn meant(given: &Json, found: Option<&Value>) -> Result<(), String> {
    let fits = match (given, found) {
        (Json::Null, None) => true,
        (Json::Array(given), Some(found)) if given.len() == 3 => {
            let axes = ["x", "y", "z"].map(|axis| found.field(axis));
            return given.iter().zip(axes).try_for_each(|(given, found)| meant(given, found));
        }
        (given, Some(Value::Quantity { value, .. })) => {
            given.as_f64().is_some_and(|given| given as f32 == value.to_f64() as f32)
        }
        (given, Some(found)) => found.raw().is_some() && given.as_i64().map(i128::from) == found.raw(),
        (_, None) => false,
    };
    if fits { Ok(()) } else { Err(format!("{found:?} instead of {given}")) }
}

fn sound(resolved: &Json, value: &Value) -> Result<(), String> {
    if resolved.is_null() {
        return Ok(());
    }
    for (theirs, ours) in
        [("volume", "volume"), ("attenuation", "attenuation"), ("timeofs", "delay"), ("pos", "position")]
    {
        meant(&resolved[theirs], at(value, ours)).map_err(|why| format!("{ours}: {why}"))?;
    }
    // Nobody's is the world's.
    let source = |part: &str| at(value, &format!("source.{part}")).and_then(Value::raw).unwrap_or(0);
    for part in ["entity", "channel"] {
        if resolved[part].as_i64().map(i128::from) != Some(source(part)) {
            return Err(format!("{part}: {} instead of {}", source(part), resolved[part]));
        }
    }
    Ok(())
}

/// The name of an effect, and where it is.
fn effect(fields: &Json, value: &Value) -> Result<(), String> {
    let Some(Value::Arm { name: arm, .. }) = value.field("effect") else { return Err(format!("{value:?}")) };
    let name = match at(value, "effect.code") {
        Some(Value::Enum { name: Some(name), .. }) => name,
        // The only one of its shape.
        _ => arm,
    };
    let theirs = fields["type_name"].as_str().unwrap_or_default().replace("BOSSTPORT", "BOSS_TELEPORT");
    if theirs.replace('_', "") != format!("TE{}", name.to_uppercase()) {
        return Err(format!("{name} instead of {theirs}"));
    }
    let Some(semantic) = fields["semantic"].as_object() else { return Ok(()) };
    for (theirs, given) in semantic {
        let ours = match theirs.as_str() {
            "pos" if semantic.contains_key("pos2") => "start",
            "pos" => "position",
            "pos2" => "end",
            // A vector of the game's table.
            "dir" => continue,
            other => other,
        };
        meant(given, at(value, &format!("effect.{ours}"))).map_err(|why| format!("{ours}: {why}"))?;
    }
    Ok(())
}
