//! Cyclic redundancy checks of up to 64 bits.

use super::Check;

/// A cyclic redundancy check, by the parameters of the catalogue that all implementations share.
///
/// ```
/// // CRC-16/MODBUS
/// const MODBUS: wireform::Crc = wireform::Crc::new(16, 0x8005, 0xFFFF, [true, true], 0);
/// assert_eq!(wireform::Check::of(&MODBUS, b"123456789"), 0x4B37);
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
        Self { table, init, xorout, unused, reflected: refin, turned: refin != refout }
    }
}

impl Check for Crc {
    type State = u64;

    fn start(&self) -> u64 {
        self.init
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

    fn finish(&self, register: u64) -> u64 {
        let aligned = if self.reflected { register } else { register.wrapping_shr(self.unused) };
        let out = if self.turned { aligned.reverse_bits().wrapping_shr(self.unused) } else { aligned };
        out ^ self.xorout
    }
}

#[cfg(test)]
mod tests {
    use super::Crc;
    use crate::checksum::Check as _;

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
}
