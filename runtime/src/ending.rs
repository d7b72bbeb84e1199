//! The search for the end of bytes and text: the only one of generated code, for readers and for writers.

/// An end that is looked for.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Ending<F> {
    byte: F,
    texts: &'static [&'static [u8]],
    kept: Kept,
}

/// The treatment of an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// A terminator.
    No,
    /// The last of the value.
    Yes,
    /// The first of what follows.
    Left,
}

/// A match: how long the value is that it ends, and how many bytes after that a reader takes.
pub(crate) struct Ended {
    pub(crate) len: usize,
    pub(crate) terminator: usize,
}

impl<F: Fn(u8) -> bool> Ending<F> {
    /// `until 10 | "\r\n"`
    #[inline]
    pub const fn until(byte: F, texts: &'static [&'static [u8]]) -> Self {
        Self { byte, texts, kept: Kept::No }
    }

    /// `through 10 | "\r\n"`
    #[inline]
    pub const fn through(byte: F, texts: &'static [&'static [u8]]) -> Self {
        Self { byte, texts, kept: Kept::Yes }
    }

    /// `before 10`
    #[inline]
    pub const fn before(byte: F, texts: &'static [&'static [u8]]) -> Self {
        Self { byte, texts, kept: Kept::Left }
    }

    /// The first match: where it begins, and its length. The schema has no end within another, except at its end.
    #[inline]
    fn first(&self, bytes: impl Iterator<Item = u8> + Clone) -> Option<(usize, usize)> {
        let (mut rest, mut at) = (bytes, 0_usize);
        loop {
            let here = rest.clone();
            if (self.byte)(rest.next()?) {
                return Some((at, 1));
            }
            if let Some(text) = self.texts.iter().find(|text| begins(here.clone(), text)) {
                return Some((at, text.len()));
            }
            at = at.saturating_add(1);
        }
    }

    /// The value that the first match ends.
    #[inline]
    pub(crate) fn ended(&self, bytes: &[u8]) -> Option<Ended> {
        let (at, matched) = match self.texts {
            [] => (bytes.iter().position(|byte| (self.byte)(*byte))?, 1),
            _ => self.first(bytes.iter().copied())?,
        };
        Some(match self.kept {
            Kept::No => Ended { len: at, terminator: matched },
            Kept::Yes => Ended { len: at.saturating_add(matched), terminator: 0 },
            Kept::Left => Ended { len: at, terminator: 0 },
        })
    }

    /// The smallest number of bytes that a value can have if none of these ends it.
    #[inline]
    pub(crate) fn least(&self, come: usize) -> usize {
        let longest = self.texts.iter().map(|text| text.len()).max().unwrap_or(1);
        match self.kept {
            // The match may have begun.
            Kept::No | Kept::Left => come.saturating_sub(longest.saturating_sub(1)),
            Kept::Yes => come.saturating_add(1),
        }
    }

    /// Whether a reader ends these bytes where the writer does, which writes `terminator` after them, if anything.
    #[must_use]
    #[inline]
    pub fn closes(&self, bytes: impl Iterator<Item = u8> + Clone, terminator: Option<&[u8]>, or_end: bool) -> bool {
        let len = bytes.clone().fold(0_usize, |len, _| len.saturating_add(1));
        let written = bytes.chain(terminator.unwrap_or_default().iter().copied());
        match (self.first(written), self.kept) {
            (Some((at, _)), Kept::No) => at == len,
            (Some((at, matched)), Kept::Yes) => at.saturating_add(matched) == len,
            (Some(_), Kept::Left) => false,
            (None, _) => or_end,
        }
    }
}

/// Whether bytes begin with a text.
#[inline]
fn begins(mut bytes: impl Iterator<Item = u8>, text: &[u8]) -> bool {
    text.iter().all(|byte| bytes.next() == Some(*byte))
}

#[cfg(test)]
mod tests {
    use super::Ending;

    fn lines() -> Ending<impl Fn(u8) -> bool> {
        Ending::until(|byte| byte == 0, &[b"\n\n", b"\r\n"])
    }

    #[test]
    fn the_first_match_ends_a_value() {
        let found = |bytes: &[u8]| lines().ended(bytes).map(|ended| (ended.len, ended.terminator));
        assert_eq!(found(b"ab\r\ncd\n\n"), Some((2, 2)));
        assert_eq!(found(b"\0"), Some((0, 1)));
        assert_eq!(found(b"\n\r\n"), Some((1, 2)));
        assert_eq!(found(b"a\r\rb\n"), None);
        let through = Ending::through(|byte| byte == 0, &[b"\n\n"]);
        assert_eq!(through.ended(b"a\n\nb").map(|ended| (ended.len, ended.terminator)), Some((3, 0)));
        let before = Ending::before(|byte| byte == 0, &[]);
        assert_eq!(before.ended(b"a\0").map(|ended| (ended.len, ended.terminator)), Some((1, 0)));
    }

    #[test]
    fn a_writer_searches_the_value_and_its_end() {
        let closes = |bytes: &[u8]| lines().closes(bytes.iter().copied(), Some(b"\n\n"), false);
        assert!(closes(b"") && closes(b"x") && closes(b"\ra"));
        // The `\r` would end in the terminator.
        assert!(!closes(b"x\n") && !closes(b"x\r") && !closes(b"x\r\n") && !closes(b"\0"));
        let through = Ending::through(|byte| byte == 10, &[]);
        let closes = |bytes: &[u8], or_end| through.closes(bytes.iter().copied(), None, or_end);
        assert!(closes(b"x\n", false) && closes(b"x", true));
        assert!(!closes(b"", false) && !closes(b"x", false) && !closes(b"x\ny", true) && !closes(b"x\ny\n", true));
    }

    #[test]
    fn a_match_may_have_begun() {
        assert_eq!(lines().least(5), 4);
        assert_eq!(Ending::through(|byte| byte == 0, &[]).least(5), 6);
        assert_eq!(Ending::before(|byte| byte == 0, &[]).least(5), 5);
    }
}
