//! Numbers that are worked out of the bytes around them: where they stand, and which bytes they cover.

mod crc;
mod sums;

pub use crc::Crc;
pub use sums::{Internet, Lrc, Sum, TwoSums, Xor};

use crate::error::{Error, Fact, Malformed, Refusal};
use crate::input::Input;

/// An algorithm that works a number of up to 64 bits out of bytes.
///
/// ```
/// use wireform::{Check, Sum};
///
/// let sum = Sum::<8>;
/// let state = sum.update(sum.start(), [1, 2].into_iter());
/// assert_eq!(sum.finish(sum.update(state, [3].into_iter())), 6);
/// assert_eq!(sum.of(&[1, 2, 3]), 6);
/// ```
pub trait Check {
    /// Everything that it keeps of the bytes so far.
    type State;

    /// The state before the first byte.
    fn start(&self) -> Self::State;

    /// The state after some more bytes.
    #[must_use]
    fn update(&self, state: Self::State, bytes: impl Iterator<Item = u8>) -> Self::State;

    /// The number, after the last byte.
    fn finish(&self, state: Self::State) -> u64;

    /// The number of some bytes.
    fn of(&self, bytes: &[u8]) -> u64 {
        self.finish(self.update(self.start(), bytes.iter().copied()))
    }
}

/// A place in some bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// So many bytes behind their start.
    Start(usize),
    /// So many bytes in front of their end.
    End(usize),
}

impl Edge {
    pub(crate) const fn in_bytes(self, len: usize) -> usize {
        match self {
            Self::Start(bytes) if bytes < len => bytes,
            Self::Start(_) => len,
            Self::End(bytes) => len.saturating_sub(bytes),
        }
    }
}

/// Bytes that a check covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'p> {
    /// Those of the record from the one place to the other.
    Range(Edge, Edge),
    /// Others, which are not on the wire.
    Bytes(&'p [u8]),
}

/// A check that stands among the bytes that it covers, as a number of whole bytes. Where it covers itself, its own bytes
/// count as zero.
///
/// ```
/// use wireform::{Checksum, Crc, Edge, Piece};
///
/// // CRC-16/MODBUS of all bytes in front of it, which are the last two.
/// const MODBUS: Crc = Crc::new(16, 0x8005, 0xFFFF, [true, true], 0);
/// const CHECKSUM: Checksum<2, Crc> = Checksum::new(MODBUS, false);
/// let mut packet = *b"123456789\0\0";
/// CHECKSUM.fill(&mut packet, Edge::End(2), &[Piece::Range(Edge::Start(0), Edge::End(2))]);
/// assert_eq!(packet, *b"123456789\x37\x4B");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Checksum<const SIZE: usize, C> {
    check: C,
    big: bool,
}

impl<const SIZE: usize, C: Check> Checksum<SIZE, C> {
    /// A check, and whether its highest byte comes first.
    #[must_use]
    pub const fn new(check: C, big: bool) -> Self {
        Self { check, big }
    }

    /// The bytes of the check that belongs to these bytes, where its own begin at `at`.
    fn of(&self, bytes: &[u8], at: usize, pieces: &[Piece<'_>]) -> [u8; SIZE] {
        let mut state = self.check.start();
        for piece in pieces {
            state = match piece {
                Piece::Bytes(bytes) => self.check.update(state, bytes.iter().copied()),
                Piece::Range(from, to) => {
                    let covered = bytes.get(..to.in_bytes(bytes.len())).unwrap_or(&[]);
                    let from = from.in_bytes(bytes.len());
                    let (before, behind) = (at.max(from).min(covered.len()), at.saturating_add(SIZE).max(from));
                    let stretch = |start: usize, end: usize| covered.get(start..end.min(covered.len())).unwrap_or(&[]);
                    let own = behind.min(covered.len()).saturating_sub(before);
                    let state = self.check.update(state, stretch(from, before).iter().copied());
                    let state = self.check.update(state, core::iter::repeat_n(0, own));
                    self.check.update(state, stretch(behind, covered.len()).iter().copied())
                }
            };
        }
        let mut number = [0; SIZE];
        let low = self.check.finish(state).to_le_bytes();
        number.iter_mut().zip(low).for_each(|(place, byte)| *place = byte);
        if self.big {
            number.reverse();
        }
        number
    }

    /// Puts the check into its place.
    pub fn fill(&self, bytes: &mut [u8], at: Edge, pieces: &[Piece<'_>]) {
        let at = at.in_bytes(bytes.len());
        let number = self.of(bytes, at, pieces);
        if let Some(place) = bytes.get_mut(at..).and_then(|bytes| bytes.first_chunk_mut::<SIZE>()) {
            *place = number;
        }
    }

    /// Compares the check with the bytes between two states of a cursor.
    ///
    /// # Errors
    /// [`Malformed::Checksum`], at its place.
    pub fn check<'a, E: Refusal>(
        &self,
        start: Input<'a, E>,
        end: &Input<'a, E>,
        at: Edge,
        pieces: &[Piece<'_>],
        field: &'static &'static str,
    ) -> Result<(), E> {
        let bytes = end.since(start);
        let at = at.in_bytes(bytes.len());
        let (found, right) =
            (bytes.get(at..).and_then(|bytes| bytes.first_chunk::<SIZE>()), self.of(bytes, at, pieces));
        if found == Some(&right) {
            return Ok(());
        }
        let told = |bytes: &[u8]| Fact::checksum(bytes, self.big);
        Err(E::because(|| {
            let error = Malformed::Checksum.at::<Error>(field, start.offset().saturating_add(at));
            error.with(Some(told(&right)), found.map(|found| told(found)))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Check as _, Checksum, Crc, Edge, Piece};

    const SUM: Crc = Crc::new(8, 0x07, 0, [false, false], 0);

    #[test]
    fn pieces_are_covered_in_their_order() {
        let pieces = [Piece::Bytes(&[9]), Piece::Range(Edge::Start(1), Edge::End(0)), Piece::Bytes(&[5, 6])];
        let mut bytes = [1, 2, 3, 4];
        Checksum::<1, Crc>::new(SUM, false).fill(&mut bytes, Edge::End(1), &pieces);
        assert_eq!(u64::from(bytes[3]), SUM.of(&[9, 2, 3, 0, 5, 6]));
        assert_eq!(bytes[..3], [1, 2, 3], "constants are not on the wire");
    }

    #[test]
    fn its_own_bytes_count_as_zero_wherever_it_stands() {
        let of = |at, from, to| Checksum::<1, Crc>::new(SUM, false).of(&[1, 2, 3, 4], at, &[Piece::Range(from, to)]);
        let check = |bytes: &[u8]| [u8::try_from(SUM.of(bytes)).expect("eight bits")];
        assert_eq!(of(1, Edge::Start(0), Edge::End(0)), check(&[1, 0, 3, 4]));
        assert_eq!(of(3, Edge::Start(0), Edge::End(0)), check(&[1, 2, 3, 0]));
        assert_eq!(of(3, Edge::Start(1), Edge::End(1)), check(&[2, 3]));
        assert_eq!(of(0, Edge::Start(1), Edge::End(0)), check(&[2, 3, 4]));
        // Bytes that are too few are no reason to panic.
        assert_eq!(of(9, Edge::Start(8), Edge::End(7)), check(&[]));
    }
}
