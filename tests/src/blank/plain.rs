//! The plain values of blank: what fields and parts each type has.

use wireform_build::interpret::Value;
use wireform_build::quantity::Amount;
use wireform_tests::blank::{
    Actions, Axis, Block, Chunk, ChunkFlags, ChunkOffset, Component, EntityFlags, InChunk, MessageKind, Vec3, payload,
    v2015_10, v2015_11,
};

use crate::show::{Show, enums, families, layouts, quantities, records};

enums!(Axis, MessageKind);

quantities!(
    InChunk: F32(f32) in Some("blocks"),
    v2015_10::Normal: F32(f32) in None,
    v2015_10::Pitch: F32(f32) in Some("radians"),
    v2015_10::Yaw: F32(f32) in Some("radians"),
    v2015_11::Normal: F32(f32) in None,
    v2015_11::Pitch: F32(f32) in Some("radians"),
    v2015_11::Yaw: F32(f32) in Some("radians"),
);

layouts! {
    Actions { primary, secondary, tertiary, others }
    Block { kind, orientation }
    ChunkFlags { compressed, others }
    EntityFlags { world_collision, others }
    v2015_11::SmallestThree { third, second, first, largest }
}

records! {
    Vec3 { x, y, z }
    Chunk { x, y, z }
    ChunkOffset { x, y, z }
    payload::Ping {}
    payload::Login['a] { name }
    payload::Part {}
    payload::DespawnEntity { id }
    payload::ChunkBegin { transmission, flags, chunk, size }
    payload::ChunkData['a] { transmission, offset, data }
    payload::BlockUpdate['a] { chunk, blocks }
    payload::BlockUpdateBlocks { index, block }
    v2015_10::Quaternion { x, y, z, w }
    v2015_10::EntityState { chunk, block, velocity, orientation, angular_velocity }
    v2015_10::payload::PlayerUpdate { state, movement, pitch, yaw, actions, slot }
    v2015_10::payload::SpawnEntity['a] { id, skeleton, state, bounds, flags, name }
    v2015_10::payload::EntityUpdateEntities { id, state }
    v2015_10::payload::EntityUpdate['a] { entities }
    v2015_11::Motion { block, velocity, orientation, pitch, yaw }
    v2015_11::MotionBlock { x, y, z }
    v2015_11::EntityState { chunk, motion }
    v2015_11::payload::PlayerUpdate { state, movement, actions, slot }
    v2015_11::payload::SpawnEntity['a] { id, model, state, bounds, flags, name }
    v2015_11::payload::EntityUpdateEntities { id, chunk, motion }
    v2015_11::payload::EntityUpdate['a] { base, entities }
    v2015_11::payload::Message['a] { kind, referral, text }
}

/// What has fields of the same names in both, but of other types.
macro_rules! alike {
    ($($version:ident)*) => {$(
        records! {
            $version::payload::Join['a] { id, state, world }
            $version::payload::PlayerUpdateMovement { x, y, z }
            $version::payload::SpawnEntityBounds { min, max }
            $version::payload::PlayerCorrection { sequence, state }
            $version::Datagram['a] { sequence, ack, history, payload }
        }
    )*};
}

alike!(v2015_10 v2015_11);

families! {
    v2015_10::Payload['a] {
        Ping, Login, Join, Part, PlayerUpdate, SpawnEntity, DespawnEntity, EntityUpdate, PlayerCorrection, ChunkBegin,
        ChunkData, BlockUpdate,
    }
    v2015_11::Payload['a] {
        Ping, Login, Join, Part, PlayerUpdate, SpawnEntity, DespawnEntity, EntityUpdate, PlayerCorrection, ChunkBegin,
        ChunkData, BlockUpdate, Message,
    }
}

impl Show for Component {
    fn show(&self) -> Value {
        Value::Quantity { raw: i128::from(self.raw()), value: Amount::F32(self.get()), unit: None }
    }
}
