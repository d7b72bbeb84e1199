//! binrw: the flags are a field that other fields ask; integers of variable width are functions of one's own.

use std::io::Cursor;

use binrw::{BinRead, BinResult, BinWrite, binrw};

use super::by_hand::{fits, flags, uint_bytes};
use super::position::{Fall, Position};
use crate::contender::{Library, Writer};

/// binrw.
pub struct Binrw;

#[binrw]
#[brw(little, magic = 4u8)]
struct Pos {
    #[br(parse_with = read_uint)]
    #[bw(write_with = write_uint)]
    cn: i32,
    state: u8,
    #[br(parse_with = read_uint)]
    #[bw(write_with = write_uint)]
    flags: i32,
    #[br(parse_with = read_coordinate, args(flags & 1 != 0))]
    #[bw(write_with = write_coordinate, args(*flags & 1 != 0))]
    x: i32,
    #[br(parse_with = read_coordinate, args(flags & 2 != 0))]
    #[bw(write_with = write_coordinate, args(*flags & 2 != 0))]
    y: i32,
    #[br(parse_with = read_coordinate, args(flags & 4 != 0))]
    #[bw(write_with = write_coordinate, args(*flags & 4 != 0))]
    z: i32,
    look: u16,
    roll: u8,
    #[br(parse_with = read_speed, args(flags & 8 != 0))]
    #[bw(write_with = write_speed, args(*flags & 8 != 0))]
    speed: u16,
    heading: u16,
    #[br(if(flags & 16 != 0), args(flags))]
    #[bw(args(*flags))]
    fall: Option<PosFall>,
}

#[binrw]
#[brw(import(flags: i32))]
struct PosFall {
    #[br(parse_with = read_speed, args(flags & 32 != 0))]
    #[bw(write_with = write_speed, args(flags & 32 != 0))]
    speed: u16,
    #[br(if(flags & 64 != 0))]
    direction: Option<u16>,
}

#[binrw::parser(reader, endian)]
fn read_uint() -> BinResult<i32> {
    let mut number = 0;
    for shift in [0, 7, 14] {
        let byte = u32::from(u8::read_options(reader, endian, ())?);
        number |= (byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(number as i32);
        }
    }
    number |= u32::from(u8::read_options(reader, endian, ())?) << 21;
    Ok((number << 3) as i32 >> 3)
}

#[binrw::writer(writer, endian)]
fn write_uint(number: &i32) -> BinResult<()> {
    let (bytes, len) = uint_bytes(*number as u32);
    bytes[..len].write_options(writer, endian, ())
}

#[binrw::parser(reader, endian)]
fn read_coordinate(wide: bool) -> BinResult<i32> {
    let low = i32::from(u16::read_options(reader, endian, ())?);
    Ok(if wide { low | i32::from(i8::read_options(reader, endian, ())?) << 16 } else { low })
}

#[binrw::writer(writer, endian)]
fn write_coordinate(number: &i32, wide: bool) -> BinResult<()> {
    (*number as u16).write_options(writer, endian, ())?;
    if wide { ((*number >> 16) as u8).write_options(writer, endian, ()) } else { Ok(()) }
}

#[binrw::parser(reader, endian)]
fn read_speed(wide: bool) -> BinResult<u16> {
    if wide { u16::read_options(reader, endian, ()) } else { u8::read_options(reader, endian, ()).map(u16::from) }
}

#[binrw::writer(writer, endian)]
fn write_speed(number: &u16, wide: bool) -> BinResult<()> {
    if wide { number.write_options(writer, endian, ()) } else { (*number as u8).write_options(writer, endian, ()) }
}

impl Library for Binrw {
    type Packet = Position;

    fn parse(packet: &[u8]) -> Option<Position> {
        let mut cursor = Cursor::new(packet);
        let pos = Pos::read(&mut cursor).ok()?;
        (cursor.position() == packet.len() as u64).then(|| Position {
            cn: pos.cn,
            state: pos.state,
            in_clip: pos.flags & 0x80 != 0,
            place: [pos.x, pos.y, pos.z],
            look: pos.look,
            roll: pos.roll,
            speed: pos.speed,
            heading: pos.heading,
            fall: pos.fall.map(|fall| Fall { speed: fall.speed, direction: fall.direction }),
        })
    }
}

impl Writer<Position> for Binrw {
    type Value = Position;

    fn value(packet: &'static Position) -> Position {
        *packet
    }

    fn write(value: &Position, buffer: &mut [u8]) -> Option<usize> {
        if !fits(value) {
            return None;
        }
        let [x, y, z] = value.place;
        let Position { cn, state, look, roll, speed, heading, .. } = *value;
        let fall = value.fall.map(|fall| PosFall { speed: fall.speed, direction: fall.direction });
        let mut cursor = Cursor::new(buffer);
        let pos = Pos { cn, state, flags: flags(value) as i32, x, y, z, look, roll, speed, heading, fall };
        pos.write(&mut cursor).ok()?;
        Some(cursor.position() as usize)
    }
}
