//! The lexemes of a schema's text, white space and comments included: for tools that lay out or colour a text, whether or
//! not it is a valid schema.

use std::ops::Range;

use crate::lex::scan::{self, lexeme};

/// A part of a text that the parser sees as a whole, or passes over as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lexeme {
    /// The kind.
    pub kind: Kind,
    /// The bytes of the text. The next lexeme begins where this one ends.
    pub range: Range<usize>,
}

/// The kind of a lexeme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Blanks and ends of lines; the mark of the byte order at the start of a file, too.
    Space,
    /// A comment, with its slashes and without the end of its line.
    Comment(Comment),
    /// A name or a word of the language.
    Name,
    /// A number, with the letters directly after it; or a number of bits such as `_2`.
    Number,
    /// A character in quotes, or the beginning of one.
    Char,
    /// A text in quotes, or the beginning of one.
    Text,
    /// A mark, such as `{` or `=>`.
    Mark,
    /// Characters that no schema has outside of texts and comments.
    Unknown,
}

/// The kind of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comment {
    /// `// ..`
    Plain,
    /// `/// ..`, which describes what follows.
    Doc,
    /// `//! ..`, which describes the file.
    Head,
    /// `/* .. */`, which the language refuses.
    Block,
}

/// The lexemes of a text, in order and without gaps.
///
/// ```
/// use wireform_language::lexemes::{Comment, Kind, lexemes};
///
/// let text = "x: u8, // one byte";
/// let comment = lexemes(text).last().unwrap();
/// assert_eq!(comment.kind, Kind::Comment(Comment::Plain));
/// assert_eq!(&text[comment.range], "// one byte");
/// ```
pub fn lexemes(text: &str) -> impl Iterator<Item = Lexeme> {
    let last_block_end = text.rfind("*/").unwrap_or(0);
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let (kind, length) = if at == 0 && rest.starts_with(scan::BYTE_ORDER_MARK) {
            (Kind::Space, scan::BYTE_ORDER_MARK.len_utf8())
        } else {
            let (found, length) = lexeme(rest, at < last_block_end);
            (kind(found, rest.get(..length).unwrap_or(rest)), length)
        };
        let range = at..at + length;
        at = range.end;
        Some(Lexeme { kind, range })
    })
}

fn kind(lexeme: scan::Lexeme<'_>, written: &str) -> Kind {
    match lexeme {
        scan::Lexeme::Space => Kind::Space,
        scan::Lexeme::Line if written.starts_with("//!") => Kind::Comment(Comment::Head),
        scan::Lexeme::Line if written.starts_with("///") && !written.starts_with("////") => Kind::Comment(Comment::Doc),
        scan::Lexeme::Line => Kind::Comment(Comment::Plain),
        scan::Lexeme::Block { .. } => Kind::Comment(Comment::Block),
        // `_2`: so many bits of a varint that may be any.
        scan::Lexeme::Name if written.strip_prefix('_').is_some_and(|bits| bits.parse::<u32>().is_ok()) => Kind::Number,
        scan::Lexeme::Name => Kind::Name,
        scan::Lexeme::Number(_) => Kind::Number,
        scan::Lexeme::Char { .. } => Kind::Char,
        scan::Lexeme::Text { .. } => Kind::Text,
        scan::Lexeme::Mark(_) => Kind::Mark,
        scan::Lexeme::Unknown => Kind::Unknown,
    }
}
