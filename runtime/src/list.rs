//! Lists without allocation: the user's slice, or a checked stretch of a packet.

use core::fmt;

use crate::error::{Malformed, Refusal, Refused, WriteError};
use crate::input::Input;
use crate::output::Output;

/// What a [`List`] can hold. `P` is what reading an element needs to know besides its bytes: the parameters of a
/// record, or how a number stands on the wire.
pub trait Element<'a, P: Copy>: Copy {
    /// That it was read does not say that it can be written: it holds messages that are read when they are reached, or text
    /// whose characters are less than what stands in the packet.
    const LAZY: bool = false;

    /// The bytes of each, where they are as many for all, whatever bytes they are: then a stretch of them is looked at
    /// as one.
    const SIZE: Option<usize> = None;

    /// Reads one.
    ///
    /// # Errors
    /// As the element's own reader.
    fn take<E: Refusal>(input: &mut Input<'a, E>, params: P) -> Result<Self, E>;

    /// Whether it can be written.
    ///
    /// # Errors
    /// What it breaks.
    fn check(&self, params: P) -> Result<(), WriteError>;

    /// Writes it, once checked.
    fn put(&self, out: &mut Output<'_>, params: P);

    /// What is known behind it: a message, or messages in it, may say how later ones are laid out.
    #[inline]
    #[must_use]
    fn heard(&self, params: P) -> P {
        params
    }
}

/// A list of plain values: the user's slice, or a stretch of a packet that was checked when the packet was read.
///
/// It is `Copy`, it borrows, and reading or writing one never allocates. Elements are decoded when they are reached.
///
/// ```
/// use wireform::{Le, List};
///
/// let ours: List<'_, u16, Le<2>> = List::from(&[1, 2, 3]);
/// assert_eq!(ours.len(), 3);
/// assert_eq!(ours.iter().sum::<u16>(), 6);
/// ```
#[derive(Clone, Copy)]
pub struct List<'a, T, P = ()> {
    form: Form<'a, T, P>,
}

#[derive(Clone, Copy)]
enum Form<'a, T, P> {
    Slice(&'a [T]),
    /// Its elements were read before, so nothing is refused.
    Span {
        input: Input<'a, Refused>,
        count: usize,
        params: P,
    },
}

impl<'a, T, P: Copy> List<'a, T, P> {
    /// How many elements there are.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> usize {
        match self.form {
            Form::Slice(slice) => slice.len(),
            Form::Span { count, .. } => count,
        }
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<'a, T, P: Copy> List<'a, T, P> {
    /// Where its elements begin in a packet, how many there are, and what is known in front of them.
    #[inline]
    pub(crate) const fn span(&self) -> Option<(Input<'a>, usize, P)> {
        match self.form {
            Form::Slice(_) => None,
            Form::Span { input, count, params } => Some((input.again(), count, params)),
        }
    }
}

impl<'a, T: Element<'a, P>, P: Copy> List<'a, T, P> {
    /// The elements, by value.
    #[must_use]
    #[inline]
    pub fn iter(&self) -> ListIter<'a, T, P> {
        ListIter { form: self.form }
    }

    /// The element at `index`, counted from 0. In a packet it walks there, unless all elements are equally long.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        match self.form {
            Form::Slice(slice) => slice.get(index).copied(),
            Form::Span { mut input, count, params } => match Self::STEP {
                Some(step) if index < count && input.pass(index.checked_mul(step)?) => T::take(&mut input, params).ok(),
                Some(_) => None,
                None => self.iter().nth(index),
            },
        }
    }

    /// The bytes of each, where they are as many for all, and some.
    const STEP: Option<usize> = match T::SIZE {
        Some(0) | None => None,
        some => some,
    };

    /// The elements between two states of a cursor.
    #[inline]
    fn between<E: Refusal>(start: Input<'a, E>, end: Input<'a, E>, count: usize, params: P) -> Self {
        let input = if Self::STEP.is_some() { start.only(end.since(start)) } else { start };
        Self { form: Form::Span { input: input.again(), count, params } }
    }

    /// Reads and checks `count` elements.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[inline]
    pub fn take<E: Refusal>(
        input: &mut Input<'a, E>,
        count: usize,
        params: P,
        field: &'static &'static str,
    ) -> Result<Self, E> {
        let start = *input;
        if let Some(all) = Self::STEP.and_then(|size| count.checked_mul(size))
            && let Some(bytes) = input.split(all)
        {
            return Ok(Self { form: Form::Span { input: start.only(bytes).again(), count, params } });
        }
        let mut known = params;
        for _ in 0..count {
            known = T::take(input, known).map_err(|error| error.inside(field))?.heard(known);
        }
        Ok(Self::between(start, *input, count, params))
    }

    /// Reads and checks elements until `end` takes a terminator from the copy of the cursor that it is given.
    ///
    /// # Errors
    /// That of the first element or terminator that fails, in `field`; [`Malformed::Limit`] for more than `bound`.
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
            if end(&mut probe).map_err(|error| error.inside(field))? {
                // The terminator is none of the elements.
                let list = Self::between(start, *input, count, params);
                *input = probe;
                return Ok(list);
            }
            if count == bound {
                return Err(E::malformed(field, start.offset(), Malformed::Limit));
            }
            known = T::take(input, known).map_err(|error| error.inside(field))?.heard(known);
            count = count.saturating_add(1);
        }
        Ok(Self::between(start, *input, count, params))
    }

    /// Reads and checks elements to the end of the input.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[inline]
    pub fn take_rest<E: Refusal>(input: &mut Input<'a, E>, params: P, field: &'static &'static str) -> Result<Self, E> {
        let start = *input;
        let mut known = params;
        let mut count: usize = 0;
        while !input.is_empty() {
            known = T::take(input, known).map_err(|error| error.inside(field))?.heard(known);
            count = count.saturating_add(1);
        }
        Ok(Self::between(start, *input, count, params))
    }

    /// Reads and checks at most `count` elements, fewer if the input ends.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
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
            known = T::take(input, known).map_err(|error| error.inside(field))?.heard(known);
            count = count.saturating_add(1);
        }
        Ok(Self::between(start, *input, count, params))
    }

    /// Whether all elements can be written. (Those of a packet can, unless they hold what was not read yet.)
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[inline]
    pub fn check(&self, mut params: P, field: &'static &'static str) -> Result<(), WriteError> {
        if T::LAZY || matches!(self.form, Form::Slice(_)) {
            for element in self.iter() {
                element.check(params).map_err(|error| error.inside(field))?;
                params = element.heard(params);
            }
        }
        Ok(())
    }

    /// Writes all elements, once checked.
    #[inline]
    pub fn put(&self, out: &mut Output<'_>, mut params: P) {
        for element in self.iter() {
            element.put(out, params);
            params = element.heard(params);
        }
    }

    /// What is known behind the elements.
    #[must_use]
    #[inline]
    pub fn heard(&self, params: P) -> P {
        self.iter().fold(params, |params, element| element.heard(params))
    }
}

impl<T, P: Copy> Default for List<'_, T, P> {
    #[inline]
    fn default() -> Self {
        Self { form: Form::Slice(&[]) }
    }
}

impl<'a, T, P: Copy> From<&'a [T]> for List<'a, T, P> {
    #[inline]
    fn from(slice: &'a [T]) -> Self {
        Self { form: Form::Slice(slice) }
    }
}

impl<'a, T, P: Copy, const N: usize> From<&'a [T; N]> for List<'a, T, P> {
    #[inline]
    fn from(array: &'a [T; N]) -> Self {
        Self { form: Form::Slice(array) }
    }
}

impl<'a, T: Element<'a, P> + PartialEq, P: Copy> PartialEq for List<'a, T, P> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<'a, T: Element<'a, P> + fmt::Debug, P: Copy> fmt::Debug for List<'a, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T: Element<'a, P>, P: Copy> IntoIterator for List<'a, T, P> {
    type Item = T;
    type IntoIter = ListIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> ListIter<'a, T, P> {
        self.iter()
    }
}

impl<'a, T: Element<'a, P>, P: Copy> IntoIterator for &List<'a, T, P> {
    type Item = T;
    type IntoIter = ListIter<'a, T, P>;

    #[inline]
    fn into_iter(self) -> ListIter<'a, T, P> {
        self.iter()
    }
}

/// The elements of a [`List`], by value.
#[derive(Clone, Copy)]
pub struct ListIter<'a, T, P = ()> {
    form: Form<'a, T, P>,
}

impl<T, P> fmt::Debug for ListIter<'_, T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ListIter")
    }
}

impl<'a, T: Element<'a, P>, P: Copy> Iterator for ListIter<'a, T, P> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        match &mut self.form {
            Form::Slice(slice) => {
                let (first, rest) = slice.split_first()?;
                *slice = rest;
                Some(*first)
            }
            Form::Span { input, count, params } => {
                // Those that are as many bytes each end where the stretch does.
                if List::<T, P>::STEP.is_none() {
                    *count = count.checked_sub(1)?;
                }
                // The stretch was checked: this can not fail.
                let element = T::take(input, *params).ok()?;
                *params = element.heard(*params);
                Some(element)
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = match self.form {
            Form::Slice(slice) => slice.len(),
            Form::Span { input, count, .. } => {
                List::<T, P>::STEP.and_then(|step| input.left().checked_div(step)).unwrap_or(count)
            }
        };
        (len, Some(len))
    }
}

impl<'a, T: Element<'a, P>, P: Copy> ExactSizeIterator for ListIter<'a, T, P> {}

/// Whether each number is larger than the one before it.
///
/// ```
/// assert!(wireform::list::ascends([1, 4, 5]));
/// assert!(!wireform::list::ascends([1, 4, 4]));
/// ```
#[inline]
pub fn ascends<N: PartialOrd>(numbers: impl IntoIterator<Item = N>) -> bool {
    numbers.into_iter().is_sorted_by(|one, next| one < next)
}

/// Reads and checks the `N` elements of a list of fixed length.
///
/// # Errors
/// That of the first element that fails, in `field`.
#[inline]
pub fn take_array<'a, T: Element<'a, P>, P: Copy, E: Refusal, const N: usize>(
    input: &mut Input<'a, E>,
    params: P,
    field: &'static &'static str,
) -> Result<[T; N], E> {
    let mut known = params;
    let mut take = || {
        let element = T::take(input, known).map_err(|error| error.inside(field))?;
        known = element.heard(known);
        Ok::<T, E>(element)
    };
    let mut array = [take()?; N];
    for element in array.iter_mut().skip(1) {
        *element = take()?;
    }
    Ok(array)
}

/// Whether all elements of a list of fixed length can be written.
///
/// # Errors
/// That of the first element that fails, in `field`.
#[inline]
pub fn check_array<'a, T: Element<'a, P>, P: Copy, const N: usize>(
    array: &[T; N],
    params: P,
    field: &'static &'static str,
) -> Result<(), WriteError> {
    check_each(array, params, field)
}

/// Whether elements, one behind the other, can be written.
pub(crate) fn check_each<'a, 'e, T: Element<'a, P> + 'e, P: Copy>(
    elements: impl IntoIterator<Item = &'e T>,
    mut params: P,
    field: &'static &'static str,
) -> Result<(), WriteError> {
    for element in elements {
        element.check(params).map_err(|error| error.inside(field))?;
        params = element.heard(params);
    }
    Ok(())
}

/// Writes elements that were checked, one behind the other.
pub(crate) fn put_each<'a, 'e, T: Element<'a, P> + 'e, P: Copy>(
    elements: impl IntoIterator<Item = &'e T>,
    out: &mut Output<'_>,
    mut params: P,
) {
    for element in elements {
        element.put(out, params);
        params = element.heard(params);
    }
}

/// Writes the elements of a list of fixed length, once checked.
#[inline]
pub fn put_array<'a, T: Element<'a, P>, P: Copy, const N: usize>(array: &[T; N], out: &mut Output<'_>, params: P) {
    put_each(array, out, params);
}

#[cfg(test)]
mod tests {
    use super::List;
    use crate::error::ParseError;
    use crate::input::Input;
    use crate::number::Le;

    #[test]
    fn elements_that_are_equally_long_end_where_their_list_does() -> Result<(), ParseError> {
        let mut input = Input::new(&[1, 0, 2, 0, 0, 0, 9]);
        let ends = |probe: &mut Input<'_>| Ok(*probe.field::<2>(&"")? == [0, 0]);
        let list: List<'_, u16, Le<2>> = List::take_until(&mut input, (false, usize::MAX), Le, &"list", ends)?;
        assert!(list.iter().eq([1, 2]));
        assert_eq!((list.len(), list.iter().len(), input.rest()), (2, 2, &[9][..]));
        assert_eq!((list.get(0), list.get(1), list.get(2)), (Some(1), Some(2), None));

        let mut input = Input::new(&[1, 0, 2, 0, 3, 0]);
        let list: List<'_, u16, Le<2>> = List::take(&mut input, 2, Le, &"list")?;
        let mut elements = list.iter();
        assert_eq!((elements.next(), elements.len(), elements.next(), elements.next()), (Some(1), 1, Some(2), None));
        assert_eq!((list.get(1), list.get(2), input.rest()), (Some(2), None, &[3, 0][..]));
        Ok(())
    }
}
