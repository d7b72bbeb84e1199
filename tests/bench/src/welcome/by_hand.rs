//! The fastest safe Rust that we know of, written by hand: one pass over the packet, in which values are told as they
//! are met.
//!
//! Numbers in a row are taken at once where each is a byte. The end of a text is looked for eight bytes at a time.

use super::by_hand_write;
use super::game::{Game, LONGEST, code};
use crate::contender::{Reader, Writer};
use crate::sink::{Nothing, Sink};

/// Safe and by hand.
pub struct ByHand;

/// How the pieces are read.
pub trait Pieces {
    /// One integer.
    fn int(bytes: &[u8]) -> Option<(i32, &[u8])>;

    /// Integers in a row.
    fn ints<const N: usize>(bytes: &[u8]) -> Option<([i32; N], &[u8])>;

    /// How many bytes stand in front of the first that is no character by itself.
    fn characters(bytes: &[u8]) -> Option<usize>;
}

/// Whether more bytes follow, which hold the number.
#[inline(always)]
pub const fn is_escape(byte: u8) -> bool {
    byte & 0xFE == 0x80
}

/// The number of a byte that is no escape.
#[inline(always)]
pub const fn single(byte: u8) -> i32 {
    byte as i8 as i32
}

impl Pieces for ByHand {
    #[inline(always)]
    fn int(bytes: &[u8]) -> Option<(i32, &[u8])> {
        let (&first, rest) = bytes.split_first()?;
        match first {
            0x80 => {
                let (number, rest) = rest.split_first_chunk()?;
                Some((i32::from(i16::from_le_bytes(*number)), rest))
            }
            0x81 => {
                let (number, rest) = rest.split_first_chunk()?;
                Some((i32::from_le_bytes(*number), rest))
            }
            _ => Some((single(first), rest)),
        }
    }

    #[inline(always)]
    fn ints<const N: usize>(bytes: &[u8]) -> Option<([i32; N], &[u8])> {
        if let Some((run, rest)) = bytes.split_first_chunk::<N>()
            && !run.iter().fold(false, |any, byte| any | is_escape(*byte))
        {
            return Some((run.map(single), rest));
        }
        one_by_one(bytes)
    }

    #[inline(always)]
    fn characters(bytes: &[u8]) -> Option<usize> {
        const LOW: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x80 * LOW;
        // The high bit of each byte that is zero, and maybe of some behind the first.
        let zeros = |word: u64| word.wrapping_sub(LOW) & !word & HIGH;
        let mut at = 0;
        while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
            let word = u64::from_le_bytes(*word);
            let found = zeros(word) | zeros((word & !LOW) ^ HIGH);
            if found != 0 {
                return Some(at + (found.trailing_zeros() / 8) as usize);
            }
            at += 8;
        }
        let end = |byte: &u8| *byte == 0 || is_escape(*byte);
        Some(at + bytes.get(at..)?.iter().position(end)?)
    }
}

#[inline(never)]
fn one_by_one<const N: usize>(mut bytes: &[u8]) -> Option<([i32; N], &[u8])> {
    let mut numbers = [0; N];
    for number in &mut numbers {
        (*number, bytes) = ByHand::int(bytes)?;
    }
    Some((numbers, bytes))
}

/// A text with characters of several bytes.
#[cold]
#[inline(never)]
fn long_text<'a>(mut bytes: &'a [u8], sink: &mut impl Sink) -> Option<&'a [u8]> {
    let (mut text, mut len) = ([0; LONGEST], 0);
    loop {
        let (unit, rest) = ByHand::int(bytes)?;
        bytes = rest;
        if unit as u8 == 0 {
            sink.text(text.get(..len)?);
            return Some(bytes);
        }
        *text.get_mut(len)? = unit as u8;
        len += 1;
    }
}

/// Reads and tells.
struct Walk<'a, P> {
    bytes: &'a [u8],
    pieces: std::marker::PhantomData<P>,
}

impl<P: Pieces> Walk<'_, P> {
    #[inline(always)]
    fn int(&mut self) -> Option<i32> {
        let (number, rest) = P::int(self.bytes)?;
        self.bytes = rest;
        Some(number)
    }

    #[inline(always)]
    fn tell<const N: usize>(&mut self, sink: &mut impl Sink) -> Option<()> {
        let (numbers, rest) = P::ints::<N>(self.bytes)?;
        self.bytes = rest;
        sink.ints(&numbers);
        Some(())
    }

    #[inline(always)]
    fn text(&mut self, sink: &mut impl Sink) -> Option<()> {
        let (text, end) = self.bytes.split_at_checked(P::characters(self.bytes)?)?;
        self.bytes = match end {
            [0, rest @ ..] if text.len() <= LONGEST => {
                sink.text(text);
                rest
            }
            _ => long_text(self.bytes, sink)?,
        };
        Some(())
    }

    /// Elements of a number that ends the list where it is negative, and `N` behind it.
    #[inline(always)]
    fn list<const N: usize>(&mut self, sink: &mut impl Sink) -> Option<()> {
        loop {
            let cn = self.int()?;
            if cn < 0 {
                return Some(());
            }
            sink.int(cn);
            self.tell::<N>(sink)?;
        }
    }

    /// All messages. `time` is told how many seconds are left.
    #[inline(always)]
    fn messages(&mut self, sink: &mut impl Sink, time: &mut impl Sink) -> Option<()> {
        while !self.bytes.is_empty() {
            let code = self.int()?;
            sink.int(code);
            match code {
                code::WELCOME => {}
                code::MAP_CHANGE => {
                    self.text(sink)?;
                    let ([mode, needs_items], rest) = P::ints(self.bytes)?;
                    self.bytes = rest;
                    sink.int(mode);
                    sink.int(needs_items != 0);
                }
                code::TIME_UP => {
                    let seconds = self.int()?;
                    sink.int(seconds);
                    time.int(seconds);
                }
                code::CURRENT_MASTER => {
                    self.tell::<1>(sink)?;
                    self.list::<1>(sink)?;
                }
                code::SET_TEAM => {
                    self.tell::<1>(sink)?;
                    self.text(sink)?;
                    self.tell::<1>(sink)?;
                }
                code::SPAWN_STATE => self.tell::<13>(sink)?,
                code::RESUME => self.list::<16>(sink)?,
                code::INIT_CLIENT => {
                    self.tell::<1>(sink)?;
                    self.text(sink)?;
                    self.text(sink)?;
                    self.tell::<1>(sink)?;
                }
                _ => return None,
            }
        }
        Some(())
    }
}

/// Reads a whole packet.
#[inline(always)]
pub fn read<P: Pieces>(packet: &[u8], sink: &mut impl Sink, time: &mut impl Sink) -> bool {
    let mut walk = Walk::<P> { bytes: packet, pieces: std::marker::PhantomData };
    walk.messages(sink, time).is_some()
}

impl Reader for ByHand {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        read::<Self>(packet, sink, &mut Nothing)
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        read::<Self>(packet, &mut Nothing, sink)
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        read::<Self>(packet, &mut Nothing, &mut Nothing)
    }
}

impl Writer<Game> for ByHand {
    type Value = &'static Game;

    fn value(packet: &'static Game) -> &'static Game {
        packet
    }

    #[inline(always)]
    fn write(value: &&'static Game, buffer: &mut [u8]) -> Option<usize> {
        let mut cursor = by_hand_write::Cursor::new(buffer);
        by_hand_write::put(value, &mut cursor)?;
        Some(cursor.len())
    }
}
