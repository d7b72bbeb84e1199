//! What the game makes of the numbers of a N_POS, compared with what the schema makes of them.

use serde_json::Value as Json;
use wireform_build::interpret::Value;

use super::names::at;

const PHYSICAL: [&str; 8] =
    ["Floating", "Falling", "Sliding", "Sloped", "Standing", "SteppingUp", "SteppingDown", "Bouncing"];

/// Compares everything that a vector says about the meaning of a position.
pub fn compare(sem: &Json, pos: &Value) -> Result<(), String> {
    let sem = sem.as_object().ok_or("the meaning is no object")?;
    for (key, expected) in sem {
        compare_one(key, expected, pos).map_err(|why| format!("{key}: {why}"))?;
    }
    Ok(())
}

fn compare_one(key: &str, expected: &Json, pos: &Value) -> Result<(), String> {
    match key {
        "physstate" => name(pos, "state.physics", expected.as_u64().and_then(|code| PHYSICAL.get(code as usize))),
        "lifeseq_bit" => number(pos, "state.life_sequence", expected),
        "move" => name(pos, "state.move", direction(expected, ["None", "Forward", "Backward"]).as_ref()),
        "strafe" => name(pos, "state.strafe", direction(expected, ["None", "Left", "Right"]).as_ref()),
        "gameclip" => match at(pos, "in_clip")? {
            Value::Bool(flag) if expected.as_bool() == Some(*flag) => Ok(()),
            other => Err(format!("{other:?}")),
        },
        "pos" => {
            for (index, axis) in ["x", "y", "z"].iter().enumerate() {
                number(pos, axis, &expected[index])?;
            }
            Ok(())
        }
        "yaw" => number(pos, "look.yaw", expected),
        "pitch" => number(pos, "look.pitch", expected),
        "roll" => number(pos, "roll", expected),
        "vel_mag" => number(pos, "speed", expected),
        "vel_yaw" => number(pos, "heading.yaw", expected),
        "vel_pitch" => number(pos, "heading.pitch", expected),
        "vel" => near(expected, vector(pos, "speed", "heading")?),
        "fall_mag" => number(pos, "fall.speed", expected),
        "fall_yaw" => same(expected, fall_direction(pos)?.0),
        "fall_pitch" => same(expected, fall_direction(pos)?.1),
        "falling" => near(expected, fall(pos)?),
        _ => Err("not known".to_owned()),
    }
}

fn name(pos: &Value, path: &str, expected: Option<&&str>) -> Result<(), String> {
    match at(pos, path)? {
        Value::Enum { name: Some(name), .. } if expected.is_some_and(|expected| name == expected) => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

/// The game says 0, 1 and -1.
fn direction(expected: &Json, names: [&'static str; 3]) -> Option<&'static str> {
    let index = match expected.as_i64()? {
        0 => 0,
        1 => 1,
        _ => 2,
    };
    names.get(index).copied()
}

/// What a number of the schema means, as a number; a digit by its name.
fn meant(pos: &Value, path: &str) -> Result<f64, String> {
    let (outer, digit) = path.rsplit_once('.').unwrap_or((path, ""));
    if let Ok(Value::Packed { digits, .. }) = at(pos, outer) {
        let digit = digits.iter().find(|one| one.name == digit).ok_or("no such digit")?;
        return Ok(digit.value as f64);
    }
    match at(pos, path)? {
        Value::Quantity { value, .. } => Ok(value.to_f64()),
        Value::Int(number) => Ok(*number as f64),
        other => Err(format!("{other:?}")),
    }
}

fn number(pos: &Value, path: &str, expected: &Json) -> Result<(), String> {
    same(expected, meant(pos, path)?)
}

/// The game computes in single precision.
fn same(expected: &Json, ours: f64) -> Result<(), String> {
    let expected = expected.as_f64().ok_or("no number")?;
    if expected as f32 == ours as f32 { Ok(()) } else { Err(format!("{ours} instead of {expected}")) }
}

fn vector(pos: &Value, length: &str, direction: &str) -> Result<[f64; 3], String> {
    let yaw = meant(pos, &format!("{direction}.yaw"))?;
    let pitch = meant(pos, &format!("{direction}.pitch"))?;
    Ok(pointing(yaw, pitch, meant(pos, length)?))
}

fn pointing(yaw: f64, pitch: f64, length: f64) -> [f64; 3] {
    let (yaw, pitch) = (yaw.to_radians(), pitch.to_radians());
    [-yaw.sin() * pitch.cos() * length, yaw.cos() * pitch.cos() * length, pitch.sin() * length]
}

/// Yaw and pitch of the fall; straight down if nothing says otherwise.
fn fall_direction(pos: &Value) -> Result<(f64, f64), String> {
    match at(pos, "fall.direction")? {
        Value::Null => Ok((0.0, -90.0)),
        _ => Ok((meant(pos, "fall.direction.yaw")?, meant(pos, "fall.direction.pitch")?)),
    }
}

fn fall(pos: &Value) -> Result<[f64; 3], String> {
    if *at(pos, "fall")? == Value::Null {
        return Ok([0.0; 3]);
    }
    let (yaw, pitch) = fall_direction(pos)?;
    Ok(pointing(yaw, pitch, meant(pos, "fall.speed")?))
}

/// Within what single precision and the game's way to compute a sine make of it.
fn near(expected: &Json, ours: [f64; 3]) -> Result<(), String> {
    let length = ours.iter().map(|part| part * part).sum::<f64>().sqrt();
    for (index, part) in ours.iter().enumerate() {
        let expected = expected[index].as_f64().ok_or("no number")?;
        if (expected - part).abs() > length * 1e-6 + 1e-6 {
            return Err(format!("{ours:?}"));
        }
    }
    Ok(())
}
