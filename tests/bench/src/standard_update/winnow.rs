//! winnow, with the smallest error it has. It only reads.

use winnow::binary::{le_f32, le_u16, u8};
use winnow::combinator::{eof, fail};
use winnow::error::EmptyError;
use winnow::{Parser, Result};

use super::update::{CODE, Tail, Update};
use crate::contender::Library;

/// winnow.
pub struct Winnow;

#[inline]
fn update(input: &mut &[u8]) -> Result<Update, EmptyError> {
    u8.verify(|code: &u8| *code == CODE).parse_next(input)?;
    let (runtime_id, x, z, run, back, dest_x, dest_z, mount) =
        (le_u16, le_f32, le_f32, u8, u8, le_f32, le_f32, le_u16).parse_next(input)?;
    let tail = match input.len() {
        0 => eof.value(Tail::Nothing).parse_next(input)?,
        2 => le_u16.map(Tail::Energy).parse_next(input)?,
        4 => le_f32.map(Tail::Flying).parse_next(input)?,
        _ => fail.parse_next(input)?,
    };
    let (is_running, walking_backward) = (run != 0, back != 0);
    Ok(Update { runtime_id, x, z, is_running, walking_backward, dest_x, dest_z, mount, tail })
}

impl Library for Winnow {
    type Packet = Update;

    #[inline(always)]
    fn parse(mut packet: &[u8]) -> Option<Update> {
        update(&mut packet).ok()
    }
}
