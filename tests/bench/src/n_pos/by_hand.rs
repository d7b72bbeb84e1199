//! The fastest safe Rust that we know of, written by hand.
//!
//! Read: the usual shape, without a wide number, is one array; the others go out of line. Written: every field is stored
//! with the bytes behind it, into a window as long as the longest packet, and the next one begins where it ends.

use super::position::{Position, tell_cubes, tell_direction, tell_roll, tell_state};
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// Safe and by hand.
pub struct ByHand;

/// What stands in front of the body, whose length the flags tell.
pub struct Head<'a> {
    pub cn: i32,
    pub state: u8,
    pub flags: u32,
    pub body: &'a [u8],
}

impl<'a> Head<'a> {
    /// Reads it.
    #[inline(always)]
    pub fn parse(packet: &'a [u8]) -> Option<Self> {
        let rest = match packet.split_first()? {
            (4, rest) => rest,
            (_, _) => long_code(packet)?,
        };
        let (cn, rest) = uint(rest)?;
        let (&state, rest) = rest.split_first()?;
        let (flags, body) = uint(rest)?;
        Some(Self { cn, state, flags: flags as u32, body })
    }

    /// Tells what it says.
    #[inline(always)]
    pub fn tell(&self, sink: &mut impl Sink) {
        sink.int(self.cn);
        tell_state(sink, self.state);
        sink.int(self.flags & 0x80 != 0);
    }
}

/// The code in more bytes than it needs.
#[cold]
#[inline(never)]
fn long_code(packet: &[u8]) -> Option<&[u8]> {
    match packet {
        [0x80, 4, 0, rest @ ..] | [0x81, 4, 0, 0, 0, rest @ ..] => Some(rest),
        _ => None,
    }
}

/// The game's `getuint`.
#[inline(always)]
fn uint(bytes: &[u8]) -> Option<(i32, &[u8])> {
    let (&first, rest) = bytes.split_first()?;
    if first < 0x80 { Some((i32::from(first), rest)) } else { long_uint(first, rest) }
}

#[cold]
#[inline(never)]
fn long_uint(first: u8, bytes: &[u8]) -> Option<(i32, &[u8])> {
    let low = u32::from(first) & 0x7F;
    let (&second, rest) = bytes.split_first()?;
    let number = low | (u32::from(second) & 0x7F) << 7;
    if second < 0x80 {
        return Some((number as i32, rest));
    }
    let (&third, rest) = rest.split_first()?;
    let number = number | (u32::from(third) & 0x7F) << 14;
    if third < 0x80 {
        return Some((number as i32, rest));
    }
    let (&fourth, rest) = rest.split_first()?;
    let number = number | u32::from(fourth) << 21;
    Some(((number << 3) as i32 >> 3, rest))
}

/// The length of the body.
#[inline(always)]
pub const fn body_len(flags: u32) -> usize {
    let fall = flags >> 4 & 1;
    (12 + (flags & 15).count_ones() + fall * (1 + (flags >> 5 & 1) + 2 * (flags >> 6 & 1))) as usize
}

/// The bytes of a body, by their place. None of them is missing if the length was compared with [`body_len`].
#[derive(Clone, Copy)]
struct Body<'a>(&'a [u8]);

impl Body<'_> {
    #[inline(always)]
    fn byte(self, at: usize) -> u16 {
        self.0.get(at).map_or(0, |byte| u16::from(*byte))
    }

    #[inline(always)]
    fn pair(self, at: usize) -> u16 {
        self.0.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |pair| u16::from_le_bytes(*pair))
    }

    #[inline(always)]
    fn coordinate(self, at: usize, wide: bool) -> i32 {
        let low = i32::from(self.pair(at));
        if wide { low | i32::from(self.byte(at + 2) as i8) << 16 } else { low }
    }

    #[inline(always)]
    fn speed(self, at: usize, wide: bool) -> u16 {
        if wide { self.pair(at) } else { self.byte(at) }
    }
}

/// A body with a wide number in it.
#[cold]
#[inline(never)]
fn tell_uncommon(flags: u32, body: &[u8], sink: &mut impl Sink) -> bool {
    if body.len() != body_len(flags) {
        return false;
    }
    let body = Body(body);
    let mut at = 0;
    for axis in 0..3 {
        let wide = flags >> axis & 1 != 0;
        tell_cubes(sink, body.coordinate(at, wide));
        at += 2 + usize::from(wide);
    }
    tell_direction(sink, body.pair(at));
    tell_roll(sink, body.byte(at + 2) as u8);
    let wide = flags & 8 != 0;
    sink.int(body.speed(at + 3, wide));
    at += 4 + usize::from(wide);
    tell_direction(sink, body.pair(at));
    at += 2;
    sink.int(flags & 16 != 0);
    if flags & 16 != 0 {
        let wide = flags & 32 != 0;
        sink.int(body.speed(at, wide));
        sink.int(flags & 64 != 0);
        if flags & 64 != 0 {
            tell_direction(sink, body.pair(at + 1 + usize::from(wide)));
        }
    }
    true
}

/// What follows the usual shape.
#[inline(always)]
fn tell_fall(flags: u32, bytes: &[u8], sink: &mut impl Sink) -> Option<()> {
    sink.int(flags & 16 != 0);
    if flags & 16 == 0 {
        return bytes.is_empty().then_some(());
    }
    let (speed, rest) = if flags & 32 == 0 {
        let (&speed, rest) = bytes.split_first()?;
        (u16::from(speed), rest)
    } else {
        let (speed, rest) = bytes.split_first_chunk()?;
        (u16::from_le_bytes(*speed), rest)
    };
    sink.int(speed);
    sink.int(flags & 64 != 0);
    if flags & 64 == 0 {
        return rest.is_empty().then_some(());
    }
    tell_direction(sink, u16::from_le_bytes(rest.try_into().ok()?));
    Some(())
}

impl Reader for ByHand {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(head) = Head::parse(packet) else { return false };
        head.tell(sink);
        if head.flags & 15 != 0 {
            return tell_uncommon(head.flags, head.body, sink);
        }
        let Some((fixed, rest)) = head.body.split_first_chunk::<12>() else { return false };
        let pair = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        tell_cubes(sink, i32::from(pair(0)));
        tell_cubes(sink, i32::from(pair(2)));
        tell_cubes(sink, i32::from(pair(4)));
        tell_direction(sink, pair(6));
        tell_roll(sink, fixed[8]);
        sink.int(fixed[9]);
        tell_direction(sink, pair(10));
        tell_fall(head.flags, rest, sink).is_some()
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(Head { flags, body, .. }) = Head::parse(packet) else { return false };
        if body.len() != body_len(flags) {
            return false;
        }
        let at = 4 + (flags & 3).count_ones() as usize;
        tell_cubes(sink, Body(body).coordinate(at, flags & 4 != 0));
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        Head::parse(packet).is_some_and(|head| head.body.len() == body_len(head.flags))
    }
}

/// What is refused because it does not fit.
#[inline(always)]
pub fn fits(value: &Position) -> bool {
    let cn = (-0x1000_0000..0x1000_0000).contains(&value.cn);
    cn && value.place.iter().all(|coordinate| (-0x80_0000..0x80_0000).contains(coordinate))
}

/// The flags.
#[inline(always)]
pub fn flags(value: &Position) -> u32 {
    let wide = |coordinate: i32| u32::from(coordinate as u32 > 0xFFFF);
    let [x, y, z] = value.place.map(wide);
    let mut flags = x | y << 1 | z << 2 | u32::from(value.speed > 0xFF) << 3 | u32::from(value.in_clip) << 7;
    if let Some(fall) = value.fall {
        flags |= 16 | u32::from(fall.speed > 0xFF) << 5 | u32::from(fall.direction.is_some()) << 6;
    }
    flags
}

/// The bytes of a `Uint`, with what does not count behind them.
#[inline(always)]
pub fn uint_bytes(number: u32) -> ([u8; 4], usize) {
    let group = |shift: u32| (number >> shift) as u8;
    if number < 1 << 7 {
        ([group(0), 0, 0, 0], 1)
    } else if number < 1 << 14 {
        ([0x80 | group(0), group(7), 0, 0], 2)
    } else if number < 1 << 21 {
        ([0x80 | group(0), 0x80 | group(7), group(14), 0], 3)
    } else {
        ([0x80 | group(0), 0x80 | group(7), 0x80 | group(14), group(21)], 4)
    }
}

/// Room for the longest packet and what is stored behind its end.
const WINDOW: usize = 36;

#[inline(always)]
fn store(window: &mut [u8; WINDOW], at: usize, bytes: [u8; 4]) {
    // No place is that far; the mask proves it.
    let at = at & 31;
    window[at..at + 4].copy_from_slice(&bytes);
}

#[inline(always)]
fn put(value: &Position, window: &mut [u8; WINDOW]) -> usize {
    let flags = flags(value);
    let flag = |bit: u32| (flags >> bit & 1) as usize;
    window[0] = 4;
    let (bytes, len) = uint_bytes(value.cn as u32);
    store(window, 1, bytes);
    let mut at = 1 + len;
    window[at] = value.state;
    let (bytes, len) = uint_bytes(flags);
    store(window, at + 1, bytes);
    at += 1 + len;
    for (axis, coordinate) in value.place.into_iter().enumerate() {
        store(window, at, coordinate.to_le_bytes());
        at += 2 + flag(axis as u32);
    }
    store(window, at, (u32::from(value.look) | u32::from(value.roll) << 16).to_le_bytes());
    store(window, at + 3, u32::from(value.speed).to_le_bytes());
    at += 4 + flag(3);
    store(window, at, u32::from(value.heading).to_le_bytes());
    at += 2;
    if let Some(fall) = value.fall {
        store(window, at, u32::from(fall.speed).to_le_bytes());
        at += 1 + flag(5);
        store(window, at, u32::from(fall.direction.unwrap_or(0)).to_le_bytes());
        at += 2 * flag(6);
    }
    at
}

impl Writer<Position> for ByHand {
    type Value = Position;

    fn value(packet: &'static Position) -> Position {
        *packet
    }

    #[inline(always)]
    fn write(value: &Position, buffer: &mut [u8]) -> Option<usize> {
        if !fits(value) {
            return None;
        }
        if let Some(window) = buffer.first_chunk_mut() {
            return Some(put(value, window));
        }
        let mut window = [0; WINDOW];
        let len = put(value, &mut window);
        buffer.get_mut(..len)?.copy_from_slice(window.get(..len)?);
        Some(len)
    }
}
