//! A text with holes, and texts side by side.
//!
//! They are put together by way of the standard library's formatting: that is optimised wherever the compiler is not.

use std::borrow::Cow;
use std::fmt;

use super::lex::{IN_WORD, behind_quoted, behind_word};
use super::{ToTokens, TokenStream, are_apart};

/// What stands in a [`quote!`] besides its holes.
pub(in super::super) struct Template<const HOLES: usize> {
    before: [Before; HOLES],
    end: &'static str,
}

/// What stands in front of a hole.
#[derive(Clone, Copy)]
struct Before {
    text: &'static str,
    /// Without a space at its end: so where the hole is filled with nothing, or with what stands behind no space.
    bare: &'static str,
}

impl<const HOLES: usize> Template<HOLES> {
    /// Finds the holes: a `#` in front of a name, or of something in parentheses that is repeated.
    pub(in super::super) const fn of(text: &'static str) -> Self {
        let (bytes, mut rest) = (text.as_bytes(), text);
        let mut before = [Before { text: "", bare: "" }; HOLES];
        let (mut from, mut at, mut hole) = (0, 0, 0);
        while at + 1 < bytes.len() {
            match (bytes[at], bytes[at + 1]) {
                (b'#', _) => {}
                (b'"', _) => {
                    at = behind_quoted(bytes, at + 1, b'"');
                    continue;
                }
                (b'/', b'/') => {
                    at = behind_line(bytes, at);
                    continue;
                }
                _ => {
                    at += 1;
                    continue;
                }
            }
            // Whether there is a space between them is up to rustc.
            let named = behind_space(bytes, at + 1);
            if !(IN_WORD[bytes[named] as usize] || bytes[named] == b'(') {
                at += 1;
                continue;
            }
            let (text, behind) = rest.split_at(at - from);
            let mut end = at;
            while end > from && (bytes[end - 1] == b' ' || bytes[end - 1] == b'\n') {
                end -= 1;
            }
            let bare = text.split_at(end - from).0;
            before[hole] = Before { text, bare };
            let end =
                if bytes[named] == b'(' { behind_repetition(bytes, named + 1) } else { behind_word(bytes, named) };
            rest = behind.split_at(end - at).1;
            (from, at) = (end, end);
            hole += 1;
        }
        assert!(hole == HOLES, "something in this text looks like a hole");
        Self { before, end: rest }
    }
}

/// Behind spaces, of which none stand at the end.
const fn behind_space(bytes: &[u8], mut at: usize) -> usize {
    while at + 1 < bytes.len() && (bytes[at] == b' ' || bytes[at] == b'\n') {
        at += 1;
    }
    at
}

/// Behind a comment, which documentation is.
const fn behind_line(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        at += 1;
    }
    at
}

/// Behind the `*` of a repetition, of which the first parenthesis was seen.
const fn behind_repetition(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 1;
    while depth > 0 || bytes[at] != b'*' {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    at + 1
}

/// The text of a template with its holes filled.
pub(in super::super) fn filled<const HOLES: usize>(
    template: &'static Template<HOLES>,
    holes: &[&dyn ToTokens; HOLES],
) -> TokenStream {
    TokenStream::from(format!("{}", Filled { before: &template.before, end: template.end, holes }))
}

struct Filled<'t> {
    before: &'static [Before],
    end: &'static str,
    holes: &'t [&'t dyn ToTokens],
}

impl fmt::Display for Filled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = Cow::Borrowed("");
        let mut hole = 0;
        while hole < self.holes.len() {
            let (Before { text: before, bare }, filling) = (self.before[hole], self.holes[hole].text());
            let text: &str = &filling;
            let is_bare = match text.as_bytes() {
                [] | [b',' | b';' | b'.' | b'?', ..] | [b'<', b'\'', ..] => true,
                // Those of two holes side by side may be meant to be one: `all::` and `Pos`.
                behind => bare.is_empty() && are_apart(last.as_bytes(), behind),
            };
            let before = if is_bare { bare } else { before };
            f.write_str(before)?;
            f.write_str(text)?;
            if !text.is_empty() {
                last = filling;
            } else if !before.is_empty() {
                last = Cow::Borrowed(before);
            }
            hole += 1;
        }
        f.write_str(self.end)
    }
}

/// All of them, with something between two. Where that is nothing, there is a space if they would be one token else.
pub(in super::super) fn joined(mut all: Vec<TokenStream>, between: &'static str) -> TokenStream {
    match all.len() {
        0 | 1 => all.pop().unwrap_or_default(),
        _ => TokenStream::from(format!("{}", Joined { all: &all, between })),
    }
}

struct Joined<'t> {
    all: &'t [TokenStream],
    between: &'static str,
}

impl fmt::Display for Joined<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = "";
        for (index, one) in self.all.iter().enumerate() {
            let text = one.text();
            if !self.between.is_empty() {
                f.write_str(if index > 0 { self.between } else { "" })?;
            } else if !are_apart(last.as_bytes(), text.as_bytes()) {
                f.write_str(" ")?;
            }
            f.write_str(text)?;
            last = if text.is_empty() { last } else { text };
        }
        Ok(())
    }
}
