//! What `schema/clc_move.wire` becomes.

use super::moves::{self, Move};
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

wireform::include_schema!(
    /// As any crate includes a schema.
    mod clc_move
);

use clc_move::to_server::{self, MoveView};
use clc_move::{Angle16, Command};

/// The generated view and value.
pub struct Generated;

#[inline(always)]
fn tell(sink: &mut impl Sink, command: &Command) {
    for angle in [command.pitch, command.yaw, command.roll] {
        sink.int(angle.raw());
    }
    for word in [command.forward, command.side, command.up] {
        sink.int(word);
    }
    for byte in [command.buttons, command.impulse, command.msec, command.light_level] {
        sink.int(byte);
    }
}

impl Reader for Generated {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(moves) = MoveView::parse_exact(packet) else { return false };
        sink.int(moves.checksum());
        sink.int(moves.last_frame());
        // All of them at once: each by itself would add up those before it again.
        let to_server::Move { oldest, previous, newest, .. } = moves.to_value();
        for command in [&oldest, &previous, &newest] {
            tell(sink, command);
        }
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(moves) = MoveView::parse_exact(packet) else { return false };
        sink.int(moves.newest_delta().msec());
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        MoveView::parse_exact(packet).is_ok()
    }
}

impl Writer<Move> for Generated {
    type Value = to_server::Move;

    fn value(packet: &'static Move) -> Self::Value {
        let [oldest, previous, newest] = packet.commands.map(command);
        to_server::Move { checksum: packet.checksum, last_frame: packet.last_frame, oldest, previous, newest }
    }

    #[inline(always)]
    fn write(value: &Self::Value, buffer: &mut [u8]) -> Option<usize> {
        value.write(buffer).ok()
    }
}

fn command(command: moves::Command) -> Command {
    let [pitch, yaw, roll, forward, side, up] = command.words;
    Command {
        pitch: Angle16::from_raw(pitch),
        yaw: Angle16::from_raw(yaw),
        roll: Angle16::from_raw(roll),
        forward,
        side,
        up,
        buttons: command.buttons,
        impulse: command.impulse,
        msec: command.msec,
        light_level: command.light_level,
    }
}
