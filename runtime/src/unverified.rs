//! Views with a checksum that only a function of the program can compare.

use crate::decode::Decode;
use crate::error::Error;
use crate::hook::HookedElement;
use crate::list::{Elements, List};
use crate::messages::Stream;

/// Something that was read, and holds checksums that are functions of the program: the rest of it is right.
///
/// The type keeps it apart from what was compared. Either the program compares it, with [`verify`](Self::verify), or it
/// says that it does not want to.
#[derive(Debug, Clone, Copy, PartialEq)]
#[must_use = "its checksum was not compared yet"]
pub struct Unverified<V> {
    inner: V,
    /// The record and the field in which it stands, unless it is read by itself.
    place: Option<(&'static &'static str, &'static &'static str)>,
}

impl<V> Unverified<V> {
    /// A view that was read by itself.
    #[inline]
    pub const fn new(inner: V) -> Self {
        Self { inner, place: None }
    }

    /// The view of a field of a record.
    #[inline]
    pub const fn inside(inner: V, record: &'static &'static str, field: &'static &'static str) -> Self {
        Self { inner, place: Some((record, field)) }
    }

    /// Compares the checksums, by the program's functions.
    ///
    /// # Errors
    /// The first that is another, as [`Malformed::Checksum`](crate::Malformed::Checksum).
    #[inline]
    pub fn verify<H: ?Sized>(self, hooks: &H) -> Result<V, Error>
    where
        V: Verify<H>,
    {
        match (self.inner.verify(hooks), self.place) {
            (Ok(()), _) => Ok(self.inner),
            (Err(error), None) => Err(error),
            (Err(error), Some((record, field))) => Err(error.inside(field).in_message(record)),
        }
    }

    /// The same, whatever its checksums are.
    #[inline]
    pub fn without_verifying(self) -> V {
        self.inner
    }
}

/// A view with checksums that are functions of the program, its own or inside. `H` has these functions.
pub trait Verify<H: ?Sized> {
    /// Compares them all. Messages that are read when they are reached are read for it.
    ///
    /// # Errors
    /// The first that is another; and what cannot be read, of messages that are read when they are reached.
    fn verify(&self, hooks: &H) -> Result<(), Error>;
}

impl<V: Verify<H>, H: ?Sized> Verify<H> for Unverified<V> {
    #[inline]
    fn verify(&self, hooks: &H) -> Result<(), Error> {
        self.inner.verify(hooks)
    }
}

impl<V: Verify<H>, H: ?Sized> Verify<H> for Option<V> {
    #[inline]
    fn verify(&self, hooks: &H) -> Result<(), Error> {
        self.as_ref().map_or(Ok(()), |inner| inner.verify(hooks))
    }
}

impl<'a, T: HookedElement<'a, P, H>, P: Copy, H: ?Sized> Verify<H> for Elements<'a, T, P> {
    fn verify(&self, hooks: &H) -> Result<(), Error> {
        let (mut input, mut params) = self.start();
        for index in 0..self.len() {
            let element = T::take(&mut input.clone(), params)?;
            let verified = T::verify(&mut input, params, hooks);
            verified.map_err(|error| error.inside_element(&"", index))?;
            params = element.heard(params);
        }
        Ok(())
    }
}

impl<'a, T: HookedElement<'a, P, H>, P: Copy, H: ?Sized> Verify<H> for List<'a, T, P> {
    /// A list of the user's own has no checksums yet.
    fn verify(&self, hooks: &H) -> Result<(), Error> {
        self.in_packet().map_or(Ok(()), |elements| elements.verify(hooks))
    }
}

impl<'a, V: Decode<'a, Known = P> + Verify<H>, P: Copy, H: ?Sized> Verify<H> for Stream<'a, V, P> {
    fn verify(&self, hooks: &H) -> Result<(), Error> {
        let mut index: usize = 0;
        for message in self.again() {
            let verified = message.and_then(|message| message.verify(hooks));
            verified.map_err(|error| error.inside_element(&"", index))?;
            index = index.saturating_add(1);
        }
        Ok(())
    }
}
