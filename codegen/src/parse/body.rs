//! Bodies: the fields of a record, unnamed bits and regions, and examples.

use crate::ast::{Body, Entry, Field, InlineBits, Within};
use crate::diagnostic::Diagnostic;
use crate::lex::{Mark, TokenKind};

use super::clauses::CLAUSE_WORDS;
use super::cursor::{Failed, Parsed, Parser};
use super::list::{Elements, Separator};

/// The words that begin an entry which is no field.
const ENTRY_WORDS: [&str; 5] = ["bits", "within", "example", "accepts", "refuses"];

const ENTRIES: Elements = Elements { begins: begins_entry, words: &CLAUSE_WORDS };

fn begins_entry(parser: &Parser<'_>) -> bool {
    match parser.kind() {
        TokenKind::Mark(Mark::At) => true,
        TokenKind::Underscore => parser.names_field(),
        TokenKind::Word | TokenKind::Upper => {
            parser.names_field()
                || parser.declares_otherwise()
                || parser.peek_word().is_some_and(|word| ENTRY_WORDS.contains(&word))
                    && !parser.is_after(1, Mark::Comma)
        }
        _ => false,
    }
}

impl Parser<'_> {
    /// Two names on a new line, `uint8_t id` or `Port uint16`.
    fn declares_otherwise(&self) -> bool {
        self.token().first_on_line
            && self.peek_word().is_none_or(|word| !CLAUSE_WORDS.contains(&word))
            && matches!(self.kind_after(1), TokenKind::Word | TokenKind::Upper)
    }

    /// `{ entry, .. }`
    pub(super) fn body(&mut self) -> Parsed<Body> {
        let separator = |entry: &Entry| match entry {
            Entry::Example(_) => Separator::MaybeComma,
            _ => Separator::Comma,
        };
        let (entries, span) = self.braced("fields", &ENTRIES, separator, Self::entry)?;
        Ok(Body { entries, span })
    }

    fn entry(&mut self) -> Parsed<Entry> {
        let is_field = self.names_field() || self.is(Mark::At);
        match self.peek_word() {
            Some("bits") if !is_field => self.inline_bits().map(Entry::Bits),
            Some("within") if !is_field => self.within().map(Entry::Within),
            Some("example" | "accepts" | "refuses") if !is_field => self.example().map(Entry::Example),
            Some(_) if !is_field && matches!(self.kind_after(1), TokenKind::Text(_)) => {
                Err(self.expected_word("a field or an example", &ENTRY_WORDS))
            }
            _ if !is_field && let Some(failed) = self.foreign_entry() => Err(failed),
            _ => self.field().map(Entry::Field),
        }
    }

    /// `@4 x: match wide_x { .. } as Cubes`
    fn field(&mut self) -> Parsed<Field> {
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
        self.expect(Mark::Colon)?;
        let wire = self.wire()?;
        let clauses = self.clauses()?;
        if self.is(Mark::OpenBrace) && clauses.presence.is_some() {
            return Err(self.group_behind_its_test(&clauses));
        }
        Ok(Field { docs, offset, name, wire, clauses, span: self.since(from) })
    }

    /// `x: u8 if a { .. }`
    fn group_behind_its_test(&mut self, clauses: &crate::ast::Clauses) -> Failed {
        let test = clauses.presence.as_ref().map_or("test", |test| self.written(test.span));
        let help = format!("a group that may be absent is written `name: if {test} {{ .. }}`");
        let diagnostic = Diagnostic::new("expected `,`, found `{`", self.span(), "a field ends in front of this");
        self.complain(diagnostic.help(help));
        Failed
    }

    /// `bits Uint { wide_x, wide_y, _: .. }`
    fn inline_bits(&mut self) -> Parsed<InlineBits> {
        let docs = self.docs();
        let from = self.bump();
        let carrier = self.carrier()?;
        let (parts, _) = self.parts()?;
        Ok(InlineBits { docs, carrier, parts, span: self.since(from) })
    }

    /// `within(len) { .. }`
    fn within(&mut self) -> Parsed<Within> {
        let docs = self.docs();
        let from = self.bump();
        if !self.is(Mark::OpenParen) {
            let help = "how long the region is stands in front: `within(u8) { .. }`".to_owned();
            return Err(self.expected_or("`(`", Some(help)));
        }
        let (extent, _) = self.delimited(Mark::OpenParen, Self::extent)?;
        let body = self.body()?;
        Ok(Within { docs, extent, body, span: self.since(from) })
    }
}
