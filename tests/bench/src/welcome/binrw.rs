//! binrw: an enum of messages; integers of variable width and lists up to a negative number are functions of one's own.
//! A text is the bytes up to a zero, which is right for what games send.

use std::io::Cursor;

use binrw::{BinRead, BinResult, BinWrite, NullString, binrw};

use super::game::Game;
use super::message::Message;
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// binrw.
pub struct Binrw;

/// An integer of variable width.
#[binrw]
#[derive(Clone, Copy)]
pub struct Int(
    #[br(parse_with = read_int)]
    #[bw(write_with = write_int)]
    i32,
);

/// Elements of a number and more behind it.
pub type List<const N: usize> = Vec<(i32, [Int; N])>;

/// A message.
#[binrw]
#[brw(little)]
pub enum Wire {
    #[brw(magic = 2u8)]
    Welcome,
    #[brw(magic = 22u8)]
    MapChange(NullString, [Int; 2]),
    #[brw(magic = 33u8)]
    TimeUp(Int),
    #[brw(magic = 58u8)]
    CurrentMaster(
        Int,
        #[br(parse_with = read_list::<1, _>)]
        #[bw(write_with = write_list::<1, _>)]
        List<1>,
    ),
    #[brw(magic = 61u8)]
    SetTeam(Int, NullString, Int),
    #[brw(magic = 17u8)]
    SpawnState(Int, [Int; 12]),
    #[brw(magic = 37u8)]
    Resume(
        #[br(parse_with = read_list::<16, _>)]
        #[bw(write_with = write_list::<16, _>)]
        List<16>,
    ),
    #[brw(magic = 3u8)]
    InitClient(Int, NullString, NullString, Int),
}

#[binrw::parser(reader, endian)]
fn read_int() -> BinResult<i32> {
    Ok(match i8::read_options(reader, endian, ())? {
        -128 => i16::read_options(reader, endian, ())?.into(),
        -127 => i32::read_options(reader, endian, ())?,
        number => number.into(),
    })
}

#[binrw::writer(writer, endian)]
fn write_int(number: &i32) -> BinResult<()> {
    match *number {
        -126..=127 => (*number as u8).write_options(writer, endian, ()),
        -0x8000..=0x7FFF => (0x80u8, *number as i16).write_options(writer, endian, ()),
        _ => (0x81u8, *number).write_options(writer, endian, ()),
    }
}

#[binrw::parser(reader, endian)]
fn read_list<const N: usize>() -> BinResult<List<N>> {
    let mut elements = Vec::new();
    loop {
        let Int(cn) = Int::read_options(reader, endian, ())?;
        if cn < 0 {
            return Ok(elements);
        }
        elements.push((cn, <[Int; N]>::read_options(reader, endian, ())?));
    }
}

#[binrw::writer(writer, endian)]
fn write_list<const N: usize>(elements: &List<N>) -> BinResult<()> {
    for (cn, numbers) in elements {
        Int(*cn).write_options(writer, endian, ())?;
        numbers.write_options(writer, endian, ())?;
    }
    Int(-1).write_options(writer, endian, ())
}

impl From<Wire> for Message<Vec<u8>> {
    fn from(wire: Wire) -> Self {
        fn list<const N: usize>(elements: List<N>) -> Vec<(i32, [i32; N])> {
            elements.into_iter().map(|(cn, numbers)| (cn, numbers.map(|Int(number)| number))).collect()
        }
        match wire {
            Wire::Welcome => Self::Welcome,
            Wire::MapChange(map, numbers) => Self::MapChange { map: map.0, numbers: numbers.map(|Int(number)| number) },
            Wire::TimeUp(Int(seconds)) => Self::TimeUp(seconds),
            Wire::CurrentMaster(Int(mode), masters) => Self::CurrentMaster { mode, masters: list(masters) },
            Wire::SetTeam(Int(cn), team, Int(reason)) => Self::SetTeam { cn, team: team.0, reason },
            Wire::SpawnState(Int(cn), state) => Self::SpawnState { cn, state: state.map(|Int(number)| number) },
            Wire::Resume(players) => Self::Resume(list(players)),
            Wire::InitClient(Int(cn), name, team, Int(model)) => {
                Self::InitClient { cn, name: name.0, team: team.0, model }
            }
        }
    }
}

/// Does something with each message, and tells whether all were right.
fn each(packet: &[u8], mut visit: impl FnMut(&Message<Vec<u8>>)) -> bool {
    let mut cursor = Cursor::new(packet);
    while cursor.position() < packet.len() as u64 {
        match Wire::read(&mut cursor) {
            Ok(wire) => visit(&wire.into()),
            Err(_) => return false,
        }
    }
    true
}

impl Reader for Binrw {
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
    let text = |text: &str| NullString(text.as_bytes().to_vec());
    let mut all = vec![
        Wire::Welcome,
        Wire::MapChange(text(&game.map), [Int(game.mode), Int(game.needs_items.into())]),
        Wire::TimeUp(Int(game.seconds_left)),
    ];
    if let Some(master) = &game.master {
        let masters = master.masters.iter().map(|(cn, privilege)| (*cn, [Int(*privilege)])).collect();
        all.push(Wire::CurrentMaster(Int(master.mode), masters));
    }
    all.push(Wire::SetTeam(Int(game.cn), text(&game.team), Int(-1)));
    all.push(Wire::SpawnState(Int(game.cn), game.spawn.map(Int)));
    if !game.players.is_empty() {
        let players = game.players.iter().map(|player| (player.cn, player.numbers().map(Int))).collect();
        all.push(Wire::Resume(players));
    }
    let clients = game.clients.iter();
    all.extend(
        clients
            .map(|client| Wire::InitClient(Int(client.cn), text(&client.name), text(&client.team), Int(client.model))),
    );
    all
}

impl Writer<Game> for Binrw {
    type Value = Vec<Wire>;

    fn value(packet: &'static Game) -> Vec<Wire> {
        wire(packet)
    }

    fn write(value: &Vec<Wire>, buffer: &mut [u8]) -> Option<usize> {
        let mut cursor = Cursor::new(buffer);
        value.write_le(&mut cursor).ok()?;
        Some(cursor.position() as usize)
    }
}
