//! The trait of all plain values, with the writers of whole packets that it provides.

use crate::error::Error;
use crate::output::Output;

/// A plain value of a message, a struct or a family, which can be written.
///
/// `write` of a generated value needs no import. The trait is for code that is generic over values, and has their other
/// functions. (A value with a checksum of the program has them behind [`with_hooks`](crate::WithHooks).)
///
/// ```
/// use wireform::{Encode, Error};
///
/// /// Writes a message behind its length.
/// fn framed<T: Encode<Known = ()>>(message: &T, frame: &mut [u8]) -> Result<usize, Error> {
///     let [first, rest @ ..] = frame else { return Ok(0) };
///     let len = message.write(rest)?;
///     *first = u8::try_from(len).unwrap_or(u8::MAX);
///     Ok(len + 1)
/// }
/// ```
pub trait Encode {
    /// The facts that the value does not hold: the parameters of the schema, and values of the session; `()` if there are none.
    type Known: Copy;

    /// The name in the schema.
    const NAME: &'static str;

    /// The encoded length in bytes, if the value is valid. (A value with parameters has [`encoded_len_known`] and so on.)
    ///
    /// [`encoded_len_known`]: Self::encoded_len_known
    #[must_use]
    #[inline]
    fn encoded_len(&self) -> usize
    where
        Self: Encode<Known = ()>,
    {
        self.encoded_len_known(())
    }

    /// Writes the value to the start of `buffer`; returns the number of bytes written.
    ///
    /// # Errors
    /// The constraint that the value violates, or [`Room`](crate::Unwritable::Room) if `buffer` is too small. The start
    /// of the buffer, as far as the value would reach, then holds anything.
    #[inline]
    fn write(&self, buffer: &mut [u8]) -> Result<usize, Error>
    where
        Self: Encode<Known = ()>,
    {
        self.write_known(buffer, ())
    }

    /// As [`encoded_len`](Self::encoded_len), with what the value does not say.
    #[must_use]
    #[inline]
    fn encoded_len_known(&self, known: Self::Known) -> usize {
        Output::measure(|out| self.put_unchecked(out, known))
    }

    /// As [`write`](Self::write), with what the value does not say.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    #[inline]
    fn write_known(&self, buffer: &mut [u8], known: Self::Known) -> Result<usize, Error> {
        let mut out = Output::new(buffer);
        match self.put_checked(&mut out, known) {
            Ok(()) => out.finish(&Self::NAME),
            Err(error) if Self::IS_FAMILY => Err(error),
            Err(error) => Err(error.in_message(&Self::NAME)),
        }
    }

    /// Appends the value to a vector; returns the number of bytes.
    ///
    /// # Errors
    /// As [`write`](Self::write), or [`Room`](crate::Unwritable::Room) if there is no memory for it. The vector is then
    /// as it was.
    ///
    /// ```
    /// # use wireform::{Encode, Error};
    /// fn both<A: Encode<Known = ()>, B: Encode<Known = ()>>(a: &A, b: &B) -> Result<Vec<u8>, Error> {
    ///     let mut packet = Vec::new();
    ///     a.append_to(&mut packet)?;
    ///     b.append_to(&mut packet)?;
    ///     Ok(packet)
    /// }
    /// ```
    #[cfg(feature = "alloc")]
    fn append_to(&self, bytes: &mut alloc::vec::Vec<u8>) -> Result<usize, Error>
    where
        Self: Encode<Known = ()>,
    {
        self.append_known_to(bytes, ())
    }

    /// As [`append_to`](Self::append_to), with what the value does not say.
    ///
    /// # Errors
    /// As [`append_to`](Self::append_to).
    #[cfg(feature = "alloc")]
    fn append_known_to(&self, bytes: &mut alloc::vec::Vec<u8>, known: Self::Known) -> Result<usize, Error> {
        let (start, len) = (bytes.len(), self.encoded_len_known(known));
        if bytes.try_reserve(len).is_ok() {
            bytes.resize(start.saturating_add(len), 0);
        }
        let written = self.write_known(bytes.get_mut(start..).unwrap_or_default(), known);
        bytes.truncate(start.saturating_add(*written.as_ref().unwrap_or(&0)));
        written
    }

    /// Writes to a new vector.
    ///
    /// # Errors
    /// As [`append_to`](Self::append_to).
    #[cfg(feature = "alloc")]
    fn to_vec(&self) -> Result<alloc::vec::Vec<u8>, Error>
    where
        Self: Encode<Known = ()>,
    {
        self.to_vec_known(())
    }

    /// As [`to_vec`](Self::to_vec), with what the value does not say.
    ///
    /// # Errors
    /// As [`append_to`](Self::append_to).
    #[cfg(feature = "alloc")]
    fn to_vec_known(&self, known: Self::Known) -> Result<alloc::vec::Vec<u8>, Error> {
        let mut bytes = alloc::vec::Vec::new();
        self.append_known_to(&mut bytes, known)?;
        Ok(bytes)
    }

    /// Appends the value to a buffer of the crate `bytes`, such as `BytesMut`; returns the number of bytes.
    ///
    /// # Errors
    /// As [`append_to`](Self::append_to), or [`Room`](crate::Unwritable::Room) if the buffer cannot grow that far. The
    /// buffer is then as it was.
    #[cfg(feature = "bytes")]
    fn put_to(&self, buffer: &mut impl bytes::BufMut) -> Result<usize, Error>
    where
        Self: Encode<Known = ()>,
    {
        self.put_known_to(buffer, ())
    }

    /// As [`put_to`](Self::put_to), with what the value does not say.
    ///
    /// # Errors
    /// As [`put_to`](Self::put_to).
    #[cfg(feature = "bytes")]
    fn put_known_to(&self, buffer: &mut impl bytes::BufMut, known: Self::Known) -> Result<usize, Error> {
        // What `BufMut` gives a place in is not initialised yet, so the bytes are made elsewhere.
        let mut short = [0; 256];
        let (len, mut long) = (self.encoded_len_known(known), alloc::vec::Vec::new());
        let place = if len <= short.len() {
            short.as_mut_slice()
        } else {
            if long.try_reserve_exact(len).is_ok() {
                long.resize(len, 0);
            }
            long.as_mut_slice()
        };
        let place = if len <= buffer.remaining_mut() { place } else { &mut [] };
        let len = self.write_known(place, known)?;
        buffer.put_slice(place.get(..len).unwrap_or_default());
        Ok(len)
    }

    crate::features::needs! {
        "alloc", WithAlloc:
        append_to(_bytes: &mut impl Sized) -> usize = 0;
        append_known_to(_bytes: &mut impl Sized, _known: Self::Known) -> usize = 0;
        to_vec() -> &'static [u8] = &[];
        to_vec_known(_known: Self::Known) -> &'static [u8] = &[];
    }

    crate::features::needs! {
        "bytes", WithBytes:
        put_to(_buffer: &mut impl Sized) -> usize = 0;
        put_known_to(_buffer: &mut impl Sized, _known: Self::Known) -> usize = 0;
    }

    /// It is a family: the message that was to be written names itself in its errors.
    #[doc(hidden)]
    const IS_FAMILY: bool = false;

    /// Writes it, if it is valid.
    #[doc(hidden)]
    fn put_checked(&self, out: &mut Output<'_>, known: Self::Known) -> Result<(), Error>;

    /// Writes it where only the number of bytes is wanted.
    #[doc(hidden)]
    #[inline]
    fn put_unchecked(&self, out: &mut Output<'_>, known: Self::Known) {
        let _ = self.put_checked(out, known);
    }
}

/// A reference is written as the value is.
impl<T: Encode + ?Sized> Encode for &T {
    type Known = T::Known;
    const NAME: &'static str = T::NAME;
    const IS_FAMILY: bool = T::IS_FAMILY;

    #[inline]
    fn put_checked(&self, out: &mut Output<'_>, known: Self::Known) -> Result<(), Error> {
        T::put_checked(self, out, known)
    }

    #[inline]
    fn put_unchecked(&self, out: &mut Output<'_>, known: Self::Known) {
        T::put_unchecked(self, out, known);
    }

    #[inline]
    fn write_known(&self, buffer: &mut [u8], known: Self::Known) -> Result<usize, Error> {
        T::write_known(self, buffer, known)
    }
}

/// A message or struct whose values have a maximum length, so that an array can hold any of them.
///
/// ```text
/// let mut buffer = [0; Pos::MAX_LEN];
/// ```
pub trait Bounded {
    /// The maximum length in bytes that `write` produces.
    const MAX_LEN: usize;
}

/// A plain value that has a name in the schema, with or without hooks.
#[doc(hidden)]
pub trait Named {
    /// The name.
    const NAME: &'static str;
}

/// The name of a value in the schema.
#[doc(hidden)]
#[must_use]
pub const fn name_of_value<V: Named>(_value: &V) -> &'static str {
    V::NAME
}

/// How a generated writer ends: it cannot fail, or it says whether it did.
#[doc(hidden)]
pub trait Outcome {
    /// The same as a result.
    ///
    /// # Errors
    /// If the writer failed.
    fn outcome(self) -> Result<(), Error>;
}

impl Outcome for () {
    #[inline]
    fn outcome(self) -> Result<(), Error> {
        Ok(())
    }
}

impl Outcome for Result<(), Error> {
    #[inline]
    fn outcome(self) -> Result<(), Error> {
        self
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::Encode;
    use crate::error::{Error, ErrorKind, Unwritable};
    use crate::output::Output;

    /// So many zeros, unless they are 13.
    struct Zeros(usize);

    impl Encode for Zeros {
        type Known = ();
        const NAME: &'static str = "Zeros";

        fn put_checked(&self, out: &mut Output<'_>, _known: ()) -> Result<(), Error> {
            out.zeros(self.0);
            if self.0 == 13 { Err(Unwritable::Range.at(&"count")) } else { Ok(()) }
        }
    }

    #[test]
    fn a_vector_is_as_long_as_the_value() {
        assert_eq!(Zeros(3).to_vec().as_deref(), Ok(&[0; 3][..]));
        assert_eq!(Zeros(0).to_vec().as_deref(), Ok(&[][..]));
    }

    #[test]
    fn a_vector_is_as_it_was_where_nothing_is_written() {
        let mut bytes = alloc::vec![7];
        assert_eq!(Zeros(2).append_to(&mut bytes), Ok(2));
        let error = Zeros(usize::MAX).append_to(&mut bytes).expect_err("more than there is");
        assert_eq!(error.kind(), ErrorKind::Unwritable(Unwritable::Room { need: usize::MAX }));
        let error = Zeros(13).append_to(&mut bytes).expect_err("not to be written");
        assert_eq!((error.kind(), bytes), (ErrorKind::Unwritable(Unwritable::Range), alloc::vec![7, 0, 0]));
    }

    #[cfg(feature = "bytes")]
    #[test]
    fn a_buffer_grows_by_the_value_or_not_at_all() {
        let mut bytes = bytes::BytesMut::from(&[7][..]);
        assert_eq!((Zeros(2).put_to(&mut bytes), Zeros(300).put_to(&mut bytes)), (Ok(2), Ok(300)));
        let error = Zeros(13).put_to(&mut bytes).expect_err("not to be written");
        assert_eq!((error.kind(), bytes.len()), (ErrorKind::Unwritable(Unwritable::Range), 303));
        let error = Zeros(3).put_to(&mut &mut [0; 2][..]).expect_err("more than there is");
        assert_eq!(error.kind(), ErrorKind::Unwritable(Unwritable::Room { need: 3 }));
    }
}
