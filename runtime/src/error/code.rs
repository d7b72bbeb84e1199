//! Codes without a name.

use core::fmt;

use super::Fact;

/// A code that has no name in an enum: the error of `TryFrom`.
///
/// ```
/// use wireform::UnknownCode;
///
/// let error = UnknownCode::new(&"Effect", 31, &"0 to 30 or 33 to 55");
/// assert_eq!(error.to_string(), "Effect: no name has this code: expected 0 to 30 or 33 to 55, found 31");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownCode {
    of: &'static &'static str,
    expected: &'static &'static str,
    found: Fact,
}

impl UnknownCode {
    /// The error of this enum, for this code. `expected` has the codes with a name.
    #[must_use]
    #[cold]
    pub fn new(of: &'static &'static str, found: impl Into<Fact>, expected: &'static &'static str) -> Self {
        Self { of, expected, found: found.into() }
    }

    /// The enum's name in the schema.
    #[must_use]
    pub const fn of(&self) -> &'static str {
        self.of
    }

    /// The codes that have a name: `0 to 4 or 7`.
    #[must_use]
    pub const fn expected(&self) -> &'static str {
        self.expected
    }

    /// The code.
    #[must_use]
    pub const fn found(&self) -> Fact {
        self.found
    }
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: no name has this code: expected {}, found {}", self.of, self.expected, self.found)
    }
}

impl core::error::Error for UnknownCode {}
