//! deku: the flags are a field that other fields ask; integers of variable width are functions of one's own.

use deku::ctx::Endian;
use deku::no_std_io::{Read, Seek, Write};
use deku::prelude::*;

use super::by_hand::{fits, flags, uint_bytes};
use super::position::{Fall, Position};
use crate::contender::{Library, Writer as BenchWriter};

/// deku.
pub struct Deku;

#[derive(DekuRead, DekuWrite)]
#[deku(magic = b"\x04", endian = "little")]
struct Pos {
    #[deku(reader = "read_uint(deku::reader)", writer = "write_uint(*cn, deku::writer)")]
    cn: i32,
    state: u8,
    #[deku(reader = "read_uint(deku::reader)", writer = "write_uint(*flags, deku::writer)")]
    flags: i32,
    #[deku(
        reader = "read_coordinate(deku::reader, *flags & 1 != 0)",
        writer = "write_coordinate(*x, *flags & 1 != 0, deku::writer)"
    )]
    x: i32,
    #[deku(
        reader = "read_coordinate(deku::reader, *flags & 2 != 0)",
        writer = "write_coordinate(*y, *flags & 2 != 0, deku::writer)"
    )]
    y: i32,
    #[deku(
        reader = "read_coordinate(deku::reader, *flags & 4 != 0)",
        writer = "write_coordinate(*z, *flags & 4 != 0, deku::writer)"
    )]
    z: i32,
    look: u16,
    roll: u8,
    #[deku(
        reader = "read_speed(deku::reader, *flags & 8 != 0)",
        writer = "write_speed(*speed, *flags & 8 != 0, deku::writer)"
    )]
    speed: u16,
    heading: u16,
    #[deku(cond = "*flags & 16 != 0", ctx = "*flags")]
    fall: Option<PosFall>,
}

#[derive(DekuRead, DekuWrite)]
#[deku(ctx = "endian: Endian, flags: i32", endian = "endian")]
struct PosFall {
    #[deku(
        reader = "read_speed(deku::reader, flags & 32 != 0)",
        writer = "write_speed(*speed, flags & 32 != 0, deku::writer)"
    )]
    speed: u16,
    #[deku(cond = "flags & 64 != 0")]
    direction: Option<u16>,
}

type Result<T> = std::result::Result<T, DekuError>;

fn read_uint<R: Read + Seek>(reader: &mut Reader<R>) -> Result<i32> {
    let mut number = 0;
    for shift in [0, 7, 14] {
        let byte = u32::from(u8::from_reader_with_ctx(reader, ())?);
        number |= (byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(number as i32);
        }
    }
    number |= u32::from(u8::from_reader_with_ctx(reader, ())?) << 21;
    Ok((number << 3) as i32 >> 3)
}

fn write_uint<W: Write + Seek>(number: i32, writer: &mut Writer<W>) -> Result<()> {
    let (bytes, len) = uint_bytes(number as u32);
    writer.write_bytes(&bytes[..len])
}

fn read_coordinate<R: Read + Seek>(reader: &mut Reader<R>, wide: bool) -> Result<i32> {
    let low = i32::from(u16::from_reader_with_ctx(reader, Endian::Little)?);
    Ok(if wide { low | i32::from(i8::from_reader_with_ctx(reader, ())?) << 16 } else { low })
}

fn write_coordinate<W: Write + Seek>(number: i32, wide: bool, writer: &mut Writer<W>) -> Result<()> {
    (number as u16).to_writer(writer, Endian::Little)?;
    if wide { ((number >> 16) as u8).to_writer(writer, ()) } else { Ok(()) }
}

fn read_speed<R: Read + Seek>(reader: &mut Reader<R>, wide: bool) -> Result<u16> {
    if wide {
        u16::from_reader_with_ctx(reader, Endian::Little)
    } else {
        u8::from_reader_with_ctx(reader, ()).map(u16::from)
    }
}

fn write_speed<W: Write + Seek>(number: u16, wide: bool, writer: &mut Writer<W>) -> Result<()> {
    if wide { number.to_writer(writer, Endian::Little) } else { (number as u8).to_writer(writer, ()) }
}

impl Library for Deku {
    type Packet = Position;

    fn parse(packet: &[u8]) -> Option<Position> {
        let Ok(((rest, 0), pos)) = Pos::from_bytes((packet, 0)) else { return None };
        rest.is_empty().then(|| Position {
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

impl BenchWriter<Position> for Deku {
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
        Pos { cn, state, flags: flags(value) as i32, x, y, z, look, roll, speed, heading, fall }.to_slice(buffer).ok()
    }
}
