//! The plain values of Quake 2: what fields and parts each type has.

use wireform_build::interpret::Value;
use wireform_tests::quake2::to_client::TempEntityEffect;
use wireform_tests::quake2::{
    Angle8, Angle16, Angles, Attenuation, Blend, Buttons, Command, CommandDelta, Coord, Delay, Demo, DemoBlock, Effect,
    Eights, EntityAnglesDelta, EntityDelta, EntityOriginDelta, EntityUpdate, FromClient, FromClientPacket, FromServer,
    FromServerPacket, PlayerFlags, PlayerKind, PlayerState, PlayerStateDelta, PlayerStateGun, Point, PrintLevel,
    Quarter, Sequence, ServerData, Small, Source, ToClient, ToServer, Unit, Weapon, to_client, to_server,
};
use wireform_tests::quake2::{
    FromClientPacketConnected, FromClientPacketOutOfBand, FromServerPacketConnected, FromServerPacketOutOfBand,
};

use crate::random::{self, Random};
use crate::rng::Rng;
use crate::show::{Show, enums, families, layouts, named, quantities, records};

enums!(PlayerKind, PrintLevel);

quantities!(
    Coord: F32(f32) in Some("units"),
    Angle8: F32(f32) in Some("degrees"),
    Angle16: F32(f32) in Some("degrees"),
    Quarter: F32(f32) in None,
    Unit: F32(f32) in None,
    Attenuation: F32(f32) in None,
    Delay: F32(f32) in Some("seconds"),
    Eights: F32(f32) in Some("milliseconds"),
);

layouts! {
    Buttons { attack, r#use, other, any }
    Weapon { weapon, silenced }
    Source { channel, entity }
    Sequence { number, reliable }
    PlayerFlags { ducked, jump_held, on_ground, water_jump, landing, teleport, no_prediction, other }
}

records! {
    Point { x, y, z }
    Small { x, y, z }
    Angles { pitch, yaw, roll }
    Blend { red, green, blue, alpha }
    Command { pitch, yaw, roll, forward, side, up, buttons, impulse, millis, light_level }
    CommandDelta { pitch, yaw, roll, forward, side, up, buttons, impulse, millis, light_level }
    EntityUpdate { number, state }
    EntityDelta {
        model, model2, model3, model4, frame, skin, effects, renderfx, origin, angles, old_origin, sound, event, solid,
    }
    EntityOriginDelta { x, y, z }
    EntityAnglesDelta { pitch, yaw, roll }
    PlayerState {
        kind, origin, velocity, time, flags, gravity, delta_angles, view_offset, view_angles, kick_angles, gun_index,
        gun, blend, fov, rd_flags, stats,
    }
    PlayerStateDelta {
        kind, origin, velocity, time, flags, gravity, delta_angles, view_offset, view_angles, kick_angles, gun_index,
        gun, blend, fov, rd_flags, stats,
    }
    PlayerStateGun { frame, offset, angles }
    ServerData['a] { protocol, server_count, attract_loop, game, player, level }
    to_server::Nop {}
    to_server::Move { last_frame, oldest, previous, newest }
    to_server::UserInfo['a] { text }
    to_server::StringCommand['a] { text }
    to_client::MuzzleFlash { entity, weapon }
    to_client::MonsterMuzzleFlash { entity, flash }
    to_client::TempEntity { effect }
    to_client::TempEntityEffectImpact { code, position, direction }
    to_client::TempEntityEffectBurst { code, position }
    to_client::TempEntityEffectTrail { code, start, end }
    to_client::TempEntityEffectShower { code, count, position, direction, color }
    to_client::TempEntityEffectBeam { code, entity, start, end }
    to_client::TempEntityEffectGrappleCable { entity, start, end, offset }
    to_client::TempEntityEffectLightning { source, target, start, end }
    to_client::TempEntityEffectFlashlight { position, entity }
    to_client::TempEntityEffectForceWall { start, end, color }
    to_client::TempEntityEffectSteam { id, count, position, direction, color, magnitude, duration }
    to_client::TempEntityEffectWidowBeamOut { id, position }
    to_client::Layout['a] { text }
    to_client::Inventory['a] { counts }
    to_client::Nop {}
    to_client::Disconnect {}
    to_client::Reconnect {}
    to_client::Sound { sound, volume, attenuation, delay, source, position }
    to_client::Print['a] { level, text }
    to_client::StuffText['a] { text }
    to_client::ConfigString['a] { index, text }
    to_client::SpawnBaseline { entity }
    to_client::CenterPrint['a] { text }
    to_client::Download['a] { percent, data }
    to_client::PlayerInfo { player }
    to_client::PacketEntities['a] { entities }
    to_client::Frame['a] { number, delta_number, suppressed, areas }
    FromClient['a] { packet }
    FromClientPacketOutOfBand['a] { text }
    FromClientPacketConnected['a] { sequence, acknowledged, qport, messages }
    FromServer['a] { packet }
    FromServerPacketOutOfBand['a] { text }
    FromServerPacketConnected['a] { sequence, acknowledged, messages }
    DemoBlock['a] { messages }
    Demo['a] { blocks }
}

families! {
    ToServer['a] { Nop, Move, UserInfo, StringCommand }
    ToClient['a] {
        ServerData, MuzzleFlash, MonsterMuzzleFlash, TempEntity, Layout, Inventory, Nop, Disconnect, Reconnect, Sound,
        Print, StuffText, ConfigString, SpawnBaseline, CenterPrint, Download, PlayerInfo, PacketEntities, Frame,
    }
}

impl Show for Effect {
    fn show(&self) -> Value {
        named(i128::from(self.code()), &self.to_string())
    }
}

impl Random for Effect {
    fn random(rng: &mut Rng) -> Self {
        Self::from_code(random::code(rng)).unwrap_or_default()
    }
}

/// `arms!(Shape['a] { Arm: ArmType { field, .. } })`: shapes with fields of their own.
macro_rules! arms {
    ($($shape:ident $([$life:lifetime])? { $($arm:ident),* $(,)? })*) => {$(
        impl $(<$life>)? Show for $shape $(<$life>)? {
            fn show(&self) -> Value {
                let (name, fields) = match self {
                    $(Self::$arm(value) => (stringify!($arm), value.show()),)*
                };
                let Value::Record(fields) = fields else { panic!("a shape has fields") };
                Value::Arm { name: name.to_owned(), fields }
            }
        }

        impl $(<$life>)? Random for $shape $(<$life>)? {
            fn random(rng: &mut Rng) -> Self {
                let makers = [$(|rng: &mut Rng| Self::$arm(Random::random(rng))),*];
                rng.pick(&makers)(rng)
            }
        }
    )*};
}

arms! {
    FromClientPacket['a] { OutOfBand, Connected }
    FromServerPacket['a] { OutOfBand, Connected }
    TempEntityEffect {
        Impact, Burst, Trail, Shower, Beam, GrappleCable, Lightning, Flashlight, ForceWall, Steam, WidowBeamOut,
    }
}
