//! Integers of variable width: those of one byte at once, all others out of line.

use super::Input;
use crate::error::{Error, ErrorKind, Fact, Fault, Malformed, Refusal, Refused};
use crate::varint::Varint;

impl<'a, E: Refusal> Input<'a, E> {
    /// One integer of variable width.
    ///
    /// # Errors
    /// Truncated or malformed, at its first byte.
    #[inline]
    pub fn varint<V: Varint>(&mut self, _as: V, field: &'static &'static str) -> Result<V::Number, E> {
        self.number::<V>(field)
    }

    #[inline]
    fn number<V: Varint>(&mut self, field: &'static &'static str) -> Result<V::Number, E> {
        if let [byte, rest @ ..] = self.rest
            && V::is_single(*byte)
        {
            self.rest = rest;
            return Ok(V::single(*byte));
        }
        let (number, len) = long::<V>(self.rest);
        match self.rest.get(len..) {
            Some(rest) if len > 0 => {
                self.rest = rest;
                Ok(number)
            }
            _ => Err(E::because(|| self.no_varint::<V>(field))),
        }
    }

    #[cold]
    #[inline(never)]
    fn no_varint<V: Varint>(self, field: &'static &'static str) -> Error {
        let fault = V::take(&mut Input::new(self.rest)).err().unwrap_or(Fault::Varint);
        self.told(fault.at(field, self.offset()))
    }

    /// One integer of variable width, which must be this one: what a message begins with.
    ///
    /// # Errors
    /// Truncated or malformed, at its first byte; [`Malformed::Code`] for another number.
    #[inline]
    pub fn code<V: Varint<Number: PartialEq + Into<Fact>>>(
        &mut self,
        code: V::Number,
        field: &'static &'static str,
    ) -> Result<(), E> {
        if let [byte, rest @ ..] = self.rest
            && V::is_single(*byte)
            && V::single(*byte) == code
        {
            self.rest = rest;
            return Ok(());
        }
        let (number, len) = long::<V>(self.rest);
        match self.rest.get(len..) {
            Some(rest) if len > 0 && number == code => {
                self.rest = rest;
                Ok(())
            }
            _ => Err(E::because(|| self.no_code::<V>(code, field))),
        }
    }

    /// Takes the code of a message that has a fixed size.
    ///
    /// # Errors
    /// [`Malformed::Code`] if another stands there, or [`ErrorKind::Truncated`](crate::ErrorKind::Truncated).
    #[inline]
    pub fn fixed_code<const N: usize>(&mut self, code: [u8; N], field: &'static &'static str) -> Result<(), E> {
        let at = self.offset();
        let found = *self.field(field)?;
        if found == code {
            return Ok(());
        }
        Err(E::because(|| {
            let error = Malformed::Code.at::<Error>(field, at);
            error.with(Some(Fact::of(&code)), Some(Fact::of(&found)))
        }))
    }

    #[cold]
    #[inline(never)]
    fn no_code<V: Varint<Number: Into<Fact>>>(self, code: V::Number, field: &'static &'static str) -> Error {
        match V::take(&mut Input::new(self.rest)) {
            Ok(found) => Malformed::Code.unlike(field, self.offset(), code, found),
            Err(fault) => self.told(fault.at(field, self.offset())),
        }
    }

    /// One integer of variable width that is not a field by itself.
    ///
    /// # Errors
    /// As [`Varint::take`].
    #[inline]
    pub(crate) fn unit<V: Varint>(&mut self) -> Result<V::Number, Fault> {
        if let [byte, rest @ ..] = self.rest
            && V::is_single(*byte)
        {
            self.rest = rest;
            return Ok(V::single(*byte));
        }
        let (number, len) = long::<V>(self.rest);
        match self.rest.get(len..) {
            Some(rest) if len > 0 => {
                self.rest = rest;
                Ok(number)
            }
            _ => Err(V::take(&mut Input::new(self.rest)).err().unwrap_or(Fault::Varint)),
        }
    }

    /// Passes by bytes as long as each is `plain`, and gives how many. The last of the input it may leave.
    ///
    /// Sixteen are looked at at once: compilers make vectors of that.
    #[inline]
    pub(crate) fn pass_plain(&mut self, plain: impl Fn(u8) -> bool) -> usize {
        let mut passed: usize = 0;
        while let Some((bytes, rest)) = self.rest.split_first_chunk::<16>() {
            let others = u128::from_le_bytes(bytes.map(|byte| if plain(byte) { 0 } else { 0xFF }));
            if others != 0 {
                let here = usize::try_from(others.trailing_zeros() >> 3).unwrap_or(0);
                self.rest = self.rest.get(here..).unwrap_or_default();
                return passed.saturating_add(here);
            }
            self.rest = rest;
            passed = passed.saturating_add(16);
        }
        passed
    }

    /// `N` integers of variable width in a row, with their names. Where all are bare bytes they are taken at once.
    ///
    /// # Errors
    /// Truncated or malformed, at the first byte of the integer concerned.
    #[inline]
    pub fn varints<V: Varint, const N: usize>(
        &mut self,
        varint: V,
        fields: &'static [&'static str; N],
    ) -> Result<[V::Number; N], E> {
        if let Ok(numbers) = self.singles(varint) {
            return Ok(numbers);
        }
        let (numbers, len) = one_by_one::<V, N>(self.rest);
        match self.rest.get(len..) {
            Some(rest) if len > 0 => {
                self.rest = rest;
                Ok(numbers)
            }
            _ => Err(E::because(|| self.no_varints::<V, N>(fields))),
        }
    }

    #[cold]
    #[inline(never)]
    fn no_varints<V: Varint, const N: usize>(self, fields: &'static [&'static str; N]) -> Error {
        let mut input = self.again::<Error>();
        for field in fields {
            if let Err(error) = input.number::<V>(field) {
                return error;
            }
        }
        Error::new(&"", self.offset(), ErrorKind::Malformed(Malformed::Varint))
    }

    /// One integer of variable width, if it is one byte.
    ///
    /// # Errors
    /// Refused if it is longer, or not there.
    #[inline]
    pub fn single<V: Varint>(&mut self, _as: V) -> Result<V::Number, Refused> {
        match self.rest {
            [byte, rest @ ..] if V::is_single(*byte) => {
                self.rest = rest;
                Ok(V::single(*byte))
            }
            _ => Err(Refused::rarely()),
        }
    }

    /// `N` integers of variable width in a row, if each is one byte.
    ///
    /// # Errors
    /// Refused if one is longer, or not there.
    #[inline]
    pub fn singles<V: Varint, const N: usize>(&mut self, _as: V) -> Result<[V::Number; N], Refused> {
        let (run, rest) = self.rest.split_first_chunk::<N>().ok_or_else(Refused::rarely)?;
        // Not `all`, which would stop at the first: all of them are looked at at once.
        if run.iter().fold(false, |any, byte| any | !V::is_single(*byte)) {
            return Err(Refused::rarely());
        }
        self.rest = rest;
        Ok(run.map(V::single))
    }
}

/// A number that takes more than one byte, and how many it takes: none if it is none. As two numbers it comes back in
/// registers.
#[inline(never)]
fn long<V: Varint>(bytes: &[u8]) -> (V::Number, usize) {
    let mut input = Input::new(bytes);
    match V::take(&mut input) {
        Ok(number) => (number, input.offset()),
        Err(_) => (V::single(0), 0),
    }
}

/// Numbers one after the other, and how many bytes they take: none if they are not there.
#[inline(never)]
fn one_by_one<V: Varint, const N: usize>(bytes: &[u8]) -> ([V::Number; N], usize) {
    let mut numbers = [V::single(0); N];
    let mut input = Input::new(bytes);
    for place in &mut numbers {
        match V::take(&mut input) {
            Ok(number) => *place = number,
            Err(_) => return (numbers, 0),
        }
    }
    (numbers, input.offset())
}
