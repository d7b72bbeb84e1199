//! Why a schema cannot say something: the words of "Out of scope" in the language's reference, and a few more.

use std::borrow::Cow;
use std::fmt;

/// A reason, in few words.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reason(Cow<'static, str>);

impl Reason {
    /// Fields that do not begin at whole bytes.
    pub const BIT_CURSOR: Self = Self::of("a bit cursor");
    /// Parts at a position that a number says.
    pub const OFFSETS: Self = Self::of("offsets");
    /// `II` or `MM`.
    pub const BYTE_ORDER: Self = Self::of("a byte order that a field chooses");
    /// Work of a program, before or after.
    pub const COMPRESSION: Self = Self::of("compression, encryption, reassembly");
    /// Numbers as text, and searches in text.
    pub const TEXT: Self = Self::of("text formats");
    /// A number that no byte holds, but an expression.
    pub const CALCULATED: Self = Self::of("calculated values");

    const fn of(words: &'static str) -> Self {
        Self(Cow::Borrowed(words))
    }

    /// A construct without a form in the language.
    pub fn construct(words: impl Into<Cow<'static, str>>) -> Self {
        Self(words.into())
    }

    /// The words, if they are about no name of the source.
    pub fn fixed(&self) -> Option<&'static str> {
        match self.0 {
            Cow::Borrowed(words) => Some(words),
            Cow::Owned(_) => None,
        }
    }

    /// The compiler refuses it.
    pub fn refused(title: &str) -> Self {
        Self(Cow::Owned(format!("the compiler says: {title}")))
    }

    /// It uses a declaration that is not whole, for a reason of its own.
    pub fn uses(name: &str, reason: &Self) -> Self {
        let own = reason.0.split_once("` is not whole: ").map_or(&*reason.0, |(_, own)| own);
        Self(Cow::Owned(format!("`{name}` is not whole: {own}")))
    }

    /// The reason for the summary: that of the declaration, if one is not whole.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.0.split_once("` is not whole: ").map_or(&*self.0, |(_, own)| own)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words are those under "Out of scope" on the page of refusals, so that a reader of a comment finds more there.
    #[test]
    fn reasons_are_on_the_page() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../schema/errors.md");
        let page = std::fs::read_to_string(path).expect("the page").to_lowercase();
        let scope = page.split_once("## out of scope").expect("its section").1;
        for reason in [
            Reason::BIT_CURSOR,
            Reason::OFFSETS,
            Reason::BYTE_ORDER,
            Reason::COMPRESSION,
            Reason::TEXT,
            Reason::CALCULATED,
        ] {
            assert!(scope.contains(&format!("**{reason}**")), "{reason}");
        }
    }
}
