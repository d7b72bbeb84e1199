//! Packets that are right: each message is read to the values that the line gives, by the interpreter and by generated
//! code, and is written back.

use serde_json::Value as Json;
use wireform_build::interpret::{self, Value};
use wireform_tests::sauerbraten::positions::PosView;

use super::super::line::Line;
use super::super::tally::Tally;
use super::scope::{self, Family};
use crate::sauerbraten::{meaning, names};
use crate::show::plain;

pub fn check(line: &Line, family: &Family, tally: &mut Tally) -> Result<(), String> {
    let messages = scope::messages(line);
    let written = interpreted(line, family, &messages)?;
    generated(line, family, &messages, &written)?;
    tally.took(&line.bytes, &written, line.is_canonical())
}

/// Reads and compares with the interpreter, and gives what it writes.
fn interpreted(line: &Line, family: &Family, messages: &[(&str, &Json)]) -> Result<Vec<u8>, String> {
    let protocol = family.protocol();
    let read = interpret::read(protocol, family.stream, &line.bytes, &[]).map_err(|error| error.to_string())?;
    let Value::List(values) = &read.value else { return Err("a stream is no list".to_owned()) };
    if values.len() != messages.len() || !read.rest.is_empty() {
        return Err(format!("{} messages, {} bytes left", values.len(), read.rest.len()));
    }
    for ((theirs, fields), value) in messages.iter().zip(values) {
        compare(family, theirs, fields, value).map_err(|why| format!("interpreter: {theirs}: {why}"))?;
    }
    let written = interpret::write(protocol, family.stream, &read.value, &[]).map_err(|error| error.to_string())?;
    let again = interpret::read(protocol, family.stream, &written, &[]).map_err(|error| error.to_string())?;
    if plain(again.value) != plain(read.value) {
        return Err("what the interpreter writes, it reads otherwise".to_owned());
    }
    Ok(written)
}

/// The same with generated code, message for message.
fn generated(line: &Line, family: &Family, messages: &[(&str, &Json)], written: &[u8]) -> Result<(), String> {
    let read = (family.packet.read)(&line.bytes);
    let values = read.messages.as_ref().map_err(ToString::to_string)?;
    if values.len() != messages.len() || read.pieces.concat() != line.bytes {
        return Err(format!("generated code reads {} messages", values.len()));
    }
    for (((theirs, fields), value), bytes) in messages.iter().zip(values).zip(&read.pieces) {
        compare(family, theirs, fields, value).map_err(|why| format!("generated code: {theirs}: {why}"))?;
        if *theirs == "N_POS" {
            flags(bytes, fields)?;
        }
    }
    if read.again.as_deref() != Ok(written) {
        return Err(format!("generated code writes {:02x?}", read.again));
    }
    family.packet.is_json(&line.bytes, &read)
}

fn compare(family: &Family, theirs: &str, fields: &Json, value: &Value) -> Result<(), String> {
    let message = names::message(theirs, family.name).ok_or("not known")?;
    match value {
        Value::Message { name, .. } if name == message.ours => {}
        other => return Err(format!("read as {other:?}")),
    }
    match fields.get("raw") {
        None => names::compare(message, fields, value),
        Some(raw) => {
            names::compare(message, raw, value)?;
            fields.get("sem").map_or(Ok(()), |sem| meaning::compare(sem, value))
        }
    }
}

/// The flags of a position as they stand on the wire: all but one of them are not in its plain value.
fn flags(bytes: &[u8], fields: &Json) -> Result<(), String> {
    let view = PosView::parse_exact(bytes).map_err(|error| error.to_string())?;
    let (ours, theirs) = (u64::from(view.bits_on_the_wire()), &fields["raw"]["flags"]);
    if *theirs == ours { Ok(()) } else { Err(format!("flags {ours} instead of {theirs}")) }
}
