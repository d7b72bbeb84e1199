//! Whole packets: what every generated reader and writer does around its own fields.
//!
//! A reader is given twice: as [`Refused`] knows it, quick and without a reason, and, out of line, as a [`ParseError`]
//! does. Where the first takes only what is most common, the other takes all that is valid; else both refuse the same.
//! What does not depend on what is read stands here once for all messages, because rustc compiles the rest for each.
//!
//! What reads is always part of its caller: whether the reader that it is given becomes part of it too is for the compiler
//! to weigh. If it does, nothing is read that the caller does not ask for, and no view has to be kept in memory.

use core::marker::PhantomData;

use crate::error::{Malformed, ParseError, Refusal, Refused, WriteError};
use crate::hook::HookedOutput;
use crate::input::Input;
use crate::output::Output;

/// Reads one thing off the front of `bytes` and gives what is left.
///
/// # Errors
/// That of `explain`, which refuses what `take` does, in this message.
#[inline(always)]
pub fn parse<'a, V: Copy>(
    bytes: &'a [u8],
    message: &'static str,
    take: impl Fn(&mut Input<'a, Refused>) -> Result<V, Refused> + Copy,
    explain: impl Fn(&mut Input<'a>) -> Result<V, ParseError> + Copy,
) -> Result<(V, &'a [u8]), ParseError> {
    let mut input = Input::new(bytes).again();
    match take(&mut input) {
        Ok(view) => Ok((view, input.rest())),
        Err(Refused) => Err(refusal(bytes, Name::Message(message), &Reader::of(explain))),
    }
}

/// Reads one thing that is all of `bytes`.
///
/// # Errors
/// That of `explain`, which refuses what `take` does, in this message, or bytes left over. Since no more bytes will come,
/// nothing is truncated.
#[inline(always)]
pub fn parse_exact<'a, V: Copy>(
    bytes: &'a [u8],
    message: &'static str,
    take: impl Fn(&mut Input<'a, Refused>) -> Result<V, Refused> + Copy,
    explain: impl Fn(&mut Input<'a>) -> Result<V, ParseError> + Copy,
) -> Result<V, ParseError> {
    let mut input = Input::new(bytes).again();
    match take(&mut input) {
        Ok(view) if input.is_empty() => Ok(view),
        _ => Err(exact_refusal(bytes, Name::Message(message), &Reader::of(explain))),
    }
}

/// Reads one message of a family off the front of `bytes` and gives what is left. The readers say themselves which.
///
/// # Errors
/// That of `explain`, which refuses what `take` does.
#[inline(always)]
pub fn parse_member<'a, V: Copy>(
    bytes: &'a [u8],
    take: impl Fn(&mut Input<'a, Refused>) -> Result<V, Refused> + Copy,
    explain: impl Fn(&mut Input<'a>) -> Result<V, ParseError> + Copy,
) -> Result<(V, &'a [u8]), ParseError> {
    let mut input = Input::new(bytes).again();
    match take(&mut input) {
        Ok(view) => Ok((view, input.rest())),
        Err(Refused) => Err(refusal(bytes, Name::Family(""), &Reader::of(explain))),
    }
}

/// Reads one message of a family that is all of `bytes`.
///
/// # Errors
/// That of `explain`, which refuses what `take` does, or bytes left over, in this family.
#[inline(always)]
pub fn parse_member_exact<'a, V: Copy>(
    bytes: &'a [u8],
    family: &'static str,
    take: impl Fn(&mut Input<'a, Refused>) -> Result<V, Refused> + Copy,
    explain: impl Fn(&mut Input<'a>) -> Result<V, ParseError> + Copy,
) -> Result<V, ParseError> {
    let mut input = Input::new(bytes).again();
    match take(&mut input) {
        Ok(view) if input.is_empty() => Ok(view),
        _ => Err(exact_refusal(bytes, Name::Family(family), &Reader::of(explain))),
    }
}

/// Reads one message of many, which began at `start`, behind its code. What reads it carries no reasons, so its view is made
/// in registers, and stored once, where the caller wants it.
///
/// # Errors
/// That of `explain`, which refuses what `take` does, in this message.
#[inline(always)]
pub fn member<'a, V: Copy, E: Refusal>(
    start: Input<'a, E>,
    input: &mut Input<'a, E>,
    message: &'static str,
    take: impl FnOnce(Input<'a, Refused>, &mut Input<'a, Refused>) -> Result<V, Refused>,
    explain: impl FnOnce(Input<'a>, &mut Input<'a>) -> Result<V, ParseError> + Copy,
) -> Result<V, E> {
    let mut quick = input.again();
    match take(start.again(), &mut quick) {
        Ok(view) => {
            input.follow(quick);
            Ok(view)
        }
        Err(Refused) => {
            let (start, mut body) = (start.again(), input.again());
            Err(E::because(move || match explain(start, &mut body) {
                Err(error) => error.in_message(message),
                // What one refuses the other does too.
                Ok(_) => left_over(body).in_message(message),
            }))
        }
    }
}

/// A reader of which only the error is wanted. (Each closure behind a `dyn Fn` would have its `FnOnce` and `FnMut` compiled
/// too, for each message.)
trait Explain<'a> {
    fn error(&self, input: &mut Input<'a>) -> Option<ParseError>;
}

#[derive(Clone, Copy)]
struct Reader<F, V> {
    explain: F,
    read: PhantomData<fn() -> V>,
}

impl<F, V> Reader<F, V> {
    const fn of<'a>(explain: F) -> Self
    where
        F: Fn(&mut Input<'a>) -> Result<V, ParseError> + Copy,
    {
        Self { explain, read: PhantomData }
    }
}

impl<'a, F: Fn(&mut Input<'a>) -> Result<V, ParseError>, V: Copy> Explain<'a> for Reader<F, V> {
    fn error(&self, input: &mut Input<'a>) -> Option<ParseError> {
        (self.explain)(input).err()
    }
}

/// Whose name an error bears.
#[derive(Clone, Copy)]
enum Name {
    /// That of this message.
    Message(&'static str),
    /// That of the message which the reader found; of bytes left over, that of this family.
    Family(&'static str),
}

/// Why bytes were refused that others may follow.
#[cold]
#[inline(never)]
fn refusal<'a>(bytes: &'a [u8], name: Name, reader: &dyn Explain<'a>) -> ParseError {
    let mut input = Input::new(bytes);
    match (reader.error(&mut input), name) {
        (Some(error), Name::Family(_)) => error,
        (Some(error), Name::Message(message)) => error.in_message(message),
        (None, Name::Message(name) | Name::Family(name)) => left_over(input).in_message(name),
    }
}

/// Why bytes were refused that nothing follows.
#[cold]
#[inline(never)]
fn exact_refusal<'a>(bytes: &'a [u8], name: Name, reader: &dyn Explain<'a>) -> ParseError {
    refusal(bytes, name, reader).at_the_end()
}

fn left_over(input: Input<'_>) -> ParseError {
    Malformed::Trailing.at(&"rest", input.offset())
}

/// Reads one thing off the front of `bytes`, most often in its common shape, and gives what is left.
///
/// # Errors
/// That of `take`, which reads the other shapes too, in this message.
#[inline(always)]
pub fn parse_common<'a, V: Copy>(
    bytes: &'a [u8],
    message: &'static str,
    common: impl Fn(&mut Input<'a, Refused>) -> Result<V, Refused> + Copy,
    take: impl Fn(&mut Input<'a>) -> Result<V, ParseError> + Copy,
) -> Result<(V, &'a [u8]), ParseError> {
    let mut input = Input::new(bytes).again();
    match common(&mut input) {
        Ok(view) => Ok((view, input.rest())),
        Err(Refused) => uncommon(bytes, message, take),
    }
}

#[inline(never)]
fn uncommon<'a, V: Copy>(
    bytes: &'a [u8],
    message: &'static str,
    take: impl Fn(&mut Input<'a>) -> Result<V, ParseError> + Copy,
) -> Result<(V, &'a [u8]), ParseError> {
    let mut input = Input::new(bytes);
    match take(&mut input) {
        Ok(view) => Ok((view, input.rest())),
        Err(error) => Err(error.in_message(message)),
    }
}

/// Reads one thing that is all of `bytes`, most often in its common shape.
///
/// # Errors
/// That of `take`, which reads the other shapes too, in this message, or bytes left over. Since no more bytes will come,
/// nothing is truncated.
#[inline(always)]
pub fn parse_common_exact<'a, V: Copy>(
    bytes: &'a [u8],
    message: &'static str,
    common: impl Fn(&mut Input<'a, Refused>) -> Result<V, Refused> + Copy,
    take: impl Fn(&mut Input<'a>) -> Result<V, ParseError> + Copy,
) -> Result<V, ParseError> {
    let mut input = Input::new(bytes).again();
    match common(&mut input) {
        Ok(view) if input.is_empty() => Ok(view),
        _ => uncommon_exact(bytes, message, take),
    }
}

#[inline(never)]
fn uncommon_exact<'a, V: Copy>(
    bytes: &'a [u8],
    message: &'static str,
    take: impl Fn(&mut Input<'a>) -> Result<V, ParseError> + Copy,
) -> Result<V, ParseError> {
    let mut input = Input::new(bytes);
    match take(&mut input) {
        Ok(view) if input.is_empty() => Ok(view),
        Ok(_) => Err(left_over(input).in_message(message)),
        Err(error) => Err(error.at_the_end().in_message(message)),
    }
}

/// Writes one thing to the front of `buffer`, and gives the number of bytes.
///
/// # Errors
/// Too small a buffer.
#[inline]
pub fn write(
    buffer: &mut [u8],
    message: &'static str,
    put: impl FnOnce(&mut Output<'_>) + Copy,
) -> Result<usize, WriteError> {
    let mut out = Output::new(buffer);
    put(&mut out);
    out.finish(message)
}

/// Writes one thing, if it can be written, to the front of `buffer`, and gives the number of bytes.
///
/// # Errors
/// That of `put`, in this message, or too small a buffer.
#[inline]
pub fn write_checked(
    buffer: &mut [u8],
    message: &'static str,
    put: impl FnOnce(&mut Output<'_>) -> Result<(), WriteError> + Copy,
) -> Result<usize, WriteError> {
    let mut out = Output::new(buffer);
    match put(&mut out) {
        Ok(()) => out.finish(message),
        Err(error) => Err(error.in_message(message)),
    }
}

/// Writes one thing of at most `MAX` bytes, if it can be written, as [`write_checked`] does.
///
/// Where the buffer has room for the longest, it is written right into that: nothing is left to be asked while it is
/// written.
///
/// # Errors
/// That of the check, in this message, or too small a buffer.
#[inline]
pub fn write_short<const MAX: usize>(
    buffer: &mut [u8],
    message: &'static str,
    check: impl FnOnce() -> Result<(), WriteError> + Copy,
    write: impl Fn(&mut [u8; MAX]) -> usize + Copy,
) -> Result<usize, WriteError> {
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
    message: &'static str,
    write: impl Fn(&mut [u8; MAX]) -> usize + Copy,
) -> Result<usize, WriteError> {
    let mut out = Output::new(buffer);
    out.window(write);
    out.finish(message)
}

/// Writes one thing, if it can be written, as [`write_checked`] does, with the functions of the program at hand.
///
/// # Errors
/// As [`write_checked`].
#[inline]
pub fn write_hooked<H: ?Sized>(
    buffer: &mut [u8],
    message: &'static str,
    hooks: &H,
    put: impl FnOnce(&mut HookedOutput<'_, H>) -> Result<(), WriteError> + Copy,
) -> Result<usize, WriteError> {
    let mut out = HookedOutput::new(buffer, hooks);
    match put(&mut out) {
        Ok(()) => out.finish(message),
        Err(error) => Err(error.in_message(message)),
    }
}
