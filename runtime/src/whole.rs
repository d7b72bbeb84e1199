//! Whole packets: what every generated reader and writer does around its own fields.

use crate::error::{ParseError, WriteError};
use crate::hook::HookedOutput;
use crate::input::Input;
use crate::output::Output;

/// Reads one thing off the front of `bytes` and gives what is left.
///
/// # Errors
/// That of `take`, in this message.
#[inline]
pub fn parse<'a, V>(
    bytes: &'a [u8],
    message: &'static str,
    take: impl FnOnce(&mut Input<'a>) -> Result<V, ParseError>,
) -> Result<(V, &'a [u8]), ParseError> {
    let mut input = Input::new(bytes);
    match take(&mut input) {
        Ok(view) => Ok((view, input.rest())),
        Err(error) => Err(error.in_message(message)),
    }
}

/// Reads one thing that is all of `bytes`.
///
/// # Errors
/// That of `take`, in this message, or bytes left over. Since no more bytes will come, nothing is truncated.
#[inline]
pub fn parse_exact<'a, V>(
    bytes: &'a [u8],
    message: &'static str,
    take: impl FnOnce(&mut Input<'a>) -> Result<V, ParseError>,
) -> Result<V, ParseError> {
    let mut input = Input::new(bytes);
    match take(&mut input).and_then(|view| input.finish().map(|()| view)) {
        Ok(view) => Ok(view),
        Err(error) => Err(error.at_the_end().in_message(message)),
    }
}

/// Writes one thing, if it can be written, to the front of `buffer`, and gives the number of bytes.
///
/// # Errors
/// That of the check, in this message, or too small a buffer.
#[inline]
pub fn write(
    buffer: &mut [u8],
    message: &'static str,
    check: Result<(), WriteError>,
    put: impl FnOnce(&mut Output<'_>),
) -> Result<usize, WriteError> {
    if let Err(error) = check {
        return Err(error.in_message(message));
    }
    let mut out = Output::new(buffer);
    put(&mut out);
    out.finish(message)
}

/// Writes one thing, if it can be written, as [`write`] does, with the functions of the program at hand.
///
/// # Errors
/// As [`write`].
#[inline]
pub fn write_hooked<H: ?Sized>(
    buffer: &mut [u8],
    message: &'static str,
    check: Result<(), WriteError>,
    hooks: &H,
    put: impl FnOnce(&mut HookedOutput<'_, H>),
) -> Result<usize, WriteError> {
    if let Err(error) = check {
        return Err(error.in_message(message));
    }
    let mut out = HookedOutput::new(buffer, hooks);
    put(&mut out);
    out.finish(message)
}
