//! What is repeated in [`quote!`](super::quote): the elements of an iterator, or of a list by reference.

use std::slice::Iter;

/// An iterator is what it is.
pub(in super::super) trait Each: Iterator + Sized {
    fn each(self) -> Self {
        self
    }
}

impl<I: Iterator> Each for I {}

/// What is a slice is looked at, and stays.
pub(in super::super) trait EachIn {
    type Element;
    fn each(&self) -> Iter<'_, Self::Element>;
}

impl<T> EachIn for [T] {
    type Element = T;

    fn each(&self) -> Iter<'_, T> {
        self.iter()
    }
}
