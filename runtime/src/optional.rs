//! Neighbouring fields of which each is there or not, and of a known size where it is.

use crate::error::{Error, Malformed, Refusal};
use crate::input::Input;

/// How long each field is, if it is there: the bits of those that are equally long, and their bytes.
pub type Sizes = [(u32, usize)];

/// Fields of which each is there or not, as one stretch of a packet: bit `i` says whether field `i` is there.
///
/// Where a field begins follows from the bits below its own, so nothing else is kept, and one test finds that all of them
/// are in the packet.
///
/// ```
/// use wireform::{Input, Optional};
///
/// // Two bytes, two bytes, and one; the second is absent.
/// let sizes = [(0b011, 2), (0b100, 1)];
/// let fields = Optional::take(&mut Input::new(&[1, 2, 3]), 0b101, &sizes, |_, _| Ok(()))?;
/// assert_eq!(fields.get::<2>(0, &sizes), Some(&[1, 2]));
/// assert_eq!(fields.get::<2>(1, &sizes), None);
/// assert_eq!(fields.get::<1>(2, &sizes), Some(&[3]));
/// # Ok::<(), wireform::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Optional<'a> {
    there: u32,
    bytes: &'a [u8],
}

impl<'a> Optional<'a> {
    /// Takes the fields that `there` says are there. `each` reads them one after the other, to find the one that is
    /// missing.
    ///
    /// # Errors
    /// That of `each`; then nothing is taken.
    #[inline]
    pub fn take<E: Refusal>(
        input: &mut Input<'a, E>,
        there: u32,
        sizes: &Sizes,
        each: impl FnOnce(&mut Input<'a>, u32) -> Result<(), Error> + Copy,
    ) -> Result<Self, E> {
        match input.split(size(there, sizes)) {
            Some(bytes) => Ok(Self { there, bytes }),
            None => Err(E::because(|| missing(input.again(), there, each))),
        }
    }

    /// A field, if it is there.
    #[must_use]
    #[inline]
    pub fn get<const N: usize>(&self, field: u32, sizes: &Sizes) -> Option<&'a [u8; N]> {
        let bit = 1_u32.wrapping_shl(field);
        let before = self.there & bit.wrapping_sub(1);
        if self.there & bit == 0 { None } else { self.bytes.get(size(before, sizes)..)?.first_chunk() }
    }

    /// A field, if it is there, for whoever asks for all of them in turn.
    #[inline]
    pub fn next<const N: usize>(&mut self, field: u32) -> Option<&'a [u8; N]> {
        if self.there & 1_u32.wrapping_shl(field) == 0 {
            return None;
        }
        let (bytes, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(bytes)
    }
}

/// The bytes of the fields that are there.
#[inline]
fn size(there: u32, sizes: &Sizes) -> usize {
    let of = |(fields, size): &(u32, usize)| {
        let count = crate::cast::u32_to_u8((there & fields).count_ones());
        usize::from(count).wrapping_mul(*size)
    };
    sizes.iter().fold(0, |all: usize, one| all.wrapping_add(of(one)))
}

#[cold]
#[inline(never)]
fn missing<'a>(
    mut input: Input<'a>,
    there: u32,
    each: impl FnOnce(&mut Input<'a>, u32) -> Result<(), Error> + Copy,
) -> Error {
    // Whoever says what is there reads just that: one of them is missing.
    each(&mut input, there).err().unwrap_or_else(|| Malformed::Value.at(&"", input.offset()))
}
