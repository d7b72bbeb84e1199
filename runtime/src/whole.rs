//! Writers of whole packets that are not like all others ([`Encode`](crate::Encode) has those).

use crate::error::Error;
use crate::output::Output;

/// Writes one thing of at most `MAX` bytes, if it can be written, to the front of `buffer`, and gives the number of bytes.
///
/// Where the buffer has room for the longest, it is written right into that: nothing is left to be asked while it is
/// written.
///
/// # Errors
/// That of the check, in this message, or too small a buffer.
#[inline]
pub fn write_short<const MAX: usize>(
    buffer: &mut [u8],
    message: &'static &'static str,
    check: impl FnOnce() -> Result<(), Error> + Copy,
    write: impl Fn(&mut [u8; MAX]) -> usize + Copy,
) -> Result<usize, Error> {
    if let Err(error) = check() {
        return Err(error.in_message(message));
    }
    match buffer.first_chunk_mut() {
        Some(window) => Ok(write(window)),
        None => write_elsewhere(buffer, message, write),
    }
}

#[cold]
#[inline(never)]
fn write_elsewhere<const MAX: usize>(
    buffer: &mut [u8],
    message: &'static &'static str,
    write: impl Fn(&mut [u8; MAX]) -> usize + Copy,
) -> Result<usize, Error> {
    let mut out = Output::new(buffer);
    out.window(write);
    out.finish(message)
}
