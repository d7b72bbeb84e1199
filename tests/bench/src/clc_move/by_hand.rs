//! The fastest safe Rust that we know of, written by hand.
//!
//! Read: one comparison of the length for each command, then a branch for each field. (Masks instead of branches are
//! faster only where one may look behind the packet's end.) Written: every field is stored, and the next one overwrites it
//! if it did not change.

use super::moves::{CODE, Command, Move};
use crate::contender::{Packet, Reader, Writer};
use crate::sink::Sink;

/// Safe and by hand.
pub struct ByHand;

/// The bytes that stand in front of the commands.
#[inline(always)]
pub fn head(packet: &[u8]) -> Option<(&[u8; 6], &[u8])> {
    packet.split_first_chunk().filter(|(head, _)| head[0] == CODE)
}

/// How many bytes follow a mask.
#[inline(always)]
pub const fn command_len(mask: u8) -> usize {
    2 + (mask.count_ones() + (mask & 0x3F).count_ones()) as usize
}

/// Reads a command, and gives what is behind it. After one comparison of the length no field is missing.
#[inline(always)]
fn next<'a>(bytes: &'a [u8], base: &mut Command) -> Option<&'a [u8]> {
    let (&mask, bytes) = bytes.split_first()?;
    let (fields, rest) = bytes.split_at_checked(command_len(mask))?;
    let mut at = 0;
    for (bit, word) in base.words.iter_mut().enumerate() {
        if mask >> bit & 1 != 0 {
            *word = fields.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |pair| i16::from_le_bytes(*pair));
            at += 2;
        }
    }
    for (bit, byte) in [(6, &mut base.buttons), (7, &mut base.impulse)] {
        if mask >> bit & 1 != 0 {
            *byte = fields.get(at).copied().unwrap_or(0);
            at += 1;
        }
    }
    [base.msec, base.light_level] = *fields.last_chunk()?;
    Some(rest)
}

/// What is behind a command that is not read.
#[inline(always)]
fn behind(bytes: &[u8]) -> Option<&[u8]> {
    let (mask, rest) = bytes.split_first()?;
    rest.get(command_len(*mask)..)
}

impl Reader for ByHand {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let read = || {
            let (head, bytes) = head(packet)?;
            let mut newest = Command::default();
            let bytes = next(bytes, &mut newest)?;
            let oldest = newest;
            let bytes = next(bytes, &mut newest)?;
            let previous = newest;
            let bytes = next(bytes, &mut newest)?;
            let last_frame = i32::from_le_bytes([head[2], head[3], head[4], head[5]]);
            bytes.is_empty().then_some(Move { checksum: head[1], last_frame, commands: [oldest, previous, newest] })
        };
        read().inspect(|moves| moves.read_all(sink)).is_some()
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let read = || {
            let newest = behind(behind(head(packet)?.1)?)?;
            let (mask, rest) = newest.split_first()?;
            (rest.len() == command_len(*mask)).then_some(rest)?.last_chunk::<2>()
        };
        read().inspect(|end| sink.int(end[0])).is_some()
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        let read = || behind(behind(behind(head(packet)?.1)?)?);
        read().is_some_and(<[u8]>::is_empty)
    }
}

/// The longest packet: a head and three commands with all their fields.
const WINDOW: usize = 6 + 3 * 17;

/// Writes a command, and gives where it ends.
#[inline(always)]
fn put_command(window: &mut [u8; WINDOW], mut at: usize, base: &Command, command: &Command) -> usize {
    let mask = command.mask(base);
    window[at] = mask;
    at += 1;
    for (bit, word) in command.words.into_iter().enumerate() {
        [window[at], window[at + 1]] = word.to_le_bytes();
        at += 2 * usize::from(mask >> bit & 1);
    }
    window[at] = command.buttons;
    at += usize::from(mask >> 6 & 1);
    window[at] = command.impulse;
    at += usize::from(mask >> 7);
    [window[at], window[at + 1]] = [command.msec, command.light_level];
    at + 2
}

#[inline(always)]
fn put(value: &Move, window: &mut [u8; WINDOW]) -> usize {
    let [oldest, previous, newest] = &value.commands;
    window[..2].copy_from_slice(&[CODE, value.checksum]);
    window[2..6].copy_from_slice(&value.last_frame.to_le_bytes());
    // Not a loop: each place is then known to lie within the window.
    let at = put_command(window, 6, &Command::default(), oldest);
    let at = put_command(window, at, oldest, previous);
    put_command(window, at, previous, newest)
}

impl Writer<Move> for ByHand {
    type Value = Move;

    fn value(packet: &'static Move) -> Move {
        *packet
    }

    #[inline(always)]
    fn write(value: &Move, buffer: &mut [u8]) -> Option<usize> {
        if let Some(window) = buffer.first_chunk_mut() {
            return Some(put(value, window));
        }
        let mut window = [0; WINDOW];
        let len = put(value, &mut window);
        buffer.get_mut(..len)?.copy_from_slice(window.get(..len)?);
        Some(len)
    }
}
