//! prost: the same values as Protocol Buffers, which have a format of their own.

use prost::Message;

use super::update::{Entity, Update, tell_head};
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// prost.
pub struct Prost;

/// What an `EntityUpdate` would be in a `.proto`.
#[derive(Clone, PartialEq, Message)]
pub struct Datagram {
    #[prost(uint32, tag = "1")]
    sequence: u32,
    #[prost(uint32, tag = "2")]
    ack: u32,
    #[prost(fixed32, tag = "3")]
    history: u32,
    #[prost(message, repeated, tag = "4")]
    entities: Vec<EntityState>,
}

/// One of its entities.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct EntityState {
    #[prost(uint32, tag = "1")]
    id: u32,
    #[prost(sint32, tag = "2")]
    chunk_x: i32,
    #[prost(sint32, tag = "3")]
    chunk_y: i32,
    #[prost(sint32, tag = "4")]
    chunk_z: i32,
    #[prost(message, required, tag = "5")]
    block: Vector,
    #[prost(message, required, tag = "6")]
    velocity: Vector,
    #[prost(message, required, tag = "7")]
    orientation: Quaternion,
    #[prost(message, required, tag = "8")]
    angular_velocity: Vector,
}

/// Three floats.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct Vector {
    #[prost(float, tag = "1")]
    x: f32,
    #[prost(float, tag = "2")]
    y: f32,
    #[prost(float, tag = "3")]
    z: f32,
}

/// Four floats.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct Quaternion {
    #[prost(float, tag = "1")]
    x: f32,
    #[prost(float, tag = "2")]
    y: f32,
    #[prost(float, tag = "3")]
    z: f32,
    #[prost(float, tag = "4")]
    w: f32,
}

impl From<[f32; 3]> for Vector {
    fn from([x, y, z]: [f32; 3]) -> Self {
        Self { x, y, z }
    }
}

impl From<Vector> for [f32; 3] {
    fn from(Vector { x, y, z }: Vector) -> Self {
        [x, y, z]
    }
}

impl From<&EntityState> for Entity {
    fn from(state: &EntityState) -> Self {
        let Quaternion { x, y, z, w } = state.orientation;
        Self {
            id: state.id,
            chunk: [state.chunk_x, state.chunk_y, state.chunk_z],
            block: state.block.into(),
            velocity: state.velocity.into(),
            orientation: [x, y, z, w],
            angular_velocity: state.angular_velocity.into(),
        }
    }
}

impl From<&Entity> for EntityState {
    fn from(entity: &Entity) -> Self {
        let ([chunk_x, chunk_y, chunk_z], [x, y, z, w]) = (entity.chunk, entity.orientation);
        Self {
            id: entity.id,
            chunk_x,
            chunk_y,
            chunk_z,
            block: entity.block.into(),
            velocity: entity.velocity.into(),
            orientation: Quaternion { x, y, z, w },
            angular_velocity: entity.angular_velocity.into(),
        }
    }
}

impl Reader for Prost {
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(datagram) = Datagram::decode(packet) else { return false };
        tell_head(sink, datagram.sequence as u16, datagram.ack as u16, datagram.history);
        datagram.entities.iter().for_each(|entity| Entity::from(entity).tell(sink));
        true
    }

    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(datagram) = Datagram::decode(packet) else { return false };
        datagram.entities.iter().for_each(|entity| sink.float(entity.block.y));
        true
    }

    fn skip(packet: &[u8]) -> bool {
        Datagram::decode(packet).is_ok()
    }
}

impl Writer<Update> for Prost {
    type Value = Datagram;

    fn value(packet: &'static Update) -> Datagram {
        Datagram {
            sequence: packet.sequence.into(),
            ack: packet.ack.into(),
            history: packet.history,
            entities: packet.entities.iter().map(EntityState::from).collect(),
        }
    }

    fn write(value: &Datagram, mut buffer: &mut [u8]) -> Option<usize> {
        let room = buffer.len();
        value.encode(&mut buffer).ok()?;
        Some(room - buffer.len())
    }
}
