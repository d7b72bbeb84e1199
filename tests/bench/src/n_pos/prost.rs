//! prost: the same values as Protocol Buffers, which have a format of their own.

use prost::Message;

use super::position::{Fall, Position};
use crate::contender::{Library, Writer};

/// prost.
pub struct Prost;

/// What `N_POS` would be in a `.proto`: what is absent costs nothing, numbers are as wide as they have to be.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct Pos {
    #[prost(sint32, tag = "1")]
    cn: i32,
    #[prost(uint32, tag = "2")]
    state: u32,
    #[prost(bool, tag = "3")]
    in_clip: bool,
    #[prost(sint32, tag = "4")]
    x: i32,
    #[prost(sint32, tag = "5")]
    y: i32,
    #[prost(sint32, tag = "6")]
    z: i32,
    #[prost(uint32, tag = "7")]
    look: u32,
    #[prost(uint32, tag = "8")]
    roll: u32,
    #[prost(uint32, tag = "9")]
    speed: u32,
    #[prost(uint32, tag = "10")]
    heading: u32,
    #[prost(message, optional, tag = "11")]
    fall: Option<PosFall>,
}

/// The part of it that is there while falling.
#[derive(Clone, Copy, PartialEq, Message)]
pub struct PosFall {
    #[prost(uint32, tag = "1")]
    speed: u32,
    #[prost(uint32, optional, tag = "2")]
    direction: Option<u32>,
}

impl Library for Prost {
    type Packet = Position;

    fn parse(packet: &[u8]) -> Option<Position> {
        let pos = Pos::decode(packet).ok()?;
        Some(Position {
            cn: pos.cn,
            state: pos.state as u8,
            in_clip: pos.in_clip,
            place: [pos.x, pos.y, pos.z],
            look: pos.look as u16,
            roll: pos.roll as u8,
            speed: pos.speed as u16,
            heading: pos.heading as u16,
            fall: pos.fall.map(|fall| Fall {
                speed: fall.speed as u16,
                direction: fall.direction.map(|direction| direction as u16),
            }),
        })
    }
}

impl Writer<Position> for Prost {
    type Value = Pos;

    fn value(packet: &'static Position) -> Pos {
        let [x, y, z] = packet.place;
        Pos {
            cn: packet.cn,
            state: packet.state.into(),
            in_clip: packet.in_clip,
            x,
            y,
            z,
            look: packet.look.into(),
            roll: packet.roll.into(),
            speed: packet.speed.into(),
            heading: packet.heading.into(),
            fall: packet
                .fall
                .map(|fall| PosFall { speed: fall.speed.into(), direction: fall.direction.map(u32::from) }),
        }
    }

    fn write(value: &Pos, mut buffer: &mut [u8]) -> Option<usize> {
        let room = buffer.len();
        value.encode(&mut buffer).ok()?;
        Some(room - buffer.len())
    }
}
