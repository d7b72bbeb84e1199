//! Names, whose case shows their kind, and numbers on the wire, whose names show their width.

use crate::advice::words::{self, Place};
use crate::ast::{Name, NumberKind, Path, WireInt};
use crate::diagnostic::{Diagnostic, Help};
use crate::lex::{Mark, TokenKind};
use crate::near::{constant_case, snake_case, upper_camel};
use crate::source::Span;

use super::cursor::{Parsed, Parser};

impl Parser<'_> {
    /// The current token as a name, whatever it is.
    pub(super) fn name(&mut self) -> Name {
        let span = self.bump();
        Name { text: self.written(span).to_owned(), span }
    }

    /// A name in `snake_case`.
    pub(super) fn word(&mut self, what: &str) -> Parsed<Name> {
        self.cased(what, "snake_case", snake_case)
    }

    /// `name` or `_`, which is `None`.
    pub(super) fn word_or_underscore(&mut self, what: &str) -> Parsed<(Option<Name>, Span)> {
        if *self.kind() == TokenKind::Underscore {
            return Ok((None, self.bump()));
        }
        let name = self.word(what)?;
        let span = name.span;
        Ok((Some(name), span))
    }

    /// The name of a type or of something in a type, in `UpperCamel`.
    pub(super) fn upper(&mut self, what: &str) -> Parsed<Name> {
        self.cased(what, "UpperCamel", upper_camel)
    }

    /// The name of a constant, in `CAPS`.
    pub(super) fn caps(&mut self, what: &str) -> Parsed<Name> {
        self.cased(what, "CAPS", constant_case)
    }

    /// A name; `right` converts a name to the expected case.
    fn cased(&mut self, what: &str, case: &str, right: impl Fn(&str) -> String) -> Parsed<Name> {
        if !matches!(self.kind(), TokenKind::Word | TokenKind::Upper) {
            return Err(self.expected(what));
        }
        let right = right(self.written(self.span()));
        if self.is_next_line() && right != self.written(self.span()) {
            return Err(self.expected(what));
        }
        let name = self.name();
        if right != name.text {
            self.misspelt(&name, case, &right);
        }
        Ok(name)
    }

    fn misspelt(&mut self, name: &Name, case: &str, right: &str) {
        // Already reported by the lexer.
        if !name.text.is_ascii() {
            return;
        }
        let diagnostic = Diagnostic::new(
            format!("`{}` is not in {case}", name.text),
            name.span,
            format!("a name in {case} stands here"),
        );
        let is_name = !self.is_full()
            && !self.is_mended(name.span)
            && words::spelling(Place::Mark, &name.text).is_none()
            && !name.text.starts_with("__")
            && !name.text.ends_with('_')
            && !matches!(self.kind(), TokenKind::Word | TokenKind::Upper);
        let usable = is_name && right.starts_with(|c: char| c.is_ascii_alphabetic());
        let help = usable.then(|| self.in_the_right_case(name, case, right));
        self.complain(diagnostic.help_if(help));
    }

    /// Renames all uses of a name with the same role: after a colon it is a field's wire, before one a field's name.
    fn in_the_right_case(&self, name: &Name, case: &str, right: &str) -> Help {
        let before = self.at.checked_sub(2).and_then(|at| self.lexed.tokens.get(at));
        if before.is_some_and(|token| self.written(token.span) == "protocol") {
            return Help::write(name.span, right);
        }
        let colon = TokenKind::Mark(Mark::Colon);
        self.renamed(name.span, right, |before, behind| match case {
            "snake_case" => before.kind != colon,
            _ => behind.kind != colon,
        })
    }

    /// `a.b.c`
    pub(super) fn path(&mut self, what: &str) -> Parsed<Path> {
        if !matches!(self.kind(), TokenKind::Word | TokenKind::Upper) {
            return Err(self.expected(what));
        }
        let first = self.name();
        let from = first.span;
        let mut segments = vec![first];
        while self.eat(Mark::Dot).is_some() {
            if *self.kind() != TokenKind::Word {
                return Err(self.expected("a field's name"));
            }
            segments.push(self.name());
        }
        Ok(Path { segments, span: self.since(from) })
    }

    /// `u16be`
    pub(super) fn wire_int(&mut self) -> Parsed<WireInt> {
        match self.peek_word().and_then(|word| WireInt::named(word, self.span())) {
            Some(number) => Ok(self.number_on_the_wire(number).unwrap_or(WireInt { bits: 32, ..number })),
            None => {
                let word = self.peek_word().unwrap_or("");
                let numbers = words::wires(word).into_iter().filter(|one| is_number_name(&one.wire)).collect();
                let helps = words::helps(numbers, word, self.span(), self.text);
                Err(self.expected_with("a number's width, such as `u16`", helps))
            }
        }
    }

    /// Whether the token `steps` later is a number's name.
    pub(super) fn is_number_name(&self, steps: usize) -> bool {
        let token = self.lexed.tokens.get(self.at + steps);
        *self.kind_after(steps) == TokenKind::Word
            && token.is_some_and(|token| is_number_name(self.written(token.span)))
    }

    /// Checks the width of the current word, a number's name.
    pub(super) fn number_on_the_wire(&mut self, number: WireInt) -> Option<WireInt> {
        let span = self.bump();
        let (right, note) = match number.kind {
            NumberKind::Float => (matches!(number.bits, 32 | 64), "floats on the wire are `f32` and `f64`"),
            _ => ((1..=64).contains(&number.bits), "integers on the wire have 1 to 64 bits"),
        };
        if right {
            return Some(number);
        }
        let title = format!("there is no `{}`", self.written(span));
        let word = self.written(span);
        let mut wrong = Diagnostic::new(title, span, "no such width").note(note);
        wrong.help = words::helps(words::wires(word), word, span, self.text);
        if number.kind != NumberKind::Float && number.bits > 64 && number.bits.is_multiple_of(8) {
            let bytes = number.bits / 8;
            wrong = wrong
                .help(format!("a wider number is `bytes[{bytes}]`, its constant text of so many bytes: `\"\\x00..\"`"));
        }
        self.complain(wrong);
        None
    }
}

/// Whether a word has the form of `u16be`.
pub(super) fn is_number_name(word: &str) -> bool {
    WireInt::named(word, Span::default()).is_some()
}
