//! rcce2: one packet in both directions, made by an encoder of its own that follows the programs.
//!
//! What a server is told may be repaired; the raw numbers then stay available beside. What a client is told depends on
//! what it knows, and somebody who knows nothing tells it from the length.

use serde_json::Value as Json;
use wireform_build::interpret::{Float, Malformed, ReadErrorKind, Value};
use wireform_tests::rcce2::to_server::StandardUpdateView;

use super::line::Line;
use super::tally::Tally;
use super::{Counts, Vectors, Which, both};
use crate::generated::Generated;
use crate::rcce2;

pub const VECTORS: Vectors = Vectors { protocol: "rcce2", selection: SELECTION, collection: COLLECTION, check };

const SELECTION: Counts = &[("rcce2_standard_update", [45, 35, 35, 28, 7, 10])];

const COLLECTION: Counts = &[("rcce2_standard_update", [143, 121, 121, 102, 19, 22])];

/// Who reads a line.
fn readers(line: &Line) -> Vec<Generated> {
    if line.message == "P_StandardUpdate_c2s" {
        return vec![rcce2::to_server()];
    }
    let flag = |name: &str| line.json["context"][name] == true;
    let known = ["is_self", "energy_stat_defined", "environment_fly"].map(flag);
    let told = rcce2::to_client(known);
    // Who knows nothing takes any tail for right.
    if line.json["valid"] == true { vec![told, rcce2::overheard()] } else { vec![told] }
}

/// The packets that can be read, each with its readers.
pub fn packets(which: Which) -> Vec<(Generated, Vec<u8>)> {
    let valid = VECTORS.lines(which).into_iter().filter(|line| line.json["valid"] == true);
    valid.flat_map(|line| readers(&line).into_iter().map(move |reader| (reader, line.bytes.clone()))).collect()
}

fn check(line: &Line, tally: &mut Tally) -> Result<(), String> {
    if line.json["valid"] != true {
        return refused(line, tally);
    }
    let mut written = Vec::new();
    for reader in readers(line) {
        written = both(&reader, &line.bytes, |value| compare(&line.json["fields"], value))?;
    }
    if line.message == "P_StandardUpdate_c2s" {
        raw(line)?;
    }
    let is_canonical = is_canonical(&line.json["fields"]);
    if written == line.bytes && !is_canonical {
        return Err("written as it came, though something of it is repaired".to_owned());
    }
    tally.took(&line.bytes, &written, is_canonical)
}

/// Whether nothing is repaired, and every flag is 0 or 1.
fn is_canonical(fields: &Json) -> bool {
    let flags = ["is_running", "walking_backward", "is_running_raw"];
    let flags = flags.iter().filter_map(|flag| fields[flag].as_u64()).all(|raw| raw <= 1);
    let floats = |name: &&str| fields[name].is_object() && fields.get("is_running_effective").is_some();
    let repaired = ["dest_x", "dest_z", "y", "x", "z"].into_iter().filter(floats).any(|name| {
        let one = &fields[name];
        one["value"] != one["sanitised"]
    });
    let cleared = fields.get("is_running_effective").is_some_and(|running| *running != fields["is_running_raw"]);
    flags && !repaired && !cleared
}

/// Compares everything that a line says with what was read.
fn compare(fields: &Json, value: &Value) -> Result<(), String> {
    let fields = fields.as_object().ok_or("the fields are no object")?;
    let at = |name: &str| value.field(name).or_else(|| value.field("movement")?.field(name));
    for (key, expected) in fields {
        let fits = match key.as_str() {
            // Read as the code; the document's opinion; and what the view has beside the value.
            "type" => *expected == 14,
            "is_running_effective_per_doc" | "is_running_raw" | "walking_backward_raw" => true,
            "tail" => tail(expected, value),
            "energy_as_signed" => true,
            "energy" => shown(value, "energy").is_some_and(|energy| energy.raw() == expected.as_i64().map(i128::from)),
            "is_running_effective" => {
                at("is_running") == Some(&Value::Bool(expected.as_u64().is_some_and(|running| running != 0)))
            }
            "is_running" | "walking_backward" => {
                let flag = expected.as_bool().or_else(|| expected.as_u64().map(|raw| raw != 0));
                flag == at(key).and_then(Value::raw).map(|raw| raw != 0)
            }
            "runtime_id" | "mount_runtime_id" => at(key).and_then(Value::raw) == expected.as_i64().map(i128::from),
            "y" if fields.get("tail").is_some() => shown(value, "y").is_some_and(|y| float(y, expected, false)),
            "dest_x" | "dest_z" | "x" | "y" | "z" => {
                let repaired = fields.contains_key("is_running_effective");
                at(key).is_some_and(|found| float(found, expected, repaired))
            }
            _ => return Err(format!("{key} is not known")),
        };
        if !fits {
            return Err(format!("{key}: {expected} is not in {value:?}"));
        }
    }
    Ok(())
}

/// What follows the movement: of the message itself, or of its tail.
fn shown<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    value.field(name).or_else(|| value.field("tail")?.field(name)).filter(|value| **value != Value::Null)
}

/// Whether what follows the movement is what the line says, and nothing else.
fn tail(expected: &Json, value: &Value) -> bool {
    let (energy, y) = (shown(value, "energy").is_some(), shown(value, "y").is_some());
    match expected.as_str() {
        Some("none") => !energy && !y,
        Some("energy") => energy && !y,
        Some("fly_y") => !energy && y,
        _ => false,
    }
}

/// A number as it stands on the wire, or as the game repairs it.
fn float(found: &Value, expected: &Json, repaired: bool) -> bool {
    let Value::Float(Float::F32(found)) = found else { return false };
    let bits = expected["bits"].as_str().and_then(|bits| u32::from_str_radix(bits, 16).ok());
    let bits = if repaired && expected["value"] != expected["sanitised"] { Some(0) } else { bits };
    bits == Some(found.to_bits())
}

/// What came, beside what it is taken for.
fn raw(line: &Line) -> Result<(), String> {
    let view = StandardUpdateView::parse_exact(&line.bytes).map_err(|error| error.to_string())?;
    let fields = &line.json["fields"];
    let floats = [
        ("dest_x", view.dest_x_on_the_wire()),
        ("dest_z", view.dest_z_on_the_wire()),
        ("y", view.y_on_the_wire()),
        ("x", view.x_on_the_wire()),
        ("z", view.z_on_the_wire()),
    ];
    for (name, found) in floats {
        if fields[name]["bits"] != format!("{:08x}", found.to_bits()) {
            return Err(format!("{name} on the wire: {found}"));
        }
    }
    let flags = [view.is_running_on_the_wire(), view.walking_backward().code()];
    let same = fields["is_running_raw"] == flags[0] && fields["walking_backward_raw"] == flags[1];
    if same { Ok(()) } else { Err(format!("flags on the wire: {flags:?}")) }
}

/// Packets that a strict reader refuses, though the programs never do.
fn refused(line: &Line, tally: &mut Tally) -> Result<(), String> {
    for reader in readers(line) {
        let found = (reader.read)(&line.bytes);
        let theirs = reader.interpret(&line.bytes);
        let fits = match (line.text("error"), &found, &theirs) {
            ("truncated", Err(found), Err(theirs)) => {
                found == theirs && matches!(found.kind, ReadErrorKind::Truncated { .. })
            }
            ("wrong_type", Err(found), Err(theirs)) => {
                found == theirs && found.kind == ReadErrorKind::Malformed(Malformed::Code)
            }
            // The whole is refused, as every reading makes sure of; what is in front is a packet.
            ("trailing_bytes", Ok(found), Ok(theirs)) => {
                found.bytes.len() < line.bytes.len() && theirs.rest.len() == line.bytes.len() - found.bytes.len()
            }
            _ => false,
        };
        if !fits {
            return Err(format!("{found:?}, and the interpreter {theirs:?}"));
        }
    }
    tally.refused += 1;
    Ok(())
}
