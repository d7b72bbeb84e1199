//! Messages with their places.

use super::Stream;
use crate::decode::Decode;
use crate::error::Error;

/// A message with its place in the packet, and with the session as it is behind it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Placed<V, P = ()> {
    /// Where the message begins, its code included.
    pub offset: usize,
    /// The session as the receiver knows it after the message.
    pub known: P,
    /// The message.
    pub message: V,
}

/// The messages of a [`Stream`], each [`Placed`].
#[derive(Debug)]
pub struct PlacedIter<'s, 'a, V, P = ()> {
    stream: &'s mut Stream<'a, V, P>,
}

impl<'a, V: Decode<'a, Known = P>, P: Copy> Stream<'a, V, P> {
    /// The messages that are left, each with its offset and the session behind it.
    ///
    /// ```
    /// use wireform::{Decode, Error, Stream};
    ///
    /// /// Where each message of a packet begins.
    /// fn offsets<'a, V: Decode<'a, Known = ()>>(packet: &'a [u8]) -> Result<Vec<usize>, Error> {
    ///     let mut offsets = Vec::new();
    ///     for placed in Stream::<V>::new(packet, ()).placed() {
    ///         offsets.push(placed?.offset);
    ///     }
    ///     Ok(offsets)
    /// }
    /// ```
    #[inline]
    pub const fn placed(&mut self) -> PlacedIter<'_, 'a, V, P> {
        PlacedIter { stream: self }
    }
}

impl<'a, V: Decode<'a, Known = P>, P: Copy> Iterator for PlacedIter<'_, 'a, V, P> {
    type Item = Result<Placed<V, P>, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.stream.offset();
        let message = self.stream.next()?;
        Some(message.map(|message| Placed { offset, known: self.stream.known, message }))
    }
}
