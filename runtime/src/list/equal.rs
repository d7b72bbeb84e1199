//! `==` of a list with an array, a slice or a vector of the same elements, from either side.

use super::{Element, List};

macro_rules! equal {
    ($([$($len:tt)*] $other:ty),* $(,)?) => {$(
        /// Element by element: `U` is anything that an element is compared with.
        impl<'a, T: Element<'a, P> + PartialEq<U>, U, P: Copy $($len)*> PartialEq<$other> for List<'a, T, P> {
            fn eq(&self, other: &$other) -> bool {
                self.is_each(&other[..])
            }
        }

        /// As the list is compared with it.
        impl<'a, T: Element<'a, P> + PartialEq<U>, U, P: Copy $($len)*> PartialEq<List<'a, T, P>> for $other {
            fn eq(&self, other: &List<'a, T, P>) -> bool {
                other.is_each(&self[..])
            }
        }
    )*};
}

equal! { [] [U], [] &[U], [, const N: usize] [U; N], [, const N: usize] &[U; N] }
#[cfg(feature = "alloc")]
equal! { [] alloc::vec::Vec<U> }

impl<'a, T: Element<'a, P>, P: Copy> List<'a, T, P> {
    /// Whether the elements are equal to these, one by one.
    fn is_each<U>(&self, others: &[U]) -> bool
    where
        T: PartialEq<U>,
    {
        self.len() == others.len() && self.iter().zip(others).all(|(element, other)| element == *other)
    }
}

#[cfg(test)]
mod tests {
    use crate::error::Error;
    use crate::input::Input;
    use crate::list::{Elements, List};
    use crate::number::Le;

    #[test]
    fn a_list_is_compared_from_either_side() -> Result<(), Error> {
        let mut input = Input::new(&[1, 0, 2, 0, 3, 0]);
        let packet: List<'_, u16, Le<2>> = Elements::take(&mut input, 3, Le, &"list")?.to_list();
        let (array, slice) = ([1, 2, 3], &[1, 2, 3][..]);
        for list in [packet, List::from(&array)] {
            assert_eq!(list, array);
            assert_eq!(array, list);
            assert_eq!(list, &array);
            assert_eq!(&array, list);
            assert_eq!(list, slice);
            assert_eq!(slice, list);
            assert_eq!(list, *slice);
            assert_eq!(*slice, list);
            for other in [&[1, 2][..], &[1, 2, 3, 4], &[1, 2, 4], &[]] {
                assert_ne!(list, other);
            }
        }
        assert_eq!(List::<u16, Le<2>>::default(), [0; 0]);
        Ok(())
    }

    #[cfg(feature = "alloc")]
    #[test]
    fn a_list_is_compared_with_a_vector() {
        let list: List<'_, u16, Le<2>> = List::from(&[1, 2]);
        assert_eq!(list, alloc::vec![1, 2]);
        assert_ne!(alloc::vec![2, 1], list);
    }
}
