//! Messages on their way through a proxy, which changes some of them.

use alloc::vec::Vec;
use core::fmt;

use super::Stream;
use crate::decode::Decode;
use crate::encode::Encode;
use crate::error::Error;
use crate::message::Message;

/// A message that is forwarded, changed or not: [`Message::rewrite`] hands one to the program for each message of a packet.
///
/// The message is forwarded as it came, unless the program [replaces](Self::replace) or [omits](Self::omit) it.
pub struct Rewrite<'r, 'a, M: Message + ?Sized> {
    out: &'r mut Vec<u8>,
    /// The session as the receiver knows it, which has got all that was written so far.
    receiver: &'r mut M::Known,
    message: M::View<'a>,
    offset: usize,
    /// Whether the receiver knows what the sender does, so it reads the message's own bytes as the program did.
    is_alike: bool,
    /// Whether nothing is to be done about the message any more.
    is_done: bool,
}

impl<'a, M: Message + ?Sized> Rewrite<'_, 'a, M> {
    /// Where the message begins in the packet that came.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Writes another message in its place.
    ///
    /// # Errors
    /// The constraint that the new message violates. Nothing is written then.
    pub fn replace<'v>(&mut self, message: impl Into<M::Value<'v>>) -> Result<(), Error> {
        self.insert(message)?;
        self.omit();
        Ok(())
    }

    /// Writes these bytes in its place: one message, such as a copy of [`as_bytes`](Decode::as_bytes) that was changed in place.
    ///
    /// # Errors
    /// If the receiver could not read them, or not all of them. Nothing is written then.
    pub fn replace_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let message = M::View::parse_known_exact(bytes, *self.receiver)?;
        *self.receiver = message.heard(*self.receiver);
        self.out.extend_from_slice(bytes);
        self.omit();
        Ok(())
    }

    /// Leaves it out.
    pub const fn omit(&mut self) {
        self.is_done = true;
    }

    /// Writes one more message: before this one, or behind what took its place.
    ///
    /// # Errors
    /// As [`replace`](Self::replace).
    pub fn insert<'v>(&mut self, message: impl Into<M::Value<'v>>) -> Result<(), Error> {
        let start = self.out.len();
        message.into().append_known_to(self.out, *self.receiver)?;
        self.hear(start);
        Ok(())
    }

    /// Forwards it as it came, at once: what is [inserted](Self::insert) after that stands behind it.
    ///
    /// # Errors
    /// If the receiver does not know what the sender does, the message is written anew, and its value may not be one that can
    /// be written.
    pub fn keep(&mut self) -> Result<(), Error> {
        if self.is_alike {
            self.out.extend_from_slice(self.message.as_bytes());
            *self.receiver = self.message.heard(*self.receiver);
            self.omit();
            return Ok(());
        }
        let start = self.out.len();
        M::value(self.message).append_known_to(self.out, *self.receiver)?;
        self.hear(start);
        self.omit();
        Ok(())
    }

    /// The receiver gets what was written from here on.
    fn hear(&mut self, start: usize) {
        let written = self.out.get(start..).unwrap_or_default();
        if size_of::<M::Known>() > 0
            && let Ok((message, _)) = M::View::parse_known(written, *self.receiver)
        {
            *self.receiver = message.heard(*self.receiver);
        }
    }
}

impl<M: Message + ?Sized> fmt::Debug for Rewrite<'_, '_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rewrite").field("offset", &self.offset).field("message", &self.message).finish_non_exhaustive()
    }
}

/// See [`Message::rewrite`].
pub(crate) fn rewrite<'a, M: Message + ?Sized, E: From<Error>>(
    messages: &mut Stream<'a, M::View<'a>, M::Known>,
    receiver: &mut M::Known,
    out: &mut Vec<u8>,
    mut each: impl FnMut(M::View<'a>, &mut Rewrite<'_, 'a, M>) -> Result<(), E>,
) -> Result<M::Known, E> {
    while !messages.input.is_empty() {
        let (offset, mut behind) = (messages.offset(), messages.input);
        let message = <M::View<'a> as Decode<'a>>::take(&mut behind, messages.known)?;
        let is_alike = *receiver == messages.known;
        let mut one = Rewrite { out, receiver, message, offset, is_alike, is_done: false };
        each(message, &mut one)?;
        if !one.is_done {
            one.keep()?;
        }
        messages.known = message.heard(messages.known);
        messages.input = behind;
    }
    Ok(messages.known)
}
