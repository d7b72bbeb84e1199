//! Numbers by themselves: what the game makes of a value, and of that number again.

use wireform::prelude::*;
use wireform_build::model::Quantity;
use wireform_build::quantity::{self, Amount};
use wireform_tests::quake2::to_client::{TempEntity, TempEntityEffect, TempEntityEffectImpact};
use wireform_tests::quake2::{Angle8, Angle16, Coord, Effect};

use super::super::line::Line;
use super::super::tally::Tally;
use crate::quake2::QUAKE2;

/// Sets the value, and compares the number and what it stands for, both ways to compute them.
macro_rules! number {
    ($line:ident, $quantity:ident, $wire:literal as $unsigned:ty as $signed:ty, $back:literal) => {{
        let fields = &$line.json;
        let given = fields["in_f32"].as_f64().ok_or("no value")? as f32;
        let wire = fields[$wire].as_u64().ok_or("no number")?;
        let raw = <$unsigned>::try_from(wire).map_err(|error| error.to_string())?.cast_signed();
        let back = fields[$back].as_f64().ok_or("no value")? as f32;
        let ours = $quantity::new(given).map_err(|error| error.to_string())?;
        if (ours.raw(), ours.get()) != (raw, back) {
            return Err(format!("generated code makes {} and {ours} of it", ours.raw()));
        }
        let quantity = named(stringify!($quantity))?;
        let theirs = quantity::raw(quantity, Amount::F32(given)).map_err(|_| "out of range")?;
        if (theirs, quantity::value(quantity, theirs)) != (raw.into(), Amount::F32(back)) {
            return Err(format!("the interpreter makes {theirs} of it"));
        }
        Ok(raw.to_le_bytes().to_vec())
    }};
}

pub fn check(line: &Line, tally: &mut Tally) -> Result<(), String> {
    let written = match line.message.as_str() {
        "coord16" => number!(line, Coord, "wire_u16" as u16 as i16, "back"),
        "angle16" => number!(line, Angle16, "wire_u16" as u16 as i16, "back_deg"),
        "angle8" => number!(line, Angle8, "wire_u8" as u8 as i8, "back_deg"),
        _ => direction(line),
    }?;
    tally.took(&written, &written, true)
}

/// The vectors are in the game's table; here they are numbers, all of which can be sent.
fn direction(line: &Line) -> Result<Vec<u8>, String> {
    let index = line.json["wire_u8"].as_u64().and_then(|index| u8::try_from(index).ok()).ok_or("no number")?;
    let impact = TempEntityEffectImpact { code: Effect::Blood, direction: index, ..Default::default() };
    let mut out = [0; TempEntity::MAX_LEN];
    let written = TempEntity { effect: TempEntityEffect::Impact(impact) }.write(&mut out);
    let len = written.map_err(|error| error.to_string())?;
    if out[len - 1] == index { Ok(vec![index]) } else { Err("it is written otherwise".to_owned()) }
}

fn named(name: &str) -> Result<&'static Quantity, String> {
    QUAKE2.quantities.iter().find(|one| one.name == name).ok_or_else(|| format!("{name} is not known"))
}
