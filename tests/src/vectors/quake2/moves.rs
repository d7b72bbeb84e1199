//! What is special about a client's moves: three commands, each a difference from the one before.

use serde_json::Value as Json;
use wireform_build::interpret::Value;
use wireform_tests::quake2::to_server::MoveView;

use super::super::line::Line;
use super::names::{COMMAND, at};
use super::valid::meant;
use crate::show::Show as _;

const COMMANDS: [&str; 3] = ["oldest", "previous", "newest"];

/// Compares the commands as they are when all differences are added up.
pub fn compare(fields: &Json, value: &Value) -> Result<(), String> {
    for (theirs, ours) in [("checksum", "checksum"), ("lastframe", "last_frame")] {
        if at(value, ours).and_then(Value::raw) != fields[theirs].as_i64().map(i128::from) {
            return Err(format!("{ours} is not {}", fields[theirs]));
        }
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
pub fn differences(line: &Line) -> Result<(), String> {
    let view = MoveView::parse_exact(&line.bytes).map_err(|error| error.to_string())?;
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
