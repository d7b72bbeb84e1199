//! Names that an enum does not have.

use core::fmt;

/// A text that is no name of an enum: the error of `parse`, which takes the names of the schema.
///
/// ```
/// use wireform::UnknownName;
///
/// let error = UnknownName::new("PrintLevel", &["Low", "Medium", "High"]);
/// assert_eq!(error.to_string(), "PrintLevel: no such name: expected Low, Medium or High");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownName {
    of: &'static str,
    names: &'static [&'static str],
}

impl UnknownName {
    /// The error of this enum, which has these names.
    #[must_use]
    pub const fn new(of: &'static str, names: &'static [&'static str]) -> Self {
        Self { of, names }
    }

    /// The enum's name.
    #[must_use]
    pub const fn of(&self) -> &'static str {
        self.of
    }

    /// Its names, in the order of the schema.
    #[must_use]
    pub const fn names(&self) -> &'static [&'static str] {
        self.names
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: no such name", self.of)?;
        for (left, name) in (0..self.names.len()).rev().zip(self.names) {
            let before = match left {
                _ if left.saturating_add(1) == self.names.len() => ": expected ",
                0 => " or ",
                _ => ", ",
            };
            write!(f, "{before}{name}")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownName {}
