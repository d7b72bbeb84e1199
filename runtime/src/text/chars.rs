//! The characters of a text, one by one.

use core::fmt;
use core::marker::PhantomData;

use super::{Byte, Form};
use crate::input::Input;
use crate::varint::TextUnit;

/// The characters of a [`Text`](super::Text).
pub struct Chars<'a, U = Byte> {
    form: Form<'a>,
    unit: PhantomData<fn() -> U>,
}

impl<'a, U> Chars<'a, U> {
    #[inline]
    pub(super) const fn of(form: Form<'a>) -> Self {
        Self { form, unit: PhantomData }
    }
}

impl<U> Clone for Chars<'_, U> {
    fn clone(&self) -> Self {
        Self { form: self.form, unit: PhantomData }
    }
}

impl<U> fmt::Debug for Chars<'_, U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chars")
    }
}

impl<U: TextUnit> Iterator for Chars<'_, U> {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        match &mut self.form {
            Form::Str(text) => {
                let mut chars = text.chars();
                let first = chars.next();
                *text = chars.as_str();
                first
            }
            Form::Units { bytes, count } => {
                let mut input = Input::new(bytes);
                // The stretch was checked: this fails at its end only.
                let (character, units) = U::character(&mut input, *count)?;
                (*bytes, *count) = (input.rest(), count.saturating_sub(units));
                Some(character)
            }
        }
    }
}
