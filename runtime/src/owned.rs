//! Lists and messages in vectors, and what generated owned values need besides: conversions of parts that are not generated.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt::Write as _;
use core::panic::RefUnwindSafe;

use crate::list::{Element, Lender, List};
use crate::messages::Messages;
use crate::text::Text;
use crate::varint::TextUnit;

impl<'a, T: Element<'a, P>, P: Copy> List<'a, T, P> {
    /// All elements.
    #[must_use]
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().collect()
    }
}

impl<'a, T, P: Copy> From<&'a Vec<T>> for List<'a, T, P> {
    #[inline]
    fn from(all: &'a Vec<T>) -> Self {
        Self::from(all.as_slice())
    }
}

impl<'a, T, P> From<&'a Vec<T>> for Messages<'a, T, P> {
    #[inline]
    fn from(all: &'a Vec<T>) -> Self {
        Self::from(all.as_slice())
    }
}

impl<O: Any + Send + Sync + RefUnwindSafe> Lender for Vec<O> {
    #[inline]
    fn at(&self, index: usize) -> Option<&dyn Any> {
        self.get(index).map(|owned| owned as &dyn Any)
    }
}

/// The characters of a text.
#[must_use]
pub fn text<U: TextUnit>(text: Text<'_, U>) -> String {
    match text.as_bytes().and_then(|bytes| core::str::from_utf8(bytes).ok()).filter(|text| text.is_ascii()) {
        Some(ascii) => String::from(ascii),
        None => {
            let mut all = String::with_capacity(text.len());
            // A string takes whatever is written.
            let _ = write!(all, "{text}");
            all
        }
    }
}

/// `N` elements in a box: missing ones are the default, and there are none too many.
#[must_use]
pub fn row<O: Default, const N: usize>(elements: impl Iterator<Item = O>) -> Box<[O; N]> {
    let mut all: Vec<O> = elements.take(N).collect();
    all.resize_with(N, O::default);
    // There are `N`.
    all.into_boxed_slice().try_into().unwrap_or_else(|_| on_the_stack())
}

/// `N` elements in an array, as [`row`] has them in a box.
#[must_use]
pub fn array<O: Default, const N: usize>(elements: Vec<O>) -> [O; N] {
    *row(elements.into_iter())
}

/// `N` elements that are the default.
#[must_use]
pub fn defaults<O: Default, const N: usize>() -> Box<[O; N]> {
    row(core::iter::empty())
}

/// Out of line: the array is on the stack.
#[cold]
#[inline(never)]
fn on_the_stack<O: Default, const N: usize>() -> Box<[O; N]> {
    Box::new(core::array::from_fn(|_| O::default()))
}

#[cfg(test)]
mod tests {
    use super::{row, text};
    use crate::text::{Byte, Text};

    #[test]
    fn a_row_is_as_long_as_its_type_says() {
        assert_eq!(*row::<u8, 3>([1, 2].into_iter()), [1, 2, 0]);
        assert_eq!(*row::<u8, 3>([1, 2, 3, 4].into_iter()), [1, 2, 3]);
    }

    #[test]
    fn characters_are_kept() {
        for said in ["plain", "caf\u{e9}", ""] {
            assert_eq!(text(Text::<Byte>::from(said)), said);
        }
        assert_eq!(text(Text::latin1(b"caf\xE9")), "caf\u{e9}");
    }
}
