//! Values outside of a type's range.

use core::fmt;

/// A value that a type has no number for: outside of a quantity's range, or wider than a part of a carrier.
///
/// ```
/// use wireform::OutOfRange;
///
/// let error = OutOfRange::new(&"Roll", &"-90 to 90 degrees");
/// assert_eq!(error.to_string(), "Roll: out of range: expected -90 to 90 degrees");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfRange {
    of: &'static &'static str,
    expected: &'static &'static str,
}

impl OutOfRange {
    /// The error of this type, or part of a type, and the values that it has.
    #[must_use]
    #[inline]
    pub const fn new(of: &'static &'static str, expected: &'static &'static str) -> Self {
        Self { of, expected }
    }

    /// The type, with the part after a dot: `Look.pitch`.
    #[must_use]
    pub const fn of(&self) -> &'static str {
        self.of
    }

    /// The values that it has, with their unit: `-90 to 90 degrees`.
    #[must_use]
    pub const fn expected(&self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: out of range: expected {}", self.of, self.expected)
    }
}

impl core::error::Error for OutOfRange {}
