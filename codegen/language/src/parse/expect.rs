//! Expected tokens, and the diagnostics for unexpected ones.

use crate::advice::words::{self, Place};
use crate::diagnostic::{Diagnostic, Help};
use crate::lex::{Mark, TokenKind};
use crate::near;
use crate::source::Span;

use super::brackets::goes_on;
use super::cursor::{Failed, Parsed, Parser};

/// Common confusions of marks: (expected, written).
const MISTAKEN: [(Mark, Mark); 11] = [
    (Mark::Colon, Mark::Assign),
    (Mark::Assign, Mark::Colon),
    (Mark::Assign, Mark::Equal),
    (Mark::Assign, Mark::FatArrow),
    (Mark::Assign, Mark::Arrow),
    (Mark::FatArrow, Mark::Arrow),
    (Mark::FatArrow, Mark::Colon),
    (Mark::FatArrow, Mark::Assign),
    (Mark::Arrow, Mark::FatArrow),
    (Mark::Arrow, Mark::Colon),
    (Mark::Semicolon, Mark::Comma),
];

impl Parser<'_> {
    /// Takes a mark. A mark that is often confused with it is reported and accepted; a missing `;` at the end of a line
    /// is reported and assumed.
    pub(super) fn expect(&mut self, mark: Mark) -> Parsed<Span> {
        if let Some(span) = self.eat(mark) {
            return Ok(span);
        }
        let wanted = format!("`{}`", mark.text());
        let mistaken = MISTAKEN.iter().any(|(right, wrong)| *right == mark && self.is(*wrong));
        if mistaken {
            let help = Help::write(self.span(), mark.text());
            let help = match mark {
                Mark::Semicolon => help.said("a declaration without braces ends in `;`"),
                _ => help,
            };
            self.expected_or(&wanted, Some(help));
            let span = self.bump();
            self.doubtful = Some(self.at);
            return Ok(span);
        }
        if mark == Mark::Semicolon {
            if !self.at_end() && !self.token().first_on_line {
                return Err(self.missing(&wanted, &[]));
            }
            let division = self.at.checked_sub(1).and_then(|last| self.divided_by_a_comment(last));
            let help = division.unwrap_or_else(|| Help::write(self.behind(), mark.text()));
            self.missing_or(&wanted, Some(help));
            return Ok(self.behind());
        }
        Err(self.expected(&wanted))
    }

    /// Takes a keyword.
    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<Span> {
        match self.eat_word(word) {
            Some(span) => Ok(span),
            None => Err(self.expected_word(&format!("`{word}`"), &[word])),
        }
    }

    /// Takes one of several words and returns its value.
    pub(super) fn one_of<T, const N: usize>(&mut self, what: &str, words: [(&str, T); N]) -> Parsed<(T, Span)> {
        let names = words.each_ref().map(|(word, _)| *word);
        match words.into_iter().find(|(word, _)| self.is_word(word)) {
            Some((_, meaning)) => Ok((meaning, self.bump())),
            None => Err(self.expected_word(what, &names)),
        }
    }

    /// Reports the expected syntax at the current token.
    pub(super) fn expected(&mut self, what: &str) -> Failed {
        self.expected_with(what, Vec::new())
    }

    /// Like [`expected`](Self::expected), with a proposed edit.
    pub(super) fn expected_or(&mut self, what: &str, help: Option<impl Into<Help>>) -> Failed {
        self.expected_with(what, help.into_iter().map(Into::into).collect())
    }

    /// Like [`expected`](Self::expected), with several proposed edits.
    pub(super) fn expected_with(&mut self, what: &str, help: Vec<Help>) -> Failed {
        if !self.told() {
            let title = format!("expected {what}, found {}", self.found());
            let place = if self.is_next_line() { self.behind() } else { self.span() };
            self.complain(Diagnostic { help, ..Diagnostic::new(title, place, format!("expected {what}")) });
        }
        Failed
    }

    /// Like [`expected`](Self::expected), with a proposal among similar words.
    pub(super) fn expected_word(&mut self, what: &str, words: &[&str]) -> Failed {
        let help = self.synonym(words).or_else(|| self.meant(words));
        self.expected_or(what, help)
    }

    /// Reports syntax that is missing after the last token.
    pub(super) fn missing(&mut self, what: &str, words: &[&str]) -> Failed {
        let help = self.synonym(words).or_else(|| self.clause_of_others()).or_else(|| self.meant(words));
        self.missing_or(what, help)
    }

    /// The help for a clause of another language after a wire.
    fn clause_of_others(&self) -> Option<Help> {
        let before = self.at.checked_sub(1).and_then(|before| words::spelling(Place::Sign, self.text_of(before)));
        if before.is_some() && !self.token().first_on_line {
            return before.map(Help::from);
        }
        let place = if self.peek_word().is_some() { Place::Clause } else { Place::Mark };
        let said = words::spelling(place, self.written(self.span())).filter(|_| !self.token().first_on_line);
        said.map(Help::from)
    }

    /// Like [`missing`](Self::missing), with a proposed edit.
    pub(super) fn missing_or(&mut self, what: &str, help: Option<impl Into<Help>>) -> Failed {
        if !self.told() {
            let title = format!("expected {what}, found {}", self.found());
            self.complain(Diagnostic::new(title, self.behind(), format!("expected {what}")).help_if(help));
        }
        Failed
    }

    /// Whether the current token begins a line although the entry before it has not ended. Then that entry is wrong, not the
    /// token.
    pub(super) fn is_next_line(&self) -> bool {
        self.token().first_on_line && goes_on(&self.lexed.tokens, self.at)
    }

    /// The proposal of a word that is similar to the current one.
    pub(super) fn meant(&self, words: &[&str]) -> Option<Help> {
        if !matches!(self.kind(), TokenKind::Word | TokenKind::Upper) {
            return None;
        }
        // A single letter is similar to every other.
        if !(2..40).contains(&self.span().range().len()) {
            return None;
        }
        near::nearest(self.written(self.span()), words.iter().copied()).map(|near| Help::asks(self.span(), near))
    }

    /// The proposal of the word for which another language has the current one.
    fn synonym(&self, words: &[&str]) -> Option<Help> {
        let written = self.written(self.span());
        let (_, word) = near::SYNONYMS.iter().find(|(other, word)| *other == written && words.contains(word))?;
        Some(Help::asks(self.span(), word))
    }

    /// The description of the current token in diagnostics.
    fn found(&self) -> String {
        match self.token().kind {
            TokenKind::End => "the end of the file".to_owned(),
            TokenKind::Text(_) => "a string".to_owned(),
            _ => {
                let written = self.written(self.span());
                if written.len() <= 40 { format!("`{written}`") } else { "this".to_owned() }
            }
        }
    }
}
