//! The plain values of Sauerbraten: what fields and parts each type has. What both versions have alike is one type, and
//! stands here; `version` has the rest.

mod version;

use wireform_build::interpret::{Digit, Value};
use wireform_tests::sauerbraten::{
    ArmourType, ClientPing, Cubes, Direction, EditMode, GameMode, Gun, GunSelect, Hit, Hundredths, Item, ItemList,
    ItemType, LifeState, MapChange, MasterMode, Move, PhysicalState, PlayerState, Point, PositionPacket, Positions,
    Privilege, Roll, Selection, Sound, Speed, State, Strafe, Taunt, TeamReason, Text, Vector, edit, positions, said,
    to_client, to_server,
};

use crate::random::Random;
use crate::rng::Rng;
use crate::show::{Show, enums, families, quantities, records};

enums!(Gun, ArmourType, LifeState, Privilege, MasterMode, ItemType, TeamReason, GameMode);

quantities!(
    Cubes: F64(f64) in Some("cubes"),
    Hundredths: F64(f64) in None,
    Speed: Int(i64) in Some("cubes_per_second"),
    Roll: Int(i64) in Some("degrees"),
);

records! {
    Point { x, y, z }
    Vector { x, y, z }
    State { life_sequence, health, max_health, armour, armour_type, gun, ammo }
    Hit { target_cn, life_sequence, distance, rays, direction }
    Selection { origin, size, grid, orient, cx, cx_size, cy, cy_size, corner }
    Text['a] { text }
    Sound { sound }
    GunSelect { gun }
    Taunt {}
    ClientPing { ping }
    EditMode { on }
    Item { index, kind }
    ItemList['a] { items }
    PositionPacket['a] { messages }
    positions::Pos { cn, state, in_clip, x, y, z, look, roll, speed, heading, fall }
    positions::PosFall { speed, direction }
    positions::Teleport { cn, teleport, destination }
    positions::JumpPad { cn, jump_pad }
    edit::EditEntity { index, position, kind, attributes }
    edit::EditFace { selection, direction, mode }
    edit::EditMaterial { selection, material, filter }
    edit::Flip { selection }
    edit::Copy { selection }
    edit::Paste { selection }
    edit::Rotate { selection, direction }
    edit::DeleteCube { selection }
    edit::Remip {}
    to_server::Connect['a] { name, model, password_hash, auth_domain, auth_name }
    to_server::Shoot['a] { id, gun, from, to, hits }
    to_server::Explode['a] { millis, gun, id, hits }
    to_server::Suicide {}
    to_server::TrySpawn {}
    to_server::Spawn { life_sequence, gun }
    to_server::MapVote['a] { map, mode }
    to_server::ItemPickup { index }
    to_server::Ping { millis }
    to_server::ForceIntermission {}
    to_server::BasePlace { ammo_type, position }
    to_server::FlagPlace { team, position }
    to_server::TokenPlace { team, position }
    to_client::ServerInfo['a] { cn, protocol, session_id, password_required, description, auth_domain }
    to_client::Welcome {}
    to_client::InitClient['a] { cn, name, team, model }
    to_client::Disconnected { cn }
    to_client::Died { victim_cn, actor_cn, actor_frags, team_frags }
    to_client::Damage { target_cn, actor_cn, damage, armour, health }
    to_client::HitPush { target_cn, gun, damage, direction }
    to_client::ShotEffect { cn, gun, id, from, to }
    to_client::ExplodeEffect { cn, gun, id }
    to_client::SpawnState { cn, state }
    to_client::ForceDeath { cn }
    MapChange['a] { map, mode, needs_items }
    said::Spawn { state }
    to_client::Team['a] { team, frags }
    to_client::TeamInfo['a] { teams }
    to_client::ItemSpawn { index }
    to_client::ItemTaken { index, cn }
    to_client::Pong { millis }
    to_client::TimeUp { seconds_left }
    to_client::ServerMessage['a] { text }
    to_client::Master { cn, privilege }
    to_client::Base['a] { ammo_type, owner, enemy, converted, ammo }
    to_client::Token { id, team, yaw, position }
    to_client::Carried { cn, tokens }
    to_client::DroppedToken { id, team, yaw }
    to_client::StolenToken { id, yaw }
}

families! {
    Positions { Pos, Teleport, JumpPad }
}

impl Show for PlayerState {
    fn show(&self) -> Value {
        fn part(name: &str, code: u8, word: &str) -> (String, Value) {
            (name.to_owned(), Value::Enum { raw: i128::from(code), name: Some(word.to_owned()) })
        }
        let (physics, strafe): (PhysicalState, Strafe) = (self.physics(), self.strafe());
        let movement: Move = self.r#move();
        Value::Bits {
            raw: i128::from(self.raw()),
            parts: vec![
                part("physics", physics.code(), &physics.to_string()),
                ("life_sequence".to_owned(), self.life_sequence().show()),
                part("move", movement.code(), &movement.to_string()),
                part("strafe", strafe.code(), &strafe.to_string()),
            ],
        }
    }
}

impl Random for PlayerState {
    fn random(rng: &mut Rng) -> Self {
        Self::from_raw(rng.byte())
    }
}

impl Show for Direction {
    fn show(&self) -> Value {
        let digit = |name: &str, value: i32| Digit {
            name: name.to_owned(),
            value: i128::from(value),
            unit: Some("degrees".to_owned()),
        };
        Value::Packed {
            raw: i128::from(self.raw()),
            digits: vec![digit("yaw", self.yaw()), digit("pitch", self.pitch())],
        }
    }
}

impl Random for Direction {
    fn random(rng: &mut Rng) -> Self {
        Self::from_raw(Random::random(rng))
    }
}

/// An element that is a text, and nothing else.
impl Show for to_client::DemoListDemos<'_> {
    fn show(&self) -> Value {
        self.value.show()
    }
}

impl Random for to_client::DemoListDemos<'_> {
    fn random(rng: &mut Rng) -> Self {
        Self { value: Random::random(rng) }
    }
}
