//! Enums and bits: names for numbers, and numbers that share a carrier.

use crate::advice::words::{self, Place};
use crate::ast::{BitOrder, Bits, Docs, Enum, EnumCode, Part, PartWidth, Parts, Pattern, ValueKind, ValueType};
use crate::diagnostic::{Diagnostic, Help};
use crate::lex::{Mark, TokenKind};
use crate::model::Notation;
use crate::source::Span;

use super::cursor::{Failed, Parsed, Parser};
use super::list::{NAMED, Separator};
use super::unread::Node as _;

impl Parser<'_> {
    /// `enum Move: u2 { None = 0, Backward = 3 | 2, .. }`
    pub(super) fn enum_item(&mut self, mut docs: Docs) -> Parsed<Enum> {
        let (from, name) = self.declared(&mut docs, "the enum's name")?;
        let wire = self.carried("enum", &name);
        let guard = self.guard();
        let (codes, open) = self.codes()?;
        Ok(Enum { docs, name, wire, guard, codes, open, span: self.since(from) })
    }

    /// `{ None = 0, Backward = 3 | 2, .. }`, and the span of `..`.
    fn codes(&mut self) -> Parsed<(Vec<EnumCode>, Option<Span>)> {
        let mut open = None;
        let (codes, _) = self.braced(
            "the names",
            &NAMED,
            |code: &Option<EnumCode>| if code.is_some() { Separator::Comma } else { Separator::MaybeComma },
            |parser| {
                if parser.is(Mark::DotDot) {
                    parser.open_end(&mut open);
                    return Ok(None);
                }
                parser.enum_code().map(Some)
            },
        )?;
        let codes: Vec<EnumCode> = codes.into_iter().flatten().collect();
        self.open_end_is_last(open, codes.last().map(|code| code.span));
        Ok((codes, open))
    }

    /// Parses one code. Errors in its syntax are collected and reported for all codes together.
    fn enum_code(&mut self) -> Parsed<EnumCode> {
        let mut docs = self.docs();
        if !matches!(self.kind(), TokenKind::Word | TokenKind::Upper) {
            return Err(self.expected("a name or `..`"));
        }
        let name = self.upper("a name or `..`")?;
        self.source_name(&mut docs);
        if !self.is(Mark::Assign) {
            let help = "every name has its code: `Ping = 1`; one of several shapes is a field, `body: match kind { 1 => A { x: u8 } }`";
            self.missing_or("`=`", Some(help));
            if self.is(Mark::Comma) || self.at_end() {
                self.doubtful = Some(self.at);
                return Ok(EnumCode { docs, codes: Pattern::unread(name.span), span: name.span, name });
            }
            return Err(Failed);
        }
        let codes = self.or_error(|parser| parser.expect(Mark::Assign).and_then(|_| parser.pattern()));
        let span = self.since(name.span);
        Ok(EnumCode { docs, name, codes, span })
    }

    /// A `..` in a list of codes or messages: unknown ones are preserved.
    pub(super) fn open_end(&mut self, open: &mut Option<Span>) {
        let span = self.bump();
        if let Some(first) = *open {
            self.complain(Diagnostic::new("a second `..`", span, "one too many").other(first, "the first"));
        }
        *open = Some(span);
    }

    /// Reports a `..` that is not the last element.
    pub(super) fn open_end_is_last(&mut self, open: Option<Span>, last: Option<Span>) {
        if let (Some(open), Some(last)) = (open, last)
            && last.start > open.start
        {
            self.complain(
                Diagnostic::new("`..` stands at the end", open, "something stands behind it")
                    .other(last, "the last one")
                    .help("move it behind the last one"),
            );
        }
    }

    /// `bits Weapon: u8 { weapon: u7, silenced }`
    pub(super) fn bits_item(&mut self, mut docs: Docs) -> Parsed<Bits> {
        let (from, name) = self.declared(&mut docs, "the name of the bits")?;
        let carrier = self.carried("bits", &name);
        let guard = self.guard();
        let parts = self.parts()?;
        Ok(Bits { docs, name, carrier, guard, parts, span: self.since(from) })
    }

    /// `{ weapon: u7, silenced }`, `high_first { .. }`
    pub(super) fn parts(&mut self) -> Parsed<Parts> {
        let order = match self.peek_word().map(|word| (word, BitOrder::named(word))) {
            Some((_, Some(order))) => Some((order, self.bump())),
            Some((word, None)) if !self.token().first_on_line => {
                let order = words::spelling(Place::BitOrder, word).map(|order| Help::asks(self.span(), order));
                let help = order.or_else(|| self.meant(&BitOrder::WORDS));
                return Err(self.expected_or("`{` and the parts", help));
            }
            _ => None,
        };
        let (list, span) = self.braced_list("the parts", |parser| Ok(parser.or_error(Self::part)))?;
        Ok(Parts { order, list, span })
    }

    fn part(&mut self) -> Parsed<Part> {
        let mut docs = self.docs();
        let (name, from) = self.word_or_underscore("a part")?;
        self.source_name(&mut docs);
        let is_wire = self.is(Mark::Assign) && self.is_number_name(1);
        let width = if self.is(Mark::Colon) || is_wire {
            self.expect(Mark::Colon)?;
            Some(match self.eat(Mark::DotDot) {
                Some(_) => PartWidth::Rest,
                None => PartWidth::Wire(self.or_error(Self::wire)),
            })
        } else {
            None
        };
        let value = if self.eat_word("as").is_some() {
            let span = self.span();
            let kind = match self.peek_word() {
                Some(word) if Notation::of_word(word).is_some() => {
                    self.bump();
                    ValueKind::Notation
                }
                _ if *self.kind() == TokenKind::Upper => ValueKind::Named(self.name()),
                _ => {
                    let help = "a bit that is a value of its own is written `name: bool`";
                    self.expected_or("the name of a type", self.is_word("bool").then(|| help.to_owned()));
                    self.doubtful = Some(self.at);
                    ValueKind::Error
                }
            };
            Some(ValueType { kind, span })
        } else {
            None
        };
        let computed = if self.eat(Mark::Assign).is_some() { Some(self.or_error(Self::expr)) } else { None };
        let fill = if self.eat_word("fill").is_some() { Some(self.or_error(Self::expr)) } else { None };
        if let Some(said) = self.peek_word().and_then(|word| words::spelling(Place::Part, word)) {
            return Err(self.missing_or("`,`", Some(said)));
        }
        Ok(Part { docs, name, width, value, computed, fill, span: self.since(from) })
    }
}
