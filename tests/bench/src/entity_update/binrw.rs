//! binrw: what is read is a value with a vector.

use std::io::Cursor;

use binrw::{BinRead, BinWrite, binrw};

use super::by_hand::fits;
use super::update::{Entity, Update, tell_head};
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// binrw.
pub struct Binrw;

#[binrw]
#[brw(little, magic = 0xFB1A_B1AFu32)]
#[br(assert(kind == 7), assert((1..=7).contains(&count)))]
struct Datagram {
    sequence: u16,
    ack: u16,
    history: u32,
    #[brw(pad_after = 3)]
    kind: u8,
    count: u32,
    #[br(count = count, assert(entities.is_sorted_by(|one, next| one.id < next.id)))]
    entities: Vec<EntityState>,
}

#[binrw]
struct EntityState {
    id: u32,
    chunk: [i32; 3],
    block: [f32; 3],
    velocity: [f32; 3],
    orientation: [f32; 4],
    angular_velocity: [f32; 3],
}

fn parse(packet: &[u8]) -> Option<Datagram> {
    let mut cursor = Cursor::new(packet);
    let datagram = Datagram::read(&mut cursor).ok()?;
    (cursor.position() == packet.len() as u64).then_some(datagram)
}

impl From<&EntityState> for Entity {
    fn from(state: &EntityState) -> Self {
        let EntityState { id, chunk, block, velocity, orientation, angular_velocity } = *state;
        Self { id, chunk, block, velocity, orientation, angular_velocity }
    }
}

impl From<&Entity> for EntityState {
    fn from(entity: &Entity) -> Self {
        let Entity { id, chunk, block, velocity, orientation, angular_velocity } = *entity;
        Self { id, chunk, block, velocity, orientation, angular_velocity }
    }
}

impl Reader for Binrw {
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(datagram) = parse(packet) else { return false };
        tell_head(sink, datagram.sequence, datagram.ack, datagram.history);
        datagram.entities.iter().for_each(|entity| Entity::from(entity).tell(sink));
        true
    }

    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(datagram) = parse(packet) else { return false };
        datagram.entities.iter().for_each(|entity| sink.float(entity.block[1]));
        true
    }

    fn skip(packet: &[u8]) -> bool {
        parse(packet).is_some()
    }
}

impl Writer<Update> for Binrw {
    type Value = &'static Update;

    fn value(packet: &'static Update) -> &'static Update {
        packet
    }

    fn write(value: &&'static Update, buffer: &mut [u8]) -> Option<usize> {
        if !fits(&value.entities) {
            return None;
        }
        let mut cursor = Cursor::new(buffer);
        let entities: Vec<EntityState> = value.entities.iter().map(EntityState::from).collect();
        let Update { sequence, ack, history, .. } = **value;
        let count = entities.len() as u32;
        Datagram { sequence, ack, history, kind: 7, count, entities }.write(&mut cursor).ok()?;
        Some(cursor.position() as usize)
    }
}
