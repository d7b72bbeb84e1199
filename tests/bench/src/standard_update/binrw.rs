//! binrw: the length is handed to the reader, and says what stands at the end.

use std::io::Cursor;

use binrw::{BinRead, BinWrite, binrw};

use super::update::{Tail, Update};
use crate::contender::{Library, Writer};

/// binrw.
pub struct Binrw;

#[binrw]
#[brw(little, magic = 14u8)]
#[br(import(len: usize))]
struct StandardUpdate {
    runtime_id: u16,
    x: f32,
    z: f32,
    #[br(map = |byte: u8| byte != 0)]
    #[bw(map = |flag| u8::from(*flag))]
    is_running: bool,
    #[br(map = |byte: u8| byte != 0)]
    #[bw(map = |flag| u8::from(*flag))]
    walking_backward: bool,
    dest_x: f32,
    dest_z: f32,
    mount: u16,
    #[br(if(len == 25))]
    energy: Option<u16>,
    #[br(if(len == 27))]
    y: Option<f32>,
}

impl Library for Binrw {
    type Packet = Update;

    fn parse(packet: &[u8]) -> Option<Update> {
        let mut cursor = Cursor::new(packet);
        let update = StandardUpdate::read_args(&mut cursor, (packet.len(),)).ok()?;
        let StandardUpdate { runtime_id, x, z, is_running, walking_backward, dest_x, dest_z, mount, energy, y } =
            update;
        let tail = Tail::from_options(energy, y);
        let value = Update { runtime_id, x, z, is_running, walking_backward, dest_x, dest_z, mount, tail };
        (cursor.position() == packet.len() as u64).then_some(value)
    }
}

impl Writer<Update> for Binrw {
    type Value = Update;

    fn value(packet: &'static Update) -> Update {
        *packet
    }

    fn write(value: &Update, buffer: &mut [u8]) -> Option<usize> {
        let Update { runtime_id, x, z, is_running, walking_backward, dest_x, dest_z, mount, tail } = *value;
        let (energy, y) = tail.to_options();
        let mut cursor = Cursor::new(buffer);
        let update =
            StandardUpdate { runtime_id, x, z, is_running, walking_backward, dest_x, dest_z, mount, energy, y };
        update.write(&mut cursor).ok()?;
        Some(cursor.position() as usize)
    }
}
