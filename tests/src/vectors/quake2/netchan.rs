//! Datagrams whose headers are right, and whose messages are made up: no reader knows most of them.

use wireform_build::interpret::Value;

use super::super::both;
use super::super::line::Line;
use super::super::tally::Tally;
use super::names::at;
use crate::generated::Generated;
use crate::show::late;

/// Whether a line is one of these.
pub fn is_made_up(line: &Line) -> bool {
    line.message.starts_with("netchan")
}

pub fn check(line: &Line, reader: &Generated, tally: &mut Tally) -> Result<(), String> {
    let len = if line.json["fields"].get("qport").is_some() { 10 } else { 8 };
    let (header, payload) = line.bytes.split_at_checked(len).ok_or("half a header")?;
    let written = both(reader, header, |value| compare(line, value))?;
    tally.took(header, &written, true)?;

    let hex: String = payload.iter().map(|byte| format!("{byte:02x}")).collect();
    if line.json["fields"]["payload"] != hex {
        return Err("the payload is another".to_owned());
    }
    // Generated code reads messages when they are reached, the interpreter at once.
    let found = (reader.read)(&line.bytes).map_err(|error| error.to_string())?;
    compare(line, &found.value)?;
    match (late(&found.value), reader.interpret(&line.bytes)) {
        (None, Ok(_)) => Ok(()),
        (Some(late), Err(error)) if late.is(&error) && error.offset >= len => Ok(()),
        (late, theirs) => Err(format!("generated code: {late:?}, the interpreter: {theirs:?}")),
    }
}

fn compare(line: &Line, value: &Value) -> Result<(), String> {
    let fields = [
        ("sequence", "packet.sequence.number"),
        ("reliable", "packet.sequence.reliable"),
        ("ack", "packet.acknowledged.number"),
        ("reliable_ack", "packet.acknowledged.reliable"),
        ("qport", "packet.qport"),
    ];
    for (theirs, ours) in fields {
        let given = line.json["fields"][theirs].as_i64().map(i128::from);
        if given != at(value, ours).and_then(Value::raw) {
            return Err(format!("{ours} is not {given:?}"));
        }
    }
    Ok(())
}
