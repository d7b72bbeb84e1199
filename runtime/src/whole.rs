//! Whole packets: what every generated reader and writer does around its own fields.
//!
//! A reader is given twice. The first is quick and refuses without a reason; it need not take all that is valid, but only
//! what is most common. The other, out of line, takes all that is valid and tells with a [`ParseError`] what is not.
//!
//! What reads is always part of its caller: whether the reader that it is given becomes part of it too is for the compiler
//! to weigh. If it does, nothing is read that the caller does not ask for, and no view has to be kept in memory.

use crate::error::{ParseError, Refused, WriteError};
use crate::hook::HookedOutput;
use crate::input::Input;
use crate::output::Output;

/// Reads one thing off the front of `bytes` and gives what is left.
///
/// # Errors
/// That of `explain`, in this message, which is asked where `take` refuses the bytes.
#[inline(always)]
pub fn parse<'a, V>(
    bytes: &'a [u8],
    message: &'static str,
    take: impl FnOnce(&mut Input<'a, Refused>) -> Result<V, Refused>,
    explain: impl FnOnce(&mut Input<'a>) -> Result<V, ParseError>,
) -> Result<(V, &'a [u8]), ParseError> {
    parse_member(bytes, take, |input| explain(input).map_err(|error| error.in_message(message)))
}

/// Reads one thing that is all of `bytes`.
///
/// # Errors
/// That of `explain`, in this message, which is asked where `take` refuses the bytes, or bytes left over. Since no more bytes will come,
/// nothing is truncated.
#[inline(always)]
pub fn parse_exact<'a, V>(
    bytes: &'a [u8],
    message: &'static str,
    take: impl FnOnce(&mut Input<'a, Refused>) -> Result<V, Refused>,
    explain: impl FnOnce(&mut Input<'a>) -> Result<V, ParseError>,
) -> Result<V, ParseError> {
    parse_member_exact(bytes, message, take, |input| explain(input).map_err(|error| error.in_message(message)))
}

/// Reads one message of a family off the front of `bytes` and gives what is left. The readers say themselves which.
///
/// # Errors
/// That of `explain`, which is asked where `take` refuses the bytes.
#[inline(always)]
pub fn parse_member<'a, V>(
    bytes: &'a [u8],
    take: impl FnOnce(&mut Input<'a, Refused>) -> Result<V, Refused>,
    explain: impl FnOnce(&mut Input<'a>) -> Result<V, ParseError>,
) -> Result<(V, &'a [u8]), ParseError> {
    let mut input = Input::new(bytes).again();
    match take(&mut input) {
        Ok(view) => Ok((view, input.rest())),
        Err(Refused) => explained(bytes, explain),
    }
}

#[inline(never)]
fn explained<'a, V>(
    bytes: &'a [u8],
    explain: impl FnOnce(&mut Input<'a>) -> Result<V, ParseError>,
) -> Result<(V, &'a [u8]), ParseError> {
    let mut input = Input::new(bytes);
    explain(&mut input).map(|view| (view, input.rest()))
}

/// Reads one message of a family that is all of `bytes`.
///
/// # Errors
/// That of `explain`, which is asked where `take` refuses the bytes, or bytes left over, in this family.
#[inline(always)]
pub fn parse_member_exact<'a, V>(
    bytes: &'a [u8],
    family: &'static str,
    take: impl FnOnce(&mut Input<'a, Refused>) -> Result<V, Refused>,
    explain: impl FnOnce(&mut Input<'a>) -> Result<V, ParseError>,
) -> Result<V, ParseError> {
    let mut input = Input::new(bytes).again();
    match take(&mut input) {
        Ok(view) if input.is_empty() => Ok(view),
        _ => explained_exactly(bytes, family, explain),
    }
}

#[inline(never)]
fn explained_exactly<'a, V>(
    bytes: &'a [u8],
    family: &'static str,
    explain: impl FnOnce(&mut Input<'a>) -> Result<V, ParseError>,
) -> Result<V, ParseError> {
    let mut input = Input::new(bytes);
    let view = explain(&mut input).map_err(ParseError::at_the_end)?;
    match input.finish() {
        Ok(()) => Ok(view),
        Err(error) => Err(error.in_message(family)),
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

/// Writes one thing, if it can be written, as [`write()`] does, with the functions of the program at hand.
///
/// # Errors
/// As [`write()`].
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
