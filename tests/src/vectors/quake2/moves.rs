//! What is special about a client's moves: three commands, each a difference from the one before, and a checksum.

use serde_json::Value as Json;
use wireform::Error;
use wireform_build::interpret::{Malformed, ReadErrorKind, Value};
use wireform_tests::quake2::to_server::{MoveKnown, MoveView};

use super::super::both;
use super::super::line::Line;
use super::super::tally::Tally;
use super::names::{COMMAND, at};
use super::valid::meant;
use crate::generated::{Generated, refusal};
use crate::quake2::checksum::{Form, Game};
use crate::show::Show as _;

const COMMANDS: [&str; 3] = ["oldest", "previous", "newest"];

/// Whether a line is one of these.
pub fn is_move(line: &Line) -> bool {
    line.message.starts_with("clc_move")
}

/// Where the checksum stands, and where begins what it covers.
const CHECKSUM: usize = 1;
const COVERED: usize = 2;

pub fn check(line: &Line, reader: &Generated, tally: &mut Tally) -> Result<(), String> {
    let (form, right) = (form(line)?, number(line, "checksum_expected")?);
    if form.of(&line.bytes[COVERED..]) != right {
        return Err(format!("the checksum is not {right}"));
    }
    let written = Game::with(form, || both(reader, &line.bytes, |value| compare(&line.json["fields"], value)))?;
    differences(line)?;
    if written[CHECKSUM] != form.of(&written[COVERED..]) {
        return Err("another checksum is written".to_owned());
    }
    let verified = verified(line, form);
    if line.json["valid"] == true {
        verified.map_err(|error| error.to_string())?;
        return tally.took(&line.bytes, &written, line.is_canonical());
    }
    // Everything else is right about it.
    let repaired = [&line.bytes[..CHECKSUM], &[right], &line.bytes[COVERED..]].concat();
    if line.is_canonical() && written != repaired {
        return Err(format!("written as {written:02x?}"));
    }
    let error = refusal(verified.err().ok_or("it is taken for right")?);
    let (place, kind) = ((error.message.as_str(), error.path.as_str(), error.offset), error.kind);
    if place != ("Move", "checksum", CHECKSUM) || kind != ReadErrorKind::Malformed(Malformed::Checksum) {
        return Err(format!("refused otherwise: {place:?} {kind}"));
    }
    tally.refused += 1;
    Ok(())
}

/// Compares the checksum, by a function that is given what it needs besides the bytes.
fn verified(line: &Line, form: Form) -> Result<(), Error> {
    let sequence = line.json["sequence"].as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or_default();
    let game = |data: &[u8], given: u32| {
        assert_eq!((data, given), (&line.bytes[COVERED..], sequence), "this is what it is given");
        form.of(data)
    };
    MoveView::parse_exact(&line.bytes, MoveKnown { sequence })?.verify(&game).map(drop)
}

/// Which checksum it is. Of what 3.15 adds to the bytes the line has not all, so there it is only told what comes out.
fn form(line: &Line) -> Result<Form, String> {
    let salt = || {
        let number = line.json["salt"].as_str().and_then(|hex| u32::from_str_radix(hex, 16).ok());
        number.map(u32::to_be_bytes).ok_or("no salt")
    };
    Ok(match line.message.as_str() {
        "clc_move" => Form::Crc(salt()?),
        "clc_move_md4_seq" => Form::Md4(salt()?),
        _ => Form::Told(number(line, "checksum_expected")?),
    })
}

fn number(line: &Line, name: &str) -> Result<u8, String> {
    let number = line.json["fields"][name].as_u64().and_then(|number| u8::try_from(number).ok());
    number.ok_or_else(|| format!("no {name}"))
}

/// Compares the commands as they are when all differences are added up.
fn compare(fields: &Json, value: &Value) -> Result<(), String> {
    if at(value, "last_frame").and_then(Value::raw) != fields["lastframe"].as_i64().map(i128::from) {
        return Err(format!("last_frame is not {}", fields["lastframe"]));
    }
    for (index, name) in COMMANDS.into_iter().enumerate() {
        let command = at(value, name).ok_or("a command is missing")?;
        let given = &fields["commands_resolved"][index];
        for field in COMMAND {
            if at(command, field.ours).and_then(Value::raw) != given[field.theirs].as_i64().map(i128::from) {
                return Err(format!("{name}.{} is not {}", field.ours, given[field.theirs]));
            }
        }
        let given = &fields["commands_semantic"][index];
        for (theirs, ours) in [("pitch_deg", "pitch"), ("yaw_deg", "yaw"), ("roll_deg", "roll")] {
            meant(&given[theirs], at(command, ours)).map_err(|why| format!("{name}.{ours}: {why}"))?;
        }
        for button in ["attack", "use", "any"] {
            let held = at(command, &format!("buttons.{button}"));
            if given[button].as_bool().map(Value::Bool).as_ref() != held {
                return Err(format!("{name}.buttons.{button} is not {}", given[button]));
            }
        }
    }
    Ok(())
}

/// Compares what of the commands stood on the wire.
fn differences(line: &Line) -> Result<(), String> {
    let view = MoveView::parse_exact(&line.bytes, MoveKnown { sequence: 0 })
        .map_err(|error| error.to_string())?
        .without_verifying();
    let found = [view.oldest_delta(), view.previous_delta(), view.newest_delta()];
    for (index, delta) in found.iter().enumerate() {
        let given = &line.json["fields"]["commands_raw"][index];
        let delta = delta.to_value().show();
        for field in COMMAND {
            let given = given["present"].get(field.theirs).or_else(|| given.get(field.theirs));
            if at(&delta, field.ours).and_then(Value::raw) != given.and_then(Json::as_i64).map(i128::from) {
                return Err(format!("{} of {} is not {given:?}", field.ours, COMMANDS[index]));
            }
        }
    }
    Ok(())
}
