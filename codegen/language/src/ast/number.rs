//! Declarations of numbers: varints, quantities, packed numbers, enums, bits.

use super::{Docs, Expr, Name, Pattern, ValueType, Wire, WireInt};
use crate::model::{FloatWidth, Rounding};
use crate::source::Span;

#[derive(Debug, Clone)]
pub struct Varint {
    pub docs: Docs,
    pub name: Name,
    /// The range of its values, as a width: `i32`, `i29`.
    pub number: WireInt,
    pub guard: Option<Expr>,
    /// `wrap`: the value is the low bits of the encoded number.
    pub wrap: Option<Span>,
    /// `canonical`: overlong forms are rejected.
    pub canonical: Option<Span>,
    pub shape: VarintShape,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum VarintShape {
    /// `{ -126..=127 => i8, .. => 0x80 i16 }`
    Forms(Vec<VarintForm>),
    /// `= groups(7, 7, 7, 8);`, `= groups(sign 6, 7, 7, 7, 4);`, `= groups(7, 7, 7, 7) high_first;`
    Groups { groups: Vec<BitGroup>, high_first: Option<Span>, span: Span },
    /// `= leb128;`, `= sleb128;`, `= zigzag(leb128);`, `= quic;`
    Expr(Expr),
}

/// `7`, or `sign 6`: the bits of one byte.
#[derive(Debug, Clone)]
pub struct BitGroup {
    pub sign: Option<Span>,
    pub width: Expr,
}

#[derive(Debug, Clone)]
pub struct VarintForm {
    pub pattern: Pattern,
    /// The bits of its bytes, in the order of the schema.
    pub bits: Vec<FormBits>,
    /// `+ 0x80`: added to the number in the bits.
    pub above: Option<(i128, Span)>,
    pub span: Span,
}

/// Some bits of a form, side by side.
#[derive(Debug, Clone)]
pub struct FormBits {
    pub kind: FormBitsKind,
    /// `!`: the number is inverted.
    pub inverted: Option<Span>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum FormBitsKind {
    /// `0b10`, `0x80`; a decimal number has eight bits.
    Constant { value: i128, bits: u32 },
    /// `_2`
    Ignored(u32),
    /// `u14`
    Number(WireInt),
    /// Another varint.
    Varint(Name),
}

#[derive(Debug, Clone)]
pub struct Quantity {
    pub docs: Docs,
    pub name: Name,
    pub wire: Wire,
    /// `as f32` or `as f64`.
    pub number: Option<(FloatWidth, Span)>,
    pub guard: Option<Expr>,
    pub value: Expr,
    /// `from trunc(..)`.
    pub inverse: Option<(Rounding, Expr)>,
    pub options: Options,
    pub span: Span,
}

/// `in degrees range -90..=90 clamp trunc lossy`, in any order after `in` and `range`.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub unit: Option<Name>,
    pub range: Option<Pattern>,
    pub words: Vec<OptionWord>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionWord {
    pub kind: OptionKind,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionKind {
    Wrap,
    Clamp,
    Refuse,
    Round,
    Trunc,
    Floor,
    Lossy,
}

#[derive(Debug, Clone)]
pub struct Packed {
    pub docs: Docs,
    pub name: Name,
    pub wire: Wire,
    pub guard: Option<Expr>,
    pub digits: Vec<Digit>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Digit {
    pub docs: Docs,
    pub name: Name,
    pub range: Pattern,
    pub options: Options,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Enum {
    pub docs: Docs,
    pub name: Name,
    pub wire: Wire,
    pub guard: Option<Expr>,
    pub codes: Vec<EnumCode>,
    /// `..`: unknown codes are preserved.
    pub open: Option<Span>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct EnumCode {
    pub docs: Docs,
    pub name: Name,
    /// The writer writes the first alternative.
    pub codes: Pattern,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Bits {
    pub docs: Docs,
    pub name: Name,
    pub carrier: Wire,
    pub guard: Option<Expr>,
    pub parts: Parts,
    pub span: Span,
}

/// `{ low: u4, high: u4 }`, `high_first { high: u4, low: u4 }`: the parts of a carrier, as listed.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The order of this layout and its span; without it, that of the protocol.
    pub order: Option<(BitOrder, Span)>,
    pub list: Vec<Part>,
    /// The braces.
    pub span: Span,
}

impl std::ops::Deref for Parts {
    type Target = [Part];

    fn deref(&self) -> &[Part] {
        &self.list
    }
}

/// The end of a carrier at which the list of its parts begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BitOrder {
    LowFirst,
    HighFirst,
}

impl BitOrder {
    pub const WORDS: [&str; 2] = ["low_first", "high_first"];

    pub fn named(word: &str) -> Option<Self> {
        [Self::LowFirst, Self::HighFirst].into_iter().find(|order| order.word() == word)
    }

    pub fn word(self) -> &'static str {
        let [low, high] = Self::WORDS;
        if self == Self::LowFirst { low } else { high }
    }

    #[must_use]
    pub fn other(self) -> Self {
        if self == Self::LowFirst { Self::HighFirst } else { Self::LowFirst }
    }
}

/// One part of a carrier.
#[derive(Debug, Clone)]
pub struct Part {
    pub docs: Docs,
    /// `None` is `_`.
    pub name: Option<Name>,
    /// `None`: a part without a width, one bit.
    pub width: Option<PartWidth>,
    pub value: Option<ValueType>,
    pub computed: Option<Expr>,
    /// `fill 31`.
    pub fill: Option<Expr>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum PartWidth {
    Wire(Wire),
    /// `..`: all remaining bits of the carrier.
    Rest,
}
