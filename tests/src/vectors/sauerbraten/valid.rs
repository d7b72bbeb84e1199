//! Packets that are right: each message is read to the values that the line gives, by the interpreter and by generated
//! code, and is written back.

use serde_json::Value as Json;
use wireform_build::interpret::Value;
use wireform_tests::sauerbraten::positions::PosView;

use super::super::line::Line;
use super::super::{both, tally::Tally};
use super::scope::{self, Family};
use crate::sauerbraten::{meaning, names};

pub fn check(line: &Line, family: &Family, tally: &mut Tally) -> Result<(), String> {
    let messages = scope::messages(line);
    let written = both(&family.packet, &line.bytes, |packet| {
        let Some(Value::List(values)) = packet.field("messages") else { return Err(format!("{packet:?}")) };
        if values.len() != messages.len() {
            return Err(format!("{} messages", values.len()));
        }
        let mut each = messages.iter().zip(values);
        each.try_for_each(|((theirs, fields), value)| {
            compare(family, theirs, fields, value).map_err(|why| format!("{theirs}: {why}"))
        })
    })?;
    for ((_, fields), bytes) in
        messages.iter().zip(family.pieces(&line.bytes)).filter(|((name, _), _)| *name == "N_POS")
    {
        flags(bytes, fields)?;
    }
    tally.took(&line.bytes, &written, line.is_canonical())
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
