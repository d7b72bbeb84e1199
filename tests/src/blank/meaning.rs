//! A datagram as the vectors tell it: by the game's names, and with what the game makes of its numbers.

use serde_json::{Map, Value as Json, json};
use wireform_build::interpret::{Float, Value};

/// What a payload is to the game, all of its fields: some vectors say less.
pub fn payload(name: &str, value: &Value) -> Result<Json, String> {
    let one = Told(value);
    Ok(match name {
        "Ping" | "Part" => json!({}),
        "Login" => json!({ "player_name": one.text("name")? }),
        "Join" => with_state(&one, "state", json!({ "entity_id": one.raw("id")?, "world_name": one.text("world")? }))?,
        "PlayerUpdate" => player_update(&one)?,
        "SpawnEntity" => spawn_entity(&one)?,
        "DespawnEntity" => json!({ "entity_id": one.raw("id")? }),
        "EntityUpdate" => entity_update(&one)?,
        "PlayerCorrection" => with_state(&one, "state", json!({ "packet_seq": one.raw("sequence")? }))?,
        "ChunkBegin" => json!({
            "transmission_id": one.raw("transmission")?,
            "flags": one.raw("flags")?,
            "compressed": one.flag("flags.compressed")?,
            "chunk": one.raws("chunk", &XYZ)?,
            "data_size": one.raw("size")?,
        }),
        "ChunkData" => {
            let Value::Bytes(data) = one.at("data")? else { return Err("data are no bytes".to_owned()) };
            let hex: String = data.iter().map(|byte| format!("{byte:02x}")).collect();
            let (id, offset) = (one.raw("transmission")?, one.raw("offset")?);
            json!({ "transmission_id": id, "block_offset": offset, "block_size": data.len(), "data": hex })
        }
        "BlockUpdate" => {
            let blocks = one.elements("blocks")?.into_iter().map(|block| {
                let (kind, orientation) = (block.raw("block.kind")?, block.raw("block.orientation")?);
                let number = kind.as_u64().unwrap_or(0) | orientation.as_u64().unwrap_or(0) << 16;
                let index = block.raw("index")?;
                Ok(json!({ "index": index, "block_u32": number, "block_type": kind, "orient": orientation }))
            });
            let blocks = blocks.collect::<Result<Vec<Json>, String>>()?;
            json!({ "chunk": one.raws("chunk", &XYZ)?, "count": blocks.len(), "blocks": blocks })
        }
        "Message" => {
            json!({ "type": one.raw("kind")?, "referral": one.raw("referral")?, "message": one.text("text")? })
        }
        _ => return Err(format!("{name} is not known")),
    })
}

const XYZ: [&str; 3] = ["x", "y", "z"];

fn player_update(one: &Told) -> Result<Json, String> {
    let actions = json!({
        "primary": one.flag("actions.primary")?,
        "secondary": one.flag("actions.secondary")?,
        "tertiary": one.flag("actions.tertiary")?,
    });
    let mut semantic = Map::new();
    semantic.insert("movement".to_owned(), one.amounts("movement", &XYZ)?);
    let mut told = json!({
        "movement_raw": one.raws("movement", &XYZ)?,
        "actions": one.raw("actions")?,
        "actions_bits": actions,
        "slot": one.raw("slot")?,
    });
    if one.at("pitch").is_ok() {
        for name in ["pitch", "yaw"] {
            told[format!("{name}_raw")] = one.raw(name)?;
            semantic.insert(name.to_owned(), one.amount(name)?);
        }
    }
    told["semantic"] = Json::Object(semantic);
    with_state(one, "predicted_state", told)
}

fn spawn_entity(one: &Told) -> Result<Json, String> {
    let look = if one.at("skeleton").is_ok() { "skeleton" } else { "model" };
    let corners = [one.floats("bounds.min", &XYZ)?, one.floats("bounds.max", &XYZ)?];
    let bounds: Vec<&Json> = corners.iter().filter_map(Json::as_array).flatten().collect();
    let mut told = json!({
        "entity_id": one.raw("id")?,
        "bounds": bounds,
        "flags": one.raw("flags")?,
        "world_collision": one.flag("flags.world_collision")?,
        "name": one.text("name")?,
    });
    told[format!("{look}_id")] = one.raw(look)?;
    with_state(one, "state", told)
}

fn entity_update(one: &Told) -> Result<Json, String> {
    let base = if one.at("base").is_ok() { Some(one.raws("base", &XYZ)?) } else { None };
    let entities = one.elements("entities")?.into_iter().map(|entity| {
        let told = json!({ "id": entity.raw("id")? });
        let Some(base) = &base else { return with_state(&entity, "state", told) };
        let offset = entity.raws("chunk", &XYZ)?;
        let axis = |axis: usize| base[axis].as_i64().unwrap_or(0) + offset[axis].as_i64().unwrap_or(0);
        let (mut state, semantic) = motion(&Told(entity.at("motion")?))?;
        state["chunk_pos"] = json!([axis(0), axis(1), axis(2)]);
        state["chunk_delta"] = offset;
        Ok(with(told, [("state", state), ("state_semantic", semantic)]))
    });
    let entities = entities.collect::<Result<Vec<Json>, String>>()?;
    let mut told = json!({ "count": entities.len(), "entities": entities });
    if let Some(base) = base {
        told["chunk_base"] = base;
    }
    Ok(told)
}

/// Adds the state of an entity, by the name that it has there.
fn with_state(one: &Told, name: &str, told: Json) -> Result<Json, String> {
    let state = Told(one.at("state")?);
    let chunk = state.raws("chunk", &XYZ)?;
    if let Ok(inner) = state.at("motion") {
        let (mut theirs, semantic) = motion(&Told(inner))?;
        theirs["chunk_pos"] = chunk;
        return Ok(with(told, [(name, theirs), ("state_semantic", semantic)]));
    }
    let theirs = json!({
        "chunk_pos": chunk,
        "block_pos": state.floats("block", &XYZ)?,
        "velocity": state.floats("velocity", &XYZ)?,
        "orient_xyzw": state.floats("orientation", &["x", "y", "z", "w"])?,
        "ang_vel": state.floats("angular_velocity", &XYZ)?,
    });
    Ok(with(told, [(name, theirs), ("state_semantic", Json::Null)]))
}

/// A state without its chunk, as numbers and as what they mean.
fn motion(one: &Told) -> Result<(Json, Json), String> {
    let number = one.raw("orientation")?.as_u64().unwrap_or(0);
    let state = json!({
        "block_pos_raw": one.raws("block", &XYZ)?,
        "velocity": one.floats("velocity", &XYZ)?,
        "orient_raw": format!("{number:016x}"),
        "orient_largest": one.raw("orientation.largest")?,
        "orient_small": one.raws("orientation", &SMALL)?,
        "pitch_raw": one.raw("pitch")?,
        "yaw_raw": one.raw("yaw")?,
    });
    let semantic = json!({
        "block_pos": one.amounts("block", &XYZ)?,
        "orient_xyzw": quaternion(one)?,
        "pitch": one.amount("pitch")?,
        "yaw": one.amount("yaw")?,
    });
    Ok((state, semantic))
}

const SMALL: [&str; 3] = ["first", "second", "third"];

/// All four components, as the doc comment of the schema says.
fn quaternion(one: &Told) -> Result<Vec<f64>, String> {
    let small = one.amounts("orientation", &SMALL)?;
    let mut all: Vec<f64> = small.as_array().into_iter().flatten().filter_map(Json::as_f64).collect();
    let largest = (1.0 - all.iter().map(|part| part * part).sum::<f64>()).sqrt();
    let at = one.raw("orientation.largest")?.as_u64().and_then(|at| usize::try_from(at).ok()).ok_or("no index")?;
    all.insert(at, largest);
    Ok(all)
}

fn with<const N: usize>(mut told: Json, more: [(&str, Json); N]) -> Json {
    for (name, value) in more {
        told[name] = value;
    }
    told
}

/// A value of ours, told in their words.
struct Told<'v>(&'v Value);

impl<'v> Told<'v> {
    fn at(&self, path: &str) -> Result<&'v Value, String> {
        path.split('.').try_fold(self.0, |value, name| value.field(name)).ok_or_else(|| format!("no field {path}"))
    }

    fn raw(&self, path: &str) -> Result<Json, String> {
        let number = self.at(path)?.raw().ok_or_else(|| format!("{path} is no number"))?;
        Ok(u64::try_from(number)
            .map_or_else(|_| json!(i64::try_from(number).unwrap_or(i64::MIN)), |number| json!(number)))
    }

    fn flag(&self, path: &str) -> Result<Json, String> {
        match self.at(path)? {
            Value::Bool(flag) => Ok(json!(flag)),
            other => Err(format!("{path} is {other:?}")),
        }
    }

    fn text(&self, path: &str) -> Result<Json, String> {
        match self.at(path)? {
            Value::Text(text) => Ok(json!({ "text": text, "utf8": true })),
            other => Err(format!("{path} is {other:?}")),
        }
    }

    /// What a quantity stands for.
    fn amount(&self, path: &str) -> Result<Json, String> {
        match self.at(path)? {
            Value::Quantity { value, .. } => Ok(json!(value.to_f64())),
            other => Err(format!("{path} is {other:?}")),
        }
    }

    fn float(&self, path: &str) -> Result<Json, String> {
        match self.at(path)? {
            Value::Float(Float::F32(float)) if float.is_nan() => Ok(json!("nan")),
            Value::Float(Float::F32(float)) if float.is_infinite() => Ok(json!(float.to_string())),
            Value::Float(Float::F32(float)) => Ok(json!(f64::from(*float))),
            other => Err(format!("{path} is {other:?}")),
        }
    }

    fn raws(&self, path: &str, names: &[&str]) -> Result<Json, String> {
        names.iter().map(|name| self.raw(&format!("{path}.{name}"))).collect()
    }

    fn amounts(&self, path: &str, names: &[&str]) -> Result<Json, String> {
        names.iter().map(|name| self.amount(&format!("{path}.{name}"))).collect()
    }

    fn floats(&self, path: &str, names: &[&str]) -> Result<Json, String> {
        names.iter().map(|name| self.float(&format!("{path}.{name}"))).collect()
    }

    fn elements(&self, path: &str) -> Result<Vec<Told<'v>>, String> {
        match self.at(path)? {
            Value::List(list) => Ok(list.iter().map(Told).collect()),
            other => Err(format!("{path} is {other:?}")),
        }
    }
}
