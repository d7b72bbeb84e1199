//! The cursor that writes.

use crate::checksum::Checksum;
use crate::error::{WriteError, WriteErrorKind};
use crate::varint::Varint;

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
/// assert_eq!(out.finish("Hello").unwrap_err().to_string(), "Hello: a buffer of 4 bytes is needed");
/// ```
#[derive(Debug)]
pub struct Output<'a> {
    buffer: &'a mut [u8],
    at: usize,
}

impl<'a> Output<'a> {
    /// Writes from the start of `buffer`.
    #[must_use]
    #[inline]
    pub const fn new(buffer: &'a mut [u8]) -> Self {
        Self { buffer, at: 0 }
    }

    /// How many bytes something writes: it is written to nowhere.
    #[must_use]
    #[inline]
    pub fn measure(put: impl FnOnce(&mut Output<'_>)) -> usize {
        let mut out = Output::new(&mut []);
        put(&mut out);
        out.len()
    }

    /// How many bytes were written, or would have been.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.at
    }

    /// Whether nothing was written yet.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.at == 0
    }

    /// Writes an array.
    #[inline]
    pub fn array<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some(place) = self.buffer.get_mut(self.at..).and_then(|b| b.first_chunk_mut::<N>()) {
            *place = bytes;
        }
        self.at = self.at.saturating_add(N);
    }

    /// Has `N` bytes written, if there is room for them.
    #[inline]
    pub fn fill<const N: usize>(&mut self, write: impl FnOnce(&mut [u8; N])) {
        if let Some(place) = self.buffer.get_mut(self.at..).and_then(|b| b.first_chunk_mut()) {
            write(place);
        }
        self.at = self.at.saturating_add(N);
    }

    /// Writes bytes.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        if let Some(place) = self.buffer.get_mut(self.at..).and_then(|b| b.get_mut(..bytes.len())) {
            place.copy_from_slice(bytes);
        }
        self.at = self.at.saturating_add(bytes.len());
    }

    /// Writes an integer of variable width.
    #[inline]
    pub fn varint<V: Varint>(&mut self, _as: V, number: V::Number) {
        V::put(number, self);
    }

    /// Writes `count` zero bytes.
    #[inline]
    pub fn zeros(&mut self, count: usize) {
        if let Some(place) = self.buffer.get_mut(self.at..).and_then(|b| b.get_mut(..count)) {
            place.fill(0);
        }
        self.at = self.at.saturating_add(count);
    }

    /// Puts a checksum into its place among the bytes that were written since `start`.
    #[inline]
    pub fn checksum<const SIZE: usize>(&mut self, start: usize, checksum: &Checksum<SIZE>) {
        if let Some(bytes) = self.since(start) {
            checksum.fill(bytes);
        }
    }

    /// The bytes that were written since `start`; nothing where some of them did not fit.
    #[inline]
    pub(crate) fn since(&mut self, start: usize) -> Option<&mut [u8]> {
        self.buffer.get_mut(start..self.at)
    }

    /// Hands it on to somebody who gives it back.
    #[inline]
    pub(crate) fn lent(&mut self, put: impl for<'b> FnOnce(Output<'b>) -> Output<'b>) {
        let Output { at, .. } = put(Output { buffer: self.buffer, at: self.at });
        self.at = at;
    }

    /// How many bytes were written.
    ///
    /// # Errors
    /// [`WriteErrorKind::Room`] if the buffer was too small.
    #[inline]
    pub fn finish(self, message: &'static str) -> Result<usize, WriteError> {
        if self.at <= self.buffer.len() {
            Ok(self.at)
        } else {
            Err(WriteError::new(&"", WriteErrorKind::Room { need: self.at }).in_message(message))
        }
    }
}
