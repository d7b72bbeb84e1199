//! Named records: structs, deltas, messages, and families of messages.

use crate::advice::words::{self, Place};
use crate::ast::{Body, Docs, Expr, Family, Member, Message, Name, Param, Struct, StructKind};
use crate::diagnostic::Help;
use crate::lex::{Mark, TokenKind};

use super::cursor::{Parsed, Parser};
use super::list::{Elements, Separator};

const MEMBERS: Elements = Elements {
    begins: |parser| {
        parser.is_word("message")
            || *parser.kind() == TokenKind::Upper
                && matches!(parser.kind_after(1), TokenKind::Mark(Mark::Comma | Mark::OpenParen) | TokenKind::End)
    },
    words: || &["message"],
};

/// An element of a family, as parsed.
enum Written {
    Message(Message),
    Named(Member),
    Open,
}

impl Parser<'_> {
    /// `struct Hit { .. }`, `delta Command { .. }`
    pub(super) fn struct_item(&mut self, mut docs: Docs, delta: bool) -> Parsed<Struct> {
        let (from, name) = self.declared(&mut docs, "the name of the record")?;
        let kind = if delta { StructKind::Delta(from) } else { StructKind::Struct };
        let params = self.params();
        let params = self.head(params);
        let depth = self.depth();
        let guard = self.guard();
        if self.is(Mark::Assign) {
            self.expected_or("`{` and fields", Some("a record with a code is a `message`".to_owned()));
            self.give_up_head();
        }
        if self.is(Mark::Semicolon) {
            let help = format!("a record without fields is `struct {} {{}}`", name.text);
            return Err(self.expected_or("`{` and fields", Some(help)));
        }
        let body = self.body()?;
        Ok(Struct { docs, kind, name, params, depth, guard, body, span: self.since(from) })
    }

    /// `message Pos = 4 { .. }`, `message Taunt = 21;`
    pub(super) fn message(&mut self, mut docs: Docs) -> Parsed<Message> {
        let (from, name) = self.declared(&mut docs, "the message's name")?;
        let params = self.params();
        let params = self.head(params);
        let code = self.or_error(|parser| parser.message_code(&name));
        let guard = self.guard();
        if self.is(Mark::Comma) && self.is_after(1, Mark::OpenBrace) {
            let help = Help::without(self.span(), "remove it");
            self.expected_or("`{`", Some(help));
            self.bump();
        }
        let body = if self.is(Mark::OpenBrace) {
            self.body()?
        } else if self.is(Mark::Semicolon) || self.is(Mark::Comma) {
            Body { entries: Vec::new(), span: self.expect(Mark::Semicolon)? }
        } else {
            if self.names_field() {
                let helps = self.missing_brace();
                self.expected_with("`{` or `;`", helps);
            } else {
                self.missing("`{` or `;`", &["if"]);
            }
            if !self.token().first_on_line && !self.at_end() {
                return Err(super::cursor::Failed);
            }
            Body { entries: Vec::new(), span: self.behind() }
        };
        Ok(Message { docs, name, params, code, guard, body, span: self.since(from) })
    }

    /// `depth 512`; optional.
    fn depth(&mut self) -> Option<Expr> {
        self.eat_word("depth").map(|_| self.or_error(Self::expr))
    }

    /// `= 4`
    fn message_code(&mut self, name: &Name) -> Parsed<Expr> {
        if self.is(Mark::OpenBrace) || self.is(Mark::Semicolon) {
            let help = "a message has a code: `message Name = 1 { .. }`; a `struct` has none".to_owned();
            return Err(self.expected_or("`=`", Some(help)));
        }
        let code = self.expect(Mark::Assign).and_then(|_| self.expr());
        let code = code.and_then(|code| self.several_codes_of_a_message(name, code.span).map_or(Ok(code), Err));
        code.inspect_err(|_| self.give_up_head())
    }

    /// `family ToServer(sequence: u31): u8 { .. }`
    pub(super) fn family(&mut self, docs: Docs) -> Parsed<Family> {
        let from = self.bump();
        let name = self.upper("the family's name")?;
        let params = self.params();
        let params = self.head(params);
        let is_without = self.is(Mark::OpenBrace) || self.is_word("depth");
        let carrier = if is_without { None } else { Some(self.carried("family", &name)) };
        let depth = self.depth();
        let mut open = None;
        let separator = |member: &Written| match member {
            Written::Message(_) => Separator::Nothing,
            Written::Named(_) => Separator::Comma,
            Written::Open => Separator::MaybeComma,
        };
        let (members, _) = self.braced("the messages", &MEMBERS, separator, |parser| parser.member(&mut open))?;
        let members = members.into_iter().filter_map(|member| match member {
            Written::Message(message) => Some(Member::Message(message)),
            Written::Named(member) => Some(member),
            Written::Open => None,
        });
        let members: Vec<Member> = members.collect();
        self.open_end_is_last(open, members.last().map(Member::span));
        Ok(Family { docs, name, params, carrier, depth, members, open, span: self.since(from) })
    }

    fn member(&mut self, open: &mut Option<crate::source::Span>) -> Parsed<Written> {
        if self.is(Mark::DotDot) {
            self.open_end(open);
            return Ok(Written::Open);
        }
        if self.is_word("message") {
            let docs = self.docs();
            return self.message(docs).map(Written::Message);
        }
        if let Some(said) = words::spelling(Place::Member, self.written(self.span())) {
            return Err(self.expected_or("a message, the name of one, or `..`", Some(said)));
        }
        if *self.kind() != TokenKind::Upper {
            return Err(self.expected_word("a message, the name of one, or `..`", &["message"]));
        }
        let name = self.name();
        if self.is(Mark::Assign) {
            let help = Help::write(name.span, format!("message {}", name.text));
            return Err(self.missing_or("`,`", Some(help)));
        }
        Ok(Written::Named(Member::Named { name, args: self.args()? }))
    }

    /// `(is_self: bool, flies: bool)`; the list may be missing.
    pub(super) fn params(&mut self) -> Parsed<Vec<Param>> {
        if !self.is(Mark::OpenParen) {
            return Ok(Vec::new());
        }
        if matches!(self.kind_after(2), TokenKind::Mark(Mark::Comma | Mark::CloseParen)) {
            let help = "the fields are in braces, each with a name: `{ a: u8, b: u16 }`";
            self.bump();
            return Err(self.expected_or("a parameter, `name: u8`", Some(help)));
        }
        let (params, _) = self.plain_list(Mark::OpenParen, |parser| {
            let docs = parser.docs();
            let name = parser.word("a parameter")?;
            let wire = parser.or_error(|parser| parser.expect(Mark::Colon).and_then(|_| parser.wire()));
            Ok(Param { docs, name, wire })
        })?;
        Ok(params)
    }
}
