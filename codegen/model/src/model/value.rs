//! The types of values: enums, parts, quantities, digits. They do not affect the encoding.

use super::{BitsId, Carrier, Code, Docs, EnumId, Interval, Notation, PackedId, QuantityId, Ratio, Run, part};

/// The type of a cell's value, or of a list's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The number itself; a notation only affects its text.
    Int(Option<Notation>),
    /// 0 or 1; other numbers are rejected.
    Bool,
    /// Zero is false, anything else is true; 1 is written.
    Truthy,
    /// An enum.
    Enum(EnumId),
    /// A layout of bits.
    Bits(BitsId),
    /// A quantity, with a scale and a unit.
    Quantity(QuantityId),
    /// Digits of mixed radix.
    Packed(PackedId),
}

/// An enum: names for codes.
#[derive(Debug, Clone, PartialEq)]
pub struct Enum {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The carrier of a field of this type without another wire.
    pub carrier: Carrier,
    /// The numbers of the carrier.
    pub interval: Interval,
    /// The names.
    pub codes: Vec<EnumCode>,
    /// Whether unknown codes are preserved.
    pub open: bool,
}

/// One name of an enum.
#[derive(Debug, Clone, PartialEq)]
pub struct EnumCode {
    /// The name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The code that is written.
    pub written: Code,
    /// All codes with this name, including `written`.
    pub read: Vec<Interval>,
}

impl Enum {
    /// The codes that have a name.
    pub fn named_codes(&self) -> Vec<Interval> {
        self.codes.iter().flat_map(|code| code.read.iter().copied()).collect()
    }

    /// The name of a code.
    pub fn name_of(&self, raw: Code) -> Option<&EnumCode> {
        self.codes.iter().find(|code| code.read.iter().any(|interval| interval.contains(raw)))
    }

    /// The written code for a raw number: that of its name, unless the value stores its code.
    pub fn written(&self, raw: Code) -> Code {
        self.name_of(raw).filter(|code| !code.stores_code()).map_or(raw, |code| code.written)
    }

    /// The default: the name of code 0, or else the name with the lowest written code. `None` in an open enum in which
    /// code 0 has no name.
    pub fn default_name(&self) -> Option<&EnumCode> {
        self.name_of(0).or(self.codes.first().filter(|_| !self.open))
    }

    /// Whether some values store their code: those without a name, and those whose name has a range of codes.
    pub fn stores_codes(&self) -> bool {
        self.open || self.codes.iter().any(EnumCode::stores_code)
    }
}

impl EnumCode {
    /// Whether a value of this name stores its code: each code of a range is a value of its own, while codes that are
    /// listed one by one are equivalent.
    pub fn stores_code(&self) -> bool {
        self.read.iter().any(|codes| codes.min < codes.max)
    }
}

/// A named layout of bits. The user sets all its named parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Bits {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The carrier.
    pub carrier: Carrier,
    /// The width of the carrier in bits.
    pub width: u8,
    /// The parts, in the order of the schema; they cover the carrier.
    pub parts: Vec<BitsPart>,
}

/// One part of a named layout.
#[derive(Debug, Clone, PartialEq)]
pub struct BitsPart {
    /// `None`: reserved or constant.
    pub name: Option<String>,
    /// Its doc comment.
    pub docs: Docs,
    /// The lowest bit.
    pub low: u8,
    /// The number of bits.
    pub width: u8,
    /// Two's complement within its bits.
    pub signed: bool,
    /// The value type.
    pub value: Value,
    /// A constant, checked when read.
    pub constant: Option<Code>,
    /// The number that is written if the part is reserved.
    pub fill: Code,
}

impl BitsPart {
    /// A one in each of its bits.
    pub fn mask(&self) -> u64 {
        Run { low: self.low, width: self.width }.mask()
    }

    /// The number that is written in a reserved part; `None`: the part has a name or is constant.
    pub fn reserved(&self) -> Option<Code> {
        (self.name.is_none() && self.constant.is_none()).then_some(self.fill)
    }

    /// Extracts this part from a carrier.
    pub fn of(&self, whole: Code) -> Code {
        part(whole, self.low, self.width, self.signed)
    }

    /// The carrier with this part replaced by the low bits of a number.
    #[must_use]
    pub fn put(&self, whole: Code, part: Code) -> Code {
        let mask = Interval::of_bits(u32::from(self.width), false).max;
        let shifted = |bits: Code| bits.checked_shl(u32::from(self.low)).unwrap_or(0);
        (whole & !shifted(mask)) | shifted(part & mask)
    }
}

/// A number with a scale, an offset, a unit. Values store the raw number.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The carrier of a field of this type without another wire.
    pub carrier: Carrier,
    /// The raw numbers of the carrier.
    pub raw: Interval,
    /// The type of its values.
    pub number: Number,
    /// `in degrees`.
    pub unit: Option<String>,
    /// The steps from raw number to value: one IEEE (or integer) operation each, rounded to `number`.
    pub to_value: Vec<Step>,
    /// The conversion from value to raw number.
    pub to_raw: Inverse,
    /// The valid values; `outside` handles others.
    pub range: Option<ValueRange>,
    /// The handling of values outside the range.
    pub outside: Outside,
    /// Whether values increase with the raw number.
    pub increasing: bool,
    /// The loss of the round trip raw -> value -> raw, declared by `lossy`.
    pub loss: Loss,
    /// The expression as written, for documents.
    pub text: String,
}

/// The type of a quantity's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Number {
    /// Integers of 32 bits.
    I32,
    /// Integers of 64 bits.
    I64,
    /// IEEE 754, four bytes.
    F32,
    /// IEEE 754, eight bytes.
    F64,
}

/// One operation with a constant: the exact rational of the schema, rounded once to the number type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// `x + c`
    Add(Ratio),
    /// `x - c`
    Subtract(Ratio),
    /// `c - x`
    SubtractFrom(Ratio),
    /// `x * c`
    Multiply(Ratio),
    /// `x / c`
    Divide(Ratio),
}

/// The conversion from values to raw numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Inverse {
    /// The steps undone in reverse order (in `f64` for nearest, in the value's type for the others), then rounded.
    Derived(Rounding),
    /// `from trunc(value * 20860.12)`: these steps in the value's type, then rounded.
    Written(Vec<Step>, Rounding),
}

/// The conversion of a fraction to an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// To the nearest, halves away from zero.
    Nearest,
    /// Toward zero.
    Trunc,
    /// Down.
    Floor,
}

/// A range of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ValueRange {
    /// The smallest value.
    pub min: f64,
    /// The largest value, or the exclusive upper bound.
    pub max: f64,
    /// Whether `max` belongs to the range.
    pub inclusive: bool,
    /// The raw numbers whose exact value is in the range: they decide whether a value is outside.
    pub raws: Interval,
}

/// The handling of values outside the range (or, without a range, of values without a raw number).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outside {
    /// `new` returns an error; `get` returns the value unchanged.
    Refuse,
    /// `new` and `get` return the nearest bound.
    Clamp,
    /// `new` reduces the value modulo the period.
    Wrap {
        /// The number of raw numbers in a period.
        period: u128,
    },
}

/// The loss of the round trip raw -> value -> raw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Loss {
    /// None, as proved at compile time.
    None,
    /// Declared `lossy`: the number of raw numbers that change (for carriers of up to 16 bits).
    Counted(u64),
    /// Declared `lossy`, and too many raw numbers to count.
    NotExact,
}

/// A number of mixed radix: the first digit is the lowest.
#[derive(Debug, Clone, PartialEq)]
pub struct Packed {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// The carrier.
    pub carrier: Carrier,
    /// The numbers of the carrier.
    pub raw: Interval,
    /// The digits; digit i is `first + (raw / product of the radices below) % radix`, the last one without `%`.
    pub digits: Vec<Digit>,
}

/// One digit of a packed number.
#[derive(Debug, Clone, PartialEq)]
pub struct Digit {
    /// Its name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// Its smallest value.
    pub first: Code,
    /// The number of its values.
    pub radix: Code,
    /// `in degrees`.
    pub unit: Option<String>,
    /// The handling of values outside: rejected, clamped, or reduced modulo the radix.
    pub outside: Outside,
}
