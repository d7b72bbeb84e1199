//! Elements that a reader passes by which calls itself: one result in the frame, and no errors, so that the frame is small
//! without optimisation, too.

use super::{Element, Elements};
use crate::error::{Malformed, Refusal};
use crate::input::Input;

impl<'a, T: Element<'a, P>, P: Copy> Elements<'a, T, P> {
    /// Reads and checks `count` elements, and passes by.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[doc(hidden)]
    #[inline]
    pub fn pass_all<E: Refusal>(
        input: &mut Input<'a, E>,
        count: usize,
        params: P,
        field: &'static &'static str,
    ) -> Result<(), E> {
        let mut known = params;
        let mut index = 0;
        while index < count {
            let passed = T::pass(input, known);
            let Ok(next) = passed else { return in_element(&passed, field, index) };
            known = next;
            index = index.saturating_add(1);
        }
        Ok(())
    }

    /// Reads and checks elements until `end` takes a terminator from the copy of the cursor that it is given, and passes by.
    ///
    /// # Errors
    /// As [`take_until`](Elements::take_until).
    #[doc(hidden)]
    #[inline]
    pub fn pass_until<E: Refusal>(
        input: &mut Input<'a, E>,
        (or_end, bound): (bool, usize),
        params: P,
        field: &'static &'static str,
        mut end: impl FnMut(&mut Input<'a, E>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let start = input.offset();
        let mut known = params;
        let mut count: usize = 0;
        while !(or_end && input.is_empty()) {
            let mut probe = *input;
            let ended = end(&mut probe);
            match ended {
                Ok(false) if count < bound => {}
                Ok(false) => return beyond(field, start, bound),
                Ok(true) => {
                    *input = probe;
                    return Ok(());
                }
                Err(_) => return in_element(&ended, field, count),
            }
            let passed = T::pass(input, known);
            let Ok(next) = passed else { return in_element(&passed, field, count) };
            known = next;
            count = count.saturating_add(1);
        }
        Ok(())
    }
}

/// The error of an element.
#[cold]
#[inline(never)]
fn in_element<T, E: Refusal>(passed: &Result<T, E>, list: &'static &'static str, index: usize) -> Result<(), E> {
    match passed {
        Ok(_) => Ok(()),
        Err(error) => Err(error.inside_element(list, index)),
    }
}

/// The error of a list with more elements than its bound.
#[cold]
#[inline(never)]
fn beyond<E: Refusal>(list: &'static &'static str, start: usize, bound: usize) -> Result<(), E> {
    Err(Malformed::Limit.at_most(list, start, bound))
}
