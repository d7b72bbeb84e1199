//! Elements that are lent by a row of owned ones: each is made when it is reached.
//!
//! The row has no type parameters, so that a list of what is lent may be used where a shorter lifetime is wanted: a trait
//! object is invariant in its parameters. The element type knows which owned type it is made of.

use core::any::Any;
use core::panic::RefUnwindSafe;

/// Owned elements in a row.
#[doc(hidden)]
pub trait Lender: Send + Sync + RefUnwindSafe {
    /// The owned element at `index`.
    fn at(&self, index: usize) -> Option<&dyn Any>;
}

impl<O: Any + Send + Sync + RefUnwindSafe, const N: usize> Lender for [O; N] {
    #[inline]
    fn at(&self, index: usize) -> Option<&dyn Any> {
        self.get(index).map(|owned| owned as &dyn Any)
    }
}

/// The owned element at `index`, whose type is known where this is called.
#[doc(hidden)]
#[inline]
pub fn lent<O: 'static>(row: &dyn Lender, index: usize) -> Option<&O> {
    row.at(index)?.downcast_ref::<O>()
}

/// A row that is lent, or what is left of it.
#[derive(Clone, Copy)]
pub(crate) struct Lent<'a> {
    row: &'a dyn Lender,
    start: usize,
    end: usize,
}

impl<'a> Lent<'a> {
    #[inline]
    pub(crate) const fn new(row: &'a dyn Lender, len: usize) -> Self {
        Self { row, start: 0, end: len }
    }

    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// The row, and the index of its next element, which then is behind.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(&'a dyn Lender, usize)> {
        let index = self.start;
        if index >= self.end {
            return None;
        }
        self.start = index.saturating_add(1);
        Some((self.row, index))
    }

    /// The same from the end.
    #[inline]
    pub(crate) fn next_back(&mut self) -> Option<(&'a dyn Lender, usize)> {
        if self.start >= self.end {
            return None;
        }
        self.end = self.end.checked_sub(1)?;
        Some((self.row, self.end))
    }

    /// The row, and the index in it of the element at `index` of what is left.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<(&'a dyn Lender, usize)> {
        let index = self.start.checked_add(index).filter(|index| *index < self.end)?;
        Some((self.row, index))
    }
}
