//! Lists with separators, with recovery at the next element after an error.

use crate::diagnostic::{Edit, Help};
use crate::lex::{Mark, TokenKind};
use crate::source::Span;

use super::cursor::{Failed, Parsed, Parser};

/// The separator between two elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    Comma,
    /// An optional comma.
    MaybeComma,
    Nothing,
}

/// Hints for recovery within a list.
pub(super) struct Elements {
    /// Whether the current token seems to begin an element: parsing continues there after an error.
    pub(super) begins: fn(&Parser<'_>) -> bool,
    /// Words that can continue an element: a misspelt one is not reported as a missing comma.
    pub(super) words: fn() -> &'static [&'static str],
}

/// `name: ..` or `Name = ..`
pub(super) const NAMED: Elements = Elements {
    begins: |parser| {
        matches!(parser.kind(), TokenKind::Word | TokenKind::Upper | TokenKind::Underscore)
            && matches!(
                parser.kind_after_name(),
                TokenKind::Mark(Mark::Colon | Mark::Assign | Mark::Comma) | TokenKind::End
            )
    },
    words: || &[],
};

/// Elements without a common first token.
const PLAIN: Elements = Elements { begins: |_| false, words: || &[] };

impl Parser<'_> {
    /// `{ element, .. }`, where elements begin with a name.
    pub(super) fn braced_list<T>(
        &mut self,
        what: &str,
        element: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<(Vec<T>, Span)> {
        self.braced(what, &NAMED, |_| Separator::Comma, element)
    }

    /// `{ element .. }`
    pub(super) fn braced<T>(
        &mut self,
        what: &str,
        elements: &Elements,
        separator: impl Fn(&T) -> Separator,
        element: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<(Vec<T>, Span)> {
        if !self.is(Mark::OpenBrace) {
            let helps = self.missing_brace();
            return Err(self.expected_with(&format!("`{{` and {what}"), helps));
        }
        self.delimited(Mark::OpenBrace, |parser| Ok(parser.elements(elements, separator, element)))
    }

    /// The brace that the line before lacks.
    pub(super) fn missing_brace(&self) -> Vec<Help> {
        let said = "write `{` at the end of the line";
        let is_missing = self.token().first_on_line && !self.at_end();
        let help = is_missing.then(|| Help::new(said, [Edit::new(self.behind(), " {")]));
        help.into_iter().flat_map(|help| [help, said.into()]).collect()
    }

    /// `(element, ..)` or `[element, ..]`
    pub(super) fn plain_list<T>(
        &mut self,
        open: Mark,
        element: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<(Vec<T>, Span)> {
        self.delimited(open, |parser| Ok(parser.elements(&PLAIN, |_| Separator::Comma, element)))
    }

    fn elements<T>(
        &mut self,
        elements: &Elements,
        separator: impl Fn(&T) -> Separator,
        mut element: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Vec<T> {
        let mut list = Vec::new();
        while !self.at_end() {
            let start = self.at;
            let understood = match element(self) {
                Ok(value) => {
                    let separator = separator(&value);
                    list.push(value);
                    self.separator(separator, elements)
                }
                Err(Failed) => Err(Failed),
            };
            if understood.is_err() {
                if self.muted {
                    break;
                }
                self.skip_element(start, elements);
            }
            if self.at == start {
                self.at += 1;
            }
        }
        list
    }

    fn separator(&mut self, separator: Separator, elements: &Elements) -> Parsed<()> {
        match separator {
            _ if self.at_end() => Ok(()),
            // The element's end is unknown.
            _ if self.doubtful == Some(self.at) && !self.is(Mark::Comma) && !self.is(Mark::Semicolon) => Err(Failed),
            Separator::Nothing => {
                if self.is(Mark::Comma) || self.is(Mark::Semicolon) {
                    let mark = if self.is(Mark::Comma) { "," } else { ";" };
                    self.one_too_many(mark);
                }
                Ok(())
            }
            Separator::MaybeComma if !self.is(Mark::Comma) && !self.is(Mark::Semicolon) => Ok(()),
            Separator::Comma | Separator::MaybeComma => {
                if self.is(Mark::Semicolon) {
                    let help = (!self.is_full()).then(|| self.commas(elements));
                    self.expected_or("`,`", help);
                }
                if self.is(Mark::Comma) || self.is(Mark::Semicolon) {
                    self.bump();
                    return Ok(());
                }
                let another = (elements.begins)(self);
                if another {
                    let help = (!self.is_full()).then(|| self.commas(elements));
                    self.missing_or("`,`", help);
                } else {
                    self.missing("`,`", (elements.words)());
                }
                if another { Ok(()) } else { Err(Failed) }
            }
        }
    }

    /// Adds commas to the remaining lines of the list that end without one or in `;`.
    fn commas(&mut self, elements: &Elements) -> Help {
        let start = self.at;
        let mut edits = Vec::new();
        while !self.at_end() {
            let has_comma = self.at > start
                && self.lexed.tokens.get(self.at - 1).is_some_and(|token| {
                    matches!(token.kind, TokenKind::Mark(Mark::Comma | Mark::Semicolon | Mark::Colon))
                });
            if self.is(Mark::Semicolon) {
                edits.push(Edit::new(self.span(), ","));
            } else if !has_comma && (self.at == start || self.token().first_on_line) && (elements.begins)(self) {
                edits.push(Edit::new(self.behind(), ","));
            }
            self.step_over();
        }
        self.at = start;
        let said = if edits.len() > 1 { "write `,` behind each that another follows" } else { "write `,`" };
        Help::new(said, edits)
    }

    /// Skips past the next comma, or to a line or closed brace that is followed by the beginning of an element.
    fn skip_element(&mut self, start: usize, elements: &Elements) {
        while !self.at_end() {
            if self.at > start && (self.token().first_on_line || self.at_closed()) && (elements.begins)(self) {
                return;
            }
            if self.is(Mark::Comma) || self.is(Mark::Semicolon) {
                self.at += 1;
                return;
            }
            self.step_over();
        }
    }
}
