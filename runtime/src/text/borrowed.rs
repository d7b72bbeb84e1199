//! Text that is handed out as it stands in a packet.

use crate::error::{Malformed, Refusal};

/// Bytes as UTF-8.
///
/// # Errors
/// [`Malformed::Text`].
#[inline]
pub fn utf8<'a, E: Refusal>(bytes: &'a [u8], field: &'static &'static str, offset: usize) -> Result<&'a str, E> {
    core::str::from_utf8(bytes).map_err(|_| Malformed::Text.expected(field, offset, &"UTF-8"))
}

/// Bytes as ASCII.
///
/// # Errors
/// [`Malformed::Text`].
#[inline]
pub fn ascii<'a, E: Refusal>(bytes: &'a [u8], field: &'static &'static str, offset: usize) -> Result<&'a str, E> {
    if bytes.is_ascii() { utf8(bytes, field, offset) } else { Err(Malformed::Text.expected(field, offset, &"ASCII")) }
}

/// The bytes without the last ones that are the filler.
#[must_use]
#[inline]
pub fn before_filling(bytes: &[u8], filler: u8) -> &[u8] {
    let last = bytes.iter().rposition(|byte| *byte != filler);
    let len = last.map_or(0, |last| last.wrapping_add(1));
    bytes.get(..len).unwrap_or(bytes)
}

/// The bytes before the first zero byte.
#[must_use]
#[inline]
pub fn before_zero(bytes: &[u8]) -> &[u8] {
    let len = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    bytes.get(..len).unwrap_or(bytes)
}
