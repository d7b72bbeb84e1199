//! The cursor that writes.

mod sized;
mod varints;

use core::hint::cold_path;

use crate::checksum::{Check, Checksum, Edge, Piece};
use crate::ending::Ending;
use crate::error::Error;
use crate::nested;
use sized::Open;

/// A buffer that is filled from the front.
///
/// It never fails in the middle: what does not fit is not written but counted, so that at the end it is known exactly
/// how many bytes the whole takes. Beyond that count nothing is touched.
///
/// ```
/// let mut buffer = [0; 3];
/// let mut out = wireform::Output::new(&mut buffer);
/// out.array([1, 2]);
/// out.array([3, 4]);
/// assert_eq!(out.finish(&"Hello").unwrap_err().to_string(), "Hello: a buffer of 4 bytes is needed");
/// ```
#[derive(Debug)]
pub struct Output<'a> {
    buffer: &'a mut [u8],
    at: usize,
    /// The innermost region whose size is not known yet.
    open: Option<&'a Open<'a>>,
    /// How many nested parts of one circle are around it.
    level: usize,
}

impl<'a> Output<'a> {
    /// Writes from the start of `buffer`.
    #[must_use]
    #[inline]
    pub const fn new(buffer: &'a mut [u8]) -> Self {
        Self { buffer, at: 0, open: None, level: 0 }
    }

    /// Enters a nested part, and says what is around it; `None` if it is too deep.
    #[inline]
    pub(crate) fn enter(&mut self, depth: Option<u16>) -> Option<usize> {
        let around = self.level;
        self.level = nested::enter(around, depth)?;
        Some(around)
    }

    /// Leaves a nested part.
    #[inline]
    pub(crate) const fn leave(&mut self, around: usize) {
        self.level = around;
    }

    /// Writes a record of another circle, whose levels count from 0.
    #[doc(hidden)]
    #[inline]
    pub fn of_another_circle<R>(&mut self, write: impl FnOnce(&mut Self) -> R) -> R {
        let around = core::mem::take(&mut self.level);
        let written = write(self);
        self.level = around;
        written
    }

    /// How many bytes something writes: it is written to nowhere. Who refuses a value writes what stands before that.
    #[must_use]
    #[inline]
    pub fn measure<R>(put: impl FnOnce(&mut Output<'_>) -> R + Copy) -> usize {
        let mut out = Output::new(&mut []);
        let _ = put(&mut out);
        out.len()
    }

    /// How many bytes were written, or would have been: in a region whose size is [written last](Self::sized), since its
    /// start.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.at.wrapping_sub(self.start())
    }

    /// Whether nothing was written yet.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the innermost open region starts, from which offsets count. It moves if a size before it gets wider.
    #[inline]
    fn start(&self) -> usize {
        self.open.map_or(0, Open::start)
    }

    /// The place of the next `N` bytes, if there is room for them.
    #[inline]
    fn room<const N: usize>(&mut self) -> Option<&mut [u8; N]> {
        self.buffer.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut())
    }

    /// Writes an array.
    #[inline]
    pub fn array<const N: usize>(&mut self, bytes: [u8; N]) {
        // One byte is there or not: that is one question.
        match (bytes.as_slice(), self.buffer.get_mut(self.at)) {
            ([byte], Some(place)) => {
                *place = *byte;
                self.at = self.at.wrapping_add(1);
            }
            _ => self.fill(|place| *place = bytes),
        }
    }

    /// Writes an array, if there is one. Whether there is one is as likely as not; so bytes are written in any case, and
    /// what follows, which must be at least as long, stands over them.
    ///
    /// ```
    /// let mut buffer = [0; 4];
    /// let mut out = wireform::Output::new(&mut buffer);
    /// out.optional(Some([1]));
    /// out.optional(None::<[u8; 2]>);
    /// out.array([2, 3]);
    /// assert_eq!((out.len(), buffer), (3, [1, 2, 3, 0]));
    /// ```
    #[inline]
    pub fn optional<const N: usize>(&mut self, bytes: Option<[u8; N]>) {
        self.array_if(bytes.is_some(), bytes.unwrap_or([0; N]));
    }

    /// The same of a value that, where there is none, is as long as `base` is. Where the one that is there differs from
    /// `base`, this needs no choice between the two: what does not count is written over.
    ///
    /// ```
    /// let mut buffer = [0; 4];
    /// let out = &mut wireform::Output::new(&mut buffer);
    /// out.optional_over(Some(1), 0, u16::to_be_bytes);
    /// out.optional_over(None, 7, u16::to_be_bytes);
    /// out.array([2, 3]);
    /// assert_eq!((out.len(), buffer), (4, [0, 1, 2, 3]));
    /// ```
    #[inline]
    pub fn optional_over<T: Copy, const N: usize>(
        &mut self,
        value: Option<T>,
        base: T,
        encode: impl FnOnce(T) -> [u8; N],
    ) {
        self.array_if(value.is_some(), encode(value.unwrap_or(base)));
    }

    /// Writes an array that counts or not. By itself, so that what it is and whether it counts are two values, not one
    /// that has to be taken apart.
    #[inline]
    fn array_if<const N: usize>(&mut self, counts: bool, bytes: [u8; N]) {
        let len = if counts { N } else { 0 };
        // Not `room`, which becomes part of no caller here.
        match self.buffer.get_mut(self.at..).and_then(|rest| rest.first_chunk_mut()) {
            Some(place) => {
                *place = bytes;
                self.at = self.at.wrapping_add(len);
            }
            None => self.missed(len),
        }
    }

    /// Has `N` bytes written, if there is room for them.
    #[inline]
    pub fn fill<const N: usize>(&mut self, write: impl FnOnce(&mut [u8; N]) + Copy) {
        match self.buffer.get_mut(self.at..self.at.wrapping_add(N)).and_then(|place| place.first_chunk_mut()) {
            Some(place) => {
                write(place);
                self.at = self.at.wrapping_add(N);
            }
            None => self.missed(N),
        }
    }

    /// Writes over bytes that begin `at` this offset, as many as there are, and comes back.
    ///
    /// ```
    /// let mut buffer = [0; 3];
    /// let mut out = wireform::Output::new(&mut buffer);
    /// out.array([0, 2, 3]);
    /// out.back(0, |out| out.array([1]));
    /// assert_eq!((out.len(), buffer), (3, [1, 2, 3]));
    /// ```
    #[inline]
    pub fn back<R>(&mut self, at: usize, put: impl FnOnce(&mut Self) -> R) -> R {
        let end = self.at;
        self.at = self.start().wrapping_add(at);
        let result = put(self);
        self.at = end;
        result
    }

    /// Has up to `N` bytes written, and is told how many. Where there is no room for `N`, they are written elsewhere
    /// first.
    ///
    /// ```
    /// let mut buffer = [0; 3];
    /// let mut out = wireform::Output::new(&mut buffer);
    /// let number = |window: &mut [u8; 2]| {
    ///     *window = [1, 2];
    ///     2
    /// };
    /// out.window(number);
    /// out.window(number);
    /// assert_eq!(out.len(), 4);
    /// ```
    #[inline(always)]
    pub fn window<const N: usize>(&mut self, write: impl FnOnce(&mut [u8; N]) -> usize + Copy) {
        // One call only: what writes may become part of this.
        let mut elsewhere = None;
        let window = match self.room() {
            Some(window) => window,
            None => {
                cold_path();
                elsewhere.insert([0; N])
            }
        };
        let len = write(window);
        match elsewhere {
            None => self.at = self.at.wrapping_add(len),
            Some(bytes) => {
                cold_path();
                self.bytes(bytes.get(..len).unwrap_or_default());
            }
        }
    }

    /// Writes bytes.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        match self.buffer.get_mut(self.at..).and_then(|rest| rest.get_mut(..bytes.len())) {
            Some(place) => {
                place.copy_from_slice(bytes);
                self.at = self.at.wrapping_add(bytes.len());
            }
            None => self.missed(bytes.len()),
        }
    }

    /// Has so many bytes written, if there is room for them.
    #[inline]
    pub(crate) fn fill_bytes(&mut self, count: usize, write: impl FnOnce(&mut [u8])) {
        match self.buffer.get_mut(self.at..).and_then(|rest| rest.get_mut(..count)) {
            Some(places) => {
                write(places);
                self.at = self.at.wrapping_add(count);
            }
            None => self.missed(count),
        }
    }

    /// So many bytes do not fit.
    #[inline]
    fn missed(&mut self, bytes: usize) {
        cold_path();
        self.at = self.at.saturating_add(bytes);
    }

    /// Writes `count` zero bytes.
    #[inline]
    pub fn zeros(&mut self, count: usize) {
        self.fill_bytes(count, |places| places.fill(0));
    }

    /// Writes one byte so many times.
    #[inline]
    pub fn repeat(&mut self, byte: u8, count: usize) {
        self.fill_bytes(count, |places| places.fill(byte));
    }

    /// Writes one byte up to the next `multiple` of bytes, a power of two, counted from the offset `front`.
    ///
    /// ```
    /// let mut buffer = [0; 4];
    /// let mut out = wireform::Output::new(&mut buffer);
    /// out.array([1]);
    /// out.align(0, 4, 0xFF);
    /// assert_eq!(buffer, *b"\x01\xFF\xFF\xFF");
    /// ```
    #[inline]
    pub fn align(&mut self, front: usize, multiple: usize, byte: u8) {
        self.repeat(byte, front.wrapping_sub(self.len()) & multiple.wrapping_sub(1));
    }

    /// Puts a checksum into its place among the bytes that were written since `start`.
    #[inline]
    pub fn checksum<const SIZE: usize, C: Check>(
        &mut self,
        start: usize,
        checksum: &Checksum<SIZE, C>,
        at: Edge,
        pieces: &[Piece<'_>],
    ) {
        if let Some(bytes) = self.since(start) {
            checksum.fill(bytes, at, pieces);
        }
    }

    /// The bytes that were written since `start`; nothing where some of them did not fit.
    #[inline]
    pub(crate) fn since(&mut self, start: usize) -> Option<&mut [u8]> {
        let start = self.start().wrapping_add(start);
        self.buffer.get_mut(start..self.at)
    }

    /// Whether a reader ends the bytes that were written since `start` where the writer does, which writes `terminator` now.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn closes(&mut self, start: usize, ending: Ending<impl Fn(u8) -> bool>, terminator: &[u8]) -> bool {
        self.since(start).is_none_or(|bytes| ending.closes(bytes.iter().copied(), Some(terminator), false))
    }

    /// Has something written out of line. The cursor is not lent but handed on in registers: its place in memory would
    /// have to be kept up to date by everybody.
    #[inline]
    pub(crate) fn apart<R>(&mut self, put: impl FnOnce(&mut Output<'_>) -> R + Copy) -> R {
        let mut at = self.at;
        let result = apart(self.buffer, &mut at, (self.open, self.level), put);
        self.at = at;
        result
    }

    /// Hands it on to somebody who gives back where it then stands.
    #[inline]
    pub(crate) fn lent<'b, R>(&'b mut self, put: impl FnOnce(Output<'b>) -> (Stand, R)) -> R {
        let (Stand(at), result) = put(Output { buffer: self.buffer, at: self.at, open: self.open, level: self.level });
        self.at = at;
        result
    }

    /// Where it stands, for [`lent`](Self::lent).
    #[inline]
    pub(crate) const fn stand(&self) -> Stand {
        Stand(self.at)
    }

    /// How many bytes were written.
    ///
    /// # Errors
    /// [`ErrorKind::Unwritable(Unwritable::Room)`](crate::Unwritable::Room) if the buffer was too small.
    #[inline]
    pub fn finish(self, message: &'static &'static str) -> Result<usize, Error> {
        if self.at <= self.buffer.len() { Ok(self.at) } else { Err(Error::room(self.at, message)) }
    }
}

/// Where an output stands in its buffer.
pub(crate) struct Stand(usize);

#[inline(never)]
fn apart<R>(
    buffer: &mut [u8],
    at: &mut usize,
    (open, level): (Option<&Open<'_>>, usize),
    put: impl FnOnce(&mut Output<'_>) -> R + Copy,
) -> R {
    let mut out = Output { buffer, at: *at, open, level };
    let result = put(&mut out);
    *at = out.at;
    result
}

#[cfg(test)]
mod tests {
    use super::Output;
    use crate::error::{ErrorKind, Unwritable};

    #[test]
    fn nothing_is_written_behind_the_end_of_a_window() {
        let mut buffer = [9; 6];
        let mut out = Output::new(&mut buffer);
        for len in [1, 2] {
            out.window(|place: &mut [u8; 3]| {
                let mut out = Output::new(place);
                out.optional(Some([1]));
                out.bytes(&[2; 3][..len]);
                out.len()
            });
        }
        assert_eq!((out.len(), out.finish(&"M")), (5, Ok(5)));
        assert_eq!(buffer, [1, 2, 1, 2, 2, 9]);
    }

    #[test]
    fn a_window_without_room_is_counted() {
        let mut buffer = [9; 4];
        let mut out = Output::new(&mut buffer);
        let three = |place: &mut [u8; 8]| {
            place.fill(7);
            3
        };
        out.window(three);
        out.window(three);
        // Once something did not fit, nothing does.
        out.array([1]);
        assert_eq!(out.len(), 7);
        let error = out.finish(&"M").map_err(|error| error.kind());
        assert_eq!(error, Err(ErrorKind::Unwritable(Unwritable::Room { need: 7 })));
        assert_eq!(buffer, [7, 7, 7, 9]);
    }

    #[test]
    fn what_is_not_there_takes_no_room() {
        let mut buffer = [9; 3];
        let mut out = Output::new(&mut buffer);
        out.optional(None::<[u8; 4]>);
        out.optional(Some([1, 2]));
        out.optional(None::<[u8; 1]>);
        out.array([3]);
        assert_eq!((out.len(), buffer), (3, [1, 2, 3]));
        assert_eq!(Output::measure(|out| out.optional(Some([0; 4]))), 4);
        assert_eq!(Output::measure(|out| out.optional(None::<[u8; 4]>)), 0);
    }
}
