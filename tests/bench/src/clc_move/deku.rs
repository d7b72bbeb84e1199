//! deku: a mask that other fields ask. What an absent field stands for is worked out by hand.

use deku::ctx::Endian;
use deku::prelude::*;

use super::delta::Delta;
use super::moves::Move;
use crate::contender::{Library, Writer};

/// deku.
pub struct Deku;

#[derive(DekuRead, DekuWrite)]
#[deku(magic = b"\x02", endian = "little")]
struct ClcMove {
    checksum: u8,
    last_frame: i32,
    commands: [Command; 3],
}

#[derive(DekuRead, DekuWrite)]
#[deku(endian = "endian", ctx = "endian: Endian")]
struct Command {
    mask: u8,
    #[deku(cond = "*mask & 1 != 0")]
    pitch: Option<i16>,
    #[deku(cond = "*mask & 2 != 0")]
    yaw: Option<i16>,
    #[deku(cond = "*mask & 4 != 0")]
    roll: Option<i16>,
    #[deku(cond = "*mask & 8 != 0")]
    forward: Option<i16>,
    #[deku(cond = "*mask & 16 != 0")]
    side: Option<i16>,
    #[deku(cond = "*mask & 32 != 0")]
    up: Option<i16>,
    #[deku(cond = "*mask & 64 != 0")]
    buttons: Option<u8>,
    #[deku(cond = "*mask & 128 != 0")]
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

impl Library for Deku {
    type Packet = Move;

    fn parse(packet: &[u8]) -> Option<Move> {
        let Ok(((rest, 0), moves)) = ClcMove::from_bytes((packet, 0)) else { return None };
        rest.is_empty().then(|| Delta::resolve_all(moves.checksum, moves.last_frame, moves.commands.map(Delta::from)))
    }
}

impl Writer<Move> for Deku {
    type Value = Move;

    fn value(packet: &'static Move) -> Move {
        *packet
    }

    fn write(value: &Move, buffer: &mut [u8]) -> Option<usize> {
        let commands = Delta::all(value).map(Command::from);
        ClcMove { checksum: value.checksum, last_frame: value.last_frame, commands }.to_slice(buffer).ok()
    }
}
