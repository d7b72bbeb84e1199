//! What the game's own writer was given and what it made of it, done over with generated code: values to numbers to
//! bytes.

use serde_json::Value as Json;
use wireform::prelude::*;
use wireform_tests::sauerbraten::positions::{Pos, PosFall};
use wireform_tests::sauerbraten::{Cubes, Direction, Move, PhysicalState, PlayerState, Roll, Speed, Strafe};

use super::super::line::Line;
use crate::generated::write;

/// Does the line over, if it says what the game's writer was given. Gives whether it does.
pub fn check(line: &Line) -> Result<bool, String> {
    let (input, raw) = (&line.json["input"], &line.json["fields"]["raw"]);
    if input.is_null() {
        return Ok(false);
    }
    let pos = position(input, raw).ok_or("an input without its fields")?;
    let is_cut = [pos.x, pos.y, pos.z].iter().any(|axis| !(-0x80_0000..=0x7F_FFFF).contains(&axis.raw()));
    let bytes = match write(|| pos.encoded_len(), |out| pos.write(out)) {
        Ok(bytes) => bytes,
        // The game cuts off what three bytes do not hold, and says nothing.
        Err(error) if is_cut && error.kind == "range" => return Ok(true),
        Err(error) => return Err(format!("{error:?}")),
    };
    if bytes == line.bytes { Ok(true) } else { Err(format!("{pos:?} is written as {bytes:02x?}")) }
}

fn position(input: &Json, raw: &Json) -> Option<Pos> {
    let feet = |index: usize| Cubes::new(single(&input["feet"][index])?).ok();
    // Lengths and directions of vectors are the game's own arithmetic: their numbers are taken as they are.
    let number = |key: &str| raw[key].as_u64().and_then(|number| u16::try_from(number).ok());
    let fall = number("fall")
        .map(|speed| PosFall { speed: Speed::from_raw(speed), direction: number("falldir").map(Direction::from_raw) });
    Some(Pos {
        cn: i32::try_from(input["cn"].as_i64()?).ok()?,
        state: state(input)?,
        in_clip: input["gameclip"].as_bool()?,
        x: feet(0)?,
        y: feet(1)?,
        z: feet(2)?,
        look: look(input)?,
        roll: Roll::new(from_90_below(single(&input["roll"])?)),
        speed: Speed::from_raw(number("vel")?),
        heading: Direction::from_raw(number("veldir")?),
        fall,
    })
}

/// The game computes in single precision.
fn single(json: &Json) -> Option<f64> {
    json.as_f64().map(|number| f64::from(number as f32))
}

fn state(input: &Json) -> Option<PlayerState> {
    let physics = PhysicalState::from_code(u8::try_from(input["physstate"].as_u64()?).ok()?);
    let life_sequence = u8::try_from(input["lifesequence"].as_u64()? & 1).ok()?;
    let movement = match input["move"].as_i64()? {
        0 => Move::None,
        1 => Move::Forward,
        _ => Move::Backward,
    };
    let strafe = match input["strafe"].as_i64()? {
        0 => Strafe::None,
        1 => Strafe::Left,
        _ => Strafe::Right,
    };
    let state = PlayerState::default().with_physics(physics).with_move(movement).with_strafe(strafe);
    state.with_life_sequence(life_sequence).ok()
}

/// The game cuts the fraction of what it writes, and that begins at -90.
fn from_90_below(degrees: f64) -> i32 {
    ((degrees as f32 + 90.0).trunc() - 90.0) as i32
}

fn look(input: &Json) -> Option<Direction> {
    let (yaw, pitch) = (single(&input["yaw"])?, single(&input["pitch"])?);
    let direction = Direction::new(yaw.trunc() as i32, from_90_below(pitch));
    // Its quirk: a whole turn is added to what is negative, also where nothing is left after the cut.
    if yaw < 0.0 && (yaw.trunc() as i32) % 360 == 0 {
        return direction.raw().checked_add(360).map(Direction::from_raw);
    }
    Some(direction)
}
