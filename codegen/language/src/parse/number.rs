//! Declarations of numbers: varints, quantities, packed digits.

use crate::ast::{BitGroup, Digit, Docs, Name, OptionKind, OptionWord, Options, Packed, Quantity};
use crate::ast::{FormBits, FormBitsKind, Varint, VarintForm, VarintShape};
use crate::diagnostic::Diagnostic;
use crate::keywords::Words;
use crate::lex::{Mark, TokenKind};
use crate::model::{FloatWidth, Rounding};

use super::cursor::{Parsed, Parser};
use super::list::{Elements, Separator};

const FORMS: Elements = Elements {
    begins: |parser| parser.literal_begins(0) || matches!(parser.kind(), TokenKind::Mark(Mark::DotDot)),
    words: || &[],
};

const DIGITS: Elements = Elements {
    begins: |parser| *parser.kind() == TokenKind::Word && parser.is_after(1, Mark::Colon),
    words: || Words::Options.list(),
};

const OPTIONS: [(&str, OptionKind); 7] = [
    ("wrap", OptionKind::Wrap),
    ("clamp", OptionKind::Clamp),
    ("refuse", OptionKind::Refuse),
    ("round", OptionKind::Round),
    ("trunc", OptionKind::Trunc),
    ("floor", OptionKind::Floor),
    ("lossy", OptionKind::Lossy),
];

impl Parser<'_> {
    /// `varint Int: i32 { -126..=127 => i8, .. => 0x80 i16 }`
    pub(super) fn varint(&mut self, mut docs: Docs) -> Parsed<Varint> {
        let (from, name) = self.declared(&mut docs, "the varint's name")?;
        self.carried_by("varint", &name)?;
        let number = self.wire_int()?;
        let guard = self.guard();
        let wrap = self.eat_word("wrap");
        let canonical = self.eat_word("canonical");
        let shape = if self.is(Mark::OpenBrace) {
            let forms = self.braced("the forms", &FORMS, |_| Separator::Comma, Self::form)?;
            VarintShape::Forms(forms.0)
        } else if self.is(Mark::Assign) {
            self.bump();
            let shape = if self.is_word("groups") && self.is_after(1, Mark::OpenParen) {
                self.groups()?
            } else {
                VarintShape::Expr(self.or_error(Self::expr))
            };
            self.expect(Mark::Semicolon)?;
            shape
        } else {
            return Err(self.expected_word("`{` or `=`", &["wrap", "canonical"]));
        };
        Ok(Varint { docs, name, number, guard, wrap, canonical, shape, span: self.since(from) })
    }

    /// `groups(sign 6, 7, 7) high_first`
    fn groups(&mut self) -> Parsed<VarintShape> {
        let from = self.bump();
        let (groups, _) = self.plain_list(Mark::OpenParen, |parser| {
            let sign = parser.eat_word("sign");
            Ok(BitGroup { sign, width: parser.argument()? })
        })?;
        let high_first = self.eat_word("high_first");
        Ok(VarintShape::Groups { groups, high_first, span: self.since(from) })
    }

    /// `..=0x3FFF => 0b10 u14 + 0x80`
    fn form(&mut self) -> Parsed<VarintForm> {
        let pattern = self.pattern()?;
        self.expect(Mark::FatArrow)?;
        let mut bits = vec![self.form_bits()?];
        let is_number = |one: &FormBits| matches!(one.kind, FormBitsKind::Number(_) | FormBitsKind::Varint(_));
        while self.continues_form() || !bits.iter().any(is_number) {
            bits.push(self.form_bits()?);
        }
        let above = self.eat(Mark::Plus).map(|_| self.plain_int().ok_or_else(|| self.expected("a number")));
        let span = self.since(pattern.span);
        Ok(VarintForm { pattern, bits, above: above.transpose()?, span })
    }

    /// Whether more bits follow, and not the pattern of another form behind a missing comma.
    fn continues_form(&self) -> bool {
        let is_pattern = [Mark::FatArrow, Mark::DotDot, Mark::DotDotEqual, Mark::Or];
        let begins = match self.kind() {
            TokenKind::Int(_) | TokenKind::Upper | TokenKind::Mark(Mark::Not) => true,
            _ => self.is_number_name(0) || self.peek_word().is_some_and(|word| ignored_bits(word).is_some()),
        };
        begins && !is_pattern.into_iter().any(|mark| self.is_after(1, mark))
    }

    /// `0b110`, `_2`, `u5`, `!u2`, `!Plain`
    fn form_bits(&mut self) -> Parsed<FormBits> {
        let from = self.span();
        let inverted = self.eat(Mark::Not);
        let kind = match (self.kind(), self.peek_word().and_then(ignored_bits)) {
            (TokenKind::Int(value), _) if inverted.is_none() => {
                let value = *value;
                let written = self.bump();
                FormBitsKind::Constant { value, bits: literal_bits(self.written(written)) }
            }
            (_, Some(bits)) if inverted.is_none() => {
                self.bump();
                FormBitsKind::Ignored(bits)
            }
            (TokenKind::Upper, _) => FormBitsKind::Varint(self.upper("a varint")?),
            _ => FormBitsKind::Number(self.wire_int()?),
        };
        Ok(FormBits { kind, inverted, span: self.since(from) })
    }

    /// `quantity Roll: u8 = raw - 90 in degrees range -90..=90 clamp;`
    pub(super) fn quantity(&mut self, mut docs: Docs) -> Parsed<Quantity> {
        let (from, name) = self.declared(&mut docs, "the quantity's name")?;
        self.carried_by("quantity", &name)?;
        let wire = self.wire()?;
        let floats = [("f32", FloatWidth::F32), ("f64", FloatWidth::F64)];
        let number = self.eat_word("as").map(|_| self.one_of("`f32` or `f64`", floats)).transpose()?;
        let guard = self.guard();
        self.expect(Mark::Assign)?;
        let value = self.sum()?;
        let inverse = match self.eat_word("from") {
            None => None,
            Some(_) => {
                let rounding = self.rounding()?;
                Some((rounding, self.delimited(Mark::OpenParen, Self::sum)?.0))
            }
        };
        let options = self.options()?;
        self.end_of_item(Words::Options.list())?;
        Ok(Quantity { docs, name, wire, number, guard, value, inverse, options, span: self.since(from) })
    }

    fn rounding(&mut self) -> Parsed<Rounding> {
        let words = [("round", Rounding::Nearest), ("trunc", Rounding::Trunc), ("floor", Rounding::Floor)];
        Ok(self.one_of("`round`, `trunc` or `floor`", words)?.0)
    }

    /// `packed Look: u16 { yaw: 0..360 in degrees wrap }`
    pub(super) fn packed(&mut self, mut docs: Docs) -> Parsed<Packed> {
        let (from, name) = self.declared(&mut docs, "the name of the packed number")?;
        let wire = self.carried("packed", &name);
        let guard = self.guard();
        let (digits, _) = self.braced("the digits", &DIGITS, |_| Separator::Comma, Self::digit)?;
        Ok(Packed { docs, name, wire, guard, digits, span: self.since(from) })
    }

    fn digit(&mut self) -> Parsed<Digit> {
        let docs = self.docs();
        let name = self.word("a digit's name")?;
        let range = self.or_error(|parser| parser.expect(Mark::Colon).and_then(|_| parser.pattern()));
        let options = self.options()?;
        let span = self.since(name.span);
        Ok(Digit { docs, name, range, options, span })
    }

    /// `degrees`: a unit is one word.
    fn unit(&mut self) -> Parsed<Name> {
        let help = "a unit is one word in the plural: `in metres_per_second`, `in degrees_celsius`".to_owned();
        if !matches!(self.kind(), TokenKind::Word | TokenKind::Upper) {
            return Err(self.expected_or("a unit", Some(help)));
        }
        let unit = self.word("a unit")?;
        if self.is(Mark::Slash) || self.is(Mark::Star) {
            return Err(self.expected_or("the end of the unit", Some(help)));
        }
        Ok(unit)
    }

    /// `in degrees range -90..=90 clamp trunc lossy`
    fn options(&mut self) -> Parsed<Options> {
        let mut options = Options::default();
        while let Some(word) = self.peek_word() {
            let late = options.range.is_some() && word == "in" || !options.words.is_empty();
            match word {
                "in" | "range" => {
                    let place = self.bump();
                    if late {
                        let title = format!("`{word}` stands in front of the other options");
                        self.complain(
                            Diagnostic::new(title, place, "too late").note("the order is `in`, `range`, and the rest"),
                        );
                    }
                    if word == "in" {
                        options.unit = Some(self.unit()?);
                    } else {
                        options.range = Some(self.pattern()?);
                    }
                }
                _ => match OPTIONS.iter().find(|(name, _)| *name == word) {
                    Some((_, kind)) => options.words.push(OptionWord { kind: *kind, span: self.bump() }),
                    None => break,
                },
            }
        }
        Ok(options)
    }
}

/// The bits of a literal: one for each binary digit, four for each hexadecimal one. A decimal number is a byte.
fn literal_bits(written: &str) -> u32 {
    let (digits, each) = match (written.get(..2), written.get(2..)) {
        (Some("0b" | "0B"), Some(digits)) => (digits, 1),
        (Some("0x" | "0X"), Some(digits)) => (digits, 4),
        _ => return 8,
    };
    let digits = digits.chars().filter(|digit| *digit != '_').count();
    u32::try_from(digits).unwrap_or(u32::MAX).saturating_mul(each)
}

/// The number of bits in `_2`.
fn ignored_bits(word: &str) -> Option<u32> {
    word.strip_prefix('_')?.parse().ok()
}
