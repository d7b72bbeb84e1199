//! PDL: it has no floats, and what stands at the end is a payload of bytes.

use pdl_runtime::Packet;

use super::update::{Tail, Update};
use crate::contender::{Library, Writer};
use crate::pdl::standard_update::StandardUpdate;

/// PDL.
pub struct Pdl;

impl Library for Pdl {
    type Packet = Update;

    fn parse(packet: &[u8]) -> Option<Update> {
        let update = StandardUpdate::decode_full(packet).ok()?;
        let tail = match update.payload[..] {
            [] => Tail::Nothing,
            [a, b] => Tail::Energy(u16::from_le_bytes([a, b])),
            [a, b, c, d] => Tail::Flying(f32::from_le_bytes([a, b, c, d])),
            _ => return None,
        };
        Some(Update {
            runtime_id: update.runtime_id,
            x: f32::from_bits(update.x),
            z: f32::from_bits(update.z),
            is_running: update.is_running != 0,
            walking_backward: update.walking_backward != 0,
            dest_x: f32::from_bits(update.dest_x),
            dest_z: f32::from_bits(update.dest_z),
            mount: update.mount,
            tail,
        })
    }
}

impl Writer<Update> for Pdl {
    type Value = StandardUpdate;

    fn value(packet: &'static Update) -> StandardUpdate {
        StandardUpdate {
            runtime_id: packet.runtime_id,
            x: packet.x.to_bits(),
            z: packet.z.to_bits(),
            is_running: packet.is_running.into(),
            walking_backward: packet.walking_backward.into(),
            dest_x: packet.dest_x.to_bits(),
            dest_z: packet.dest_z.to_bits(),
            mount: packet.mount,
            payload: match packet.tail {
                Tail::Nothing => Vec::new(),
                Tail::Energy(energy) => energy.to_le_bytes().to_vec(),
                Tail::Flying(y) => y.to_le_bytes().to_vec(),
            },
        }
    }

    fn write(value: &StandardUpdate, mut buffer: &mut [u8]) -> Option<usize> {
        let room = buffer.len();
        value.encode(&mut buffer).ok()?;
        Some(room - buffer.len())
    }
}
