//! Types of numbers (`u16`, `i24be`, `f32`) and checksums of the catalogue (`crc_32_iscsi`), by their names.

use wireform_build::catalogue;
use wireform_build::model::{Algorithm, Interval};

/// The explanation of a type of numbers, and the section of the reference.
pub(super) fn number(word: &str) -> Option<(String, &'static str)> {
    let (digits, order) = match (word.strip_suffix("le"), word.strip_suffix("be")) {
        (Some(rest), _) => (rest, ", the lowest byte first"),
        (_, Some(rest)) => (rest, ", the highest byte first"),
        (None, None) => (word, ", in the byte order of the protocol"),
    };
    let (kind, digits) = digits.split_at_checked(1)?;
    let bits: u32 = digits.parse().ok().filter(|_| digits.bytes().all(|digit| digit.is_ascii_digit()))?;
    let (bytes, order) = (bits / 8, if bits > 8 { order } else { "" });
    let size = match bits % 8 {
        0 if bits == 8 => "1 byte".to_owned(),
        0 => format!("{bytes} bytes"),
        _ if bits == 1 => "1 bit".to_owned(),
        _ => format!("{bits} bits"),
    };
    let order = if bits.is_multiple_of(8) { order } else { "" };
    let numbers = |signed| Interval::of_bits(bits, signed);
    match (kind, bits) {
        ("u", 1..=64) => {
            let Interval { min, max } = numbers(false);
            Some((
                format!("Integer without a sign, of {size}{order}: {min} to {max}."),
                "reference/numbers.md#integers",
            ))
        }
        ("i", 1..=64) => {
            let Interval { min, max } = numbers(true);
            Some((format!("Integer with a sign, of {size}{order}: {min} to {max}."), "reference/numbers.md#integers"))
        }
        ("f", 32 | 64) => Some((format!("Number of IEEE 754, of {size}{order}."), "reference/numbers.md#floats")),
        _ => None,
    }
}

/// The explanation of a checksum.
pub(super) fn checksum(word: &str) -> Option<String> {
    Some(match catalogue::check(word)? {
        Algorithm::Crc(crc) => {
            let reflected = match (crc.refin, crc.refout) {
                (true, true) => ", the lowest bit of each byte first",
                (false, false) => ", the highest bit of each byte first",
                (true, false) | (false, true) => ", the bits of bytes and of the result in opposite orders",
            };
            format!(
                "Cyclic redundancy check of {} bits: polynomial `{:#x}`, begins with `{:#x}`, ends with an exclusive or of \
                 `{:#x}`{reflected}.",
                crc.width, crc.poly, crc.init, crc.xorout
            )
        }
        Algorithm::Sum(width) => format!("The sum of all bytes, of which the low {width} bits count."),
        Algorithm::Xor => "All bytes combined by exclusive or.".to_owned(),
        Algorithm::Lrc => "The two's complement of the sum of all bytes, modulo 256.".to_owned(),
        Algorithm::TwoSums { width, modulus, .. } => {
            let half = width / 2;
            format!(
                "The sum of all bytes modulo {modulus} in the low {half} bits, and the sum of these sums in the high \
                 {half} bits."
            )
        }
        Algorithm::Internet => {
            "The one's complement of the one's complement sum of all words of 16 bits, the highest byte first (RFC 1071)."
                .to_owned()
        }
    })
}
