//! Spellings of other languages: what is written the way of C, Rust, Kaitai Struct or Protocol Buffers is refused with the
//! spelling of a schema.

use crate::diagnostic::Diagnostic;
use crate::lex::{Mark, TokenKind};
use crate::near::{self, Place};

use super::cursor::{Failed, Parser};
use super::names::{is_number_name, upper_camel};

/// Settings of a whole file in another language: its first word, the token after it, and the name of the language.
const FILES: [(&str, Mark, &str); 4] = [
    ("syntax", Mark::Assign, "Protocol Buffers"),
    ("edition", Mark::Assign, "Protocol Buffers"),
    ("meta", Mark::Colon, "Kaitai Struct"),
    ("seq", Mark::Colon, "Kaitai Struct"),
];

impl Parser<'_> {
    /// A file of another language: refused once, as a whole.
    pub(super) fn foreign_file(&mut self) -> Option<Failed> {
        let word = self.peek_word()?;
        let (_, _, language) = FILES.iter().find(|(known, mark, _)| *known == word && self.is_after(1, *mark))?;
        let title = format!("this is no schema, but a file of {language}");
        self.complain(
            Diagnostic::new(title, self.span(), "begins like one")
                .note("Wireform describes protocols whose bytes exist already, in a language of its own")
                .help("begin with `protocol name { byte_order: little }`, then write `struct Name { x: u8 }`"),
        );
        self.at = self.limit;
        Some(Failed)
    }

    /// The help for a declaration that begins with a word of another language.
    pub(super) fn foreign_item(&self) -> Option<String> {
        near::spelling(Place::Item, self.peek_word()?).map(str::to_owned)
    }

    /// The help for a word after a wire.
    pub(super) fn foreign_clause(&self) -> Option<String> {
        let word = self.peek_word().filter(|_| !self.token().first_on_line)?;
        near::spelling(Place::Clause, word).map(str::to_owned)
    }

    /// Text of other languages where a field belongs: `uint8_t id;`, `if h { .. }`.
    pub(super) fn foreign_entry(&mut self) -> Option<Failed> {
        if !matches!(self.kind(), TokenKind::Word | TokenKind::Upper) || self.names_field() {
            return None;
        }
        let word = self.written(self.span());
        let help = match word {
            "if" => self.group_of_test(),
            _ => near::spelling(Place::Entry, word).map(str::to_owned).or_else(|| self.declared_otherwise())?,
        };
        Some(self.expected_or("a field", Some(help)))
    }

    /// `if h { x: u8 }`, at the `if`.
    fn group_of_test(&self) -> String {
        let brace = (1..20).find(|steps| self.is_after(*steps, Mark::OpenBrace));
        let tokens = |steps| self.lexed.tokens.get(self.at + steps);
        let test = brace.and_then(|brace| Some(tokens(1)?.span.to(tokens(brace.checked_sub(1)?)?.span)));
        let test = test.map_or("test", |test| self.written(test));
        let test = test.strip_prefix('(').and_then(|test| test.strip_suffix(')')).unwrap_or(test);
        format!("a group of fields that may be absent has a name: `group: if {test} {{ .. }}`")
    }

    /// `uint8_t id;`, `Port uint16`: two names without a colon between them.
    fn declared_otherwise(&self) -> Option<String> {
        let is_declared =
            matches!(self.kind_after(1), TokenKind::Word | TokenKind::Upper | TokenKind::Mark(Mark::Star));
        is_declared.then(|| "a field is its name, a colon and its wire".to_owned())
    }

    /// Text of other languages where a wire belongs: `Vec<u8>`, `"RIFF"`, `[4]u8`.
    pub(super) fn foreign_wire(&self) -> Option<String> {
        let text = self.written(self.span());
        let next = |steps: usize| self.lexed.tokens.get(self.at + steps).map_or("", |token| self.written(token.span));
        match self.kind() {
            TokenKind::Word | TokenKind::Upper if self.is_after(1, Mark::Less) => {
                let argument = next(2);
                let argument = near::scalar(argument).unwrap_or_else(|| argument.to_owned());
                let is_name = argument.starts_with(|c: char| c.is_ascii_alphabetic());
                let argument = if is_name { argument.as_str() } else { "T" };
                if self.is_in_bracket() && text == "Option" {
                    return Some(format!("a list with empty places has a mask: `[{argument} if mask; 4]`"));
                }
                Some(near::generic(text, argument))
            }
            TokenKind::Word if text != "bool" && self.is_after(1, Mark::Star) && !is_number_name(text) => Some(
                "no bytes are a pointer: text is `latin1[until 0]` or `utf8[u16]`, bytes are `bytes[u16]`".to_owned(),
            ),
            TokenKind::Text(value) => Some(format!("a constant follows its wire: `ascii[{}] = {text}`", value.len())),
            TokenKind::Int(value) if (1..=64).contains(value) => {
                Some(format!("a number of {text} bits is `u{text}`; a constant follows its wire: `u8 = {text}`"))
            }
            TokenKind::Int(_) => Some(format!("a constant follows its wire: `u32 = {text}`")),
            TokenKind::Mark(mark @ (Mark::Less | Mark::Greater)) if is_number_name(next(1)) => {
                let order = if *mark == Mark::Less { "le" } else { "be" };
                Some(format!("the byte order is a suffix: `{}{order}`", next(1)))
            }
            _ => None,
        }
    }

    /// Steps over `Map<u8, u8>`, whose commas separate no fields.
    pub(super) fn pass_angle_brackets(&mut self) {
        /// More tokens than in a type.
        const MOST: usize = 12;
        let end = (2..MOST).take_while(|steps| *self.kind_after(*steps) != TokenKind::End);
        let end = end.filter(|steps| self.is_after(*steps, Mark::Greater) && !self.is_after(steps + 1, Mark::Greater));
        if self.is_after(1, Mark::Less)
            && let Some(end) = end.min()
        {
            self.at += end + 1;
        }
    }

    /// Directly after a `[`.
    fn is_in_bracket(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.lexed.tokens.get(at));
        before.is_some_and(|token| token.kind == TokenKind::Mark(Mark::OpenBracket))
    }

    /// A word where a wire belongs.
    pub(super) fn word_for_a_wire(&self, word: &str) -> String {
        let bits =
            word.strip_prefix('b').and_then(|bits| bits.parse::<u8>().ok()).filter(|bits| (1..=64).contains(bits));
        if let Some(bits) = bits {
            return format!("a number of {bits} bits is `u{bits}`, a part of bits: `bits u8 {{ x: u{bits}, _: .. }}`");
        }
        if word == "char" && self.is_after(1, Mark::OpenBracket) {
            let length = self.lexed.tokens.get(self.at + 2).map_or("16", |token| self.written(token.span));
            return format!("text is written with its encoding: `latin1[{length}]`, `utf8[{length}]`");
        }
        if let Some(scalar) = near::scalar(word) {
            return format!("did you mean `{scalar}`?");
        }
        match near::spelling(Place::Wire, word) {
            Some(help) => help.to_owned(),
            None => format!("a type is written in UpperCamel: `{}`", upper_camel(word)),
        }
    }

    /// `Kind::A`, at the first colon.
    pub(super) fn no_double_colon(&mut self) -> Option<Failed> {
        if !self.is(Mark::Colon) || !self.is_after(1, Mark::Colon) {
            return None;
        }
        let name = self.lexed.tokens.get(self.at + 2).map_or("", |token| self.written(token.span));
        let help = match name.starts_with(|c: char| c.is_ascii_uppercase()) {
            true => format!("write `{name}` alone: the other side says which enum it is of"),
            false => "leave it out: a field has no initial value, and a constant is a literal or a `const`".to_owned(),
        };
        let place = self.span();
        self.complain(Diagnostic::new("unexpected `::`", place, "there are no paths of names").help(help));
        while self.is(Mark::Colon) {
            self.at += 1;
            if self.is(Mark::Colon) {
                self.at += 1;
            }
            if matches!(self.kind(), TokenKind::Word | TokenKind::Upper) {
                self.at += 1;
            }
        }
        Some(Failed)
    }
}
