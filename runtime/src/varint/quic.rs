//! The varints of QUIC (RFC 9000, section 16): the top two bits are the length, of one, two, four or eight bytes.

use crate::error::Fault;
use crate::input::Input;
use crate::number::{u24_be, u56_be};
use crate::output::Output;

/// A number of more than one byte, behind its first. `CANONICAL`: fewer bytes must not hold it.
///
/// # Errors
/// [`Fault::Short`], and [`Fault::Varint`] for a number that fewer bytes hold.
#[inline]
pub fn take_quic<const CANONICAL: bool>(first: u8, input: &mut Input<'_>) -> Result<u64, Fault> {
    let high = first & 0x3F;
    let (number, least) = match first >> 6 {
        1 => (u64::from(u16::from_be_bytes([high, input.byte()?])), 64),
        2 => (u64::from((u32::from(high) << 24) | u24_be(*input.array()?)), 16_384),
        _ => ((u64::from(high) << 56) | u56_be(*input.array()?), 1_073_741_824),
    };
    if CANONICAL && number < least { Err(Fault::Varint) } else { Ok(number) }
}

/// Writes a number of 62 bits.
#[inline]
pub fn put_quic(number: u64, out: &mut Output<'_>) {
    match number {
        0..=63 => out.array([number as u8]),
        64..=16_383 => out.array((number as u16 | 0x4000).to_be_bytes()),
        16_384..=1_073_741_823 => out.array((number as u32 | 0x8000_0000).to_be_bytes()),
        _ => out.array((number | 0xC000_0000_0000_0000).to_be_bytes()),
    }
}
