//! Lists without allocation: the user's slice, a checked stretch of a packet, or what a row of owned elements lends.

mod elements;
mod equal;
mod handy;
mod lent;
mod pass;
mod put;

use core::fmt;

pub use elements::{Elements, ElementsIter};
pub(crate) use handy::printed;
pub(crate) use lent::Lent;
pub use lent::{Lender, lent};
pub use put::put_array;
pub(crate) use put::{put_all, put_each};

use crate::error::{Error, Refusal};
use crate::input::Input;
use crate::output::Output;

/// An element of a [`List`]. `P` is the context of its reader: the parameters of a record, or the wire of a number.
pub trait Element<'a, P: Copy>: Copy + fmt::Debug {
    /// The bytes of each, where they are as many for all, whatever bytes they are: then a stretch of them is looked at
    /// as one.
    const SIZE: Option<usize> = None;

    /// Reads one.
    ///
    /// # Errors
    /// As the element's own reader.
    fn take<E: Refusal>(input: &mut Input<'a, E>, params: P) -> Result<Self, E>;

    /// Passes by one that nobody wants to know yet, and gives what is known behind it.
    ///
    /// # Errors
    /// As [`take`](Self::take).
    #[inline]
    fn pass<E: Refusal>(input: &mut Input<'a, E>, params: P) -> Result<P, E> {
        Ok(Self::take(input, params)?.heard(params))
    }

    /// The element that a row of owned ones lends; `None` beyond its end, and of a row that has no such elements.
    #[must_use]
    fn lent(_row: &'a dyn Lender, _index: usize) -> Option<Self> {
        None
    }

    /// Writes it.
    ///
    /// # Errors
    /// The constraint that the element violates. Some of its bytes may be written then.
    fn put(&self, out: &mut Output<'_>, params: P) -> Result<(), Error>;

    /// Prints it in its list. (Bytes are in hexadecimal.)
    ///
    /// # Errors
    /// The error of the formatter.
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }

    /// The session state after it: a message, or messages in it, may decide the layout of later ones.
    #[inline]
    #[must_use]
    fn heard(&self, params: P) -> P {
        params
    }
}

/// A list of plain values: the user's slice, or a stretch of a packet that was checked when the packet was read.
///
/// It is `Copy`, it borrows, and reading or writing one never allocates. Elements are decoded when they are reached.
///
/// ```
/// use wireform::{Le, List};
///
/// let ours: List<'_, u16, Le<2>> = List::from(&[1, 2, 3]);
/// assert_eq!(ours.len(), 3);
/// assert_eq!(ours.iter().sum::<u16>(), 6);
/// ```
#[derive(Clone, Copy)]
pub struct List<'a, T, P = ()> {
    form: Form<'a, T, P>,
}

/// With a tag of its own: hidden in what the elements hold, compilers lose sight of it, and ask at each element.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Form<'a, T, P> {
    Slice(&'a [T]),
    Packet(Elements<'a, T, P>),
    Lent(Lent<'a>),
}

impl<T: Copy, P: Copy> List<'_, T, P> {
    /// How many elements there are.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        match self.form {
            Form::Slice(slice) => slice.len(),
            Form::Packet(elements) => elements.len(),
            Form::Lent(lent) => lent.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, T: Copy, P: Copy> List<'a, T, P> {
    /// The elements of a packet.
    #[inline]
    pub(crate) const fn packet(elements: Elements<'a, T, P>) -> Self {
        Self { form: Form::Packet(elements) }
    }

    /// The elements, if they stand in a packet.
    #[inline]
    pub(crate) const fn in_packet(&self) -> Option<Elements<'a, T, P>> {
        match self.form {
            Form::Slice(_) | Form::Lent(_) => None,
            Form::Packet(elements) => Some(elements),
        }
    }

    /// The elements that so many owned ones lend.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn lent(row: &'a dyn Lender, len: usize) -> Self {
        Self { form: Form::Lent(Lent::new(row, len)) }
    }
}

impl<'a, T: Element<'a, P>, P: Copy> List<'a, T, P> {
    /// The elements, by value.
    #[must_use]
    #[inline]
    pub fn iter(&self) -> ListIter<'a, T, P> {
        let form = match self.form {
            Form::Slice(slice) => IterForm::Slice(slice),
            Form::Packet(elements) => IterForm::Packet(elements.iter()),
            Form::Lent(lent) => IterForm::Lent(lent),
        };
        ListIter { form }
    }

    /// The element at `index`, counted from 0. In a packet it walks there, unless all elements are equally long.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        match self.form {
            Form::Slice(slice) => slice.get(index).copied(),
            Form::Packet(elements) => elements.get(index),
            Form::Lent(lent) => lent.get(index).and_then(|(row, index)| T::lent(row, index)),
        }
    }

    /// The session state after the elements.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn heard(&self, params: P) -> P {
        self.iter().fold(params, |params, element| element.heard(params))
    }
}

impl<T, P: Copy> Default for List<'_, T, P> {
    #[inline]
    fn default() -> Self {
        Self { form: Form::Slice(&[]) }
    }
}

impl<'a, T, P: Copy> From<&'a [T]> for List<'a, T, P> {
    #[inline]
    fn from(slice: &'a [T]) -> Self {
        Self { form: Form::Slice(slice) }
    }
}

impl<'a, T, P: Copy, const N: usize> From<&'a [T; N]> for List<'a, T, P> {
    #[inline]
    fn from(array: &'a [T; N]) -> Self {
        Self { form: Form::Slice(array) }
    }
}

impl<'a, T: Element<'a, P> + PartialEq, P: Copy> PartialEq for List<'a, T, P> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<'a, T: Element<'a, P> + Eq, P: Copy> Eq for List<'a, T, P> {}

impl<'a, T: Element<'a, P> + core::hash::Hash, P: Copy> core::hash::Hash for List<'a, T, P> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        self.iter().for_each(|element| element.hash(state));
    }
}

impl<'a, T: Element<'a, P>, P: Copy> fmt::Debug for List<'a, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(printed)).finish()
    }
}

impl<'a, T: Element<'a, P>, P: Copy> IntoIterator for List<'a, T, P> {
    type Item = T;
    type IntoIter = ListIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> ListIter<'a, T, P> {
        self.iter()
    }
}

impl<'a, T: Element<'a, P>, P: Copy> IntoIterator for &List<'a, T, P> {
    type Item = T;
    type IntoIter = ListIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> ListIter<'a, T, P> {
        self.iter()
    }
}

/// The elements of a [`List`], by value.
#[derive(Clone, Copy)]
pub struct ListIter<'a, T, P = ()> {
    form: IterForm<'a, T, P>,
}

#[derive(Clone, Copy)]
#[repr(u8)]
enum IterForm<'a, T, P> {
    Slice(&'a [T]),
    Packet(ElementsIter<'a, T, P>),
    Lent(Lent<'a>),
}

impl<'a, T: Element<'a, P>, P: Copy> ListIter<'a, T, P> {
    /// The last of what is left.
    fn take_last(&mut self) -> Option<T> {
        match &mut self.form {
            IterForm::Slice(slice) => {
                let (last, rest) = slice.split_last()?;
                *slice = rest;
                Some(*last)
            }
            IterForm::Packet(elements) => elements.next_back(),
            IterForm::Lent(lent) => lent.next_back().and_then(|(row, index)| T::lent(row, index)),
        }
    }
}

impl<T, P> fmt::Debug for ListIter<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ListIter")
    }
}

impl<'a, T: Element<'a, P>, P: Copy> Iterator for ListIter<'a, T, P> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        match &mut self.form {
            IterForm::Slice(slice) => {
                let (first, rest) = slice.split_first()?;
                *slice = rest;
                Some(*first)
            }
            IterForm::Packet(elements) => elements.next(),
            IterForm::Lent(lent) => {
                let (row, index) = lent.next()?;
                T::lent(row, index)
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        match &self.form {
            IterForm::Slice(slice) => (slice.len(), Some(slice.len())),
            IterForm::Packet(elements) => elements.size_hint(),
            IterForm::Lent(lent) => (lent.len(), Some(lent.len())),
        }
    }

    /// Asks once, not at each element, where the elements stand.
    #[inline]
    fn fold<B, F: FnMut(B, T) -> B>(self, start: B, mut with: F) -> B {
        match self.form {
            IterForm::Slice(slice) => slice.iter().copied().fold(start, with),
            IterForm::Packet(elements) => elements.fold(start, with),
            IterForm::Lent(mut lent) => {
                let mut all = start;
                while let Some(element) = lent.next().and_then(|(row, index)| T::lent(row, index)) {
                    all = with(all, element);
                }
                all
            }
        }
    }
}

impl<'a, T: Element<'a, P>, P: Copy> ExactSizeIterator for ListIter<'a, T, P> {}

/// Whether each number is larger than the one before it.
///
/// ```
/// assert!(wireform::list::ascends([1, 4, 5]));
/// assert!(!wireform::list::ascends([1, 4, 4]));
/// ```
#[inline]
pub fn ascends<N: PartialOrd>(numbers: impl IntoIterator<Item = N>) -> bool {
    numbers.into_iter().is_sorted_by(|one, next| one < next)
}

/// Reads and checks the `N` elements of a list of fixed length.
///
/// # Errors
/// That of the first element that fails, in `field`.
#[inline]
pub fn take_array<'a, T: Element<'a, P>, P: Copy, E: Refusal, const N: usize>(
    input: &mut Input<'a, E>,
    params: P,
    field: &'static &'static str,
) -> Result<[T; N], E> {
    if let Some(nothing) = [].first_chunk::<N>() {
        return Ok(*nothing);
    }
    let mut known = params;
    let mut index: usize = 0;
    let mut take = || {
        let element = T::take(input, known).map_err(|error| error.inside_element(field, index))?;
        known = element.heard(known);
        index = index.saturating_add(1);
        Ok::<T, E>(element)
    };
    let mut array = [take()?; N];
    for element in array.iter_mut().skip(1) {
        *element = take()?;
    }
    Ok(array)
}
