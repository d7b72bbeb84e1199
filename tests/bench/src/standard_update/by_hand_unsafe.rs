//! The fastest that we know of with `unsafe`: raw loads and stores behind one comparison of the length.
#![allow(unsafe_code)]

use super::update::{CODE, Tail, Update};
use crate::contender::{Packet, Reader, Writer};
use crate::sink::Sink;

/// Unsafe and by hand.
pub struct ByHandUnsafe;

#[inline(always)]
fn is_right(packet: &[u8]) -> bool {
    matches!(packet.len(), 23 | 25 | 27) && packet[0] == CODE
}

/// # Safety
/// Four bytes must be there.
#[inline(always)]
unsafe fn float(packet: &[u8], at: usize) -> f32 {
    // SAFETY: as the caller promised.
    f32::from_bits(u32::from_le(unsafe { packet.as_ptr().add(at).cast::<u32>().read_unaligned() }))
}

/// # Safety
/// Two bytes must be there.
#[inline(always)]
unsafe fn number(packet: &[u8], at: usize) -> u16 {
    // SAFETY: as the caller promised.
    u16::from_le(unsafe { packet.as_ptr().add(at).cast::<u16>().read_unaligned() })
}

impl Reader for ByHandUnsafe {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        if !is_right(packet) {
            return false;
        }
        // SAFETY: there are at least 23 bytes, and those at the end that the length tells.
        let update = unsafe {
            Update {
                runtime_id: number(packet, 1),
                x: float(packet, 3),
                z: float(packet, 7),
                is_running: *packet.get_unchecked(11) != 0,
                walking_backward: *packet.get_unchecked(12) != 0,
                dest_x: float(packet, 13),
                dest_z: float(packet, 17),
                mount: number(packet, 21),
                tail: match packet.len() {
                    27 => Tail::Flying(float(packet, 23)),
                    25 => Tail::Energy(number(packet, 23)),
                    _ => Tail::Nothing,
                },
            }
        };
        update.read_all(sink);
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        if !is_right(packet) {
            return false;
        }
        // SAFETY: there are at least 23 bytes.
        sink.float(unsafe { float(packet, 13) });
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        is_right(packet)
    }
}

impl Writer<Update> for ByHandUnsafe {
    type Value = Update;

    fn value(packet: &'static Update) -> Update {
        *packet
    }

    #[inline(always)]
    fn write(value: &Update, buffer: &mut [u8]) -> Option<usize> {
        let len = match value.tail {
            Tail::Nothing => 23,
            Tail::Energy(_) => 25,
            Tail::Flying(_) => 27,
        };
        if buffer.len() < len {
            return None;
        }
        let start = buffer.as_mut_ptr();
        // SAFETY: there is room for the fixed fields and for what stands at the end.
        unsafe {
            start.cast::<[u8; 23]>().write_unaligned(value.fixed());
            match value.tail {
                Tail::Nothing => {}
                Tail::Energy(energy) => start.add(23).cast::<[u8; 2]>().write_unaligned(energy.to_le_bytes()),
                Tail::Flying(y) => start.add(23).cast::<[u8; 4]>().write_unaligned(y.to_le_bytes()),
            }
        }
        Some(len)
    }
}
