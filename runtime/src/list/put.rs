//! Writers of lists.

use core::borrow::Borrow;

use super::{Element, Form, List};
use crate::error::{Error, Unwritable};
use crate::output::Output;

impl<'a, T: Element<'a, P>, P: Copy> List<'a, T, P> {
    /// Writes all elements.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`.
    #[doc(hidden)]
    #[inline]
    pub fn put(&self, out: &mut Output<'_>, params: P, field: &'static &'static str) -> Result<(), Error> {
        self.put_until(out, params, field, |_| false)
    }

    /// Writes all elements of a list of which one that `ends` would be the end.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`, or [`Unwritable::Sentinel`] of the first that is such.
    #[doc(hidden)]
    #[inline]
    pub fn put_until(
        &self,
        out: &mut Output<'_>,
        params: P,
        field: &'static &'static str,
        ends: impl Fn(&T) -> bool + Copy,
    ) -> Result<(), Error> {
        match self.form {
            Form::Slice(slice) => put_each(slice, out, params, field, ends),
            Form::Packet(_) | Form::Lent(_) => self.put_others(out, params, field, ends),
        }
    }

    /// Writes all elements of a list that ends with its last one. `is_wrong` returns whether an element is out of
    /// place; it is given whether the element is the last, and its bytes, if there was room for them.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`, or [`Unwritable::Sentinel`] of the first that may not be
    /// there, and if there is none.
    #[doc(hidden)]
    #[inline]
    pub fn put_through(
        &self,
        out: &mut Output<'_>,
        params: P,
        field: &'static &'static str,
        is_wrong: impl Fn(&T, bool, &mut [u8]) -> bool,
    ) -> Result<(), Error> {
        if self.is_empty() {
            return Err(Unwritable::Sentinel.at(field));
        }
        self.put_before(out, params, field, is_wrong)
    }

    /// Writes all elements of a list that may be empty, as [`put_through`](Self::put_through) does.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`, or [`Unwritable::Sentinel`] of the first that may not be
    /// there.
    #[doc(hidden)]
    #[inline]
    pub fn put_before(
        &self,
        out: &mut Output<'_>,
        mut params: P,
        field: &'static &'static str,
        is_wrong: impl Fn(&T, bool, &mut [u8]) -> bool,
    ) -> Result<(), Error> {
        let mut left = self.len();
        for element in self.iter() {
            let (start, index) = (out.len(), self.len().saturating_sub(left));
            left = left.saturating_sub(1);
            element.put(out, params).map_err(|error| error.inside_element(field, index))?;
            if is_wrong(&element, left == 0, out.since(start).unwrap_or_default()) {
                return Err(Unwritable::Sentinel.at(&"").inside_element(field, index));
            }
            params = element.heard(params);
        }
        Ok(())
    }

    /// Writes all elements of a list of which some take all that is left.
    ///
    /// # Errors
    /// That of the first element that fails, in `field`, or [`Unwritable::Sentinel`] if one before the last takes
    /// the rest.
    #[doc(hidden)]
    #[inline]
    pub fn put_rest(
        &self,
        out: &mut Output<'_>,
        params: P,
        field: &'static &'static str,
        takes_rest: impl Fn(&T) -> bool,
    ) -> Result<(), Error> {
        self.put_before(out, params, field, |element, is_last, _| !is_last && takes_rest(element))
    }

    /// The same of elements that are no slice. Out of line and cold, so that code that writes a slice stays straight.
    #[cold]
    #[inline(never)]
    fn put_others(
        &self,
        out: &mut Output<'_>,
        params: P,
        field: &'static &'static str,
        ends: impl Fn(&T) -> bool + Copy,
    ) -> Result<(), Error> {
        match self.form {
            Form::Packet(elements) => out.apart(move |out| put_all(elements.iter(), out, params, field, ends)),
            Form::Slice(_) | Form::Lent(_) => {
                let all = self.iter();
                out.apart(move |out| put_all(all, out, params, field, ends))
            }
        }
    }
}

/// Writes the elements of a list of fixed length.
///
/// # Errors
/// That of the first element that fails, in `field`.
#[inline]
pub fn put_array<'a, T: Element<'a, P>, P: Copy, const N: usize>(
    array: &[T; N],
    out: &mut Output<'_>,
    params: P,
    field: &'static &'static str,
) -> Result<(), Error> {
    put_each(array, out, params, field, |_| false)
}

/// Writes elements, one behind the other.
pub(crate) fn put_each<'a, 'e, T: Element<'a, P> + 'e, P: Copy>(
    elements: impl IntoIterator<Item = &'e T>,
    out: &mut Output<'_>,
    params: P,
    field: &'static &'static str,
    ends: impl Fn(&T) -> bool,
) -> Result<(), Error> {
    // A cursor of its own stays in registers.
    out.lent(|mut out| {
        let result = put_all(elements, &mut out, params, field, ends);
        (out.stand(), result)
    })
}

/// Writes elements, by value or lent.
#[inline]
pub(crate) fn put_all<'a, T: Element<'a, P>, P: Copy>(
    elements: impl IntoIterator<Item = impl Borrow<T>>,
    out: &mut Output<'_>,
    mut params: P,
    field: &'static &'static str,
    ends: impl Fn(&T) -> bool,
) -> Result<(), Error> {
    let mut index: usize = 0;
    for element in elements {
        let element = element.borrow();
        let put = element.put(out, params);
        if put.is_err() {
            return in_element(&put, field, index);
        }
        if ends(element) {
            return ends_early(field, index);
        }
        params = element.heard(params);
        index = index.saturating_add(1);
    }
    Ok(())
}

/// The error of an element. Out of line: each level of nested parts has a frame of the writer, which has no error then.
#[cold]
#[inline(never)]
fn in_element(put: &Result<(), Error>, list: &'static &'static str, index: usize) -> Result<(), Error> {
    put.map_err(|error| error.inside_element(list, index))
}

/// The error of an element at which a reader would end the list.
#[cold]
#[inline(never)]
fn ends_early(list: &'static &'static str, index: usize) -> Result<(), Error> {
    Err(Unwritable::Sentinel.at(&"").inside_element(list, index))
}
