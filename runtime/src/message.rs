//! The link between the types of one message: what is read, what is written, what is kept.

use core::cmp::Ordering;
use core::fmt::Debug;
use core::hash::{Hash, Hasher};

use crate::decode::Decode;
use crate::encode::Encode;
use crate::error::Error;
#[cfg(feature = "alloc")]
use crate::messages::{Rewrite, Stream, rewrite};

/// A message, a struct or a family, as a type that names all its forms. Code that is generic over messages, such as a
/// codec or a queue, asks for it.
///
/// A plain value implements it, and so does the owned value. A message with a checksum of the program does not: it is read
/// as [`Unverified`](crate::Unverified), and written with the program's functions.
///
/// ```
/// use wireform::{Decode, Encode, Message, Error};
///
/// /// Whether a packet is written as it was read.
/// fn is_shortest<M: Message<Known = ()>>(packet: &[u8]) -> Result<bool, Error> {
///     let view = M::View::parse_exact(packet)?;
///     let mut buffer = [0; 1500];
///     let written = M::value(view).write(&mut buffer);
///     Ok(written.is_ok_and(|len| buffer[..len] == *packet))
/// }
/// ```
pub trait Message {
    /// The facts that the bytes do not hold, as in [`Decode::Known`].
    type Known: Copy + PartialEq;

    /// The view that reads it.
    type View<'a>: Decode<'a, Known = Self::Known> + Debug + PartialEq;

    /// The plain value that writes it.
    type Value<'a>: Encode<Known = Self::Known> + Copy + Debug + PartialEq;

    /// The plain value of a view, which borrows the same bytes.
    #[must_use]
    fn value<'a>(view: Self::View<'a>) -> Self::Value<'a>;

    /// Forwards the messages of a packet to `out`, and gives each to `change` first, which may replace or omit it, or insert
    /// others; what it leaves alone is forwarded byte for byte. Returns what the sender has said, for its next packet.
    ///
    /// A message that is changed may decide the layout of later ones. So messages are read as the sender knows the session
    /// (`messages.known`) and written as the `receiver` does; both go on with each message.
    ///
    /// `out` gets the messages only. What stands in front of them in the packet is `packet[..messages.offset()]`.
    ///
    /// # Errors
    /// The first error. The messages in front of it are in `out` and `messages.rest()` are the bytes of those that are not: a
    /// proxy may forward these as they came.
    ///
    /// ```
    /// use wireform::{Error, Message, Stream};
    ///
    /// /// A packet without repetitions.
    /// fn once<M: Message<Known = ()>>(packet: &[u8]) -> Result<Vec<u8>, Error> {
    ///     let (mut out, mut last) = (Vec::new(), None);
    ///     M::rewrite(&mut Stream::new(packet, ()), &mut (), &mut out, |message, forwarded| {
    ///         if last.replace(message) == Some(message) {
    ///             forwarded.omit();
    ///         }
    ///         Ok::<_, Error>(())
    ///     })?;
    ///     Ok(out)
    /// }
    /// ```
    #[cfg(feature = "alloc")]
    fn rewrite<'a, E: From<Error>>(
        messages: &mut Stream<'a, Self::View<'a>, Self::Known>,
        receiver: &mut Self::Known,
        out: &mut alloc::vec::Vec<u8>,
        change: impl FnMut(Self::View<'a>, &mut Rewrite<'_, 'a, Self>) -> Result<(), E>,
    ) -> Result<Self::Known, E> {
        rewrite(messages, receiver, out, change)
    }
}

/// A message that borrows nothing: it waits in a queue, goes to another thread, outlives its packet.
///
/// Plain values that hold neither text nor lists are their own owned values. All others have one of the same name in the
/// module `owned` of their protocol, if the build asks for it (`Builder::owned`).
///
/// ```
/// use std::collections::VecDeque;
/// use wireform::{Owned, Error};
///
/// /// Keeps a packet for later.
/// fn keep<M: Owned<Known = ()>>(queue: &mut VecDeque<M>, packet: &[u8]) -> Result<(), Error> {
///     queue.push_back(M::parse_owned(packet, ())?);
///     Ok(())
/// }
/// ```
///
/// Generic code compares owned messages with owned messages. It cannot compare values that borrow for different lifetimes:
/// to rustc the associated types `M::Value<'a>` and `M::Value<'b>` are unrelated.
///
/// ```
/// # use wireform::{Owned, Error};
/// fn is_kept<M: Owned>(kept: &M, value: M::Value<'_>) -> Result<bool, Error> {
///     Ok(*kept == M::own(value)?)
/// }
/// ```
///
/// ```compile_fail
/// # use wireform::Owned;
/// fn is_kept<M: Owned>(kept: &M, value: M::Value<'_>) -> bool {
///     kept.as_value() == value // lifetime may not live long enough
/// }
/// ```
pub trait Owned: Message + Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The plain value, which borrows from this one. Nothing is copied.
    #[must_use]
    fn as_value(&self) -> Self::Value<'_>;

    /// Copies what a plain value borrows.
    ///
    /// # Errors
    /// A message inside that nobody has read yet, and that cannot be read: those of a [`Stream`](crate::Stream) are checked
    /// when they are reached. Without a stream inside there is no error.
    fn own(value: Self::Value<'_>) -> Result<Self, Error>;

    /// Reads all of `bytes`, and keeps what they say.
    ///
    /// # Errors
    /// Those of [`Decode::parse_known_exact`], and of [`own`](Self::own).
    fn parse_owned(bytes: &[u8], known: Self::Known) -> Result<Self, Error> {
        Self::own(Self::value(Self::View::parse_known_exact(bytes, known)?))
    }
}

/// An owned message, or a plain value of the same type: by this a set or a map of owned messages is asked with one that borrows.
/// Where the build asks for owned values, those without floats implement it.
///
/// ```
/// use std::collections::HashSet;
/// use std::hash::Hash;
/// use wireform::{Lent, Owned};
///
/// /// Whether a message was there before. It is copied only if it was not.
/// fn is_new<M>(seen: &mut HashSet<M>, message: &dyn Lent<M>, copy: impl FnOnce() -> M) -> bool
/// where
///     M: Owned + Eq + Hash + for<'k> std::borrow::Borrow<dyn Lent<M> + 'k>,
///     for<'v> M::Value<'v>: Eq + Hash,
/// {
///     !seen.contains(message) && seen.insert(copy())
/// }
/// ```
pub trait Lent<M: Message> {
    /// The plain value.
    fn lend(&self) -> M::Value<'_>;
}

impl<M: Message> PartialEq for dyn Lent<M> + '_ {
    fn eq(&self, other: &Self) -> bool {
        self.lend() == other.lend()
    }
}

impl<M: Message> Eq for dyn Lent<M> + '_ where for<'v> M::Value<'v>: Eq {}

impl<M: Message> PartialOrd for dyn Lent<M> + '_
where
    for<'v> M::Value<'v>: Ord,
{
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<M: Message> Ord for dyn Lent<M> + '_
where
    for<'v> M::Value<'v>: Ord,
{
    fn cmp(&self, other: &Self) -> Ordering {
        self.lend().cmp(&other.lend())
    }
}

impl<M: Message> Hash for dyn Lent<M> + '_
where
    for<'v> M::Value<'v>: Hash,
{
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.lend().hash(state);
    }
}

/// A reference names the same forms, so generic code takes messages and references to them.
impl<M: Message + ?Sized> Message for &M {
    type Known = M::Known;
    type View<'a> = M::View<'a>;
    type Value<'a> = M::Value<'a>;

    #[inline]
    fn value<'a>(view: Self::View<'a>) -> Self::Value<'a> {
        M::value(view)
    }
}
