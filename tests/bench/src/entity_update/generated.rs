//! What `schema/blank.wire` becomes.

use wireform_protocols::blank::v2015_10::payload::{EntityUpdate, EntityUpdateEntities, EntityUpdateView};
use wireform_protocols::blank::v2015_10::{Datagram, DatagramView, EntityState, PayloadView, Quaternion};
use wireform_protocols::blank::{Chunk, Vec3};

use super::update::{Entity, Update, tell_head};
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// The generated view and value.
pub struct Generated;

#[inline(always)]
fn parse(packet: &[u8]) -> Option<(DatagramView<'_>, EntityUpdateView<'_>)> {
    let datagram = DatagramView::parse_exact(packet).ok()?;
    match datagram.payload() {
        PayloadView::EntityUpdate(update) => Some((datagram, update)),
        _ => None,
    }
}

#[inline(always)]
fn tell_vector(sink: &mut impl Sink, Vec3 { x, y, z }: Vec3) {
    for number in [x, y, z] {
        sink.float(number);
    }
}

impl Reader for Generated {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some((datagram, update)) = parse(packet) else { return false };
        tell_head(sink, datagram.sequence(), datagram.ack(), datagram.history());
        for EntityUpdateEntities { id, state } in update.entities() {
            sink.int(id);
            for number in [state.chunk.x, state.chunk.y, state.chunk.z] {
                sink.int(number as u32);
            }
            tell_vector(sink, state.block);
            tell_vector(sink, state.velocity);
            let Quaternion { x, y, z, w } = state.orientation;
            for number in [x, y, z, w] {
                sink.float(number);
            }
            tell_vector(sink, state.angular_velocity);
        }
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some((_, update)) = parse(packet) else { return false };
        for entity in update.entities() {
            sink.float(entity.state.block.y);
        }
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        parse(packet).is_some()
    }
}

impl Writer<Update> for Generated {
    type Value = Datagram<'static>;

    fn value(packet: &'static Update) -> Self::Value {
        let entities: &'static [EntityUpdateEntities] = packet.entities.iter().map(entity).collect::<Vec<_>>().leak();
        let payload = EntityUpdate { entities: entities.into() }.into();
        Datagram { sequence: packet.sequence, ack: packet.ack, history: packet.history, payload }
    }

    #[inline(always)]
    fn write(value: &Self::Value, buffer: &mut [u8]) -> Option<usize> {
        value.write(buffer).ok()
    }
}

fn entity(entity: &Entity) -> EntityUpdateEntities {
    let vector = |[x, y, z]: [f32; 3]| Vec3 { x, y, z };
    let ([x, y, z], [qx, qy, qz, qw]) = (entity.chunk, entity.orientation);
    let state = EntityState {
        chunk: Chunk { x, y, z },
        block: vector(entity.block),
        velocity: vector(entity.velocity),
        orientation: Quaternion { x: qx, y: qy, z: qz, w: qw },
        angular_velocity: vector(entity.angular_velocity),
    };
    EntityUpdateEntities { id: entity.id, state }
}
