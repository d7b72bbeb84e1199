//! The fastest that we know of with `unsafe`: one comparison of the length for each command, and masks behind it.
#![allow(unsafe_code)]

use super::by_hand::{ByHand, command_len, head};
use super::moves::{CODE, Command, Move};
use crate::contender::{Packet, Reader, Writer};
use crate::sink::Sink;

/// Unsafe and by hand.
pub struct ByHandUnsafe;

/// Reads a command, and gives what is behind it.
#[inline(always)]
fn next<'a>(bytes: &'a [u8], base: &mut Command) -> Option<&'a [u8]> {
    let (mask, bytes) = bytes.split_first()?;
    let len = command_len(*mask);
    if bytes.len() < len {
        return None;
    }
    // SAFETY: the fields that there are end at `len`. What is loaded in vain begins where the next field does, and two
    // bytes follow the last of them.
    unsafe {
        let mut at = bytes.as_ptr();
        for (bit, word) in base.words.iter_mut().enumerate() {
            let set = mask >> bit & 1;
            let new = i16::from_le(at.cast::<i16>().read_unaligned());
            *word ^= (*word ^ new) & 0i16.wrapping_sub(i16::from(set));
            at = at.add(2 * usize::from(set));
        }
        for (bit, byte) in [(6, &mut base.buttons), (7, &mut base.impulse)] {
            let set = mask >> bit & 1;
            *byte ^= (*byte ^ *at) & 0u8.wrapping_sub(set);
            at = at.add(usize::from(set));
        }
        [base.msec, base.light_level] = at.cast::<[u8; 2]>().read_unaligned();
        Some(bytes.get_unchecked(len..))
    }
}

impl Reader for ByHandUnsafe {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let read = || {
            let (head, mut bytes) = head(packet)?;
            let mut command = Command::default();
            let mut commands = [command; 3];
            for slot in &mut commands {
                bytes = next(bytes, &mut command)?;
                *slot = command;
            }
            let last_frame = i32::from_le_bytes([head[2], head[3], head[4], head[5]]);
            bytes.is_empty().then_some(Move { checksum: head[1], last_frame, commands })
        };
        read().inspect(|moves| moves.read_all(sink)).is_some()
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        ByHand::touch_one(packet, sink)
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        ByHand::skip(packet)
    }
}

impl Writer<Move> for ByHandUnsafe {
    type Value = Move;

    fn value(packet: &'static Move) -> Move {
        *packet
    }

    #[inline(always)]
    fn write(value: &Move, buffer: &mut [u8]) -> Option<usize> {
        // As long as the longest packet.
        if buffer.len() < 57 {
            return ByHand::write(value, buffer);
        }
        let start = buffer.as_mut_ptr();
        let mut base = &Command::default();
        // SAFETY: there is room for the longest packet, and what is stored in vain lies in it too.
        unsafe {
            start.cast::<[u8; 2]>().write_unaligned([CODE, value.checksum]);
            start.add(2).cast::<[u8; 4]>().write_unaligned(value.last_frame.to_le_bytes());
            let mut at = start.add(6);
            for command in &value.commands {
                let mask = command.mask(base);
                *at = mask;
                at = at.add(1);
                for (bit, word) in command.words.into_iter().enumerate() {
                    at.cast::<[u8; 2]>().write_unaligned(word.to_le_bytes());
                    at = at.add(2 * usize::from(mask >> bit & 1));
                }
                *at = command.buttons;
                at = at.add(usize::from(mask >> 6 & 1));
                *at = command.impulse;
                at = at.add(usize::from(mask >> 7));
                at.cast::<[u8; 2]>().write_unaligned([command.msec, command.light_level]);
                at = at.add(2);
                base = command;
            }
            Some(at as usize - start as usize)
        }
    }
}
