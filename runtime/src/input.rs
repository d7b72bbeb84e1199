//! The cursor that reads.

mod end;
mod varints;

use core::marker::PhantomData;

use crate::ending::Ending;
use crate::error::{Error, ErrorKind, Fault, Malformed, Refusal, Refused};
use crate::nested;

/// The bytes that are still to be read, and where they stand.
///
/// Its readers refuse bytes with an `E`: an [`Error`], or, without a reason and at no cost,
/// [`Refused`](crate::Refused).
///
/// Rare cases are functions out of line. They take the bytes, not the cursor: a cursor whose address is passed on is in
/// memory in all readers.
///
/// ```
/// let mut input = wireform::Input::new(&[7, 1, 2]);
/// assert_eq!(input.byte(), Ok(7));
/// assert_eq!((input.offset(), input.rest()), (1, &[1, 2][..]));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input<'a, E = Error> {
    rest: &'a [u8],
    end: usize,
    /// How many nested parts of one circle are around it, and [`CLOSED`]. (A whole word: a copy of it takes fewer
    /// instructions than that of two smaller numbers.)
    around: usize,
    refusal: PhantomData<E>,
}

/// No more bytes will come: this is a region of something larger.
const CLOSED: usize = 1 << 15;

impl<'a> Input<'a> {
    /// Reads from the start of `bytes`.
    #[must_use]
    #[inline]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self::at(bytes, 0)
    }

    /// Reads from the start of `bytes`, which stand at `offset` in a larger input.
    #[must_use]
    #[inline]
    pub const fn at(bytes: &'a [u8], offset: usize) -> Self {
        Self { rest: bytes, end: offset.saturating_add(bytes.len()), around: 0, refusal: PhantomData }
    }
}

impl<'a, E: Refusal> Input<'a, E> {
    /// The same place, from which another reader goes on, who refuses otherwise.
    #[must_use]
    #[inline]
    pub const fn again<F: Refusal>(&self) -> Input<'a, F> {
        Input { rest: self.rest, end: self.end, around: self.around, refusal: PhantomData }
    }

    const fn is_closed(&self) -> bool {
        self.around & CLOSED != 0
    }

    /// Goes on where another reader of the same bytes is.
    #[inline]
    pub(crate) const fn follow<F: Refusal>(&mut self, other: Input<'a, F>) {
        self.rest = other.rest;
    }

    /// The next `N` bytes by themselves, to be read at once.
    ///
    /// # Errors
    /// Refused if there are fewer; nobody is told which field is missing.
    #[inline]
    pub fn front<const N: usize>(&mut self) -> Result<Self, Refused> {
        let (front, rest) = self.rest.split_first_chunk::<N>().ok_or_else(Refused::rarely)?;
        self.rest = rest;
        Ok(Self { rest: front, end: self.offset(), ..*self })
    }

    /// The next `count` bytes, if they are there.
    #[inline]
    pub(crate) fn split(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(bytes)
    }

    /// The next bytes of so many elements that are equally long, if they are there.
    #[inline]
    pub(crate) fn split_equal(&mut self, count: usize, each: Option<usize>) -> Option<&'a [u8]> {
        self.split(count.checked_mul(each?)?)
    }

    /// Passes by `count` bytes, if they are there.
    #[inline]
    pub(crate) fn pass(&mut self, count: usize) -> bool {
        self.rest.get(count..).is_some_and(|rest| {
            self.rest = rest;
            true
        })
    }

    /// How many bytes were read.
    #[must_use]
    #[inline]
    pub const fn offset(&self) -> usize {
        self.end.saturating_sub(self.rest.len())
    }

    /// The bytes that are left.
    #[must_use]
    #[inline]
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Whether no byte is left.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// How many bytes are left.
    #[must_use]
    #[inline]
    pub const fn left(&self) -> usize {
        self.rest.len()
    }

    /// At least so many bytes must be left, since nothing shorter is valid: asked once in front, it need not be asked at
    /// each field.
    ///
    /// # Errors
    /// Refused if there are fewer and nobody asks why; the field that is missing is told by whoever reads it.
    ///
    /// ```
    /// use wireform::{Input, Error, Refused};
    ///
    /// let input = Input::new(&[1, 2, 3]);
    /// assert_eq!(input.again::<Refused>().at_least(4), Err(Refused));
    /// assert_eq!(input.again::<Error>().at_least(4), Ok(()));
    /// ```
    #[inline]
    pub fn at_least(&self, fewest: usize) -> Result<(), E> {
        if self.rest.len() < fewest { E::unexplained() } else { Ok(()) }
    }

    /// A broken rule that a reader who explains has told before.
    ///
    /// # Errors
    /// Refused, if nobody asks why.
    ///
    /// ```
    /// use wireform::{Input, Error, Refused};
    ///
    /// let input = Input::new(&[1, 2, 3]);
    /// assert_eq!(input.again::<Refused>().unexplained(), Err(Refused));
    /// assert_eq!(input.again::<Error>().unexplained(), Ok(()));
    /// ```
    #[inline]
    pub fn unexplained(&self) -> Result<(), E> {
        E::unexplained()
    }

    /// The next `count` bytes by themselves: what runs out in them is malformed, because no more will come.
    ///
    /// # Errors
    /// Truncated; then nothing is taken.
    ///
    /// ```
    /// let mut input = wireform::Input::new(&[1, 2, 3]);
    /// let mut region = input.region(2, &"within")?;
    /// assert_eq!((region.byte(), region.offset()), (Ok(1), 1));
    /// assert!(region.end(&"within").is_err());
    /// assert_eq!(input.rest(), [3]);
    /// # Ok::<(), wireform::Error>(())
    /// ```
    #[inline]
    pub fn region(&mut self, count: usize, field: &'static &'static str) -> Result<Self, E> {
        self.region_from(self.offset(), count, field)
    }

    /// The next `count` bytes by themselves, of a field that begins at `start`, with the count.
    ///
    /// # Errors
    /// Truncated; then nothing is taken.
    #[inline]
    pub fn region_from(&mut self, start: usize, count: usize, field: &'static &'static str) -> Result<Self, E> {
        let rest = self.bytes_from(start, count, field)?;
        Ok(Self { rest, end: self.offset(), around: self.around | CLOSED, ..*self })
    }

    /// The next bytes up to an end by themselves; the end is taken, too.
    ///
    /// # Errors
    /// Truncated where the end is missing (unless `or_end`); then nothing is taken.
    #[doc(hidden)]
    #[inline]
    pub fn region_until(
        &mut self,
        ending: Ending<impl Fn(u8) -> bool>,
        or_end: bool,
        field: &'static &'static str,
    ) -> Result<Self, E> {
        let rest = match ending.ended(self.rest) {
            Some(ended) => {
                let mut behind = *self;
                let bytes = behind.bytes_or_end(ended.len);
                let region = Self { rest: bytes, end: behind.offset(), around: self.around | CLOSED, ..*self };
                let _terminator = behind.bytes_or_end(ended.terminator);
                *self = behind;
                return Ok(region);
            }
            None if or_end => self.bytes_or_end(self.rest.len()),
            None => return Err(self.fault(Fault::Short { needed: 1 }, field, self.offset())),
        };
        Ok(Self { rest, end: self.offset(), around: self.around | CLOSED, ..*self })
    }

    /// Enters a nested part, and says what is around it; `None` if it is too deep.
    #[inline]
    pub(crate) fn enter(&mut self, depth: Option<u16>) -> Option<usize> {
        let around = self.around;
        let inside = nested::enter(around & !CLOSED, depth)?;
        self.around = around & CLOSED | inside;
        Some(around)
    }

    /// Leaves a nested part.
    #[inline]
    pub(crate) const fn leave(&mut self, around: usize) {
        self.around = around;
    }

    /// Reads a record of another circle, whose levels count from 0.
    ///
    /// # Errors
    /// Those of the reader.
    #[inline]
    pub fn of_another_circle<R>(&mut self, read: impl FnOnce(&mut Self) -> Result<R, E>) -> Result<R, E> {
        let around = self.around;
        self.around = around & CLOSED;
        let read = read(self);
        self.around = around;
        read
    }

    /// A region must have been read to its end.
    ///
    /// # Errors
    /// [`Malformed::Trailing`], at the first byte that is left.
    #[inline]
    pub fn end(&self, field: &'static &'static str) -> Result<(), E> {
        if self.rest.is_empty() { Ok(()) } else { Err(Malformed::Trailing.found(field, self.offset(), self.left())) }
    }

    /// The error of a number that begins at `offset`.
    #[inline]
    pub(crate) fn fault(self, fault: Fault, field: &'static &'static str, offset: usize) -> E {
        E::because(|| self.told(fault.at(field, offset)))
    }

    /// The error in a region that ends: input that is too short is malformed there.
    fn told(self, error: Error) -> Error {
        if self.is_closed() { error.in_region() } else { error }
    }

    /// One byte.
    ///
    /// # Errors
    /// [`Fault::Short`] at the end.
    #[inline]
    pub const fn byte(&mut self) -> Result<u8, Fault> {
        match self.rest {
            [first, rest @ ..] => {
                self.rest = rest;
                Ok(*first)
            }
            [] => Err(Fault::Short { needed: 1 }),
        }
    }

    /// The next `N` bytes, as they stand there.
    ///
    /// # Errors
    /// [`Fault::Short`] if there are fewer; then nothing is taken.
    #[inline]
    pub const fn array<const N: usize>(&mut self) -> Result<&'a [u8; N], Fault> {
        match self.rest.split_first_chunk::<N>() {
            Some((array, rest)) => {
                self.rest = rest;
                Ok(array)
            }
            None => Err(Fault::Short { needed: N.saturating_sub(self.rest.len()) }),
        }
    }

    /// The next `N` bytes, in which the bits of `mask` are those of `constant`.
    ///
    /// # Errors
    /// [`Fault::Varint`] at the first byte with others, [`Fault::Short`] if there are fewer bytes.
    #[inline]
    pub fn marked<const N: usize>(&mut self, mask: [u8; N], constant: [u8; N]) -> Result<&'a [u8; N], Fault> {
        let marks = mask.iter().zip(&constant);
        if self.rest.iter().zip(marks).any(|(byte, (mask, constant))| byte & mask != *constant) {
            return Err(Fault::Varint);
        }
        self.array()
    }

    /// A run of fields of fixed size. `fields` names each with its end in the run, for the error.
    ///
    /// # Errors
    /// Truncated at the first field that is not there as a whole; then nothing is taken.
    #[inline]
    pub fn run<const N: usize>(&mut self, fields: &'static [(&'static &'static str, usize)]) -> Result<&'a [u8; N], E> {
        match self.rest.split_first_chunk::<N>() {
            Some((run, rest)) => {
                self.rest = rest;
                Ok(run)
            }
            None => Err(E::because(|| self.short(fields))),
        }
    }

    #[cold]
    #[inline(never)]
    fn short(self, fields: &'static [(&'static &'static str, usize)]) -> Error {
        let left = self.rest.len();
        let mut start = 0;
        for (field, end) in fields {
            if *end > left {
                let kind = ErrorKind::Truncated { needed: end.saturating_sub(left) };
                return self.told(Error::new(field, self.offset().saturating_add(start), kind));
            }
            start = *end;
        }
        self.told(Error::new(&"", self.offset(), ErrorKind::Truncated { needed: 1 }))
    }

    #[cold]
    #[inline(never)]
    fn short_field(self, size: usize, field: &'static &'static str) -> Error {
        let kind = ErrorKind::Truncated { needed: size.saturating_sub(self.rest.len()) };
        self.told(Error::new(field, self.offset(), kind))
    }

    /// One field of fixed size.
    ///
    /// # Errors
    /// Truncated; then nothing is taken.
    #[inline]
    pub fn field<const N: usize>(&mut self, field: &'static &'static str) -> Result<&'a [u8; N], E> {
        match self.rest.split_first_chunk::<N>() {
            Some((array, rest)) => {
                self.rest = rest;
                Ok(array)
            }
            None => Err(E::because(|| self.short_field(N, field))),
        }
    }

    /// `count` bytes.
    ///
    /// # Errors
    /// Truncated; then nothing is taken.
    #[inline]
    pub fn bytes(&mut self, count: usize, field: &'static &'static str) -> Result<&'a [u8], E> {
        self.bytes_from(self.offset(), count, field)
    }

    /// `count` bytes of a field that begins at `start`, with the count.
    ///
    /// # Errors
    /// Truncated; then nothing is taken.
    #[inline]
    pub fn bytes_from(&mut self, start: usize, count: usize, field: &'static &'static str) -> Result<&'a [u8], E> {
        match self.rest.split_at_checked(count) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => Err(E::because(|| self.short_bytes(start, count, field))),
        }
    }

    #[cold]
    #[inline(never)]
    fn short_bytes(self, start: usize, count: usize, field: &'static &'static str) -> Error {
        let kind = ErrorKind::Truncated { needed: count.saturating_sub(self.rest.len()) };
        self.told(Error::new(field, start, kind))
    }

    /// The bytes up to the next `multiple` of bytes, a power of two, counted from the offset `front`.
    ///
    /// # Errors
    /// Truncated; then nothing is taken.
    ///
    /// ```
    /// let mut input = wireform::Input::new(&[1, 2, 3, 0, 4]);
    /// let front = input.offset();
    /// let _ = input.bytes(3, &"name")?;
    /// assert_eq!(input.up_to(front, 4, &"reserved")?, [0]);
    /// assert_eq!(input.up_to(front, 4, &"reserved")?, []);
    /// # Ok::<(), wireform::Error>(())
    /// ```
    #[inline]
    pub fn up_to(&mut self, front: usize, multiple: usize, field: &'static &'static str) -> Result<&'a [u8], E> {
        self.bytes(front.wrapping_sub(self.offset()) & multiple.wrapping_sub(1), field)
    }

    /// All bytes that are left, at most `count`.
    #[inline]
    pub fn bytes_or_end(&mut self, count: usize) -> &'a [u8] {
        let (bytes, rest) = self.rest.split_at_checked(count).unwrap_or((self.rest, &[]));
        self.rest = rest;
        bytes
    }

    /// All bytes that are left.
    #[inline]
    pub fn take_rest(&mut self) -> &'a [u8] {
        core::mem::take(&mut self.rest)
    }

    /// The bytes between `start`, an earlier state of this cursor, and here.
    #[must_use]
    #[inline]
    pub fn since(&self, start: Self) -> &'a [u8] {
        // Of another's place there are none.
        start.rest.get(..start.rest.len().wrapping_sub(self.rest.len())).unwrap_or(&[])
    }

    /// Bytes up to a terminating byte, which is taken too. At most `bound` bytes without it.
    ///
    /// # Errors
    /// Truncated where the terminator is missing (unless `or_end`), malformed where more than `bound` bytes come first.
    #[inline]
    pub fn until(
        &mut self,
        end: impl Fn(u8) -> bool,
        or_end: bool,
        bound: usize,
        field: &'static &'static str,
    ) -> Result<&'a [u8], E> {
        self.ended(Ending::until(end, &[]), or_end, bound, field)
    }

    /// Bytes up to an end, which is taken, too, but for one that is left. The value has at most `bound` bytes.
    ///
    /// # Errors
    /// Truncated where the end is missing (unless `or_end`), malformed where the value would have more than `bound`
    /// bytes.
    #[doc(hidden)]
    #[inline]
    pub fn ended(
        &mut self,
        ending: Ending<impl Fn(u8) -> bool>,
        or_end: bool,
        bound: usize,
        field: &'static &'static str,
    ) -> Result<&'a [u8], E> {
        let start = *self;
        let limit = || Malformed::Limit.at_most(field, start.offset(), bound);
        match ending.ended(self.rest) {
            Some(ended) if ended.len > bound => Err(limit()),
            Some(ended) => {
                let bytes = self.bytes_or_end(ended.len);
                let _terminator = self.bytes_or_end(ended.terminator);
                Ok(bytes)
            }
            // The fields behind it are empty, and still have their place in the packet.
            None if or_end && self.rest.len() <= bound => Ok(self.bytes_or_end(self.rest.len())),
            None if or_end || ending.least(self.rest.len()) > bound => Err(limit()),
            None => Err(self.fault(Fault::Short { needed: 1 }, field, start.offset())),
        }
    }

    /// Nothing may be left.
    ///
    /// # Errors
    /// [`Malformed::Trailing`], at the first byte that is left.
    #[inline]
    pub fn finish(&self) -> Result<(), E> {
        if self.rest.is_empty() { Ok(()) } else { Err(Malformed::Trailing.found(&"rest", self.offset(), self.left())) }
    }
}
