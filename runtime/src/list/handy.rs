//! Functions of a slice that a list should not lack: its ends, a search, a way back, a line for a log.

use core::fmt;

use super::{Element, List, ListIter};
use crate::list::ElementsIter;

impl<'a, T: Element<'a, P>, P: Copy> List<'a, T, P> {
    /// The first element.
    ///
    /// ```
    /// use wireform::{Le, List};
    ///
    /// let list: List<'_, u16, Le<2>> = List::from(&[3, 5, 8]);
    /// assert_eq!((list.first(), list.last()), (Some(3), Some(8)));
    /// assert!(list.contains(&5) && !list.contains(&4));
    /// assert!(list == [3, 5, 8] && list != [3, 5]);
    /// assert_eq!(list.to_string(), "[3, 5, 8]");
    /// ```
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<T> {
        self.get(0)
    }

    /// The last element. In a packet it walks there, unless all elements are equally long.
    #[must_use]
    #[inline]
    pub fn last(&self) -> Option<T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Whether an element is equal to this one: its type is any that an element is compared with,
    /// as in `tags.contains(&"wet")` and `blobs.contains(&b"\0\x01")`.
    #[must_use]
    #[inline]
    pub fn contains<Q: ?Sized>(&self, wanted: &Q) -> bool
    where
        T: PartialEq<Q>,
    {
        self.iter().any(|element| element == *wanted)
    }
}

/// One line, for a log: as the message prints that has the list, with text in quotes and bytes in hexadecimal.
impl<'a, T: Element<'a, P>, P: Copy> fmt::Display for List<'a, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// An element that prints as in its list.
pub(crate) fn printed<'a, T: Element<'a, P>, P: Copy>(element: T) -> impl fmt::Debug {
    fmt::from_fn(move |f| element.print(f))
}

/// From the last element to the first. In a packet, elements of different lengths have no way back: each step walks from
/// the start, so that a way back over `n` of them takes `n * n / 2` steps.
impl<'a, T: Element<'a, P>, P: Copy> DoubleEndedIterator for ElementsIter<'a, T, P> {
    fn next_back(&mut self) -> Option<T> {
        self.take_last()
    }
}

/// As [`ElementsIter`] does it.
impl<'a, T: Element<'a, P>, P: Copy> DoubleEndedIterator for ListIter<'a, T, P> {
    fn next_back(&mut self) -> Option<T> {
        self.take_last()
    }
}

#[cfg(test)]
mod tests {
    use crate::error::Error;
    use crate::input::Input;
    use crate::list::{Elements, List};
    use crate::number::Le;

    #[test]
    fn a_list_has_two_ends_wherever_it_stands() -> Result<(), Error> {
        let mut input = Input::new(&[1, 0, 2, 0, 3, 0, 9]);
        let packet: List<'_, u16, Le<2>> = Elements::take(&mut input, 3, Le, &"list")?.to_list();
        for list in [packet, List::from(&[1, 2, 3])] {
            assert!(list.iter().rev().eq([3, 2, 1]));
            let mut both = list.iter();
            assert_eq!((both.next_back(), both.next(), both.len()), (Some(3), Some(1), 1));
            assert_eq!((both.next_back(), both.next_back(), both.next(), both.len()), (Some(2), None, None, 0));
            assert_eq!((list.first(), list.last(), list.get(3)), (Some(1), Some(3), None));
        }
        assert_eq!(List::<u16, Le<2>>::default().last(), None);
        Ok(())
    }
}
