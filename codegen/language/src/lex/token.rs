//! Tokens: the parser's input, with spans and the doc comments before them.

use std::ops::Range;

use crate::source::Span;

/// One token.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// Only white space and comments come before it on its line.
    pub(crate) first_on_line: bool,
    /// The range of the file's doc comments directly before it.
    pub(crate) docs: Range<u32>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TokenKind {
    /// Begins with a small letter: keywords, fields, `u16`.
    Word,
    /// Begins with a capital letter.
    Upper,
    /// `_` alone.
    Underscore,
    Int(i128),
    /// The text as written, without `_`.
    Float(String),
    Char(u8),
    Text(String),
    Mark(Mark),
    /// An invalid lexeme, already reported.
    Broken,
    /// The end of the text.
    End,
}

/// A punctuation mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    OpenBrace,
    CloseBrace,
    OpenParen,
    CloseParen,
    OpenBracket,
    CloseBracket,
    Comma,
    Semicolon,
    Colon,
    Assign,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    FatArrow,
    Arrow,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Not,
    And,
    Or,
    Bar,
    Dot,
    DotDot,
    DotDotEqual,
    At,
}

/// Every mark as written; no mark comes after its own prefix.
const MARKS: [(&str, Mark); 31] = [
    ("..=", Mark::DotDotEqual),
    ("..", Mark::DotDot),
    (".", Mark::Dot),
    ("==", Mark::Equal),
    ("=>", Mark::FatArrow),
    ("=", Mark::Assign),
    ("!=", Mark::NotEqual),
    ("!", Mark::Not),
    ("<=", Mark::LessOrEqual),
    ("<", Mark::Less),
    (">=", Mark::GreaterOrEqual),
    (">", Mark::Greater),
    ("->", Mark::Arrow),
    ("-", Mark::Minus),
    ("&&", Mark::And),
    ("||", Mark::Or),
    ("|", Mark::Bar),
    ("{", Mark::OpenBrace),
    ("}", Mark::CloseBrace),
    ("(", Mark::OpenParen),
    (")", Mark::CloseParen),
    ("[", Mark::OpenBracket),
    ("]", Mark::CloseBracket),
    (",", Mark::Comma),
    (";", Mark::Semicolon),
    (":", Mark::Colon),
    ("+", Mark::Plus),
    ("*", Mark::Star),
    ("/", Mark::Slash),
    ("%", Mark::Percent),
    ("@", Mark::At),
];

impl Mark {
    /// The mark at the head of a text, and its length.
    pub(crate) fn at_head(text: &str) -> Option<(Self, usize)> {
        let first = text.as_bytes().first();
        for (written, mark) in &MARKS {
            if written.as_bytes().first() == first && text.starts_with(written) {
                return Some((*mark, written.len()));
            }
        }
        None
    }

    /// The mark as written.
    pub(crate) fn text(self) -> &'static str {
        MARKS.iter().find(|(_, mark)| *mark == self).map_or("", |(written, _)| written)
    }

    /// The closing bracket of an opening one.
    pub(crate) fn closer(self) -> Option<Self> {
        match self {
            Self::OpenBrace => Some(Self::CloseBrace),
            Self::OpenParen => Some(Self::CloseParen),
            Self::OpenBracket => Some(Self::CloseBracket),
            _ => None,
        }
    }

    /// Whether it is a closing bracket.
    pub(crate) fn is_closer(self) -> bool {
        matches!(self, Self::CloseBrace | Self::CloseParen | Self::CloseBracket)
    }
}
