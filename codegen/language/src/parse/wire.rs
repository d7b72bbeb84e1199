//! Wires: the encodings of fields.

use crate::ast::{Arm, Extent, ExtentKind, Group, Sparse, StructKind, Target, Wire, WireInt, WireKind, without_order};
use crate::lex::{Mark, TokenKind};
use crate::model::Encoding;

use super::cursor::{Failed, Parsed, Parser};
use super::list::{Elements, Separator};

pub(super) const ARMS: Elements = Elements {
    begins: |parser| {
        parser.literal_begins(0)
            || matches!(
                parser.kind(),
                TokenKind::Underscore
                    | TokenKind::Upper
                    | TokenKind::Text(_)
                    | TokenKind::Mark(Mark::DotDot | Mark::OpenParen)
            )
    },
    words: || &[],
};

impl Parser<'_> {
    pub(super) fn wire(&mut self) -> Parsed<Wire> {
        let from = self.span();
        let kind = self.deeper(from, Self::wire_kind)?;
        Ok(Wire { kind, span: self.since(from) })
    }

    fn wire_kind(&mut self) -> Parsed<WireKind> {
        if let Some(failed) = self.foreign_wire() {
            return Err(failed);
        }
        match self.kind() {
            TokenKind::Upper => {
                let name = self.upper("a type")?;
                Ok(WireKind::Named { name, args: self.args()? })
            }
            TokenKind::Mark(Mark::OpenBrace) => self.group().map(WireKind::Group),
            TokenKind::Mark(Mark::OpenBracket) => {
                self.delimited(Mark::OpenBracket, Self::list_wire).map(|(list, _)| list)
            }
            TokenKind::Word => self.wire_word(),
            _ => {
                let help = "for example `u8`, `utf8[u16]`, `[u8; 4]` or the name of a type".to_owned();
                Err(self.expected_or("a wire", Some(help)))
            }
        }
    }

    fn wire_word(&mut self) -> Parsed<WireKind> {
        let word = self.peek_word().unwrap_or("");
        if let Some(number) = WireInt::named(word, self.span()) {
            return Ok(self.number_on_the_wire(number).map_or(WireKind::Error, WireKind::Int));
        }
        let encoding = match word {
            "bytes" => None,
            _ if let Some(encoding) = Encoding::named(word) => Some((encoding, None)),
            _ if let (word, order) = without_order(word)
                && let Some(encoding) = Encoding::named(word).filter(|encoding| encoding.has_order()) =>
            {
                Some((encoding, order))
            }
            "bool" => {
                self.bump();
                return Ok(WireKind::Bool);
            }
            "if" => {
                self.bump();
                let test = self.or_error(Self::expr);
                if let Some(failed) = self.wire_behind_its_test(test.span) {
                    return Err(failed);
                }
                return Ok(WireKind::If { test, group: self.group()? });
            }
            "trailer" | "struct" | "delta" => return self.group().map(WireKind::Group),
            "bits" => {
                self.bump();
                return Ok(WireKind::Bits { carrier: Box::new(self.carrier()?), parts: self.parts()? });
            }
            "match" => {
                self.bump();
                return self.match_wire();
            }
            "nested" => {
                self.bump();
                let name = self.upper("the struct or family that is nested here")?;
                return Ok(WireKind::Nested { name, args: self.args()? });
            }
            "align" => {
                self.bump();
                let (multiple, _) = self.delimited(Mark::OpenParen, Self::expr)?;
                return Ok(WireKind::Align(Box::new(multiple)));
            }
            "within" => {
                let help = "a region is around a field, an element or a shape: `x: within (u8) u16`".to_owned();
                return Err(self.expected_or("a wire", Some(help)));
            }
            _ => return Err(self.no_wire(word)),
        };
        self.bump();
        let extent = if self.is(Mark::OpenBracket) {
            Some(Box::new(self.delimited(Mark::OpenBracket, |parser| parser.bounded_extent(word))?.0))
        } else {
            self.no_parentheses(word)?;
            None
        };
        Ok(WireKind::Bytes { encoding, extent })
    }

    /// The extent of bytes and text. It has a bound only with `until`.
    fn bounded_extent(&mut self, word: &str) -> Parsed<Extent> {
        let mut extent = self.extent()?;
        let may_be_filled = word != "bytes" && matches!(extent.kind, ExtentKind::Count { or_end: None, .. });
        if may_be_filled && self.eat_word("fill").is_some() {
            extent.fill = Some(Box::new(self.expr()?));
        }
        if self.is(Mark::Comma) && self.is_after(1, Mark::DotDotEqual) {
            let bound = self.lexed.tokens.get(self.at + 2).map_or("", |token| self.written(token.span));
            let help = format!("a rule bounds it: `{word}[{}] where len(it) <= {bound}`", self.written(extent.span));
            return Err(self.expected_or("`]`", Some(help)));
        }
        Ok(extent)
    }

    /// The wire of one number, before braces.
    pub(super) fn carrier(&mut self) -> Parsed<Wire> {
        if self.is(Mark::OpenBrace) {
            let help = "what stands in the braces is carried by a number, such as `u8`".to_owned();
            return Err(self.expected_or("a wire", Some(help)));
        }
        self.wire()
    }

    /// Reports a length without brackets: `bytes(4)`, `bytes{4}`, `bytes 4`
    fn no_parentheses(&mut self, word: &str) -> Parsed<()> {
        let is_length =
            self.is(Mark::OpenParen) || self.is(Mark::OpenBrace) || matches!(self.kind(), TokenKind::Int(_));
        if !is_length || self.token().first_on_line {
            return Ok(());
        }
        Err(self.expected_or("`[`", Some(format!("how long it is stands in brackets: `{word}[4]`"))))
    }

    fn no_wire(&mut self, word: &str) -> Failed {
        // Already reported with the invalid character.
        if *self.kind_after(1) == TokenKind::Broken {
            return Failed;
        }
        self.expected_with("a wire", self.word_for_a_wire(word))
    }

    /// `{ .. }`, `struct Player { .. }`, `delta Entity { .. }`, `trailer { .. }`
    fn group(&mut self) -> Parsed<Group> {
        let trailer = self.eat_word("trailer");
        let kind = if self.eat_word("struct").is_some() {
            StructKind::Struct
        } else if let Some(word) = self.eat_word("delta") {
            StructKind::Delta(word)
        } else {
            let body = self.body()?;
            return Ok(Group { trailer, kind: StructKind::Struct, name: None, body });
        };
        if self.is(Mark::OpenBrace) {
            let help = "a group that is named after its field is written without `struct`: `name: { .. }`".to_owned();
            return Err(self.expected_or("the group's name", Some(help)));
        }
        let name = self.upper("the group's name")?;
        let body = self.body()?;
        Ok(Group { trailer, kind, name: Some(name), body })
    }

    /// The contents of a list's brackets: `Hit; Int`, `i16 if mask else base.stats; 32`
    fn list_wire(&mut self) -> Parsed<WireKind> {
        let item = Box::new(self.wire_or_region()?);
        let sparse = if self.eat_word("if").is_some() {
            let mask = self.path("the field whose bits say which elements are there")?;
            let absent = if self.eat_word("else").is_some() { Some(self.expr()?) } else { None };
            Some(Sparse { mask, absent })
        } else {
            None
        };
        if self.eat(Mark::Semicolon).is_none() {
            let help = "a list says how long it is: `[T; 4]`, `[T; count]`, `[T; until 0]`, `[T; ..]`".to_owned();
            self.expected_or("`;`", Some(help));
            if self.eat(Mark::Comma).is_none() {
                return Err(Failed);
            }
        }
        Ok(WireKind::List { item, sparse, extent: Box::new(self.extent()?) })
    }

    /// A match, after its keyword: `wide_x { 0 => u16, 1 => i24 }`
    fn match_wire(&mut self) -> Parsed<WireKind> {
        let tag = self.or_error(Self::expr);
        let (arms, _) = self.braced("the arms", &ARMS, |_| Separator::Comma, Self::arm)?;
        Ok(WireKind::Match { tag, arms })
    }

    fn arm(&mut self) -> Parsed<Arm> {
        let docs = self.docs();
        let pattern = self.pattern_of_an_arm();
        let target = self.or_error(|parser| parser.expect(Mark::FatArrow).and_then(|_| parser.target()));
        Ok(Arm { docs, pattern, target })
    }

    fn target(&mut self) -> Parsed<Target> {
        if let Some(span) = self.eat_word("none") {
            return Ok(Target::None(span));
        }
        if *self.kind() == TokenKind::Upper && self.is_after(1, Mark::Colon) {
            let name = self.upper("the variant's name")?;
            self.bump();
            let is_region = self.begins_region();
            let wire = self.or_error(Self::wire_or_region);
            return Ok(match wire.kind {
                // Its fields are those of the shape.
                WireKind::Group(Group { name: None, body, .. }) if is_region => Target::Body { name, body },
                _ => Target::Variant { name, wire },
            });
        }
        if *self.kind() == TokenKind::Upper && self.is_after(1, Mark::OpenBrace) {
            let name = self.upper("the variant's name")?;
            return Ok(Target::Body { name, body: self.body()? });
        }
        self.wire().map(Target::Wire)
    }
}
