//! Differences of entities and players: what stands on the wire, and what becomes of a base by it.

use serde_json::Value as Json;
use wireform::prelude::*;
use wireform_build::interpret::Value;
use wireform_tests::quake2::to_client::{PlayerInfo, PlayerInfoView};
use wireform_tests::quake2::{EntityUpdate, EntityUpdateView, PlayerStateDelta};

use super::super::line::Line;
use super::names::{ENTITY, PLAYER, at};
use super::valid::numbers;
use crate::quake2::entity;

/// Compares the change of an entity as it stands on the wire.
pub fn entity(fields: &Json, value: &Value) -> Result<(), String> {
    let gone = fields["remove"] == true;
    if at(value, "state").is_none() != gone {
        return Err(format!("whether it is gone: {value:?}"));
    }
    numbers(ENTITY, fields, value)
}

/// Compares several of them.
pub fn entities(fields: &Json, value: &Value) -> Result<(), String> {
    let (Some(given), Some(Value::List(found))) = (fields["entities"].as_array(), at(value, "entities")) else {
        return Err("no entities".to_owned());
    };
    if given.len() != found.len() {
        return Err(format!("{} entities instead of {}", found.len(), given.len()));
    }
    given.iter().zip(found).try_for_each(|(given, found)| entity(given, found))
}

/// Compares the change of a player as it stands on the wire.
pub fn player_info(fields: &Json, value: &Value) -> Result<(), String> {
    let change = at(value, "player").ok_or("no player")?;
    numbers(PLAYER, fields, change)?;
    let Some(Value::List(stats)) = at(change, "stats") else { return Err("no stats".to_owned()) };
    let given = fields["stats_raw"].as_array().ok_or("no stats are given")?;
    for (index, found) in stats.iter().enumerate() {
        let given = given.iter().find(|pair| pair[0] == index).and_then(|pair| pair[1].as_i64());
        if found.raw() != given.map(i128::from) {
            return Err(format!("{found:?} in place {index}"));
        }
    }
    Ok(())
}

/// Adds the difference to its base, and takes it away again.
pub fn resolved(line: &Line) -> Result<(), String> {
    let fields = &line.json["fields"];
    if fields.get("from_state").is_none() {
        return Ok(());
    }
    let again = match line.message.as_str() {
        "delta_entity" => {
            let update = EntityUpdateView::parse_exact(&line.bytes).map_err(|error| error.to_string())?.to_value();
            let change = update.state.ok_or("it is gone")?;
            let (base, whole) = (entity::entity(&fields["from_state"]), entity::entity(&fields["resolved"]));
            if change.resolve(&base) != whole {
                return Err(format!("{base:?} becomes {:?}", change.resolve(&base)));
            }
            let update = EntityUpdate { state: Some(whole.delta_from(&base)), ..update };
            let mut out = vec![0; update.encoded_len()];
            update.write(&mut out).map_err(|error| error.to_string())?;
            out
        }
        _ => {
            let change = PlayerInfoView::parse_exact(&line.bytes).map_err(|error| error.to_string())?.to_value().player;
            let (base, whole) = (entity::player(&fields["from_state"]), entity::player(&fields["resolved"]));
            if change.resolve(&base) != whole {
                return Err(format!("{base:?} becomes {:?}", change.resolve(&base)));
            }
            // The game sends this always.
            let change = PlayerStateDelta { gun_index: Some(whole.gun_index), ..whole.delta_from(&base) };
            let info = PlayerInfo { player: change };
            let mut out = vec![0; info.encoded_len()];
            info.write(&mut out).map_err(|error| error.to_string())?;
            out
        }
    };
    // What the game was given and could not say differs from a base where what it said does not.
    let is_made_of_it = line.is_canonical() && line.json["lossy"] != true;
    if again == line.bytes || !is_made_of_it { Ok(()) } else { Err(format!("the difference is {again:02x?}")) }
}
