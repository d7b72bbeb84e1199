//! What can be written without parameters.

use crate::error::WriteError;

/// A plain value that can be written. Generated types have the same functions of their own; the trait is for code
/// that is generic over them.
pub trait Encode {
    /// How many bytes [`Encode::write`] writes, if it takes the value.
    fn encoded_len(&self) -> usize;

    /// Writes to the front of `buffer` and gives the number of bytes.
    ///
    /// # Errors
    /// What the value breaks, or [`Room`](crate::WriteErrorKind::Room). Then the front of the buffer, as far as the
    /// value would reach, holds anything.
    fn write(&self, buffer: &mut [u8]) -> Result<usize, WriteError>;

    /// Writes to a new vector.
    ///
    /// # Errors
    /// What the value breaks.
    #[cfg(feature = "alloc")]
    fn to_vec(&self) -> Result<alloc::vec::Vec<u8>, WriteError> {
        let mut bytes = alloc::vec![0; self.encoded_len()];
        let len = self.write(&mut bytes)?;
        bytes.truncate(len);
        Ok(bytes)
    }
}
