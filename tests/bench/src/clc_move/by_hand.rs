//! The fastest safe Rust that we know of, written by hand.
//!
//! Read: every field is loaded and then kept or not by a mask, since branches would be guessed wrong. Written: every
//! field is stored, and the next one overwrites it if it did not change.

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

/// The longest command, with its mask.
const LONGEST: usize = 17;

/// Reads a command from a window that is long enough for any, and gives its length.
#[inline(always)]
fn command(window: &[u8; LONGEST], base: &mut Command) -> usize {
    let mask = window[0];
    let mut at = 1;
    for (bit, word) in base.words.iter_mut().enumerate() {
        let set = mask >> bit & 1;
        let new = i16::from_le_bytes([window[at], window[at + 1]]);
        *word ^= (*word ^ new) & 0i16.wrapping_sub(i16::from(set));
        at += 2 * usize::from(set);
    }
    for (bit, byte) in [(6, &mut base.buttons), (7, &mut base.impulse)] {
        let set = mask >> bit & 1;
        *byte ^= (*byte ^ window[at]) & 0u8.wrapping_sub(set);
        at += usize::from(set);
    }
    base.msec = window[at];
    base.light_level = window[at + 1];
    at + 2
}

/// Reads a command, and gives what is behind it.
#[inline(always)]
fn next<'a>(bytes: &'a [u8], base: &mut Command) -> Option<&'a [u8]> {
    if let Some(window) = bytes.first_chunk() {
        return bytes.get(command(window, base)..);
    }
    let mut window = [0; LONGEST];
    for (place, byte) in window.iter_mut().zip(bytes) {
        *place = *byte;
    }
    bytes.get(command(&window, base)..)
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

/// The longest packet.
const WINDOW: usize = 6 + 3 * LONGEST;

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
