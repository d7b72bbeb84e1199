//! The fastest safe Rust that we know of, written by hand: the code and all fixed fields are one array.

use super::update::{CODE, Tail, Update};
use crate::contender::{Packet, Reader, Writer};
use crate::sink::Sink;

/// Safe and by hand.
pub struct ByHand;

struct View<'a> {
    fixed: &'a [u8; 23],
    tail: &'a [u8],
}

impl<'a> View<'a> {
    #[inline(always)]
    fn parse(packet: &'a [u8]) -> Option<Self> {
        let (fixed, tail) = packet.split_first_chunk()?;
        (fixed[0] == CODE && matches!(tail.len(), 0 | 2 | 4)).then_some(Self { fixed, tail })
    }

    #[inline(always)]
    fn float(&self, at: usize) -> f32 {
        let fixed = self.fixed;
        f32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]])
    }

    #[inline(always)]
    fn number(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.fixed[at], self.fixed[at + 1]])
    }

    #[inline(always)]
    fn tail(&self) -> Tail {
        match *self.tail {
            [a, b, c, d] => Tail::Flying(f32::from_le_bytes([a, b, c, d])),
            [a, b] => Tail::Energy(u16::from_le_bytes([a, b])),
            _ => Tail::Nothing,
        }
    }
}

impl Reader for ByHand {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(view) = View::parse(packet) else { return false };
        let update = Update {
            runtime_id: view.number(1),
            x: view.float(3),
            z: view.float(7),
            is_running: view.fixed[11] != 0,
            walking_backward: view.fixed[12] != 0,
            dest_x: view.float(13),
            dest_z: view.float(17),
            mount: view.number(21),
            tail: view.tail(),
        };
        update.read_all(sink);
        true
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(view) = View::parse(packet) else { return false };
        sink.float(view.float(13));
        true
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        View::parse(packet).is_some()
    }
}

/// The longest packet.
const WINDOW: usize = 27;

#[inline(always)]
fn put(value: &Update, window: &mut [u8; WINDOW]) -> usize {
    let (fixed, tail) = window.split_at_mut(23);
    fixed.copy_from_slice(&value.fixed());
    let (bytes, len) = match value.tail {
        Tail::Nothing => ([0; 4], 23),
        Tail::Energy(energy) => (u32::from(energy).to_le_bytes(), 25),
        Tail::Flying(y) => (y.to_le_bytes(), 27),
    };
    tail.copy_from_slice(&bytes);
    len
}

impl Writer<Update> for ByHand {
    type Value = Update;

    fn value(packet: &'static Update) -> Update {
        *packet
    }

    #[inline(always)]
    fn write(value: &Update, buffer: &mut [u8]) -> Option<usize> {
        if let Some(window) = buffer.first_chunk_mut() {
            return Some(put(value, window));
        }
        let mut window = [0; WINDOW];
        let len = put(value, &mut window);
        buffer.get_mut(..len)?.copy_from_slice(window.get(..len)?);
        Some(len)
    }
}
