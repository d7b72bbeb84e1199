//! The error of the limit.

use core::fmt;

use crate::error::Error;

/// A message is certainly longer than the limit of its [`Codec`](crate::Codec).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLong {
    error: Error,
    max_len: usize,
}

impl TooLong {
    pub(super) const fn new(error: Error, max_len: usize) -> Self {
        Self { error, max_len }
    }

    /// The field that needs more bytes than the limit allows. Its `needed()` counts from the bytes that the codec had, of
    /// which it reads no more than the limit.
    #[must_use]
    pub const fn error(&self) -> Error {
        self.error
    }

    /// The limit, in bytes.
    #[must_use]
    pub const fn max_len(&self) -> usize {
        self.max_len
    }
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, beyond the limit of {} bytes", self.error, self.max_len)
    }
}

impl core::error::Error for TooLong {}
