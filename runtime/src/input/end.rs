//! Reading by the end of the bytes.

use super::{Fault, Input};
use crate::error::{Malformed, Refusal};

impl<'a, E: Refusal> Input<'a, E> {
    /// How many bytes are left in front of the last `bytes`.
    ///
    /// # Errors
    /// Truncated, if not even these are left.
    ///
    /// ```
    /// let input = wireform::Input::new(&[1, 2, 3]);
    /// assert_eq!(input.all_but(2, &"data"), Ok(1));
    /// assert!(input.all_but(4, &"data").is_err());
    /// ```
    #[inline]
    pub fn all_but(&self, bytes: usize, field: &'static &'static str) -> Result<usize, E> {
        let missing = || self.fault(Fault::Short { needed: bytes.saturating_sub(self.left()) }, field, self.offset());
        self.left().checked_sub(bytes).ok_or_else(missing)
    }

    /// `N` bytes that begin so many before the end, without taking them: zeros, if there are not as many.
    ///
    /// ```
    /// let input = wireform::Input::new(&[1, 2, 3]);
    /// assert_eq!(input.from_end(2), &[2, 3]);
    /// ```
    #[must_use]
    pub fn from_end<const N: usize>(&self, bytes: usize) -> &'a [u8; N] {
        let rest = self.rest();
        rest.get(rest.len().wrapping_sub(bytes)..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; N])
    }

    /// How many of `count` bytes are in front of the last `behind` of them.
    ///
    /// # Errors
    /// [`Malformed::Count`], if not even these are among them.
    ///
    /// ```
    /// let input = wireform::Input::new(&[1, 2, 3]);
    /// assert_eq!(input.in_front(3, 2, &"data"), Ok(1));
    /// assert!(input.in_front(3, 4, &"data").is_err());
    /// ```
    pub fn in_front(&self, count: usize, behind: i64, field: &'static &'static str) -> Result<usize, E> {
        let front = usize::try_from(behind).ok().and_then(|behind| count.checked_sub(behind));
        front.ok_or_else(|| Malformed::Count.found(field, self.offset(), behind))
    }

    /// The error where a field could have these lengths, ascending, but another number of bytes is left. What asks how
    /// many are left reads a whole packet, so the packet is too short, if one length is longer.
    #[must_use]
    #[cold]
    pub fn wrong_length(&self, lengths: &[usize], field: &'static &'static str) -> E {
        let longer = lengths.iter().find_map(|length| length.checked_sub(self.left()).filter(|needed| *needed > 0));
        match longer {
            Some(needed) if self.is_closed() => self.fault(Fault::Short { needed }, field, self.offset()),
            Some(needed) => Malformed::Short { needed }.at(field, self.offset()),
            None => Malformed::Value.found(field, self.offset(), self.left()),
        }
    }
}
