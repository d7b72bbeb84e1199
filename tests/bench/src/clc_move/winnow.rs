//! winnow, with the smallest error it has. It only reads.

use winnow::binary::{le_i16, le_i32, u8};
use winnow::combinator::cond;
use winnow::error::EmptyError;
use winnow::{Parser, Result};

use super::delta::Delta;
use super::moves::{CODE, Move};
use crate::contender::Library;

/// winnow.
pub struct Winnow;

#[inline]
fn delta(input: &mut &[u8]) -> Result<Delta, EmptyError> {
    let mask = u8.parse_next(input)?;
    let word = |bit: u32| cond(mask >> bit & 1 != 0, le_i16);
    let (pitch, yaw, roll, forward, side, up) =
        (word(0), word(1), word(2), word(3), word(4), word(5)).parse_next(input)?;
    let (buttons, impulse, msec, light_level) =
        (cond(mask & 0x40 != 0, u8), cond(mask & 0x80 != 0, u8), u8, u8).parse_next(input)?;
    Ok(Delta { words: [pitch, yaw, roll, forward, side, up], buttons, impulse, msec, light_level })
}

#[inline]
fn moves(input: &mut &[u8]) -> Result<Move, EmptyError> {
    u8.verify(|code: &u8| *code == CODE).parse_next(input)?;
    let (checksum, last_frame, oldest, previous, newest) = (u8, le_i32, delta, delta, delta).parse_next(input)?;
    Ok(Delta::resolve_all(checksum, last_frame, [oldest, previous, newest]))
}

impl Library for Winnow {
    type Packet = Move;

    #[inline(always)]
    fn parse(mut packet: &[u8]) -> Option<Move> {
        let moves = moves(&mut packet).ok()?;
        packet.is_empty().then_some(moves)
    }
}
