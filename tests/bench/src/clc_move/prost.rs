//! prost: the same values as Protocol Buffers, which have a format of their own, without differences.

use prost::Message;

use super::moves::{self, Move};
use crate::contender::{Library, Writer};

/// prost.
pub struct Prost;

/// What a `clc_move` would be in a `.proto`.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct ClcMove {
    #[prost(uint32, tag = "1")]
    checksum: u32,
    #[prost(sint32, tag = "2")]
    last_frame: i32,
    #[prost(message, required, tag = "3")]
    oldest: Command,
    #[prost(message, required, tag = "4")]
    previous: Command,
    #[prost(message, required, tag = "5")]
    newest: Command,
}

/// One frame.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct Command {
    #[prost(sint32, tag = "1")]
    pitch: i32,
    #[prost(sint32, tag = "2")]
    yaw: i32,
    #[prost(sint32, tag = "3")]
    roll: i32,
    #[prost(sint32, tag = "4")]
    forward: i32,
    #[prost(sint32, tag = "5")]
    side: i32,
    #[prost(sint32, tag = "6")]
    up: i32,
    #[prost(uint32, tag = "7")]
    buttons: u32,
    #[prost(uint32, tag = "8")]
    impulse: u32,
    #[prost(uint32, tag = "9")]
    msec: u32,
    #[prost(uint32, tag = "10")]
    light_level: u32,
}

impl From<moves::Command> for Command {
    fn from(command: moves::Command) -> Self {
        let [pitch, yaw, roll, forward, side, up] = command.words.map(i32::from);
        Self {
            pitch,
            yaw,
            roll,
            forward,
            side,
            up,
            buttons: command.buttons.into(),
            impulse: command.impulse.into(),
            msec: command.msec.into(),
            light_level: command.light_level.into(),
        }
    }
}

impl From<Command> for moves::Command {
    fn from(command: Command) -> Self {
        let Command { pitch, yaw, roll, forward, side, up, .. } = command;
        Self {
            words: [pitch, yaw, roll, forward, side, up].map(|word| word as i16),
            buttons: command.buttons as u8,
            impulse: command.impulse as u8,
            msec: command.msec as u8,
            light_level: command.light_level as u8,
        }
    }
}

impl Library for Prost {
    type Packet = Move;

    fn parse(packet: &[u8]) -> Option<Move> {
        let ClcMove { checksum, last_frame, oldest, previous, newest } = ClcMove::decode(packet).ok()?;
        let commands = [oldest, previous, newest].map(moves::Command::from);
        Some(Move { checksum: checksum as u8, last_frame, commands })
    }
}

impl Writer<Move> for Prost {
    type Value = ClcMove;

    fn value(packet: &'static Move) -> ClcMove {
        let [oldest, previous, newest] = packet.commands.map(Command::from);
        ClcMove { checksum: packet.checksum.into(), last_frame: packet.last_frame, oldest, previous, newest }
    }

    fn write(value: &ClcMove, mut buffer: &mut [u8]) -> Option<usize> {
        let room = buffer.len();
        value.encode(&mut buffer).ok()?;
        Some(room - buffer.len())
    }
}
