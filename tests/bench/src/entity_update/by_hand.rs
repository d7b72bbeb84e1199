//! The fastest safe Rust that we know of, written by hand: an array for the head, and one for each entity.

use super::update::{Entity, KIND, TAG, Update, tell_head};
use crate::contender::{Reader, Writer};
use crate::sink::Sink;

/// Safe and by hand.
pub struct ByHand;

/// A datagram whose length is as its count says; its entities are not looked at yet.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub head: &'a [u8; 20],
    pub entities: &'a [u8],
}

impl<'a> View<'a> {
    /// Compares tag, kind, count and length.
    #[inline(always)]
    pub fn parse(packet: &'a [u8]) -> Option<Self> {
        let (head, entities) = packet.split_first_chunk::<20>()?;
        let beyond_one = word(head, 16).wrapping_sub(1);
        let right = word(head, 0) == TAG && head[12] == KIND && beyond_one < 7;
        (right && entities.len() == 68 + 68 * beyond_one as usize).then_some(Self { head, entities })
    }

    /// Tells the head.
    #[inline(always)]
    pub fn tell_head(&self, sink: &mut impl Sink) {
        let pair = |at: usize| u16::from_le_bytes([self.head[at], self.head[at + 1]]);
        tell_head(sink, pair(4), pair(6), word(self.head, 8));
    }

    /// Does something with each entity, as long as their ids ascend. Tells whether they all do.
    #[inline(always)]
    fn each(&self, mut visit: impl FnMut(&[u8; 68])) -> bool {
        let mut rest = self.entities;
        // One below the least id that may come.
        let mut before = -1;
        while let Some((entity, behind)) = rest.split_first_chunk::<68>() {
            let id = i64::from(word(entity, 0));
            if id <= before {
                return false;
            }
            before = id;
            visit(entity);
            rest = behind;
        }
        true
    }
}

#[inline(always)]
pub fn word<const N: usize>(bytes: &[u8; N], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// The bytes of the head.
#[inline(always)]
pub fn head(value: &Update) -> [u8; 20] {
    let [t0, t1, t2, t3] = TAG.to_le_bytes();
    let ([s0, s1], [a0, a1]) = (value.sequence.to_le_bytes(), value.ack.to_le_bytes());
    let ([h0, h1, h2, h3], count) = (value.history.to_le_bytes(), value.entities.len() as u8);
    [t0, t1, t2, t3, s0, s1, a0, a1, h0, h1, h2, h3, KIND, 0, 0, 0, count, 0, 0, 0]
}

/// What is refused because no reader would take it.
#[inline(always)]
pub fn fits(entities: &[Entity]) -> bool {
    (1..=7).contains(&entities.len()) && entities.windows(2).all(|pair| pair[0].id < pair[1].id)
}

impl Reader for ByHand {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        let Some(view) = View::parse(packet) else { return false };
        view.tell_head(sink);
        view.each(|entity| {
            for at in 0..17 {
                sink.int(word(entity, 4 * at));
            }
        })
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        View::parse(packet).is_some_and(|view| view.each(|entity| sink.float(f32::from_bits(word(entity, 20)))))
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        View::parse(packet).is_some_and(|view| view.each(|_| {}))
    }
}

impl Writer<Update> for ByHand {
    type Value = &'static Update;

    fn value(packet: &'static Update) -> &'static Update {
        packet
    }

    #[inline(always)]
    fn write(value: &&'static Update, buffer: &mut [u8]) -> Option<usize> {
        if !fits(&value.entities) {
            return None;
        }
        let len = 20 + 68 * value.entities.len();
        let (start, rest) = buffer.get_mut(..len)?.split_first_chunk_mut::<20>()?;
        *start = head(value);
        for (place, entity) in rest.as_chunks_mut::<68>().0.iter_mut().zip(&value.entities) {
            for (place, word) in place.as_chunks_mut::<4>().0.iter_mut().zip(entity.words()) {
                *place = word;
            }
        }
        Some(len)
    }
}
