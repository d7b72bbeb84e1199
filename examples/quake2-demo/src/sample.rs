//! A recording made up here, for those who have none: two levels, written with the generated writers.

use wireform::Error;

use crate::quake2::to_client::{self, ConfigString, PacketEntities, PlayerInfo, SpawnBaseline};
use crate::quake2::{
    Angle8, Coord, Demo, DemoBlock, DemoBlockKnown, DemoKnown, Entity, EntityAngles, EntityUpdate, PlayerState,
    PlayerStateDelta, Point, ServerData, ToClient,
};

const PROTOCOL: i32 = 34;
/// The numbers of entities: players come first, then what belongs to the level.
const DOOR: i16 = 30;
const ROCKETS: i16 = 40;

/// The bytes of a recording of some seconds.
///
/// # Errors
/// None, unless this is changed to something that cannot be written.
pub fn sample() -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    level(&mut bytes, "The Courtyard", "maps/yard.bsp", 150)?;
    level(&mut bytes, "The Cellar", "maps/cellar.bsp", 80)?;
    // The end is what a recording without datagrams is.
    Demo::default().append_to(&mut bytes, DemoKnown::default())?;
    Ok(bytes)
}

/// Adds a datagram.
fn add(bytes: &mut Vec<u8>, messages: &[ToClient<'_>]) -> Result<(), Error> {
    let block = DemoBlock { messages: messages.into() };
    block.append_to(bytes, DemoBlockKnown { protocol: Some(PROTOCOL) }).map(drop)
}

fn level(bytes: &mut Vec<u8>, name: &str, map: &str, frames: i32) -> Result<(), Error> {
    let data = ServerData { protocol: PROTOCOL, server_count: 1, level: name.into(), ..ServerData::default() };
    let text = |index, text: &'static str| ToClient::ConfigString(ConfigString { index, text: text.into() });
    let map = ToClient::ConfigString(ConfigString { index: 33, text: map.into() });
    let door = Entity { model: 2, ..at(0.0, 128.0) };
    let baseline = EntityUpdate { number: DOOR, state: Some(door.delta_from(&Entity::default())) };
    let begin = [
        ToClient::ServerData(data),
        text(1312, "Ranger\\male/grunt"),
        text(1313, "Athena\\female/athena"),
        map,
        ToClient::SpawnBaseline(SpawnBaseline { entity: baseline }),
    ];
    add(bytes, &begin)?;

    let (mut before, mut player) = (Vec::new(), PlayerState::default());
    for frame in 0..frames {
        let entities = seen(frame, door);
        let updates = difference(&before, &entities, door);
        let now = PlayerState { gun_index: 1, fov: 90, stats: stats(frame), ..player };
        // A server always says which gun it is.
        let change = PlayerStateDelta { gun_index: Some(now.gun_index), ..now.delta_from(&player) };
        let number = frame + 1;
        let head = to_client::Frame {
            number,
            delta_number: if frame == 0 { -1 } else { frame },
            ..to_client::Frame::default()
        };
        add(
            bytes,
            &[
                ToClient::Frame(to_client::Frame { suppressed: Some(0), ..head }),
                ToClient::PlayerInfo(PlayerInfo { player: change }),
                ToClient::PacketEntities(PacketEntities { entities: (&*updates).into() }),
            ],
        )?;
        (before, player) = (entities, now);
    }
    Ok(())
}

/// The health is a number of this list.
fn stats(frame: i32) -> [i16; 32] {
    let health = i16::try_from(100 - frame % 100).unwrap_or(0);
    std::array::from_fn(|index| if index == 1 { health } else { 0 })
}

/// Who and what is in sight: two players, of whom one is not always there, a door, and rockets now and then.
fn seen(frame: i32, door: Entity) -> Vec<(i16, Entity)> {
    let turn = f64::from(frame) / 20.0;
    let body = |skin, phase: f64| {
        let yaw = Angle8::new(narrow((turn + phase).to_degrees() + 90.0)).unwrap_or_default();
        let place = at(256.0 * (turn + phase).cos(), 256.0 * (turn + phase).sin());
        Entity { model: 255, skin, angles: EntityAngles { yaw, ..EntityAngles::default() }, ..place }
    };
    let mut all = vec![(1, body(0, 0.0))];
    if frame % 100 > 30 {
        all.push((2, body(1, 2.0)));
    }
    all.push((DOOR, Entity { frame: i16::try_from(frame / 5 % 10).unwrap_or(0), ..door }));
    for rocket in 0..(frame / 10 % 9).max(frame / 7 % 5) {
        let number = ROCKETS.saturating_add(i16::try_from(rocket).unwrap_or(0));
        let far = 32.0 * f64::from(frame % 10) + 64.0 * f64::from(rocket);
        all.push((number, Entity { model: 7, effects: 16, ..at(far, -far) }));
    }
    all
}

/// What a server says of the entities, to somebody who has seen those before.
fn difference(before: &[(i16, Entity)], now: &[(i16, Entity)], door: Entity) -> Vec<EntityUpdate> {
    let find = |list: &[(i16, Entity)], number| list.iter().find(|(one, _)| *one == number).map(|(_, entity)| *entity);
    let mut numbers: Vec<i16> = before.iter().chain(now).map(|(number, _)| *number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let baseline = |number| if number == DOOR { door } else { Entity::default() };
    let update = |number| match (find(before, number), find(now, number)) {
        (Some(old), Some(new)) if old == new => None,
        (old, Some(new)) => {
            let base = old.unwrap_or_else(|| baseline(number));
            Some(EntityUpdate { number, state: Some(new.delta_from(&base)) })
        }
        (_, None) => Some(EntityUpdate { number, state: None }),
    };
    numbers.into_iter().filter_map(update).collect()
}

/// The game computes in single precision.
#[allow(clippy::cast_possible_truncation)]
fn narrow(value: f64) -> f32 {
    value as f32
}

/// Something that stands there.
fn at(x: f64, y: f64) -> Entity {
    let coordinate = |value: f64| Coord::new(narrow(value)).unwrap_or_default();
    let origin = Point { x: coordinate(x), y: coordinate(y), z: coordinate(24.0) };
    Entity { origin, old_origin: origin, ..Entity::default() }
}
