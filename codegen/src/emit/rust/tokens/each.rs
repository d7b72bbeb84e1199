//! What is repeated in [`quote!`](super::quote): the elements of an iterator, or of a list by reference, and beside them
//! what is the same each time. That alone would go on for ever, so it is no iterator, and something else has to say that
//! the repetition [`Ends`].

use std::slice::Iter;

use super::TokenStream;

/// Nothing of a repetition ends yet.
pub(in super::super) struct GoesOn;

/// Something of a repetition ends.
pub(in super::super) struct Ends;

/// An iterator is what it is.
pub(in super::super) trait Each: Iterator + Sized {
    fn each(self) -> Self {
        self
    }

    fn ends<Yet>(&self, _: Yet) -> Ends {
        Ends
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

/// The same tokens, as often as others are asked for.
pub(in super::super) struct Again<'t>(&'t TokenStream);

impl TokenStream {
    /// As often as a list in a repetition has elements.
    pub(in super::super) fn each(&self) -> Again<'_> {
        Again(self)
    }
}

impl<'t> Again<'t> {
    pub(in super::super) fn next(&mut self) -> Option<&'t TokenStream> {
        Some(self.0)
    }

    pub(in super::super) fn ends<Yet>(&self, yet: Yet) -> Yet {
        yet
    }
}
