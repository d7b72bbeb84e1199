//! Lists of which only some places hold an element: bit `i` of a mask says whether one stands in place `i`.
//!
//! A plain value has an option for each place. A state whose differences travel has an element in each, and what
//! travels is those that differ from the base's.

use core::fmt;

use crate::error::{Error, Refusal};
use crate::input::Input;
use crate::list::{Element, Elements, ElementsIter, printed, put_each};
use crate::output::Output;

/// The elements of a list with `N` places that a packet holds, checked when the packet was read.
///
/// It is `Copy`, it borrows, and elements are decoded when they are reached.
#[derive(Clone, Copy)]
pub struct Sparse<'a, T, const N: usize, P = ()> {
    mask: u64,
    elements: Elements<'a, T, P>,
}

impl<'a, T: Element<'a, P>, const N: usize, P: Copy> Sparse<'a, T, N, P> {
    /// Reads and checks an element for each bit of the mask that stands for a place; other bits mean nothing.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[doc(hidden)]
    #[inline]
    pub fn take<E: Refusal>(
        input: &mut Input<'a, E>,
        mask: u64,
        params: P,
        field: &'static &'static str,
    ) -> Result<Self, E> {
        let mask = (0..N).map(bit).fold(0, core::ops::BitOr::bitor) & mask;
        let count = few(mask.count_ones());
        let place = |nth: usize| (0..N).filter(|index| mask & bit(*index) != 0).nth(nth).unwrap_or(nth);
        Ok(Self { mask, elements: Elements::take_placed(input, count, params, field, place)? })
    }

    /// How many places hold an element.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether no place holds one.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The element in place `index`, counted from 0. It walks there, unless all elements are equally long.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        let before = self.mask & bit(index).wrapping_sub(1);
        let there = index < N && self.mask & bit(index) != 0;
        if there { self.elements.get(few(before.count_ones())) } else { None }
    }

    /// The elements that are there, by value, each behind the number of its place.
    #[must_use]
    #[inline]
    pub fn iter(&self) -> SparseIter<'a, T, P> {
        SparseIter { mask: self.mask, elements: self.elements.iter() }
    }

    /// The element of each place.
    #[must_use]
    #[inline]
    pub fn to_array(&self) -> [Option<T>; N] {
        let mut array = [None; N];
        for (index, element) in self.iter() {
            if let Some(place) = array.get_mut(index) {
                *place = Some(element);
            }
        }
        array
    }
}

impl<'a, T: Element<'a, P>, const N: usize, P: Copy> fmt::Debug for Sparse<'a, T, N, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(index, element)| (index, printed(element)))).finish()
    }
}

impl<'a, T: Element<'a, P>, const N: usize, P: Copy> IntoIterator for Sparse<'a, T, N, P> {
    type Item = (usize, T);
    type IntoIter = SparseIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> SparseIter<'a, T, P> {
        self.iter()
    }
}

impl<'a, T: Element<'a, P>, const N: usize, P: Copy> IntoIterator for &Sparse<'a, T, N, P> {
    type Item = (usize, T);
    type IntoIter = SparseIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> SparseIter<'a, T, P> {
        self.iter()
    }
}

/// The elements of a [`Sparse`] list, by value, each behind the number of its place.
#[derive(Clone, Copy)]
pub struct SparseIter<'a, T, P = ()> {
    /// The places of the elements that are still to come.
    mask: u64,
    elements: ElementsIter<'a, T, P>,
}

impl<T, P> fmt::Debug for SparseIter<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SparseIter")
    }
}

impl<'a, T: Element<'a, P>, P: Copy> Iterator for SparseIter<'a, T, P> {
    type Item = (usize, T);

    #[inline]
    fn next(&mut self) -> Option<(usize, T)> {
        let element = self.elements.next()?;
        let index = self.mask.trailing_zeros();
        self.mask &= self.mask.wrapping_sub(1);
        Some((few(index), element))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.elements.size_hint()
    }
}

impl<'a, T: Element<'a, P>, P: Copy> ExactSizeIterator for SparseIter<'a, T, P> {}

/// A number of bits of a mask, or of one of them.
fn few(bits: u32) -> usize {
    usize::from(crate::cast::u32_to_u8(bits))
}

/// The bit of a place. (A mask has no more than 64.)
const fn bit(index: usize) -> u64 {
    if index < 64 { 1_u64.wrapping_shl(crate::cast::usize_to_u32(index)) } else { 0 }
}

/// The bits of the places that hold an element.
///
/// ```
/// assert_eq!(wireform::sparse::mask(&[Some('a'), None, Some('c')]), 0b101);
/// ```
#[must_use]
#[inline]
pub fn mask<T, const N: usize>(array: &[Option<T>; N]) -> u64 {
    let (mut mask, mut place) = (0, 1_u64);
    for element in array {
        if element.is_some() {
            mask |= place;
        }
        place = place.wrapping_shl(1);
    }
    mask
}

/// Writes the elements that are there.
///
/// # Errors
/// That of the first element that fails, in `field`.
#[inline]
pub fn put<'a, T: Element<'a, P>, P: Copy, const N: usize>(
    array: &[Option<T>; N],
    out: &mut Output<'_>,
    params: P,
    field: &'static &'static str,
) -> Result<(), Error> {
    put_each(array.iter().flatten(), out, params, field, |_| false)
}

/// The elements of a list that differ from its base.
///
/// ```
/// use wireform::sparse;
///
/// let changed = sparse::difference(&[1, 2, 3], &[1, 0, 3], |one, other| one != other);
/// assert_eq!(changed, [None, Some(2), None]);
/// assert_eq!(sparse::resolve(&changed, &[1, 0, 3]), [1, 2, 3]);
/// ```
#[must_use]
#[inline]
pub fn difference<T: Copy, const N: usize>(
    array: &[T; N],
    base: &[T; N],
    differ: impl Fn(&T, &T) -> bool,
) -> [Option<T>; N] {
    let mut changed = [None; N];
    for ((place, element), before) in changed.iter_mut().zip(array).zip(base) {
        *place = differ(element, before).then_some(*element);
    }
    changed
}

/// The list that is `base` with what changed of it.
#[must_use]
#[inline]
pub fn resolve<T: Copy, const N: usize>(changed: &[Option<T>; N], base: &[T; N]) -> [T; N] {
    let mut array = *base;
    for (place, element) in array.iter_mut().zip(changed) {
        if let Some(element) = element {
            *place = *element;
        }
    }
    array
}
