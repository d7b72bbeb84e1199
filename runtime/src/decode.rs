//! The trait of all views, with the readers of whole packets that it provides.
//!
//! A reader runs twice on bytes that it rejects: as [`Refused`] knows it, quick and without a reason, and then, out of line,
//! as an [`Error`] does. What does not depend on the message stands here once, because rustc compiles the rest for each.
//!
//! A provided method is always inlined into its caller; whether the reader that it calls is inlined too, rustc decides. If
//! it is, only the fields that the caller asks for are read, and no view is kept in memory.

use crate::error::{Error, Malformed, Refusal, Refused};
use crate::input::Input;
use crate::unverified::Unverified;

/// A view of a message, a struct or a family: it is read from bytes, which it borrows, and checked while it is read.
///
/// `parse` and `parse_exact` of a generated view need no import. The trait is for code that is generic over views, and has
/// their other functions.
///
/// ```
/// use wireform::{Decode, Error};
///
/// /// All messages of a packet.
/// fn all<'a, V: Decode<'a, Known = ()>>(mut packet: &'a [u8]) -> Result<usize, Error> {
///     let mut count = 0;
///     while !packet.is_empty() {
///         (_, packet) = V::parse(packet)?;
///         count += 1;
///     }
///     Ok(count)
/// }
/// ```
pub trait Decode<'a>: Copy {
    /// The facts that the bytes do not hold: the parameters of the schema, and values of the session; `()` if there are none.
    type Known: Copy;

    /// The name in the schema.
    const NAME: &'static str;

    /// The minimum length in bytes that a reader accepts.
    const MIN_LEN: usize;

    /// The bytes from which it was parsed. A proxy forwards them as they are.
    #[must_use]
    fn as_bytes(&self) -> &'a [u8];

    /// Parses from the start of `bytes`; returns the view and the rest.
    ///
    /// # Errors
    /// The first missing or malformed field, in wire order.
    #[inline(always)]
    fn parse(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), Error>
    where
        Self: Decode<'a, Known = ()>,
    {
        Self::parse_known(bytes, ())
    }

    /// Parses from all of `bytes`. Since no more bytes will come, nothing is [`Truncated`](crate::ErrorKind::Truncated).
    ///
    /// # Errors
    /// The first missing or malformed field, in wire order, or trailing bytes.
    #[inline(always)]
    fn parse_exact(bytes: &'a [u8]) -> Result<Self, Error>
    where
        Self: Decode<'a, Known = ()>,
    {
        Self::parse_known_exact(bytes, ())
    }

    /// As [`parse`](Self::parse), with what the bytes do not say.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    #[inline(always)]
    fn parse_known(bytes: &'a [u8], known: Self::Known) -> Result<(Self, &'a [u8]), Error> {
        let mut input = Input::new(bytes).again();
        match Self::take_quick(&mut input, known) {
            Ok(view) => Ok((view, input.rest())),
            Err(Refused) => Self::parse_again(bytes, known),
        }
    }

    /// As [`parse_exact`](Self::parse_exact), with what the bytes do not say.
    ///
    /// # Errors
    /// As [`parse_exact`](Self::parse_exact).
    #[inline(always)]
    fn parse_known_exact(bytes: &'a [u8], known: Self::Known) -> Result<Self, Error> {
        let mut input = Input::new(bytes).again();
        match Self::take_quick(&mut input, known) {
            Ok(view) if input.is_empty() => Ok(view),
            _ => Self::parse_exact_again(bytes, known),
        }
    }

    /// It is a family: the message that was found names itself in its errors.
    #[doc(hidden)]
    const IS_FAMILY: bool = false;

    /// Reads one, its code included.
    #[doc(hidden)]
    fn take<E: Refusal>(input: &mut Input<'a, E>, known: Self::Known) -> Result<Self, E>;

    /// Reads one that began at `start`, behind its code. (A family has no such reader.)
    #[doc(hidden)]
    fn take_behind<E: Refusal>(start: Input<'a, E>, input: &mut Input<'a, E>, known: Self::Known) -> Result<Self, E> {
        *input = start;
        Self::take(input, known)
    }

    /// Reads one, most often in its common shape.
    #[doc(hidden)]
    #[inline(always)]
    fn take_quick(input: &mut Input<'a, Refused>, known: Self::Known) -> Result<Self, Refused> {
        Self::take(input, known)
    }

    /// Finds out why `take_quick` rejected something; reads it, where that rejects valid shapes that are uncommon.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    #[doc(hidden)]
    #[inline(always)]
    fn parse_again(bytes: &'a [u8], known: Self::Known) -> Result<(Self, &'a [u8]), Error> {
        Err(refusal(bytes, Self::named(), &Reader::<Self, _>::new(known)))
    }

    /// The same of all bytes.
    ///
    /// # Errors
    /// As [`parse_exact`](Self::parse_exact).
    #[doc(hidden)]
    #[inline(always)]
    fn parse_exact_again(bytes: &'a [u8], known: Self::Known) -> Result<Self, Error> {
        Err(exact_refusal(bytes, Self::named(), &Reader::<Self, _>::new(known)))
    }

    /// The session state after it: a message may decide the layout of later ones.
    #[inline]
    #[must_use]
    fn heard(&self, known: Self::Known) -> Self::Known {
        known
    }

    #[doc(hidden)]
    #[must_use]
    fn named() -> Name {
        if Self::IS_FAMILY { Name::Family(&Self::NAME) } else { Name::Message(&Self::NAME) }
    }
}

/// A view with a checksum that only the program can verify. It is read as [`Unverified`], so that nobody forgets.
pub trait Hooked<'a>: Copy {
    /// As [`Decode::Known`].
    type Known: Copy;

    /// As [`Decode::NAME`].
    const NAME: &'static str;

    /// As [`Decode::MIN_LEN`].
    const MIN_LEN: usize;

    /// As [`Decode::as_bytes`].
    fn as_bytes(&self) -> &'a [u8];

    #[doc(hidden)]
    fn take<E: Refusal>(input: &mut Input<'a, E>, known: Self::Known) -> Result<Self, E>;

    #[doc(hidden)]
    fn take_behind<E: Refusal>(start: Input<'a, E>, input: &mut Input<'a, E>, known: Self::Known) -> Result<Self, E>;
}

impl<'a, V: Hooked<'a>> Decode<'a> for Unverified<V> {
    type Known = V::Known;
    const NAME: &'static str = V::NAME;
    const MIN_LEN: usize = V::MIN_LEN;

    #[inline]
    fn as_bytes(&self) -> &'a [u8] {
        self.without_verifying().as_bytes()
    }

    #[inline]
    fn take<E: Refusal>(input: &mut Input<'a, E>, known: Self::Known) -> Result<Self, E> {
        V::take(input, known).map(Self::new)
    }

    #[inline]
    fn take_behind<E: Refusal>(start: Input<'a, E>, input: &mut Input<'a, E>, known: Self::Known) -> Result<Self, E> {
        V::take_behind(start, input, known).map(Self::new)
    }
}

/// The name of a message in the schema.
#[doc(hidden)]
#[must_use]
pub const fn name_of<'a, V: Decode<'a>>(_view: &V) -> &'static str {
    V::NAME
}

/// Reads one message of a family, which began at `start`, behind its code. What reads it carries no reasons, so its view is
/// made in registers, and stored once, where the caller wants it.
///
/// # Errors
/// The first missing or malformed field, in this message.
#[doc(hidden)]
#[inline(always)]
pub fn member<'a, V: Decode<'a>, E: Refusal>(
    start: Input<'a, E>,
    input: &mut Input<'a, E>,
    message: &'static &'static str,
    known: V::Known,
) -> Result<V, E> {
    let mut quick = input.again();
    match V::take_behind(start.again(), &mut quick, known) {
        Ok(view) => {
            input.follow(quick);
            Ok(view)
        }
        Err(Refused) => {
            let (start, mut body) = (start.again(), input.again());
            Err(E::because(move || match V::take_behind(start, &mut body, known) {
                Err(error) => Error::in_member(error, message),
                // What one refuses the other does too.
                Ok(_) => left_over(body).in_message(message),
            }))
        }
    }
}

/// A reader of which only the error is wanted. (Each closure behind a `dyn Fn` would have its `FnOnce` and `FnMut` compiled
/// too, for each message.)
trait Explain<'a> {
    fn error(&self, input: &mut Input<'a>) -> Option<Error>;
}

#[derive(Clone, Copy)]
struct Reader<V, P> {
    known: P,
    read: core::marker::PhantomData<fn() -> V>,
}

impl<V, P> Reader<V, P> {
    const fn new(known: P) -> Self {
        Self { known, read: core::marker::PhantomData }
    }
}

impl<'a, V: Decode<'a>> Explain<'a> for Reader<V, V::Known> {
    fn error(&self, input: &mut Input<'a>) -> Option<Error> {
        V::take(input, self.known).err()
    }
}

/// Whose name an error bears.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub enum Name {
    /// That of this message.
    Message(&'static &'static str),
    /// That of the message which the reader found; of bytes left over, that of this family.
    Family(&'static &'static str),
}

/// Why bytes were refused that others may follow.
#[cold]
#[inline(never)]
fn refusal<'a>(bytes: &'a [u8], name: Name, reader: &dyn Explain<'a>) -> Error {
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
fn exact_refusal<'a>(bytes: &'a [u8], name: Name, reader: &dyn Explain<'a>) -> Error {
    refusal(bytes, name, reader).at_the_end()
}

fn left_over(input: Input<'_>) -> Error {
    Malformed::Trailing.found(&"rest", input.offset(), input.left())
}

/// Reads the shapes that `take_quick` rejects, too.
///
/// # Errors
/// The first missing or malformed field.
#[doc(hidden)]
#[inline(never)]
pub fn uncommon<'a, V: Decode<'a>>(bytes: &'a [u8], known: V::Known) -> Result<(V, &'a [u8]), Error> {
    let mut input = Input::new(bytes);
    match V::take(&mut input, known) {
        Ok(view) => Ok((view, input.rest())),
        Err(error) => Err(Error::in_message(error, &V::NAME)),
    }
}

/// The same of all bytes.
///
/// # Errors
/// The first missing or malformed field, or trailing bytes.
#[doc(hidden)]
#[inline(never)]
pub fn uncommon_exact<'a, V: Decode<'a>>(bytes: &'a [u8], known: V::Known) -> Result<V, Error> {
    let mut input = Input::new(bytes);
    match V::take(&mut input, known) {
        Ok(view) if input.is_empty() => Ok(view),
        Ok(_) => Err(left_over(input).in_message(&V::NAME)),
        Err(error) => Err(Error::in_message(error.at_the_end(), &V::NAME)),
    }
}
