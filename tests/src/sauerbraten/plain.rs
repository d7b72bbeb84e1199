//! The plain values of Sauerbraten: what fields and parts each type has.

use wireform_build::interpret::{Digit, Value};
use wireform_tests::sauerbraten::{
    ArmourType, Cubes, Direction, GameMode, Gun, Item, ItemList, ItemType, LifeState, MasterMode, Move, PhysicalState,
    PlayerState, Point, Positions, Privilege, Roll, ServerCommand, Spectator, Speed, State, Strafe, TeamReason,
    ToClient, ToServer, positions, to_client, to_server,
};

use crate::random::Random;
use crate::rng::Rng;
use crate::show::{Show, enums, families, quantities, records};

enums!(Gun, ArmourType, LifeState, Privilege, MasterMode, ItemType, TeamReason, GameMode);

quantities!(Cubes: F64(f64) in "cubes", Speed: Int(i64) in "cubes_per_second", Roll: Int(i64) in "degrees");

records! {
    Point { x, y, z }
    State { life_sequence, health, max_health, armour, armour_type, gun, ammo }
    positions::Pos { cn, state, in_clip, x, y, z, look, roll, speed, heading, fall }
    positions::PosFall { speed, direction }
    positions::Teleport { cn, teleport, destination }
    positions::JumpPad { cn, jump_pad }
    ItemList['a] { items }
    Item { index, kind }
    Spectator { cn, on }
    ServerCommand['a] { command }
    to_server::Connect['a] { name, model, password_hash, auth_domain, auth_name }
    to_client::ServerInfo['a] { cn, protocol, session_id, password_required, description, auth_domain }
    to_client::Welcome {}
    to_client::InitClient['a] { cn, name, team, model }
    to_client::Disconnected { cn }
    to_client::SpawnState { cn, state }
    to_client::ForceDeath { cn }
    to_client::MapChange['a] { map, mode, needs_items }
    to_client::TeamInfo['a] { teams }
    to_client::Team['a] { team, frags }
    to_client::TimeUp { seconds_left }
    to_client::ServerMessage['a] { text }
    to_client::Resume['a] { players }
    to_client::Player { cn, life, frags, flags, quad_millis, state }
    to_client::CurrentMaster['a] { mode, masters }
    to_client::Master { cn, privilege }
    to_client::SetTeam['a] { cn, team, reason }
    to_client::Bases['a] { bases }
    to_client::Base['a] { ammo_type, owner, enemy, converted, ammo }
    to_client::BaseScore['a] { base, team, total }
    to_client::InitFlags['a] { scores, flags }
    to_client::Flag { version, spawn_index, owner_cn, invisible, unowned }
    to_client::FlagUnowned { dropped, position }
    to_client::PauseGame { on, cn }
    to_client::GameSpeed { percent, cn }
    to_client::InitBot['a] { cn, owner_cn, kind, skill, model, name, team }
    to_client::InitTokens['a] { scores, tokens, carried }
    to_client::Token { id, team, yaw, position }
    to_client::Carried { cn, tokens }
}

families! {
    Positions { Pos, Teleport, JumpPad }
    ToServer['a] { ItemList, Spectator, ServerCommand, Connect }
    ToClient['a] {
        ItemList, Spectator, ServerCommand, ServerInfo, Welcome, InitClient, Disconnected, SpawnState, ForceDeath,
        MapChange, TeamInfo, TimeUp, ServerMessage, Resume, CurrentMaster, SetTeam, Bases, BaseScore, InitFlags,
        PauseGame, GameSpeed, InitBot, InitTokens,
    }
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
