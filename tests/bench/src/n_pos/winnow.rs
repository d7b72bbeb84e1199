//! winnow, with the smallest error it has. It only reads.

use winnow::binary::{i8, le_u16, u8};
use winnow::combinator::cond;
use winnow::error::EmptyError;
use winnow::{Parser, Result};

use super::position::{Fall, Position};
use crate::contender::Library;

/// winnow.
pub struct Winnow;

fn uint(input: &mut &[u8]) -> Result<i32, EmptyError> {
    let mut number = 0;
    for shift in [0, 7, 14] {
        let byte = u32::from(u8.parse_next(input)?);
        number |= (byte & 0x7F) << shift;
        if byte < 0x80 {
            return Ok(number as i32);
        }
    }
    number |= u32::from(u8.parse_next(input)?) << 21;
    Ok((number << 3) as i32 >> 3)
}

fn coordinate<'a>(wide: bool) -> impl Parser<&'a [u8], i32, EmptyError> {
    (le_u16, cond(wide, i8)).map(|(low, high)| i32::from(low) | high.map_or(0, i32::from) << 16)
}

fn speed<'a>(wide: bool) -> impl Parser<&'a [u8], u16, EmptyError> {
    move |input: &mut &'a [u8]| if wide { le_u16.parse_next(input) } else { u8.map(u16::from).parse_next(input) }
}

#[inline]
fn pos(input: &mut &[u8]) -> Result<Position, EmptyError> {
    u8.verify(|code: &u8| *code == 4).parse_next(input)?;
    let (cn, state, flags) = (uint, u8, uint).parse_next(input)?;
    let flag = |bit: u32| flags >> bit & 1 != 0;
    let (x, y, z) = (coordinate(flag(0)), coordinate(flag(1)), coordinate(flag(2))).parse_next(input)?;
    let (look, roll, speed_, heading) = (le_u16, u8, speed(flag(3)), le_u16).parse_next(input)?;
    let fall = (speed(flag(5)), cond(flag(6), le_u16)).map(|(speed, direction)| Fall { speed, direction });
    let fall = cond(flag(4), fall).parse_next(input)?;
    Ok(Position { cn, state, in_clip: flag(7), place: [x, y, z], look, roll, speed: speed_, heading, fall })
}

impl Library for Winnow {
    type Packet = Position;

    #[inline(always)]
    fn parse(mut packet: &[u8]) -> Option<Position> {
        let pos = pos(&mut packet).ok()?;
        packet.is_empty().then_some(pos)
    }
}
