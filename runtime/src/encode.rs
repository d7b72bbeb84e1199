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
    /// What the value breaks, or [`Room`](crate::WriteErrorKind::Room) where there is no memory for it.
    #[cfg(feature = "alloc")]
    fn to_vec(&self) -> Result<alloc::vec::Vec<u8>, WriteError> {
        let (mut bytes, len) = (alloc::vec::Vec::new(), self.encoded_len());
        if bytes.try_reserve_exact(len).is_ok() {
            bytes.resize(len, 0);
        }
        let len = self.write(&mut bytes)?;
        bytes.truncate(len);
        Ok(bytes)
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::Encode;
    use crate::error::{WriteError, WriteErrorKind};
    use crate::output::Output;

    /// So many zeros.
    struct Zeros(usize);

    impl Encode for Zeros {
        fn encoded_len(&self) -> usize {
            self.0
        }

        fn write(&self, buffer: &mut [u8]) -> Result<usize, WriteError> {
            let mut out = Output::new(buffer);
            out.zeros(self.0);
            out.finish("Zeros")
        }
    }

    #[test]
    fn a_vector_is_as_long_as_the_value() {
        assert_eq!(Zeros(3).to_vec().as_deref(), Ok(&[0; 3][..]));
        assert_eq!(Zeros(0).to_vec().as_deref(), Ok(&[][..]));
    }

    #[test]
    fn what_no_memory_holds_is_refused() {
        let error = Zeros(usize::MAX).to_vec().expect_err("more than there is");
        assert_eq!(error.kind(), WriteErrorKind::Room { need: usize::MAX });
    }
}
