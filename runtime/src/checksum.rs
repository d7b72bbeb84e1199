//! Numbers that are worked out of the bytes around them: cyclic redundancy checks of up to 64 bits.

use crate::error::{Fact, Malformed, ParseError, Refusal};
use crate::input::Input;

/// A cyclic redundancy check, by the parameters of the catalogue that all implementations share.
///
/// ```
/// // CRC-16/MODBUS
/// const MODBUS: wireform::Crc = wireform::Crc::new(16, 0x8005, 0xFFFF, [true, true], 0);
/// assert_eq!(MODBUS.of(b"123456789"), 0x4B37);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Crc {
    /// The change of the register by each eight bits.
    table: [u64; 256],
    init: u64,
    xorout: u64,
    /// Unused bits of a register, which stands at the top unless it is reflected.
    unused: u32,
    reflected: bool,
    /// The register comes out the other way round than bytes go in.
    turned: bool,
    /// Constants that are covered after all other bytes.
    extra: &'static [u8],
}

impl Crc {
    /// By its width in bits, its polynomial, what it begins with, whether bytes go in and the register comes out lowest
    /// bit first, and what the outcome is combined with.
    #[must_use]
    pub const fn new(width: u8, poly: u64, init: u64, [refin, refout]: [bool; 2], xorout: u64) -> Self {
        let unused = 64_u32.wrapping_sub(width as u32);
        let (poly, init) = (poly.wrapping_shl(unused), init.wrapping_shl(unused));
        let (poly, init) = if refin { (poly.reverse_bits(), init.reverse_bits()) } else { (poly, init) };
        let mut table = [0; 256];
        let mut rest: &mut [u64] = &mut table;
        let mut byte = 0_u64;
        while let [entry, behind @ ..] = rest {
            let mut register = if refin { byte } else { byte.wrapping_shl(56) };
            let mut bit = 0_u8;
            while bit < 8 {
                let out = if refin { register & 1 } else { register.wrapping_shr(63) };
                register = if refin { register.wrapping_shr(1) } else { register.wrapping_shl(1) };
                if out == 1 {
                    register ^= poly;
                }
                bit = bit.wrapping_add(1);
            }
            *entry = register;
            rest = behind;
            byte = byte.wrapping_add(1);
        }
        Self { table, init, xorout, unused, reflected: refin, turned: refin != refout, extra: &[] }
    }

    /// The check that also covers these constant bytes, after all others.
    ///
    /// ```
    /// // CRC-16/MCRF4XX
    /// const MCRF4XX: wireform::Crc = wireform::Crc::new(16, 0x1021, 0xFFFF, [true, true], 0);
    /// const WITH_EXTRA: wireform::Crc = MCRF4XX.with_extra(b"89");
    /// assert_eq!(WITH_EXTRA.of(b"1234567"), MCRF4XX.of(b"123456789"));
    /// ```
    #[must_use]
    pub const fn with_extra(self, extra: &'static [u8]) -> Self {
        Self { extra, ..self }
    }

    /// The check of some bytes.
    #[must_use]
    pub fn of(&self, bytes: &[u8]) -> u64 {
        self.finished(self.update(self.init, bytes.iter().copied()))
    }

    fn update(&self, register: u64, bytes: impl Iterator<Item = u8>) -> u64 {
        bytes.fold(register, |register, byte| {
            let (meets, rest) = if self.reflected {
                (register.to_le_bytes(), register.wrapping_shr(8))
            } else {
                (register.to_be_bytes(), register.wrapping_shl(8))
            };
            let [meets, ..] = meets;
            rest ^ self.table.get(usize::from(meets ^ byte)).copied().unwrap_or(0)
        })
    }

    fn finished(&self, register: u64) -> u64 {
        let register = self.update(register, self.extra.iter().copied());
        let aligned = if self.reflected { register } else { register.wrapping_shr(self.unused) };
        let out = if self.turned { aligned.reverse_bits().wrapping_shr(self.unused) } else { aligned };
        out ^ self.xorout
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

/// A check that stands among the bytes that it covers, as a number of whole bytes. Where it covers itself, its own bytes
/// count as zero.
///
/// ```
/// use wireform::{Checksum, Crc, Edge};
///
/// // CRC-16/MODBUS of all bytes in front of it, which are the last two.
/// const MODBUS: Crc = Crc::new(16, 0x8005, 0xFFFF, [true, true], 0);
/// const CHECKSUM: Checksum<2> = Checksum::new(MODBUS, Edge::End(2), [Edge::Start(0), Edge::End(2)], false);
/// let mut packet = *b"123456789\0\0";
/// CHECKSUM.fill(&mut packet);
/// assert_eq!(packet, *b"123456789\x37\x4B");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Checksum<const SIZE: usize> {
    crc: Crc,
    at: Edge,
    from: Edge,
    to: Edge,
    big: bool,
}

impl<const SIZE: usize> Checksum<SIZE> {
    /// A check, where it stands, the ends of what it covers, and whether its highest byte comes first.
    #[must_use]
    pub const fn new(crc: Crc, at: Edge, [from, to]: [Edge; 2], big: bool) -> Self {
        Self { crc, at, from, to, big }
    }

    /// The bytes of the check that belongs to these bytes.
    fn of(&self, bytes: &[u8]) -> [u8; SIZE] {
        let at = self.at.in_bytes(bytes.len());
        let covered = bytes.get(..self.to.in_bytes(bytes.len())).unwrap_or(&[]);
        let from = self.from.in_bytes(bytes.len());
        let (before, behind) = (at.max(from).min(covered.len()), at.saturating_add(SIZE).max(from));
        let stretch = |start: usize, end: usize| covered.get(start..end.min(covered.len())).unwrap_or(&[]);
        let own = behind.min(covered.len()).saturating_sub(before);
        let register = self.crc.update(self.crc.init, stretch(from, before).iter().copied());
        let register = self.crc.update(register, core::iter::repeat_n(0, own));
        let register = self.crc.update(register, stretch(behind, covered.len()).iter().copied());
        let mut number = [0; SIZE];
        let low = self.crc.finished(register).to_le_bytes();
        number.iter_mut().zip(low).for_each(|(place, byte)| *place = byte);
        if self.big {
            number.reverse();
        }
        number
    }

    /// Puts the check into its place.
    pub fn fill(&self, bytes: &mut [u8]) {
        let number = self.of(bytes);
        let at = self.at.in_bytes(bytes.len());
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
        field: &'static &'static str,
    ) -> Result<(), E> {
        let bytes = end.since(start);
        let at = self.at.in_bytes(bytes.len());
        let (found, right) = (bytes.get(at..).and_then(|bytes| bytes.first_chunk::<SIZE>()), self.of(bytes));
        if found == Some(&right) {
            return Ok(());
        }
        let told = |bytes: &[u8]| Fact::checksum(bytes, self.big);
        Err(E::because(|| {
            let error = Malformed::Checksum.at::<ParseError>(field, start.offset().saturating_add(at));
            error.with(Some(told(&right)), found.map(|found| told(found)))
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Checksum, Crc, Edge};

    #[test]
    fn every_kind_of_register() {
        let checks = [
            (Crc::new(3, 0x3, 0, [false, false], 0x7), 0x4),
            (Crc::new(5, 0x05, 0x1F, [true, true], 0x1F), 0x19),
            (Crc::new(8, 0x07, 0, [false, false], 0), 0xF4),
            (Crc::new(12, 0x80F, 0, [false, true], 0), 0xDAF),
            (Crc::new(24, 0x65B, 0x55_5555, [true, true], 0), 0xC2_5A56),
            (Crc::new(32, 0x04C1_1DB7, 0xFFFF_FFFF, [true, true], 0xFFFF_FFFF), 0xCBF4_3926),
            (Crc::new(64, 0x42F0_E1EB_A9EA_3693, u64::MAX, [true, true], u64::MAX), 0x995D_C9BB_DF19_39FA),
            (Crc::new(64, 0x42F0_E1EB_A9EA_3693, 0, [false, false], 0), 0x6C40_DF5F_0B49_7347),
        ];
        for (index, (crc, expected)) in checks.into_iter().enumerate() {
            assert_eq!(crc.of(b"123456789"), expected, "{index}");
        }
    }

    #[test]
    fn extra_bytes_are_covered_last_by_every_kind_of_register() {
        let crcs = [
            Crc::new(3, 0x3, 0, [false, false], 0x7),
            Crc::new(5, 0x05, 0x1F, [true, true], 0x1F),
            Crc::new(12, 0x80F, 0, [false, true], 0),
            Crc::new(64, 0x42F0_E1EB_A9EA_3693, u64::MAX, [true, true], u64::MAX),
        ];
        for (index, crc) in crcs.into_iter().enumerate() {
            assert_eq!(crc.with_extra(b"89").of(b"1234567"), crc.of(b"123456789"), "{index}");
            assert_eq!(crc.with_extra(b"123456789").of(b""), crc.of(b"123456789"), "{index}");
            assert_eq!(crc.with_extra(b"").of(b"123456789"), crc.of(b"123456789"), "{index}");
        }
    }

    #[test]
    fn a_checksum_covers_extra_bytes_after_its_own() {
        const SUM: Crc = Crc::new(8, 0x07, 0, [false, false], 0);
        let checksum = Checksum::<1>::new(SUM.with_extra(&[5, 6]), Edge::End(1), [Edge::Start(1), Edge::End(0)], false);
        let mut bytes = [1, 2, 3, 4];
        checksum.fill(&mut bytes);
        assert_eq!(u64::from(bytes[3]), SUM.of(&[2, 3, 0, 5, 6]));
        assert_eq!(bytes[..3], [1, 2, 3], "extra bytes are not on the wire");
    }

    #[test]
    fn its_own_bytes_count_as_zero_wherever_it_stands() {
        const SUM: Crc = Crc::new(8, 0x07, 0, [false, false], 0);
        let of = |at, from, to| Checksum::<1>::new(SUM, at, [from, to], false).of(&[1, 2, 3, 4]);
        let check = |bytes: &[u8]| [u8::try_from(SUM.of(bytes)).expect("eight bits")];
        assert_eq!(of(Edge::Start(1), Edge::Start(0), Edge::End(0)), check(&[1, 0, 3, 4]));
        assert_eq!(of(Edge::End(1), Edge::Start(0), Edge::End(0)), check(&[1, 2, 3, 0]));
        assert_eq!(of(Edge::End(1), Edge::Start(1), Edge::End(1)), check(&[2, 3]));
        assert_eq!(of(Edge::Start(0), Edge::Start(1), Edge::End(0)), check(&[2, 3, 4]));
        // Bytes that are too few are no reason to panic.
        assert_eq!(of(Edge::Start(9), Edge::Start(8), Edge::End(7)), check(&[]));
    }
}
