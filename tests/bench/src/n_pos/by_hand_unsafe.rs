//! The fastest that we know of with `unsafe`: one comparison of the length, and raw loads and stores behind it.
#![allow(unsafe_code)]

use super::by_hand::{Head, body_len, fits, flags, uint_bytes};
use super::position::{Position, tell_cubes, tell_direction, tell_roll};
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// Unsafe and by hand.
pub struct ByHandUnsafe;

/// Bytes that are known to be there.
#[derive(Clone, Copy)]
struct Body(*const u8);

impl Body {
    /// # Safety
    /// The byte must be there.
    #[inline(always)]
    unsafe fn byte(self, at: usize) -> u8 {
        // SAFETY: as the caller promised.
        unsafe { *self.0.add(at) }
    }

    /// # Safety
    /// Both bytes must be there.
    #[inline(always)]
    unsafe fn pair(self, at: usize) -> u16 {
        // SAFETY: as the caller promised.
        u16::from_le(unsafe { self.0.add(at).cast::<u16>().read_unaligned() })
    }

    /// # Safety
    /// Two bytes must be there, three if it is wide.
    #[inline(always)]
    unsafe fn coordinate(self, at: usize, wide: bool) -> i32 {
        // SAFETY: as the caller promised.
        unsafe {
            let low = i32::from(self.pair(at));
            if wide { low | i32::from(self.byte(at + 2) as i8) << 16 } else { low }
        }
    }

    /// # Safety
    /// A byte must be there, two if it is wide.
    #[inline(always)]
    unsafe fn speed(self, at: usize, wide: bool) -> u16 {
        // SAFETY: as the caller promised.
        unsafe { if wide { self.pair(at) } else { u16::from(self.byte(at)) } }
    }
}

/// # Safety
/// There must be as many bytes as the flags say.
#[inline(always)]
unsafe fn tell_body(flags: u32, body: Body, sink: &mut impl Sink) {
    let flag = |bit: u32| flags >> bit & 1 != 0;
    // SAFETY: the places follow the flags.
    unsafe {
        let mut at = 12;
        if flags & 15 == 0 {
            tell_cubes(sink, i32::from(body.pair(0)));
            tell_cubes(sink, i32::from(body.pair(2)));
            tell_cubes(sink, i32::from(body.pair(4)));
            tell_direction(sink, body.pair(6));
            tell_roll(sink, body.byte(8));
            sink.int(body.byte(9));
            tell_direction(sink, body.pair(10));
        } else {
            at = 0;
            for axis in 0..3 {
                tell_cubes(sink, body.coordinate(at, flag(axis)));
                at += 2 + usize::from(flag(axis));
            }
            tell_direction(sink, body.pair(at));
            tell_roll(sink, body.byte(at + 2));
            sink.int(body.speed(at + 3, flag(3)));
            at += 4 + usize::from(flag(3));
            tell_direction(sink, body.pair(at));
            at += 2;
        }
        sink.int(flag(4));
        if flag(4) {
            sink.int(body.speed(at, flag(5)));
            sink.int(flag(6));
            if flag(6) {
                tell_direction(sink, body.pair(at + 1 + usize::from(flag(5))));
            }
        }
    }
}

/// The flags and the body, which is as long as they say.
#[inline(always)]
fn whole(packet: &[u8]) -> Option<Head<'_>> {
    Head::parse(packet).filter(|head| head.body.len() == body_len(head.flags))
}

impl Reader for ByHandUnsafe {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(head) = whole(packet) else { return false };
        head.tell(sink);
        // SAFETY: the length was compared.
        unsafe { tell_body(head.flags, Body(head.body.as_ptr()), sink) };
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(Head { flags, body, .. }) = whole(packet) else { return false };
        let at = 4 + (flags & 3).count_ones() as usize;
        // SAFETY: the length was compared.
        tell_cubes(sink, unsafe { Body(body.as_ptr()).coordinate(at, flags & 4 != 0) });
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        whole(packet).is_some()
    }
}

impl Writer<Position> for ByHandUnsafe {
    type Value = Position;

    fn value(packet: &'static Position) -> Position {
        *packet
    }

    #[inline(always)]
    fn write(value: &Position, buffer: &mut [u8]) -> Option<usize> {
        if !fits(value) {
            return None;
        }
        let flags = flags(value);
        let flag = |bit: u32| (flags >> bit & 1) as usize;
        let ((cn, cn_len), (bits, bits_len)) = (uint_bytes(value.cn as u32), uint_bytes(flags));
        let len = 2 + cn_len + bits_len + body_len(flags);
        // What is stored last may reach three bytes behind the end.
        if buffer.len() < len + 3 {
            return None;
        }
        let start = buffer.as_mut_ptr();
        let mut at = 0;
        let mut store = |bytes: [u8; 4], len: usize| {
            // SAFETY: `at` ends at `len`, and there are three bytes more.
            unsafe { start.add(at).cast::<[u8; 4]>().write_unaligned(bytes) };
            at += len;
        };
        store([4, 0, 0, 0], 1);
        store(cn, cn_len);
        store([value.state, 0, 0, 0], 1);
        store(bits, bits_len);
        for (axis, coordinate) in value.place.into_iter().enumerate() {
            store(coordinate.to_le_bytes(), 2 + flag(axis as u32));
        }
        store((u32::from(value.look) | u32::from(value.roll) << 16).to_le_bytes(), 3);
        store(u32::from(value.speed).to_le_bytes(), 1 + flag(3));
        store(u32::from(value.heading).to_le_bytes(), 2);
        if let Some(fall) = value.fall {
            store(u32::from(fall.speed).to_le_bytes(), 1 + flag(5));
            store(u32::from(fall.direction.unwrap_or(0)).to_le_bytes(), 2 * flag(6));
        }
        Some(len)
    }
}
