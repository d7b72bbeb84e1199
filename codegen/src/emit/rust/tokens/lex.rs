//! The tokens of a text that was made here. It is Rust, without comments.

use super::TokenStream;

/// Which brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Delimiter {
    Parenthesis,
    Bracket,
    Brace,
}

/// A token, or some in brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Tree<'t> {
    Ident(&'t str),
    /// A character, and whether it may belong to the same operator as the next.
    Punct(char, bool),
    Literal(&'t str),
    /// With the brackets.
    Group(Delimiter, &'t str),
}

/// The tokens of a text, what stands in brackets as one. A lifetime is two: `'` and a name.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Trees<'t> {
    rest: &'t str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Ident,
    Punct,
    Literal,
    Open(Delimiter),
    Close,
}

/// How many tokens a text has, what stands in brackets as one; if there are more than `most`, some more.
pub(in super::super) fn trees_in(text: &str, most: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut trees) = (0, 0);
    while at < bytes.len() && trees <= most {
        if !bytes[at].is_ascii_whitespace() {
            trees += 1;
            let (kind, end) = token(bytes, at);
            at = if matches!(kind, Kind::Open(_)) { behind_group(bytes, end) } else { end };
        } else {
            at += 1;
        }
    }
    trees
}

/// The token that begins at a byte, and where it ends.
fn token(bytes: &[u8], at: usize) -> (Kind, usize) {
    match bytes[at] {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => word(bytes, at),
        b'0'..=b'9' => (Kind::Literal, number(bytes, at)),
        b'"' => (Kind::Literal, behind_quoted(bytes, at + 1, b'"')),
        b'\'' if is_character(bytes, at) => (Kind::Literal, behind_quoted(bytes, at + 1, b'\'')),
        b'(' => (Kind::Open(Delimiter::Parenthesis), at + 1),
        b'[' => (Kind::Open(Delimiter::Bracket), at + 1),
        b'{' => (Kind::Open(Delimiter::Brace), at + 1),
        b')' | b']' | b'}' => (Kind::Close, at + 1),
        _ => (Kind::Punct, at + 1),
    }
}

/// A name, a keyword, or what stands in front of a text: `b"\0"`, `r#"a"#`.
fn word(bytes: &[u8], at: usize) -> (Kind, usize) {
    let end = behind_word(bytes, at);
    match (&bytes[at..end], bytes.get(end)) {
        (b"b", Some(b'"')) => (Kind::Literal, behind_quoted(bytes, end + 1, b'"')),
        (b"b", Some(b'\'')) => (Kind::Literal, behind_quoted(bytes, end + 1, b'\'')),
        (b"r" | b"br", Some(b'"' | b'#')) => {
            let hashes = bytes[end..].iter().take_while(|byte| **byte == b'#').count();
            if bytes.get(end + hashes) == Some(&b'"') {
                (Kind::Literal, raw(bytes, end + hashes + 1, hashes))
            } else {
                (Kind::Ident, behind_word(bytes, end + 1))
            }
        }
        _ => (Kind::Ident, end),
    }
}

pub(in super::super) const fn behind_word(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && IN_WORD[bytes[at] as usize] {
        at += 1;
    }
    at
}

/// Whether a byte stands in words.
pub(in super::super) fn is_in_word(byte: u8) -> bool {
    IN_WORD[usize::from(byte)]
}

/// Which bytes stand in words. (An unoptimised compiler copies a constant wherever it is looked into.)
pub(super) static IN_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0;
    while at < 256 {
        table[at] = matches!(at as u8, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | 0x80..);
        at += 1;
    }
    table
};

fn number(bytes: &[u8], at: usize) -> usize {
    let mut end = behind_word(bytes, at);
    if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
        end = behind_word(bytes, end + 1);
    }
    // The sign of an exponent, and not what stands behind `0xE` or `5usize`.
    let digits = |bytes: &[u8]| bytes.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'_' | b'.'));
    let exponent = matches!(bytes[end - 1], b'e' | b'E') && digits(&bytes[at..end - 1]);
    if exponent && matches!(bytes.get(end), Some(b'-' | b'+')) { behind_word(bytes, end + 1) } else { end }
}

/// Behind the end of a text that begins with a quote, where that may be a raw one: what stands in front is looked at.
pub(in super::super) fn behind_text(bytes: &[u8], quote: usize) -> usize {
    let mut from = quote;
    while from > 0 && bytes[from - 1] == b'#' {
        from -= 1;
    }
    let is_raw =
        from > 0 && bytes[from - 1] == b'r' && (from == 1 || bytes[from - 2] == b'b' || !is_in_word(bytes[from - 2]));
    if is_raw { raw(bytes, quote + 1, quote - from) } else { behind_quoted(bytes, quote + 1, b'"') }
}

/// Behind the end of a text with escapes.
pub(in super::super) const fn behind_quoted(bytes: &[u8], mut at: usize, end: u8) -> usize {
    while at < bytes.len() && bytes[at] != end {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    if at < bytes.len() { at + 1 } else { bytes.len() }
}

/// Behind the end of a text without escapes.
fn raw(bytes: &[u8], mut at: usize, hashes: usize) -> usize {
    let is_end = |at: usize| bytes[at..].iter().take_while(|byte| **byte == b'#').take(hashes).count() == hashes;
    while at < bytes.len() && !(bytes[at] == b'"' && is_end(at + 1)) {
        at += 1;
    }
    (at + 1 + hashes).min(bytes.len())
}

/// Whether a quote begins a character, and no lifetime.
pub(in super::super) fn is_character(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at + 1) {
        Some(b'\\') => true,
        Some(byte) if IN_WORD[usize::from(*byte)] => bytes.get(behind_word(bytes, at + 1)) == Some(&b'\''),
        _ => bytes.get(at + 2) == Some(&b'\''),
    }
}

impl<'t> Trees<'t> {
    pub(super) const fn of(text: &'t str) -> Self {
        Self { rest: text }
    }

    /// How many bytes have not been looked at yet.
    pub(in super::super) const fn left(&self) -> usize {
        self.rest.len()
    }

    /// What has not been looked at yet, as tokens of its own.
    pub(in super::super) fn rest(&self) -> TokenStream {
        TokenStream::from(self.rest.trim_start().to_owned())
    }
}

impl<'t> Iterator for Trees<'t> {
    type Item = Tree<'t>;

    fn next(&mut self) -> Option<Tree<'t>> {
        let text = self.rest.trim_start();
        let bytes = text.as_bytes();
        if bytes.is_empty() {
            self.rest = text;
            return None;
        }
        let (kind, mut end) = token(bytes, 0);
        let tree = match kind {
            Kind::Open(delimiter) => {
                end = behind_group(bytes, end);
                Tree::Group(delimiter, &text[..end])
            }
            Kind::Ident => Tree::Ident(&text[..end]),
            Kind::Literal => Tree::Literal(&text[..end]),
            Kind::Punct | Kind::Close => {
                let joint = bytes[0] == b'\'' || bytes.get(1).is_some_and(|next| are_joint(bytes[0], *next));
                Tree::Punct(char::from(bytes[0]), joint)
            }
        };
        self.rest = &text[end..];
        Some(tree)
    }
}

/// Whether two characters belong to the same operator.
fn are_joint(one: u8, next: u8) -> bool {
    match one {
        b':' | b'.' | b'|' | b'&' | b'<' if next == one => true,
        b'-' => next == b'>' || next == b'=',
        b'=' | b'>' => next == b'>' || next == b'=',
        b'!' | b'<' | b'+' | b'*' | b'/' | b'%' | b'|' | b'&' | b'^' | b'.' => next == b'=',
        _ => false,
    }
}

fn behind_group(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 1_usize;
    while at < bytes.len() && depth > 0 {
        if bytes[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let (kind, end) = token(bytes, at);
        match kind {
            Kind::Open(_) => depth += 1,
            Kind::Close => depth -= 1,
            Kind::Ident | Kind::Punct | Kind::Literal => {}
        }
        at = end;
    }
    at
}

impl<'t> Tree<'t> {
    /// What stands in the brackets.
    pub(in super::super) fn inside(&self) -> Trees<'t> {
        match self {
            Self::Group(_, text) => Trees::of(&text[1..text.len().saturating_sub(1).max(1)]),
            Self::Ident(_) | Self::Punct(..) | Self::Literal(_) => Trees::of(""),
        }
    }

    pub(in super::super) fn is_ident(&self, name: &str) -> bool {
        matches!(self, Self::Ident(ident) if *ident == name)
    }

    pub(in super::super) fn is_punct(&self, one_of: &[char]) -> bool {
        matches!(self, Self::Punct(punct, _) if one_of.contains(punct))
    }

    pub(in super::super) fn is_group(&self, one: Delimiter) -> bool {
        matches!(self, Self::Group(delimiter, _) if *delimiter == one)
    }
}

impl<'t> FromIterator<Tree<'t>> for TokenStream {
    fn from_iter<I: IntoIterator<Item = Tree<'t>>>(trees: I) -> Self {
        let (mut tokens, mut joined) = (Self::new(), false);
        for tree in trees {
            match tree {
                Tree::Punct(punct, joint) => {
                    let mut text = [0; 4];
                    tokens.join(punct.encode_utf8(&mut text), joined);
                    joined = joint;
                    continue;
                }
                Tree::Ident(text) | Tree::Literal(text) | Tree::Group(_, text) => tokens.join(text, joined),
            }
            joined = false;
        }
        tokens
    }
}
