//! deku: the length is handed to the reader, and says what stands at the end.

use std::io::Cursor;

use deku::prelude::*;
use deku::reader::Reader;
use deku::writer::Writer;

use super::update::{CODE, Tail, Update};
use crate::contender::{Library, Writer as BenchWriter};

/// deku.
pub struct Deku;

#[derive(DekuRead, DekuWrite)]
#[deku(endian = "little", ctx = "len: usize", ctx_default = "0")]
struct StandardUpdate {
    #[deku(assert_eq = "CODE")]
    code: u8,
    runtime_id: u16,
    x: f32,
    z: f32,
    is_running: u8,
    walking_backward: u8,
    dest_x: f32,
    dest_z: f32,
    mount: u16,
    #[deku(cond = "len == 25")]
    energy: Option<u16>,
    #[deku(cond = "len == 27")]
    y: Option<f32>,
}

impl Library for Deku {
    type Packet = Update;

    fn parse(packet: &[u8]) -> Option<Update> {
        let mut cursor = Cursor::new(packet);
        let mut reader = Reader::new(&mut cursor);
        let update = StandardUpdate::from_reader_with_ctx(&mut reader, packet.len()).ok()?;
        let StandardUpdate { runtime_id, x, z, dest_x, dest_z, mount, .. } = update;
        let (is_running, walking_backward) = (update.is_running != 0, update.walking_backward != 0);
        let tail = Tail::from_options(update.energy, update.y);
        let value = Update { runtime_id, x, z, is_running, walking_backward, dest_x, dest_z, mount, tail };
        (reader.bits_read == packet.len() * 8).then_some(value)
    }
}

impl BenchWriter<Update> for Deku {
    type Value = Update;

    fn value(packet: &'static Update) -> Update {
        *packet
    }

    fn write(value: &Update, buffer: &mut [u8]) -> Option<usize> {
        let Update { runtime_id, x, z, dest_x, dest_z, mount, .. } = *value;
        let (is_running, walking_backward) = (value.is_running.into(), value.walking_backward.into());
        let (energy, y) = value.tail.to_options();
        let mut cursor = Cursor::new(buffer);
        let mut writer = Writer::new(&mut cursor);
        let update = StandardUpdate {
            code: CODE,
            runtime_id,
            x,
            z,
            is_running,
            walking_backward,
            dest_x,
            dest_z,
            mount,
            energy,
            y,
        };
        update.to_writer(&mut writer, 23 + value.tail.len()).ok()?;
        writer.finalize().ok()?;
        Some(cursor.position() as usize)
    }
}
