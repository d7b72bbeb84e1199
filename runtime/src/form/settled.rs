//! Results of generated constructors: some of them can fail, some cannot.

use serde::de;

use crate::error::Error;

/// The value, or what stands for it.
pub trait Settled<T> {
    /// The value.
    ///
    /// # Errors
    /// If there is none; `of` is its type.
    fn settled<E: de::Error>(self, of: &'static str) -> Result<T, E>;
}

impl<T: Copy> Settled<T> for T {
    fn settled<E: de::Error>(self, _of: &'static str) -> Result<T, E> {
        Ok(self)
    }
}

impl<T> Settled<T> for Option<T> {
    fn settled<E: de::Error>(self, of: &'static str) -> Result<T, E> {
        self.ok_or_else(|| E::custom(format_args!("no number of `{of}`")))
    }
}

impl<T> Settled<T> for Result<T, Error> {
    fn settled<E: de::Error>(self, _of: &'static str) -> Result<T, E> {
        self.map_err(E::custom)
    }
}

/// The value of a constructor.
///
/// # Errors
/// If it has none.
pub fn settled<T, E: de::Error>(made: impl Settled<T>, of: &'static str) -> Result<T, E> {
    made.settled(of)
}

/// The number of an argument.
///
/// # Errors
/// If it does not fit.
pub fn narrowed<T: TryFrom<i64>, E: de::Error>(number: i64) -> Result<T, E> {
    T::try_from(number).map_err(|_| E::custom(format_args!("out of range for its place on the wire: found {number}")))
}
