//! Elements that stand in a packet one behind the other.

use core::fmt;
use core::marker::PhantomData;

use super::{Element, List, printed};
use crate::error::{Malformed, Refusal, Refused};
use crate::input::Input;

/// The elements of a list that a packet holds, checked when the packet was read.
///
/// It is `Copy`, it borrows, and elements are decoded when they are reached. What a view keeps of a list: the loops
/// over it need not ask at each element whether it is one of a slice.
#[derive(Clone, Copy)]
pub struct Elements<'a, T, P = ()> {
    /// They were read before, so nothing is refused.
    input: Input<'a, Refused>,
    count: usize,
    params: P,
    elements: PhantomData<fn() -> T>,
}

impl<'a, T: Copy, P: Copy> Elements<'a, T, P> {
    /// The same as a plain value.
    #[must_use]
    #[inline]
    pub const fn to_list(self) -> List<'a, T, P> {
        List::packet(self)
    }

    /// How many there are.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl<'a, T: Element<'a, P>, P: Copy> Elements<'a, T, P> {
    /// The bytes of each, where they are as many for all, and some.
    const STEP: Option<usize> = match T::SIZE {
        Some(0) | None => None,
        some => some,
    };

    /// Whether that is so: what is not the case of a list is not compiled for it.
    const EQUAL: bool = Self::STEP.is_some();

    /// The elements, by value.
    #[must_use]
    #[inline]
    pub const fn iter(&self) -> ElementsIter<'a, T, P> {
        ElementsIter { left: *self }
    }

    /// The element at `index`, counted from 0. It walks there, unless all elements are equally long.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        let mut input = self.input;
        match Self::STEP {
            Some(step) if index < self.count && input.pass(index.checked_mul(step)?) => {
                T::take(&mut input, self.params).ok()
            }
            Some(_) => None,
            None => self.iter().nth(index),
        }
    }

    /// So many elements that stand behind each other from a place on, and were checked.
    #[inline]
    pub(crate) const fn behind<E: Refusal>(start: Input<'a, E>, count: usize, params: P) -> Self {
        Self { input: start.again(), count, params, elements: PhantomData }
    }

    /// Where they begin, and what is known in front of them.
    #[inline]
    pub(crate) const fn start(&self) -> (Input<'a>, P) {
        (self.input.again(), self.params)
    }

    /// The elements between two states of a cursor.
    #[inline]
    fn between<E: Refusal>(start: Input<'a, E>, end: Input<'a, E>, count: usize, params: P) -> Self {
        if Self::EQUAL {
            return Self::equal(end.since(start), count, params);
        }
        Self { input: start.again(), count, params, elements: PhantomData }
    }

    /// Elements that are equally long. Nothing in them can be refused, so nobody asks where they stand.
    #[inline]
    const fn equal(bytes: &'a [u8], count: usize, params: P) -> Self {
        Self { input: Input::new(bytes).again(), count, params, elements: PhantomData }
    }

    /// Reads and checks `count` elements.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[doc(hidden)]
    #[inline]
    pub fn take<E: Refusal>(
        input: &mut Input<'a, E>,
        count: usize,
        params: P,
        field: &'static &'static str,
    ) -> Result<Self, E> {
        Self::take_placed(input, count, params, field, |index| index)
    }

    /// Reads and checks `count` elements, of which errors say where they are.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[doc(hidden)]
    #[inline]
    pub(crate) fn take_placed<E: Refusal>(
        input: &mut Input<'a, E>,
        count: usize,
        params: P,
        field: &'static &'static str,
        place: impl Fn(usize) -> usize + Copy,
    ) -> Result<Self, E> {
        if Self::EQUAL {
            return Self::take_equal(input, count, params, field, place);
        }
        let start = *input;
        Self::pass(input, count, params, field, place)?;
        Ok(Self { input: start.again(), count, params, elements: PhantomData })
    }

    /// The same of elements that are equally long, whatever bytes they are: there are enough bytes or not.
    #[inline]
    fn take_equal<E: Refusal>(
        input: &mut Input<'a, E>,
        count: usize,
        params: P,
        field: &'static &'static str,
        place: impl Fn(usize) -> usize + Copy,
    ) -> Result<Self, E> {
        let start = *input;
        match input.split_equal(count, Self::STEP) {
            Some(bytes) => Ok(Self::equal(bytes, count, params)),
            // Read one by one, to find the field that is missing.
            None => Err(E::because(|| {
                let missing = Self::pass(&mut start.again(), count, params, field, place).err();
                missing.unwrap_or_else(|| Malformed::Count.found(field, start.offset(), count))
            })),
        }
    }

    /// Reads and checks `count` elements, and passes by.
    #[inline]
    fn pass<E: Refusal>(
        input: &mut Input<'a, E>,
        count: usize,
        params: P,
        field: &'static &'static str,
        place: impl Fn(usize) -> usize,
    ) -> Result<(), E> {
        let mut known = params;
        for index in 0..count {
            known = T::pass(input, known).map_err(|error| error.inside_element(field, place(index)))?;
        }
        Ok(())
    }

    /// Reads and checks elements until `end` takes a terminator from the copy of the cursor that it is given.
    ///
    /// # Errors
    /// That of the first element or terminator that fails, in `field`; [`Malformed::Limit`] for more than `bound`.
    #[doc(hidden)]
    #[inline]
    pub fn take_until<E: Refusal>(
        input: &mut Input<'a, E>,
        (or_end, bound): (bool, usize),
        params: P,
        field: &'static &'static str,
        mut end: impl FnMut(&mut Input<'a, E>) -> Result<bool, E>,
    ) -> Result<Self, E> {
        let start = *input;
        let mut known = params;
        let mut count: usize = 0;
        while !(or_end && input.is_empty()) {
            let mut probe = *input;
            if end(&mut probe).map_err(|error| error.inside_element(field, count))? {
                // The terminator is none of the elements.
                let list = Self::between(start, *input, count, params);
                *input = probe;
                return Ok(list);
            }
            if count == bound {
                return Err(Malformed::Limit.at_most(field, start.offset(), bound));
            }
            known = T::pass(input, known).map_err(|error| error.inside_element(field, count))?;
            count = count.saturating_add(1);
        }
        Ok(Self::between(start, *input, count, params))
    }

    /// Reads and checks elements until the next number is of a pattern: `begins` reads it.
    ///
    /// # Errors
    /// As [`take_until`](Self::take_until).
    #[doc(hidden)]
    #[inline]
    pub fn take_before<E: Refusal>(
        input: &mut Input<'a, E>,
        (or_end, bound): (bool, usize),
        params: P,
        field: &'static &'static str,
        begins: impl Fn(&mut Input<'a, E>) -> Result<bool, E>,
    ) -> Result<Self, E> {
        Self::take_until(input, (or_end, bound), params, field, |next| begins(&mut { *next }))
    }

    /// Reads and checks elements up to the one that is the `last` by itself or its bytes.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`; [`Malformed::Limit`] if the last is beyond `bound`.
    #[doc(hidden)]
    #[inline]
    pub fn take_through<E: Refusal>(
        input: &mut Input<'a, E>,
        bound: usize,
        params: P,
        field: &'static &'static str,
        last: impl Fn(&T, &[u8]) -> bool,
    ) -> Result<Self, E> {
        Self::through(input, (false, bound), params, field, last)
    }

    /// As [`take_through`](Self::take_through), where the end of the input may come instead.
    ///
    /// # Errors
    /// As [`take_through`](Self::take_through).
    #[doc(hidden)]
    #[inline]
    pub fn take_through_or_end<E: Refusal>(
        input: &mut Input<'a, E>,
        bound: usize,
        params: P,
        field: &'static &'static str,
        last: impl Fn(&T, &[u8]) -> bool,
    ) -> Result<Self, E> {
        Self::through(input, (true, bound), params, field, last)
    }

    #[inline]
    fn through<E: Refusal>(
        input: &mut Input<'a, E>,
        (or_end, bound): (bool, usize),
        params: P,
        field: &'static &'static str,
        last: impl Fn(&T, &[u8]) -> bool,
    ) -> Result<Self, E> {
        let start = *input;
        let mut known = params;
        let mut count: usize = 0;
        while !(or_end && input.is_empty()) {
            if count == bound {
                return Err(Malformed::Limit.at_most(field, start.offset(), bound));
            }
            let before = *input;
            let element = T::take(input, known).map_err(|error| error.inside_element(field, count))?;
            known = element.heard(known);
            count = count.saturating_add(1);
            if last(&element, input.since(before)) {
                break;
            }
        }
        Ok(Self::between(start, *input, count, params))
    }

    /// Reads and checks elements to the end of the input.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[doc(hidden)]
    #[inline]
    pub fn take_rest<E: Refusal>(input: &mut Input<'a, E>, params: P, field: &'static &'static str) -> Result<Self, E> {
        let start = *input;
        let mut known = params;
        let mut count: usize = 0;
        while !input.is_empty() {
            known = T::pass(input, known).map_err(|error| error.inside_element(field, count))?;
            count = count.saturating_add(1);
        }
        Ok(Self::between(start, *input, count, params))
    }

    /// Reads and checks at most `most` elements, fewer if the input ends.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[doc(hidden)]
    #[inline]
    pub fn take_or_end<E: Refusal>(
        input: &mut Input<'a, E>,
        most: usize,
        params: P,
        field: &'static &'static str,
    ) -> Result<Self, E> {
        let start = *input;
        let mut known = params;
        let mut count: usize = 0;
        while count < most && !input.is_empty() {
            known = T::pass(input, known).map_err(|error| error.inside_element(field, count))?;
            count = count.saturating_add(1);
        }
        Ok(Self::between(start, *input, count, params))
    }
}

impl<'a, T: Element<'a, P>, P: Copy> fmt::Debug for Elements<'a, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(printed)).finish()
    }
}

impl<'a, T: Element<'a, P>, P: Copy> IntoIterator for Elements<'a, T, P> {
    type Item = T;
    type IntoIter = ElementsIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> ElementsIter<'a, T, P> {
        self.iter()
    }
}

impl<'a, T: Element<'a, P>, P: Copy> IntoIterator for &Elements<'a, T, P> {
    type Item = T;
    type IntoIter = ElementsIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> ElementsIter<'a, T, P> {
        self.iter()
    }
}

/// Iterator over [`Elements`], by value.
#[derive(Clone, Copy)]
pub struct ElementsIter<'a, T, P = ()> {
    /// The remaining elements. If all have one size, the length of their bytes is their count.
    left: Elements<'a, T, P>,
}

impl<'a, T: Element<'a, P>, P: Copy> ElementsIter<'a, T, P> {
    /// The last of what is left. It walks there, unless all elements are equally long.
    pub(super) fn take_last(&mut self) -> Option<T> {
        let before = self.size_hint().0.checked_sub(1)?;
        let last = self.left.get(before)?;
        match Elements::<T, P>::STEP {
            Some(step) => {
                let bytes = self.left.input.rest().get(..before.checked_mul(step)?)?;
                self.left = Elements::equal(bytes, before, self.left.params);
            }
            None => self.left.count = before,
        }
        Some(last)
    }
}

impl<T, P> fmt::Debug for ElementsIter<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ElementsIter")
    }
}

impl<'a, T: Element<'a, P>, P: Copy> Iterator for ElementsIter<'a, T, P> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        if Elements::<T, P>::STEP.is_none() {
            self.left.count = self.left.count.checked_sub(1)?;
        }
        // The stretch was checked: this cannot fail.
        let element = T::take(&mut self.left.input, self.left.params).ok()?;
        self.left.params = element.heard(self.left.params);
        Some(element)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let by_size = Elements::<T, P>::STEP.and_then(|step| self.left.input.left().checked_div(step));
        let len = by_size.unwrap_or(self.left.count);
        (len, Some(len))
    }
}

impl<'a, T: Element<'a, P>, P: Copy> ExactSizeIterator for ElementsIter<'a, T, P> {}

#[cfg(test)]
mod tests {
    use super::Elements;
    use crate::error::Error;
    use crate::input::Input;
    use crate::number::Le;

    #[test]
    fn elements_that_are_equally_long_end_where_their_list_does() -> Result<(), Error> {
        let mut input = Input::new(&[1, 0, 2, 0, 0, 0, 9]);
        let ends = |probe: &mut Input<'_>| Ok(*probe.field::<2>(&"")? == [0, 0]);
        let list: Elements<'_, u16, Le<2>> = Elements::take_until(&mut input, (false, usize::MAX), Le, &"list", ends)?;
        assert!(list.iter().eq([1, 2]));
        assert_eq!((list.len(), list.iter().len(), input.rest()), (2, 2, &[9][..]));
        assert_eq!((list.get(0), list.get(1), list.get(2)), (Some(1), Some(2), None));

        let mut input = Input::new(&[1, 0, 2, 0, 3, 0]);
        let list: Elements<'_, u16, Le<2>> = Elements::take(&mut input, 2, Le, &"list")?;
        let mut elements = list.iter();
        assert_eq!((elements.next(), elements.len(), elements.next(), elements.next()), (Some(1), 1, Some(2), None));
        assert_eq!((list.get(1), list.get(2), input.rest()), (Some(2), None, &[3, 0][..]));
        Ok(())
    }
}
