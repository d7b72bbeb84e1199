//! Declarations of numbers: varints, quantities, packed digits.

use crate::ast::{Digit, Docs, Name, OptionKind, OptionWord, Options, Packed, Quantity};
use crate::ast::{Varint, VarintForm, VarintShape};
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
            let shape = self.or_error(Self::expr);
            self.expect(Mark::Semicolon)?;
            VarintShape::Expr(shape)
        } else {
            return Err(self.expected_word("`{` or `=`", &["wrap", "canonical"]));
        };
        Ok(Varint { docs, name, number, guard, wrap, canonical, shape, span: self.since(from) })
    }

    fn form(&mut self) -> Parsed<VarintForm> {
        let pattern = self.pattern()?;
        self.expect(Mark::FatArrow)?;
        let marker = self.plain_int();
        let wire = self.wire_int()?;
        let span = self.since(pattern.span);
        Ok(VarintForm { pattern, marker, wire, span })
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
