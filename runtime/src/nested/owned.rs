//! Nested parts that borrow nothing.

use alloc::boxed::Box;
use core::any::Any;
use core::fmt;
use core::panic::RefUnwindSafe;

use super::Nested;
use crate::list::{Lender, List};

/// An owned value that may contain parts like itself, in a box. By default nothing is nested, which no writer accepts.
///
/// ```
/// use wireform::OwnedNested;
///
/// let ours = OwnedNested::from(7);
/// assert_eq!(ours.get(), Some(&7));
/// assert_eq!(ours.into_inner(), Some(7));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnedNested<O> {
    inner: Option<Box<O>>,
}

impl<O> OwnedNested<O> {
    /// The value; `None` if nothing is nested.
    #[must_use]
    pub fn get(&self) -> Option<&O> {
        self.inner.as_deref()
    }

    /// The value, to be changed.
    #[must_use]
    pub fn get_mut(&mut self) -> Option<&mut O> {
        self.inner.as_deref_mut()
    }

    /// The value, without its box.
    #[must_use]
    pub fn into_inner(self) -> Option<O> {
        self.inner.map(|inner| *inner)
    }

    /// The plain form of a value that is its own owned form.
    #[doc(hidden)]
    #[must_use]
    pub fn as_value<P: Copy>(&self) -> Nested<'_, O, P> {
        Nested { one: self.get().map_or_else(List::default, |one| List::from(core::slice::from_ref(one))) }
    }
}

impl<O> Default for OwnedNested<O> {
    fn default() -> Self {
        Self { inner: None }
    }
}

impl<O> From<O> for OwnedNested<O> {
    fn from(inner: O) -> Self {
        Self { inner: Some(Box::new(inner)) }
    }
}

/// A plain part has one value, or none.
impl<O> FromIterator<O> for OwnedNested<O> {
    fn from_iter<I: IntoIterator<Item = O>>(all: I) -> Self {
        Self { inner: all.into_iter().next().map(Box::new) }
    }
}

impl<O: Any + Send + Sync + RefUnwindSafe> Lender for OwnedNested<O> {
    fn at(&self, index: usize) -> Option<&dyn Any> {
        self.get().filter(|_| index == 0).map(|owned| owned as &dyn Any)
    }
}

impl<O: fmt::Debug> fmt::Debug for OwnedNested<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(value) => value.fmt(f),
            None => f.write_str("nothing"),
        }
    }
}
