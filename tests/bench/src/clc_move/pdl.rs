//! PDL: optional fields, each with its flag. What an absent field stands for is worked out by hand.

use pdl_runtime::Packet;

use super::delta::Delta;
use super::moves::Move;
use crate::contender::{Library, Writer};
use crate::pdl::clc_move::{Command, Move as PdlMove};

/// PDL.
pub struct Pdl;

impl From<Command> for Delta {
    fn from(command: Command) -> Self {
        let Command { pitch, yaw, roll, forward, side, up, buttons, impulse, msec, light_level } = command;
        let words = [pitch, yaw, roll, forward, side, up].map(|word| word.map(|word| word as i16));
        Self { words, buttons, impulse, msec, light_level }
    }
}

impl From<Delta> for Command {
    fn from(delta: Delta) -> Self {
        let words = delta.words.map(|word| word.map(|word| word as u16));
        let [pitch, yaw, roll, forward, side, up] = words;
        let Delta { buttons, impulse, msec, light_level, .. } = delta;
        Self { pitch, yaw, roll, forward, side, up, buttons, impulse, msec, light_level }
    }
}

impl Library for Pdl {
    type Packet = Move;

    fn parse(packet: &[u8]) -> Option<Move> {
        let PdlMove { checksum, last_frame, oldest, previous, newest } = PdlMove::decode_full(packet).ok()?;
        Some(Delta::resolve_all(checksum, last_frame as i32, [oldest, previous, newest].map(Delta::from)))
    }
}

impl Writer<Move> for Pdl {
    type Value = Move;

    fn value(packet: &'static Move) -> Move {
        *packet
    }

    fn write(value: &Move, mut buffer: &mut [u8]) -> Option<usize> {
        let room = buffer.len();
        let [oldest, previous, newest] = Delta::all(value).map(Command::from);
        let (checksum, last_frame) = (value.checksum, value.last_frame as u32);
        PdlMove { checksum, last_frame, oldest, previous, newest }.encode(&mut buffer).ok()?;
        Some(room - buffer.len())
    }
}
