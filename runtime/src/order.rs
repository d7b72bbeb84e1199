//! Orders of lists, arrays, messages and text, so that values with them can derive `PartialOrd` and `Ord`.
//!
//! All compare element by element, as slices do.

use core::cmp::Ordering;

use crate::array::Array;
use crate::list::{Element, List};
use crate::messages::Messages;
use crate::text::Text;
use crate::varint::TextUnit;

impl<'a, T: Element<'a, P> + PartialOrd, P: Copy> PartialOrd for List<'a, T, P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.iter().partial_cmp(other.iter())
    }
}

impl<'a, T: Element<'a, P> + Ord, P: Copy> Ord for List<'a, T, P> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

impl<'a, T: Element<'a, P> + Default + PartialOrd, const N: usize, P: Copy> PartialOrd for Array<'a, T, N, P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.iter().partial_cmp(other.iter())
    }
}

impl<'a, T: Element<'a, P> + Default + Ord, const N: usize, P: Copy> Ord for Array<'a, T, N, P> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

/// A message that cannot be read is greater than all that can.
impl<'a, T: Element<'a, P> + PartialOrd, P: Copy> PartialOrd for Messages<'a, T, P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.iter().partial_cmp(other.iter())
    }
}

impl<'a, T: Element<'a, P> + Ord, P: Copy> Ord for Messages<'a, T, P> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}

/// By characters, as `str`.
impl<U: TextUnit> PartialOrd for Text<'_, U> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<U: TextUnit> Ord for Text<'_, U> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.chars().cmp(other.chars())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Byte, Text};

    #[test]
    fn text_compares_by_characters() {
        let text = |text: &'static str| Text::<Byte>::from(text);
        assert!(text("a") < text("b") && text("a") < text("aa") && text("z") < text("é"));
        assert!(text("") < text("a") && text("é") <= text("é"));
    }
}
