//! Lists of a length that the protocol fixes, and that are too long to be handed about by value.

use core::fmt;

use crate::error::{Error, Refusal};
use crate::input::Input;
use crate::list::{Element, Elements, Lender, List, ListIter, printed, put_all};
use crate::output::Output;

/// `N` plain values: the user's array, or a stretch of a packet that was checked when the packet was read.
///
/// It is to `[T; N]` as [`List`] is to `[T]`: `Copy`, it borrows, and elements are decoded when they are reached. By
/// default all elements are the default.
///
/// ```
/// use wireform::{Array, Le};
///
/// let ours: Array<'_, u16, 256, Le<2>> = Array::from(&[7; 256]);
/// assert_eq!((ours.get(255), ours.get(256)), (Some(7), None));
/// assert_eq!(Array::<u16, 256, Le<2>>::default().to_array(), [0; 256]);
/// ```
#[derive(Clone, Copy)]
pub struct Array<'a, T, const N: usize, P = ()> {
    /// Nothing where all are the default.
    elements: Option<List<'a, T, P>>,
}

impl<'a, T: Element<'a, P> + Default, const N: usize, P: Copy> Array<'a, T, N, P> {
    /// Reads and checks the elements.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[doc(hidden)]
    #[inline]
    pub fn take<E: Refusal>(input: &mut Input<'a, E>, params: P, field: &'static &'static str) -> Result<Self, E> {
        Ok(Self { elements: Some(Elements::take(input, N, params, field)?.to_list()) })
    }

    /// The elements, by value.
    #[must_use]
    #[inline]
    pub fn iter(&self) -> ArrayIter<'a, T, P> {
        let elements = self.elements.unwrap_or_default();
        ArrayIter { elements: elements.iter(), defaults: if self.elements.is_some() { 0 } else { N } }
    }

    /// The element at `index`, counted from 0. In a packet it walks there, unless all elements are equally
    /// long.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        self.elements.map_or_else(|| (index < N).then(T::default), |elements| elements.get(index))
    }

    /// All elements.
    #[must_use]
    #[inline]
    pub fn to_array(&self) -> [T; N] {
        let mut array = [T::default(); N];
        for (place, element) in array.iter_mut().zip(self.iter()) {
            *place = element;
        }
        array
    }

    /// The elements that as many owned ones lend.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn lent(row: &'a dyn Lender) -> Self {
        Self { elements: Some(List::lent(row, N)) }
    }

    /// Writes all elements.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[doc(hidden)]
    #[inline]
    pub fn put(&self, out: &mut Output<'_>, params: P, field: &'static &'static str) -> Result<(), Error> {
        let Some(elements) = self.elements else { return put_defaults::<T, P, N>(out, params, field) };
        elements.put(out, params, field)
    }
}

/// Out of line: few lists are left as they were.
#[inline(never)]
fn put_defaults<'a, T: Element<'a, P> + Default, P: Copy, const N: usize>(
    out: &mut Output<'_>,
    params: P,
    field: &'static &'static str,
) -> Result<(), Error> {
    put_all((0..N).map(|_| T::default()), out, params, field, |_| false)
}

impl<T, const N: usize, P> Default for Array<'_, T, N, P> {
    #[inline]
    fn default() -> Self {
        Self { elements: None }
    }
}

impl<'a, T, const N: usize, P: Copy> From<&'a [T; N]> for Array<'a, T, N, P> {
    #[inline]
    fn from(array: &'a [T; N]) -> Self {
        Self { elements: Some(List::from(array)) }
    }
}

impl<'a, T: Element<'a, P> + Default + PartialEq, const N: usize, P: Copy> PartialEq for Array<'a, T, N, P> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a, T: Element<'a, P> + Default + Eq, const N: usize, P: Copy> Eq for Array<'a, T, N, P> {}

impl<'a, T: Element<'a, P> + Default + core::hash::Hash, const N: usize, P: Copy> core::hash::Hash
    for Array<'a, T, N, P>
{
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.iter().for_each(|element| element.hash(state));
    }
}

impl<'a, T: Element<'a, P> + Default + PartialEq<U>, U, const N: usize, P: Copy> PartialEq<[U; N]>
    for Array<'a, T, N, P>
{
    fn eq(&self, other: &[U; N]) -> bool {
        self.iter().zip(other).all(|(element, other)| element == *other)
    }
}

impl<'a, T: Element<'a, P> + Default, const N: usize, P: Copy> fmt::Debug for Array<'a, T, N, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(printed)).finish()
    }
}

/// One line, for a log.
impl<'a, T: Element<'a, P> + Default, const N: usize, P: Copy> fmt::Display for Array<'a, T, N, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl<'a, T: Element<'a, P> + Default, const N: usize, P: Copy> IntoIterator for Array<'a, T, N, P> {
    type Item = T;
    type IntoIter = ArrayIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> ArrayIter<'a, T, P> {
        self.iter()
    }
}

impl<'a, T: Element<'a, P> + Default, const N: usize, P: Copy> IntoIterator for &Array<'a, T, N, P> {
    type Item = T;
    type IntoIter = ArrayIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> ArrayIter<'a, T, P> {
        self.iter()
    }
}

/// The elements of an [`Array`], by value.
#[derive(Clone, Copy)]
pub struct ArrayIter<'a, T, P = ()> {
    elements: ListIter<'a, T, P>,
    /// So many that are the default.
    defaults: usize,
}

impl<T, P> fmt::Debug for ArrayIter<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ArrayIter")
    }
}

impl<'a, T: Element<'a, P> + Default, P: Copy> Iterator for ArrayIter<'a, T, P> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        match self.defaults.checked_sub(1) {
            Some(left) => {
                self.defaults = left;
                Some(T::default())
            }
            None => self.elements.next(),
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.elements.len().saturating_add(self.defaults);
        (len, Some(len))
    }
}

impl<'a, T: Element<'a, P> + Default, P: Copy> ExactSizeIterator for ArrayIter<'a, T, P> {}
