//! PDL: it has no floats, and no rules for counts and ids, which are added by hand.

use pdl_runtime::Packet;

use super::by_hand::fits;
use super::update::{Entity, Update, tell_head};
use crate::contender::{Reader, Writer};
use crate::pdl::entity_update::{Datagram, EntityState, Quaternion, Vector};
use crate::sink::Sink;

/// PDL.
pub struct Pdl;

fn parse(packet: &[u8]) -> Option<Datagram> {
    let datagram = Datagram::decode_full(packet).ok()?;
    let ascending = datagram.entities.is_sorted_by(|one, next| one.id < next.id);
    ((1..=7).contains(&datagram.entities.len()) && ascending).then_some(datagram)
}

impl From<&EntityState> for Entity {
    fn from(state: &EntityState) -> Self {
        let vector = |vector: &Vector| [vector.x, vector.y, vector.z].map(f32::from_bits);
        let Quaternion { x, y, z, w } = state.orientation;
        Self {
            id: state.id,
            chunk: [state.chunk.x as i32, state.chunk.y as i32, state.chunk.z as i32],
            block: vector(&state.block),
            velocity: vector(&state.velocity),
            orientation: [x, y, z, w].map(f32::from_bits),
            angular_velocity: vector(&state.angular_velocity),
        }
    }
}

impl From<&Entity> for EntityState {
    fn from(entity: &Entity) -> Self {
        let vector = |[x, y, z]: [u32; 3]| Vector { x, y, z };
        let [x, y, z, w] = entity.orientation.map(f32::to_bits);
        Self {
            id: entity.id,
            chunk: vector(entity.chunk.map(|number| number as u32)),
            block: vector(entity.block.map(f32::to_bits)),
            velocity: vector(entity.velocity.map(f32::to_bits)),
            orientation: Quaternion { x, y, z, w },
            angular_velocity: vector(entity.angular_velocity.map(f32::to_bits)),
        }
    }
}

impl Reader for Pdl {
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(datagram) = parse(packet) else { return false };
        tell_head(sink, datagram.sequence, datagram.ack, datagram.history);
        datagram.entities.iter().for_each(|entity| Entity::from(entity).tell(sink));
        true
    }

    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(datagram) = parse(packet) else { return false };
        datagram.entities.iter().for_each(|entity| sink.float(f32::from_bits(entity.block.y)));
        true
    }

    fn skip(packet: &[u8]) -> bool {
        parse(packet).is_some()
    }
}

impl Writer<Update> for Pdl {
    type Value = &'static Update;

    fn value(packet: &'static Update) -> &'static Update {
        packet
    }

    fn write(value: &&'static Update, mut buffer: &mut [u8]) -> Option<usize> {
        if !fits(&value.entities) {
            return None;
        }
        let room = buffer.len();
        let Update { sequence, ack, history, .. } = **value;
        let entities = value.entities.iter().map(EntityState::from).collect();
        Datagram { sequence, ack, history, entities }.encode(&mut buffer).ok()?;
        Some(room - buffer.len())
    }
}
