//! The fastest that we know of with `unsafe`: the same walk, of which the pieces compare lengths once, and a writer that
//! looks once whether there is room for the longest packet of such a game.
#![allow(unsafe_code)]

use super::by_hand::{ByHand, Pieces, is_escape, read, single};
use super::by_hand_write::{Put, is_plain, is_single, put};
use super::game::Game;
use crate::contender::{Reader, Writer};
use crate::sink::{Nothing, Sink};

/// Unsafe and by hand.
pub struct ByHandUnsafe;

impl Pieces for ByHandUnsafe {
    #[inline(always)]
    fn int(bytes: &[u8]) -> Option<(i32, &[u8])> {
        match *bytes.first()? {
            0x80 if bytes.len() >= 3 => {
                // SAFETY: there are three bytes.
                let (number, rest) =
                    unsafe { (bytes.as_ptr().add(1).cast::<i16>().read_unaligned(), bytes.get_unchecked(3..)) };
                Some((i32::from(i16::from_le(number)), rest))
            }
            0x81 if bytes.len() >= 5 => {
                // SAFETY: there are five bytes.
                let (number, rest) =
                    unsafe { (bytes.as_ptr().add(1).cast::<i32>().read_unaligned(), bytes.get_unchecked(5..)) };
                Some((i32::from_le(number), rest))
            }
            0x80 | 0x81 => None,
            // SAFETY: there is a byte.
            byte => Some((single(byte), unsafe { bytes.get_unchecked(1..) })),
        }
    }

    #[inline(always)]
    fn ints<const N: usize>(bytes: &[u8]) -> Option<([i32; N], &[u8])> {
        if bytes.len() >= N {
            // SAFETY: there are that many bytes.
            let run = unsafe { &*bytes.as_ptr().cast::<[u8; N]>() };
            if !run.iter().fold(false, |any, byte| any | is_escape(*byte)) {
                // SAFETY: as above.
                return Some((run.map(single), unsafe { bytes.get_unchecked(N..) }));
            }
        }
        ByHand::ints(bytes)
    }

    #[inline(always)]
    fn characters(bytes: &[u8]) -> Option<usize> {
        bytes.iter().position(|byte| *byte == 0 || is_escape(*byte))
    }
}

impl Reader for ByHandUnsafe {
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

/// A place with enough room behind it.
struct Place(*mut u8);

impl Place {
    #[inline(always)]
    fn array<const N: usize>(&mut self, bytes: [u8; N]) -> Option<()> {
        // SAFETY: `write` has looked whether there is room for the longest packet.
        unsafe {
            self.0.cast::<[u8; N]>().write_unaligned(bytes);
            self.0 = self.0.add(N);
        }
        Some(())
    }

    #[cold]
    #[inline(never)]
    fn long(&mut self, number: i32) -> Option<()> {
        let [a, b, c, d] = number.to_le_bytes();
        if i16::try_from(number).is_ok() { self.array([0x80, a, b]) } else { self.array([0x81, a, b, c, d]) }
    }
}

impl Put for Place {
    #[inline(always)]
    fn int(&mut self, number: i32) -> Option<()> {
        if is_single(number) { self.array([number as u8]) } else { self.long(number) }
    }

    #[inline(always)]
    fn ints<const N: usize>(&mut self, numbers: [i32; N]) -> Option<()> {
        if numbers.iter().fold(true, |all, number| all & is_single(*number)) {
            return self.array(numbers.map(|number| number as u8));
        }
        numbers.into_iter().try_for_each(|number| self.int(number))
    }

    #[inline(always)]
    fn text(&mut self, text: &str) -> Option<()> {
        if !is_plain(text) {
            return None;
        }
        // SAFETY: as above.
        unsafe {
            self.0.copy_from_nonoverlapping(text.as_ptr(), text.len());
            self.0 = self.0.add(text.len());
        }
        self.array([0])
    }
}

/// At least as long as the packet.
#[inline(always)]
fn bound(game: &Game) -> usize {
    let clients = game.clients.iter().map(|client| client.name.len() + client.team.len() + 17);
    let masters = game.master.as_ref().map_or(0, |master| 15 + 10 * master.masters.len());
    let fixed = 25 * 5 + game.map.len() + game.team.len();
    fixed + masters + 85 * game.players.len() + clients.sum::<usize>()
}

impl Writer<Game> for ByHandUnsafe {
    type Value = &'static Game;

    fn value(packet: &'static Game) -> &'static Game {
        packet
    }

    #[inline(always)]
    fn write(value: &&'static Game, buffer: &mut [u8]) -> Option<usize> {
        // What is no ASCII is left to the careful writer, and so is a buffer that may be too small.
        if buffer.len() < bound(value) {
            return ByHand::write(value, buffer);
        }
        let mut place = Place(buffer.as_mut_ptr());
        match put(value, &mut place) {
            Some(()) => Some(place.0 as usize - buffer.as_ptr() as usize),
            None => ByHand::write(value, buffer),
        }
    }
}
