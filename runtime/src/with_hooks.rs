//! A value with the functions that compute its checksums: it is written as any other.

use crate::encode::Encode;
use crate::error::Error;
use crate::hook::HookedOutput;
use crate::output::Output;

/// A value beside the functions of its checksums, from its `with_hooks`. It has all functions of [`Encode`].
///
/// ```text
/// let packet = datagram.with_hooks(&table).to_vec()?;
/// ```
#[derive(Debug)]
pub struct WithHooks<'a, V: ?Sized, H: ?Sized> {
    value: &'a V,
    hooks: &'a H,
}

impl<'a, V: ?Sized, H: ?Sized> WithHooks<'a, V, H> {
    /// This value, written with these functions.
    #[doc(hidden)]
    #[inline]
    pub const fn new(value: &'a V, hooks: &'a H) -> Self {
        Self { value, hooks }
    }
}

/// A value that is written with the functions of `H`.
pub trait HookedEncode<H: ?Sized> {
    /// As [`Encode::Known`].
    type Known: Copy;

    /// As [`Encode::NAME`].
    const NAME: &'static str;

    /// As [`Encode::IS_FAMILY`].
    const IS_FAMILY: bool = false;

    /// Writes it, if it is valid.
    ///
    /// # Errors
    /// The constraint that the value violates.
    fn put_hooked(&self, out: &mut HookedOutput<'_, H>, known: Self::Known) -> Result<(), Error>;
}

impl<V: HookedEncode<H> + ?Sized, H: ?Sized> Encode for WithHooks<'_, V, H> {
    type Known = V::Known;
    const NAME: &'static str = V::NAME;
    const IS_FAMILY: bool = V::IS_FAMILY;

    #[inline]
    fn put_checked(&self, out: &mut Output<'_>, known: V::Known) -> Result<(), Error> {
        HookedOutput::with(out, self.hooks, |out| self.value.put_hooked(out, known))
    }
}
