//! Messages one after the other: each is checked when it is reached.

mod dispatch;
mod placed;
#[cfg(feature = "alloc")]
mod rewrite;

use core::fmt;

use crate::decode::Decode;
use crate::error::{Error, Refusal, Unwritable};
use crate::input::Input;
use crate::list::{Element, Lender, Lent, put_each};
use crate::output::Output;

pub use dispatch::{Dispatch, Handled, dispatch, no_message};
pub use placed::{Placed, PlacedIter};
#[cfg(feature = "alloc")]
pub use rewrite::Rewrite;
#[cfg(feature = "alloc")]
pub(crate) use rewrite::rewrite;

/// A lazy stream of messages. It ends at the end of the bytes, or after the first error.
///
/// The bytes are a whole packet: their end is the end of the last message. Messages that arrive bit by bit, as over TCP, are
/// read with `parse` of the family's view instead, which tells incomplete input from malformed; messages of an open family
/// need a frame first, since an unknown one takes all bytes that there are.
///
/// The view of one of many messages is large. Looked at where it is, by reference (`match &message`), it takes less time than
/// moved out of its result first. [`dispatch`](Self::dispatch) hands each message to a method of a handler and takes less still.
#[derive(Clone, Copy)]
pub struct Stream<'a, V, P = ()> {
    /// The facts that the receiver knows; your program may change them between two messages. Session state that a
    /// message sets is set here, for the stream of the next packet.
    pub known: P,
    input: Input<'a>,
    view: core::marker::PhantomData<fn() -> V>,
}

impl<'a, V, P: Copy> Stream<'a, V, P> {
    /// The messages in `bytes`.
    #[must_use]
    #[inline]
    pub const fn new(bytes: &'a [u8], known: P) -> Self {
        Self::resume(Input::new(bytes), known)
    }

    /// The messages that are left of an input; errors count offsets from its start.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn resume(input: Input<'a>, known: P) -> Self {
        Self { known, input, view: core::marker::PhantomData }
    }

    /// The messages that are left of an input, which then is at its end.
    #[doc(hidden)]
    #[inline]
    pub fn take_rest<E: Refusal>(input: &mut Input<'a, E>, known: P) -> Self {
        let stream = Self::resume(input.again(), known);
        input.take_rest();
        stream
    }

    /// The messages that are left, as a plain value.
    #[must_use]
    #[inline]
    pub const fn to_messages<T: Element<'a, P>>(&self) -> Messages<'a, T, P> {
        Messages::raw(self.input, self.known)
    }

    /// The messages that are left, for somebody else to look at.
    #[inline]
    pub(crate) const fn again(&self) -> Self {
        Self::resume(self.input, self.known)
    }

    /// Where the next message begins.
    #[must_use]
    #[inline]
    pub const fn offset(&self) -> usize {
        self.input.offset()
    }

    /// The bytes that were not read yet.
    #[must_use]
    #[inline]
    pub const fn rest(&self) -> &'a [u8] {
        self.input.rest()
    }
}

impl<'a, V: Decode<'a, Known = P>, P: Copy> Iterator for Stream<'a, V, P> {
    type Item = Result<V, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.input.is_empty() {
            return None;
        }
        // With its reason at once: a message that is large should not have to be moved from one kind of result to another.
        let message = V::take(&mut self.input, self.known);
        match &message {
            Ok(message) => self.known = message.heard(self.known),
            Err(_) => _ = self.input.take_rest(),
        }
        Some(message)
    }
}

impl<'a, V: Decode<'a, Known = P>, P: Copy> core::iter::FusedIterator for Stream<'a, V, P> {}

impl<V, P> fmt::Debug for Stream<'_, V, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("offset", &self.input.offset())
            .field("rest", &self.input.rest())
            .finish_non_exhaustive()
    }
}

/// Messages as a plain value: the user's slice, bytes of a packet that are not read yet, or what owned messages lend.
#[derive(Clone, Copy)]
pub struct Messages<'a, T, P = ()> {
    form: Form<'a, T, P>,
}

#[derive(Clone, Copy)]
enum Form<'a, T, P> {
    Slice(&'a [T]),
    Raw { input: Input<'a>, known: P },
    Lent(Lent<'a>),
}

impl<'a, T: Element<'a, P>, P: Copy> Messages<'a, T, P> {
    /// The remaining bytes of an input, not read yet.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn raw(input: Input<'a>, known: P) -> Self {
        Self { form: Form::Raw { input, known } }
    }

    /// The messages that so many owned ones lend.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn lent(row: &'a dyn Lender, len: usize) -> Self {
        Self { form: Form::Lent(Lent::new(row, len)) }
    }

    /// The messages; those of a packet are checked when they are reached.
    #[must_use]
    #[inline]
    pub fn iter(&self) -> MessagesIter<'a, T, P> {
        MessagesIter { form: self.form }
    }

    /// The session state after the messages, as far as they can be read.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn heard(&self, known: P) -> P {
        self.iter().map_while(Result::ok).fold(known, |known, message| message.heard(known))
    }

    /// Writes all messages.
    ///
    /// # Errors
    /// That of the first message that fails, in `field`; [`Unwritable::Raw`] for one of a packet that cannot be read.
    #[doc(hidden)]
    #[inline]
    pub fn put(&self, out: &mut Output<'_>, known: P, field: &'static &'static str) -> Result<(), Error> {
        match self.form {
            Form::Slice(slice) => put_each(slice, out, known, field, |_| false),
            Form::Raw { .. } | Form::Lent(_) => out.apart(move |out| self.put_rest(out, known, field, |_| false)),
        }
    }

    /// Writes all messages of a family of which some take all that is left.
    ///
    /// # Errors
    /// As [`put`](Self::put), and [`Unwritable::Sentinel`] if one before the last takes the rest.
    #[doc(hidden)]
    #[inline]
    pub fn put_rest(
        &self,
        out: &mut Output<'_>,
        mut known: P,
        field: &'static &'static str,
        takes_rest: impl Fn(&T) -> bool,
    ) -> Result<(), Error> {
        let (mut messages, mut index) = (self.iter(), 0_usize);
        while let Some(message) = messages.next() {
            let Ok(message) = message else { return Err(Unwritable::Raw.at(field)) };
            message.put(out, known).map_err(|error| error.inside_element(field, index))?;
            if takes_rest(&message) && !messages.is_at_end() {
                return Err(Unwritable::Sentinel.at(&"").inside_element(field, index));
            }
            known = message.heard(known);
            index = index.saturating_add(1);
        }
        Ok(())
    }
}

impl<T, P> Default for Messages<'_, T, P> {
    #[inline]
    fn default() -> Self {
        Self { form: Form::Slice(&[]) }
    }
}

impl<'a, T, P> From<&'a [T]> for Messages<'a, T, P> {
    #[inline]
    fn from(slice: &'a [T]) -> Self {
        Self { form: Form::Slice(slice) }
    }
}

impl<'a, T, P, const N: usize> From<&'a [T; N]> for Messages<'a, T, P> {
    #[inline]
    fn from(array: &'a [T; N]) -> Self {
        Self { form: Form::Slice(array) }
    }
}

impl<'a, T: Element<'a, P> + PartialEq, P: Copy> PartialEq for Messages<'a, T, P> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a, T: Element<'a, P> + Eq, P: Copy> Eq for Messages<'a, T, P> {}

/// Up to the first that cannot be read.
impl<'a, T: Element<'a, P> + core::hash::Hash, P: Copy> core::hash::Hash for Messages<'a, T, P> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.iter().map_while(Result::ok).for_each(|message| message.hash(state));
        // No messages are the beginning of others.
        state.write_u8(0xFF);
    }
}

impl<'a, T: Element<'a, P> + fmt::Debug, P: Copy> fmt::Debug for Messages<'a, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = f.debug_list();
        for message in self.iter() {
            match message {
                Ok(message) => list.entry(&message),
                Err(error) => list.entry(&error),
            };
        }
        list.finish()
    }
}

impl<'a, T: Element<'a, P>, P: Copy> IntoIterator for Messages<'a, T, P> {
    type Item = Result<T, Error>;
    type IntoIter = MessagesIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> MessagesIter<'a, T, P> {
        self.iter()
    }
}

impl<'a, T: Element<'a, P>, P: Copy> IntoIterator for &Messages<'a, T, P> {
    type Item = Result<T, Error>;
    type IntoIter = MessagesIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> MessagesIter<'a, T, P> {
        self.iter()
    }
}

/// The messages of a [`Messages`]; it ends after the first error.
#[derive(Clone, Copy)]
pub struct MessagesIter<'a, T, P = ()> {
    form: Form<'a, T, P>,
}

impl<T, P> MessagesIter<'_, T, P> {
    /// Whether no message is left.
    pub(crate) const fn is_at_end(&self) -> bool {
        match &self.form {
            Form::Slice(slice) => slice.is_empty(),
            Form::Raw { input, .. } => input.is_empty(),
            Form::Lent(lent) => lent.len() == 0,
        }
    }
}

impl<T, P> fmt::Debug for MessagesIter<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MessagesIter")
    }
}

impl<'a, T: Element<'a, P>, P: Copy> Iterator for MessagesIter<'a, T, P> {
    type Item = Result<T, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.form {
            Form::Slice(slice) => {
                let (first, rest) = slice.split_first()?;
                *slice = rest;
                Some(Ok(*first))
            }
            Form::Raw { input, known } => {
                if input.is_empty() {
                    return None;
                }
                let message = T::take(input, *known);
                match &message {
                    Ok(message) => *known = message.heard(*known),
                    Err(_) => _ = input.take_rest(),
                }
                Some(message)
            }
            Form::Lent(lent) => {
                let (row, index) = lent.next()?;
                T::lent(row, index).map(Ok)
            }
        }
    }
}
