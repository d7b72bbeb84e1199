//! Nested parts: records that may contain themselves, of a packet level by level.

#[cfg(feature = "alloc")]
mod owned;

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::slice;

#[cfg(feature = "alloc")]
pub use owned::OwnedNested;

use crate::decode::Decode;
use crate::error::{Error, Malformed, Refusal, Unwritable};
use crate::input::Input;
use crate::list::{Element, Elements, Lender, List};
use crate::message::Message;
use crate::output::Output;

/// A plain value of a struct or a family, which may contain parts like itself: the user's, or bytes that were checked when the
/// packet was read.
///
/// It is `Copy`, it borrows, and it has the same size whatever is inside. [`get`](Self::get) reads one level of a packet:
/// parts that are nested in it are nested again. By default nothing is nested, which no writer accepts.
///
/// ```
/// use wireform::{Le, Nested};
///
/// let ours: Nested<'_, u16, Le<2>> = Nested::from(&7);
/// assert_eq!(ours.get(), Some(7));
/// assert_eq!(Nested::<'_, u16, Le<2>>::default().get(), None);
/// ```
#[derive(Clone, Copy)]
pub struct Nested<'a, T, P = ()> {
    /// One, or none.
    one: List<'a, T, P>,
}

impl<'a, T: Element<'a, P>, P: Copy> Nested<'a, T, P> {
    /// The value of this level; `None` if nothing is nested.
    #[must_use]
    pub fn get(&self) -> Option<T> {
        self.one.get(0)
    }

    /// The view of this level, if it is of a packet.
    #[must_use]
    pub fn view(&self) -> Option<T::View<'a>>
    where
        T: Message<Known = P>,
    {
        let (mut input, known) = self.one.in_packet()?.start();
        T::View::take(&mut input, known).ok()
    }

    /// Reads and checks one. `depth` is that of the circle in which it and the record around it are.
    ///
    /// # Errors
    /// That of what is inside, in `field`; [`Malformed::Depth`].
    #[doc(hidden)]
    pub fn take<E: Refusal>(
        input: &mut Input<'a, E>,
        params: P,
        depth: Option<u16>,
        field: &'static &'static str,
    ) -> Result<Self, E> {
        let start = *input;
        match Self::pass(input, params, depth, field) {
            Ok(()) => Ok(Self { one: Elements::behind(start, 1, params).to_list() }),
            Err(error) => Err(error),
        }
    }

    /// Checks one, and passes by.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    #[doc(hidden)]
    pub fn pass<E: Refusal>(
        input: &mut Input<'a, E>,
        params: P,
        depth: Option<u16>,
        field: &'static &'static str,
    ) -> Result<(), E> {
        let Some(around) = input.enter(depth) else { return too_deep(input, depth, field) };
        // Each level has this frame, which is small without optimisation, too: it has one result, and no error.
        let passed = T::pass(input, params);
        input.leave(around);
        match &passed {
            Ok(_) => Ok(()),
            Err(error) => inside(error, field),
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// That of what is inside, in `field`; [`Unwritable::Presence`] if nothing is nested; [`Unwritable::Depth`].
    #[doc(hidden)]
    pub fn put(
        &self,
        out: &mut Output<'_>,
        params: P,
        depth: Option<u16>,
        field: &'static &'static str,
    ) -> Result<(), Error> {
        let Some(value) = self.get() else { return nothing(field) };
        let Some(around) = out.enter(depth) else { return too_high(depth, field) };
        let put = value.put(out, params);
        out.leave(around);
        match &put {
            Ok(()) => Ok(()),
            Err(error) => inside(error, field),
        }
    }
}

impl<'a, T, P: Copy> Nested<'a, T, P> {
    /// The one that an owned one lends.
    #[doc(hidden)]
    #[must_use]
    pub const fn lent(row: &'a dyn Lender) -> Self
    where
        T: Copy,
    {
        Self { one: List::lent(row, 1) }
    }
}

/// The level in a nested part of what is at a level: one deeper, or, without a depth, the first of another circle. `None` if it
/// is too deep.
#[inline]
pub(crate) fn enter(around: usize, depth: Option<u16>) -> Option<usize> {
    match depth {
        Some(depth) => (around < usize::from(depth)).then(|| around.saturating_add(1)),
        None => Some(0),
    }
}

/// The error of a nested part, in its field.
#[cold]
#[inline(never)]
fn inside<E: Refusal>(error: &E, field: &'static &'static str) -> Result<(), E> {
    Err(error.inside(field))
}

#[cold]
#[inline(never)]
fn too_deep<E: Refusal>(input: &Input<'_, E>, depth: Option<u16>, field: &'static &'static str) -> Result<(), E> {
    Err(Malformed::Depth.at_most(field, input.offset(), depth.unwrap_or_default().into()))
}

#[cold]
#[inline(never)]
fn too_high(depth: Option<u16>, field: &'static &'static str) -> Result<(), Error> {
    Err(Unwritable::Depth.at_most(field, depth.unwrap_or_default().into()))
}

#[cold]
#[inline(never)]
fn nothing(field: &'static &'static str) -> Result<(), Error> {
    Err(Unwritable::Presence.expected(field, &"a nested part"))
}

impl<'a, T, P: Copy> From<&'a T> for Nested<'a, T, P> {
    #[inline]
    fn from(value: &'a T) -> Self {
        Self { one: List::from(slice::from_ref(value)) }
    }
}

impl<T, P: Copy> Default for Nested<'_, T, P> {
    #[inline]
    fn default() -> Self {
        Self { one: List::default() }
    }
}

impl<'a, T: Element<'a, P> + PartialEq, P: Copy> PartialEq for Nested<'a, T, P> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<'a, T: Element<'a, P> + Eq, P: Copy> Eq for Nested<'a, T, P> {}

impl<'a, T: Element<'a, P> + Hash, P: Copy> Hash for Nested<'a, T, P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.get().hash(state);
    }
}

impl<'a, T: Element<'a, P> + PartialOrd, P: Copy> PartialOrd for Nested<'a, T, P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.get().partial_cmp(&other.get())
    }
}

impl<'a, T: Element<'a, P> + Ord, P: Copy> Ord for Nested<'a, T, P> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.get().cmp(&other.get())
    }
}

impl<'a, T: Element<'a, P>, P: Copy> fmt::Debug for Nested<'a, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(value) => value.print(f),
            None => f.write_str("nothing"),
        }
    }
}

/// One line, for a log.
impl<'a, T: Element<'a, P>, P: Copy> fmt::Display for Nested<'a, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
