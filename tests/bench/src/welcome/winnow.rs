//! winnow, with the smallest error it has. It only reads. A text is the bytes up to a zero, which is right for what games
//! send; characters of several bytes are not known.

use winnow::binary::{i8, le_i16, le_i32};
use winnow::combinator::{fail, terminated};
use winnow::error::EmptyError;
use winnow::token::take_till;
use winnow::{Parser, Result};

use super::game::code;
use super::message::Message;
use crate::contender::Reader;
use crate::sink::Sink;

/// winnow.
pub struct Winnow;

#[inline]
fn int(input: &mut &[u8]) -> Result<i32, EmptyError> {
    match i8.parse_next(input)? {
        -128 => le_i16.map(i32::from).parse_next(input),
        -127 => le_i32.parse_next(input),
        number => Ok(number.into()),
    }
}

#[inline]
fn ints<const N: usize>(input: &mut &[u8]) -> Result<[i32; N], EmptyError> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = int(input)?;
    }
    Ok(numbers)
}

#[inline]
fn text<'a>(input: &mut &'a [u8]) -> Result<&'a [u8], EmptyError> {
    terminated(take_till(0.., 0), 0).parse_next(input)
}

#[inline]
fn list<const N: usize>(input: &mut &[u8]) -> Result<Vec<(i32, [i32; N])>, EmptyError> {
    let mut elements = Vec::new();
    loop {
        let cn = int(input)?;
        if cn < 0 {
            return Ok(elements);
        }
        elements.push((cn, ints(input)?));
    }
}

#[inline]
fn message<'a>(input: &mut &'a [u8]) -> Result<Message<&'a [u8]>, EmptyError> {
    match int(input)? {
        code::WELCOME => Ok(Message::Welcome),
        code::MAP_CHANGE => (text, ints).map(|(map, numbers)| Message::MapChange { map, numbers }).parse_next(input),
        code::TIME_UP => int.map(Message::TimeUp).parse_next(input),
        code::CURRENT_MASTER => {
            (int, list).map(|(mode, masters)| Message::CurrentMaster { mode, masters }).parse_next(input)
        }
        code::SET_TEAM => {
            (int, text, int).map(|(cn, team, reason)| Message::SetTeam { cn, team, reason }).parse_next(input)
        }
        code::SPAWN_STATE => (int, ints).map(|(cn, state)| Message::SpawnState { cn, state }).parse_next(input),
        code::RESUME => list.map(Message::Resume).parse_next(input),
        code::INIT_CLIENT => (int, text, text, int)
            .map(|(cn, name, team, model)| Message::InitClient { cn, name, team, model })
            .parse_next(input),
        _ => fail.parse_next(input),
    }
}

/// Does something with each message, and tells whether all were right.
#[inline(always)]
fn each(mut packet: &[u8], mut visit: impl FnMut(&Message<&[u8]>)) -> bool {
    while !packet.is_empty() {
        match message(&mut packet) {
            Ok(message) => visit(&message),
            Err(EmptyError) => return false,
        }
    }
    true
}

impl Reader for Winnow {
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
