//! Words of a schema, in the size of a pointer.

use core::fmt;
use core::ops::Deref;

/// Words of a schema that an error holds, such as a rule: a `&'static str` of half its size, so that errors are small.
///
/// ```
/// use wireform::Words;
///
/// assert_eq!(Words::from(&"0 to 9").len(), 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Words(pub(super) &'static &'static str);

impl Words {
    /// The words.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl Deref for Words {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.0
    }
}

impl From<&'static &'static str> for Words {
    #[inline]
    fn from(words: &'static &'static str) -> Self {
        Self(words)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
