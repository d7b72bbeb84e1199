//! Bodies: the fields of a record, inline bits, regions, and examples.

use crate::advice::words::{self, Place};
use crate::ast::{Body, Clauses, Entry, Field, InlineBits, Wire, Within};
use crate::diagnostic::Diagnostic;
use crate::keywords::Words;
use crate::lex::{Mark, TokenKind};

use super::cursor::{Failed, Parsed, Parser};
use super::list::{Elements, Separator};
use super::unread::Node as _;

const ENTRIES: Elements = Elements { begins: begins_entry, words: || Words::Clauses.list() };

fn begins_entry(parser: &Parser<'_>) -> bool {
    match parser.kind() {
        TokenKind::Mark(Mark::At) => matches!(parser.kind_after(1), TokenKind::Int(_)),
        TokenKind::Underscore | TokenKind::Upper => parser.names_field(),
        TokenKind::Word => {
            parser.names_field()
                || parser.peek_word().is_some_and(|word| Words::Entries.has(word))
                    && !parser.is_after(1, Mark::Comma)
                    && !parser.is_region_behind_its_wire()
        }
        _ => false,
    }
}

impl Parser<'_> {
    /// `{ entry, .. }`
    pub(super) fn body(&mut self) -> Parsed<Body> {
        let separator = |entry: &Entry| match entry {
            Entry::Example(_) => Separator::MaybeComma,
            _ => Separator::Comma,
        };
        let (entries, span) = self.braced("fields", &ENTRIES, separator, |parser| Ok(parser.entry_or_error()))?;
        Ok(Body { entries, span })
    }

    pub(super) fn begins_example(&self) -> bool {
        let is_word = self.peek_word().is_some_and(|word| matches!(word, "example" | "accepts" | "refuses"));
        !self.names_field() && (is_word || matches!(self.kind_after(1), TokenKind::Text(_)))
    }

    pub(super) fn entry(&mut self) -> Parsed<Entry> {
        let is_field = self.names_field() || self.is(Mark::At);
        match self.peek_word() {
            Some("bits") if !is_field => self.inline_bits().map(Entry::Bits),
            Some("let") if !is_field && *self.kind_after(1) == TokenKind::Word => self.joined(),
            Some("within") if !is_field => self.within().map(Entry::Within),
            Some("example" | "accepts" | "refuses") if !is_field => self.example().map(Entry::Example),
            Some(_) if !is_field && self.begins_example() => {
                Err(self.expected_word("a field or an example", Words::Entries.list()))
            }
            Some(word) if !is_field && let Some(said) = words::spelling(Place::Entry, word) => {
                Err(self.expected_with("a field", vec![said.into()]))
            }
            _ if !is_field && self.is_field_of_others() => {
                let help = "a field is its name, a colon and its wire: `x: u8`";
                Err(self.expected_or("a field", Some(help)))
            }
            _ => self.field(),
        }
    }

    /// A declaration in the order of another language: `uint8_t x`, `Port uint16`, `std::string name`
    fn is_field_of_others(&self) -> bool {
        let is_name = |kind: &TokenKind| matches!(kind, TokenKind::Word | TokenKind::Upper);
        let next = self.kind_after(1);
        let follows =
            is_name(next) || matches!(next, TokenKind::Mark(Mark::OpenBracket | Mark::Less | Mark::Star | Mark::Colon));
        is_name(self.kind()) && follows && !self.first_on_line(self.at + 1)
    }

    /// `@4 x: match wide_x { .. } as Cubes`
    fn field(&mut self) -> Parsed<Entry> {
        let mut docs = self.docs();
        let from = self.span();
        let offset = if self.eat(Mark::At).is_some() {
            let Some((value, digits)) = self.plain_int() else { return Err(self.expected("an offset in bytes")) };
            Some((value, from.to(digits)))
        } else {
            None
        };
        let (name, _) = self.word_or_underscore("a field")?;
        self.source_name(&mut docs);
        if let Err(Failed) = self.expect(Mark::Colon) {
            let (span, clauses) = (self.since(from), Clauses::default());
            self.doubtful = Some(self.at);
            return Ok(Entry::Field(Field { docs, offset, name, wire: Wire::unread(span), clauses, span }));
        }
        let region = if self.begins_region() { Some(self.region_head()?) } else { None };
        let wire = self.or_error(Self::wire);
        let clauses = self.clauses();
        if self.is(Mark::OpenBrace) && clauses.presence.is_some() {
            self.group_behind_its_test(&clauses);
            self.doubtful = Some(self.at);
        }
        let field = Field { docs, offset, name, wire, clauses, span: self.since(from) };
        Ok(match region {
            Some(head) => Entry::Within(head.around(field)),
            None => Entry::Field(field),
        })
    }

    /// `let size: u28 = (a, b, c, d)`
    fn joined(&mut self) -> Parsed<Entry> {
        let docs = self.docs();
        let from = self.bump();
        let name = self.word("the number's name")?;
        let mut docs = docs;
        self.source_name(&mut docs);
        self.expect(Mark::Colon)?;
        let wire = self.or_error(Self::wire);
        let clauses = self.clauses();
        Ok(Entry::Joined(Field { docs, offset: None, name: Some(name), wire, clauses, span: self.since(from) }))
    }

    /// `x: u8 if a { .. }`
    fn group_behind_its_test(&mut self, clauses: &Clauses) {
        let test = clauses.presence.as_ref().map_or("test", |test| self.written(test.span));
        let help = format!("a group that may be absent is written `name: if {test} {{ .. }}`");
        let diagnostic = Diagnostic::new("expected `,`, found `{`", self.span(), "a field ends in front of this");
        self.complain(diagnostic.help(help));
    }

    /// `bits Uint { wide_x, wide_y, _: .. }`
    fn inline_bits(&mut self) -> Parsed<InlineBits> {
        let docs = self.docs();
        let from = self.bump();
        let carrier = self.or_error_from(from, |parser| parser.carrier().inspect_err(|_| parser.give_up_head()));
        let parts = self.parts()?;
        Ok(InlineBits { docs, carrier, parts, span: self.since(from) })
    }

    /// `within(len) { .. }`
    fn within(&mut self) -> Parsed<Within> {
        let docs = self.docs();
        let head = self.region_head()?;
        let body = self.body()?;
        Ok(Within { docs, span: self.since(head.word), extent: head.extent, body, is_wire: false })
    }
}
