//! What `schema/sauerbraten.wire` becomes.

use wireform_protocols::sauerbraten::positions::{Pos, PosFall, PosView};
use wireform_protocols::sauerbraten::{Cubes, Direction, PlayerState, Roll, Speed};

use super::position::Position;
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// The generated view and value.
pub struct Generated;

#[inline(always)]
fn tell_direction(sink: &mut impl Sink, direction: Direction) {
    sink.int(direction.yaw());
    sink.int(direction.pitch());
}

impl Reader for Generated {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(pos) = PosView::parse_exact(packet) else { return false };
        sink.int(pos.cn());
        let state = pos.state();
        sink.int(state.physics().code());
        sink.int(state.life_sequence());
        sink.int(state.r#move().code());
        sink.int(state.strafe().code());
        sink.int(pos.in_clip());
        sink.double(pos.x().get());
        sink.double(pos.y().get());
        sink.double(pos.z().get());
        tell_direction(sink, pos.look());
        sink.int(pos.roll().get());
        sink.int(pos.speed().get());
        tell_direction(sink, pos.heading());
        sink.int(pos.fall().is_some());
        if let Some(fall) = pos.fall() {
            sink.int(fall.speed().get());
            sink.int(fall.direction().is_some());
            if let Some(direction) = fall.direction() {
                tell_direction(sink, direction);
            }
        }
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Ok(pos) = PosView::parse_exact(packet) else { return false };
        sink.double(pos.z().get());
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        PosView::parse_exact(packet).is_ok()
    }
}

impl Writer<Position> for Generated {
    type Value = Pos;

    fn value(packet: &'static Position) -> Pos {
        let [x, y, z] = packet.place.map(Cubes::from_raw);
        Pos {
            cn: packet.cn,
            state: PlayerState::from_raw(packet.state),
            in_clip: packet.in_clip,
            x,
            y,
            z,
            look: Direction::from_raw(packet.look),
            roll: Roll::from_raw(packet.roll),
            speed: Speed::from_raw(packet.speed),
            heading: Direction::from_raw(packet.heading),
            fall: packet.fall.map(|fall| PosFall {
                speed: Speed::from_raw(fall.speed),
                direction: fall.direction.map(Direction::from_raw),
            }),
        }
    }

    #[inline(always)]
    fn write(value: &Pos, buffer: &mut [u8]) -> Option<usize> {
        value.write(buffer).ok()
    }
}
