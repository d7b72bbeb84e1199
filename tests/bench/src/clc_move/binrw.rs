//! binrw: a mask that other fields ask. What an absent field stands for is worked out by hand.

use std::io::Cursor;

use binrw::{BinRead, BinWrite, binrw};

use super::delta::Delta;
use super::moves::Move;
use crate::contender::{Library, Writer};

/// binrw.
pub struct Binrw;

#[binrw]
#[brw(little, magic = 2u8)]
struct ClcMove {
    checksum: u8,
    last_frame: i32,
    commands: [Command; 3],
}

#[binrw]
struct Command {
    mask: u8,
    #[br(if(mask & 1 != 0))]
    pitch: Option<i16>,
    #[br(if(mask & 2 != 0))]
    yaw: Option<i16>,
    #[br(if(mask & 4 != 0))]
    roll: Option<i16>,
    #[br(if(mask & 8 != 0))]
    forward: Option<i16>,
    #[br(if(mask & 16 != 0))]
    side: Option<i16>,
    #[br(if(mask & 32 != 0))]
    up: Option<i16>,
    #[br(if(mask & 64 != 0))]
    buttons: Option<u8>,
    #[br(if(mask & 128 != 0))]
    impulse: Option<u8>,
    msec: u8,
    light_level: u8,
}

impl From<Command> for Delta {
    fn from(command: Command) -> Self {
        let Command { pitch, yaw, roll, forward, side, up, buttons, impulse, msec, light_level, .. } = command;
        Self { words: [pitch, yaw, roll, forward, side, up], buttons, impulse, msec, light_level }
    }
}

impl From<Delta> for Command {
    fn from(delta: Delta) -> Self {
        let [pitch, yaw, roll, forward, side, up] = delta.words;
        let Delta { buttons, impulse, msec, light_level, .. } = delta;
        Self { mask: delta.mask(), pitch, yaw, roll, forward, side, up, buttons, impulse, msec, light_level }
    }
}

impl Library for Binrw {
    type Packet = Move;

    fn parse(packet: &[u8]) -> Option<Move> {
        let mut cursor = Cursor::new(packet);
        let moves = ClcMove::read(&mut cursor).ok()?;
        let whole = cursor.position() == packet.len() as u64;
        whole.then(|| Delta::resolve_all(moves.checksum, moves.last_frame, moves.commands.map(Delta::from)))
    }
}

impl Writer<Move> for Binrw {
    type Value = Move;

    fn value(packet: &'static Move) -> Move {
        *packet
    }

    fn write(value: &Move, buffer: &mut [u8]) -> Option<usize> {
        let mut cursor = Cursor::new(buffer);
        let commands = Delta::all(value).map(Command::from);
        ClcMove { checksum: value.checksum, last_frame: value.last_frame, commands }.write(&mut cursor).ok()?;
        Some(cursor.position() as usize)
    }
}
