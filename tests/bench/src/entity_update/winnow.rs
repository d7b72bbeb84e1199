//! winnow, with the smallest error it has. It only reads.

use winnow::binary::{le_f32, le_i32, le_u16, le_u32, u8};
use winnow::combinator::repeat;
use winnow::error::EmptyError;
use winnow::token::take;
use winnow::{Parser, Result};

use super::update::{Entity, KIND, TAG, Update};
use crate::contender::Library;

/// winnow.
pub struct Winnow;

#[inline]
fn vector<'a>(input: &mut &'a [u8]) -> Result<[f32; 3], EmptyError> {
    (le_f32::<&'a [u8], EmptyError>, le_f32, le_f32).map(|(x, y, z)| [x, y, z]).parse_next(input)
}

#[inline]
fn entity(input: &mut &[u8]) -> Result<Entity, EmptyError> {
    let (id, cx, cy, cz) = (le_u32, le_i32, le_i32, le_i32).parse_next(input)?;
    let (block, velocity) = (vector, vector).parse_next(input)?;
    let (x, y, z, w, angular_velocity) = (le_f32, le_f32, le_f32, le_f32, vector).parse_next(input)?;
    Ok(Entity { id, chunk: [cx, cy, cz], block, velocity, orientation: [x, y, z, w], angular_velocity })
}

#[inline]
fn update(input: &mut &[u8]) -> Result<Update, EmptyError> {
    le_u32.verify(|tag: &u32| *tag == TAG).parse_next(input)?;
    let (sequence, ack, history) = (le_u16, le_u16, le_u32).parse_next(input)?;
    (u8.verify(|kind: &u8| *kind == KIND), take(3usize)).void().parse_next(input)?;
    let count = le_u32.verify(|count: &u32| (1..=7).contains(count)).parse_next(input)?;
    let ascending = |all: &Vec<Entity>| all.is_sorted_by(|one, next| one.id < next.id);
    let entities = repeat(count as usize, entity).verify(ascending).parse_next(input)?;
    Ok(Update { sequence, ack, history, entities })
}

impl Library for Winnow {
    type Packet = Update;

    #[inline(always)]
    fn parse(mut packet: &[u8]) -> Option<Update> {
        let update = update(&mut packet).ok()?;
        packet.is_empty().then_some(update)
    }
}
