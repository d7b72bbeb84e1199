//! deku: an enum of messages; integers of variable width, texts and lists up to a negative number are functions of one's
//! own. A text is the bytes up to a zero, which is right for what games send.

use std::io::Cursor;

use deku::ctx::Endian;
use deku::no_std_io::{Read, Seek, Write};
use deku::prelude::*;

use super::game::Game;
use super::message::Message;
use crate::contender::{Reader as BenchReader, Writer as BenchWriter};
use crate::sink::Sink;

/// deku.
pub struct Deku;

/// An integer of variable width.
#[derive(Clone, Copy, DekuRead, DekuWrite)]
pub struct Int(#[deku(reader = "read_int(deku::reader)", writer = "write_int(*field_0, deku::writer)")] i32);

/// A text, without its end.
#[derive(DekuRead, DekuWrite)]
pub struct Text(#[deku(reader = "read_text(deku::reader)", writer = "write_text(field_0, deku::writer)")] Vec<u8>);

/// Elements of a number and `N` more behind it.
#[derive(DekuRead, DekuWrite)]
pub struct List<const N: usize>(
    #[deku(reader = "read_list(deku::reader)", writer = "write_list(field_0, deku::writer)")] Vec<(i32, [Int; N])>,
);

/// A message.
#[derive(DekuRead, DekuWrite)]
#[deku(id_type = "u8")]
pub enum Wire {
    #[deku(id = 2)]
    Welcome,
    #[deku(id = 22)]
    MapChange(Text, [Int; 2]),
    #[deku(id = 33)]
    TimeUp(Int),
    #[deku(id = 58)]
    CurrentMaster(Int, List<1>),
    #[deku(id = 61)]
    SetTeam(Int, Text, Int),
    #[deku(id = 17)]
    SpawnState(Int, [Int; 12]),
    #[deku(id = 37)]
    Resume(List<16>),
    #[deku(id = 3)]
    InitClient(Int, Text, Text, Int),
}

type Result<T> = std::result::Result<T, DekuError>;

fn read_int<R: Read + Seek>(reader: &mut Reader<R>) -> Result<i32> {
    Ok(match i8::from_reader_with_ctx(reader, ())? {
        -128 => i16::from_reader_with_ctx(reader, Endian::Little)?.into(),
        -127 => i32::from_reader_with_ctx(reader, Endian::Little)?,
        number => number.into(),
    })
}

fn write_int<W: Write + Seek>(number: i32, writer: &mut Writer<W>) -> Result<()> {
    match number {
        -126..=127 => (number as u8).to_writer(writer, ()),
        -0x8000..=0x7FFF => {
            0x80u8.to_writer(writer, ())?;
            (number as i16).to_writer(writer, Endian::Little)
        }
        _ => {
            0x81u8.to_writer(writer, ())?;
            number.to_writer(writer, Endian::Little)
        }
    }
}

fn read_text<R: Read + Seek>(reader: &mut Reader<R>) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    loop {
        match u8::from_reader_with_ctx(reader, ())? {
            0 => return Ok(text),
            byte => text.push(byte),
        }
    }
}

fn write_text<W: Write + Seek>(text: &[u8], writer: &mut Writer<W>) -> Result<()> {
    writer.write_bytes(text)?;
    0u8.to_writer(writer, ())
}

fn read_list<const N: usize, R: Read + Seek>(reader: &mut Reader<R>) -> Result<Vec<(i32, [Int; N])>> {
    let mut elements = Vec::new();
    loop {
        let cn = read_int(reader)?;
        if cn < 0 {
            return Ok(elements);
        }
        elements.push((cn, <[Int; N]>::from_reader_with_ctx(reader, ())?));
    }
}

fn write_list<const N: usize, W: Write + Seek>(elements: &[(i32, [Int; N])], writer: &mut Writer<W>) -> Result<()> {
    for (cn, numbers) in elements {
        write_int(*cn, writer)?;
        for Int(number) in numbers {
            write_int(*number, writer)?;
        }
    }
    write_int(-1, writer)
}

impl<const N: usize> From<List<N>> for Vec<(i32, [i32; N])> {
    fn from(List(elements): List<N>) -> Self {
        elements.into_iter().map(|(cn, numbers)| (cn, numbers.map(|Int(number)| number))).collect()
    }
}

impl From<Wire> for Message<Vec<u8>> {
    fn from(wire: Wire) -> Self {
        match wire {
            Wire::Welcome => Self::Welcome,
            Wire::MapChange(map, numbers) => Self::MapChange { map: map.0, numbers: numbers.map(|Int(number)| number) },
            Wire::TimeUp(Int(seconds)) => Self::TimeUp(seconds),
            Wire::CurrentMaster(Int(mode), masters) => Self::CurrentMaster { mode, masters: masters.into() },
            Wire::SetTeam(Int(cn), team, Int(reason)) => Self::SetTeam { cn, team: team.0, reason },
            Wire::SpawnState(Int(cn), state) => Self::SpawnState { cn, state: state.map(|Int(number)| number) },
            Wire::Resume(players) => Self::Resume(players.into()),
            Wire::InitClient(Int(cn), name, team, Int(model)) => {
                Self::InitClient { cn, name: name.0, team: team.0, model }
            }
        }
    }
}

/// Does something with each message, and tells whether all were right.
fn each(packet: &[u8], mut visit: impl FnMut(&Message<Vec<u8>>)) -> bool {
    let mut cursor = Cursor::new(packet);
    let mut reader = Reader::new(&mut cursor);
    while reader.bits_read < packet.len() * 8 {
        match Wire::from_reader_with_ctx(&mut reader, ()) {
            Ok(wire) => visit(&wire.into()),
            Err(_) => return false,
        }
    }
    true
}

impl BenchReader for Deku {
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        each(packet, |message| message.tell(sink))
    }

    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        each(packet, |message| message.tell_time(sink))
    }

    fn skip(packet: &[u8]) -> bool {
        each(packet, |_| {})
    }
}

/// The messages of a game.
fn wire(game: &Game) -> Vec<Wire> {
    let text = |text: &str| Text(text.as_bytes().to_vec());
    let mut all = vec![
        Wire::Welcome,
        Wire::MapChange(text(&game.map), [Int(game.mode), Int(game.needs_items.into())]),
        Wire::TimeUp(Int(game.seconds_left)),
    ];
    if let Some(master) = &game.master {
        let masters = master.masters.iter().map(|(cn, privilege)| (*cn, [Int(*privilege)])).collect();
        all.push(Wire::CurrentMaster(Int(master.mode), List(masters)));
    }
    all.push(Wire::SetTeam(Int(game.cn), text(&game.team), Int(-1)));
    all.push(Wire::SpawnState(Int(game.cn), game.spawn.map(Int)));
    if !game.players.is_empty() {
        let players = game.players.iter().map(|player| (player.cn, player.numbers().map(Int))).collect();
        all.push(Wire::Resume(List(players)));
    }
    let clients = game.clients.iter();
    all.extend(
        clients
            .map(|client| Wire::InitClient(Int(client.cn), text(&client.name), text(&client.team), Int(client.model))),
    );
    all
}

impl BenchWriter<Game> for Deku {
    type Value = Vec<Wire>;

    fn value(packet: &'static Game) -> Vec<Wire> {
        wire(packet)
    }

    fn write(value: &Vec<Wire>, buffer: &mut [u8]) -> Option<usize> {
        let mut cursor = Cursor::new(buffer);
        let mut writer = Writer::new(&mut cursor);
        value.to_writer(&mut writer, ()).ok()?;
        writer.finalize().ok()?;
        Some(cursor.position() as usize)
    }
}
