//! zerocopy: the packet is looked at as a struct with a slice at its end.

use zerocopy::little_endian::{F32, I32, U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::by_hand::fits;
use super::update::{Entity, KIND, TAG, Update, tell_head};
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// zerocopy.
pub struct Zerocopy;

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
struct Datagram {
    head: Head,
    entities: [EntityState],
}

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
struct Head {
    tag: U32,
    sequence: U16,
    ack: U16,
    history: U32,
    kind: u8,
    reserved: [u8; 3],
    count: U32,
}

#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
struct EntityState {
    id: U32,
    chunk: [I32; 3],
    block: [F32; 3],
    velocity: [F32; 3],
    orientation: [F32; 4],
    angular_velocity: [F32; 3],
}

#[inline(always)]
fn parse(packet: &[u8]) -> Option<&Datagram> {
    let datagram = Datagram::ref_from_bytes(packet).ok()?;
    let (head, entities) = (&datagram.head, &datagram.entities);
    let right = head.tag == TAG && head.kind == KIND && head.count.get() as usize == entities.len();
    let ascending = entities.windows(2).all(|pair| pair[0].id.get() < pair[1].id.get());
    (right && (1..=7).contains(&entities.len()) && ascending).then_some(datagram)
}

impl Reader for Zerocopy {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(Datagram { head, entities }) = parse(packet) else { return false };
        tell_head(sink, head.sequence.get(), head.ack.get(), head.history.get());
        for state in entities {
            let entity = Entity {
                id: state.id.get(),
                chunk: state.chunk.map(I32::get),
                block: state.block.map(F32::get),
                velocity: state.velocity.map(F32::get),
                orientation: state.orientation.map(F32::get),
                angular_velocity: state.angular_velocity.map(F32::get),
            };
            entity.tell(sink);
        }
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(datagram) = parse(packet) else { return false };
        datagram.entities.iter().for_each(|entity| sink.float(entity.block[1].get()));
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        parse(packet).is_some()
    }
}

impl Writer<Update> for Zerocopy {
    type Value = &'static Update;

    fn value(packet: &'static Update) -> &'static Update {
        packet
    }

    #[inline(always)]
    fn write(value: &&'static Update, buffer: &mut [u8]) -> Option<usize> {
        if !fits(&value.entities) {
            return None;
        }
        let len = size_of::<Head>() + size_of::<EntityState>() * value.entities.len();
        let Datagram { head, entities } = Datagram::mut_from_bytes(buffer.get_mut(..len)?).ok()?;
        *head = Head {
            tag: TAG.into(),
            sequence: value.sequence.into(),
            ack: value.ack.into(),
            history: value.history.into(),
            kind: KIND,
            reserved: [0; 3],
            count: (value.entities.len() as u32).into(),
        };
        for (place, entity) in entities.iter_mut().zip(&value.entities) {
            *place = EntityState {
                id: entity.id.into(),
                chunk: entity.chunk.map(I32::new),
                block: entity.block.map(F32::new),
                velocity: entity.velocity.map(F32::new),
                orientation: entity.orientation.map(F32::new),
                angular_velocity: entity.angular_velocity.map(F32::new),
            };
        }
        Some(len)
    }
}
