//! What a number means: names, parts, quantities, digits. None of this changes a byte.

use super::{BitsId, Carrier, Code, Docs, EnumId, Interval, Notation, PackedId, QuantityId, Ratio, part};

/// What the number of a cell, or of a list's item, means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The number itself, perhaps in a notation of its own, which changes nothing but how it is shown.
    Int(Option<Notation>),
    /// 0 or 1, anything else is refused.
    Bool,
    /// Zero is false, anything else is true; 1 is written.
    Truthy,
    /// A name.
    Enum(EnumId),
    /// Parts.
    Bits(BitsId),
    /// A number with a scale and a unit.
    Quantity(QuantityId),
    /// Digits of mixed radix.
    Packed(PackedId),
}

/// Named codes.
#[derive(Debug, Clone, PartialEq)]
pub struct Enum {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// What it is read from when it stands as a wire.
    pub carrier: Carrier,
    /// What the carrier can hold.
    pub interval: Interval,
    /// The names.
    pub codes: Vec<EnumCode>,
    /// Unknown codes are kept.
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
    /// All codes that are read as this name, `written` included.
    pub read: Vec<Interval>,
}

impl Enum {
    /// The codes that have a name.
    pub fn named_codes(&self) -> Vec<Interval> {
        self.codes.iter().flat_map(|code| code.read.iter().copied()).collect()
    }

    /// The name that a code is read as.
    pub fn name_of(&self, raw: Code) -> Option<&EnumCode> {
        self.codes.iter().find(|code| code.read.iter().any(|interval| interval.contains(raw)))
    }

    /// The code that is written for a raw number: that of its name, unless the value stores its code.
    pub fn written(&self, raw: Code) -> Code {
        self.name_of(raw).filter(|code| !code.stores_code()).map_or(raw, |code| code.written)
    }

    /// The default: the name of code 0, or else the first name, by the code that is written first. `None` in an open
    /// enum in which code 0 has no name.
    pub fn default_name(&self) -> Option<&EnumCode> {
        self.name_of(0).or(self.codes.first().filter(|_| !self.open))
    }

    /// Whether some values store their code: those without a name, and those whose name has a range of codes.
    pub fn stores_codes(&self) -> bool {
        self.open || self.codes.iter().any(EnumCode::stores_code)
    }
}

impl EnumCode {
    /// Whether a value of this name stores its code: each code of a range is a value of its own. Codes that are listed
    /// one by one are spellings of one value.
    pub fn stores_code(&self) -> bool {
        self.read.iter().any(|codes| codes.min < codes.max)
    }
}

/// A named layout of bits. All its parts are the user's.
#[derive(Debug, Clone, PartialEq)]
pub struct Bits {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// What it is read from.
    pub carrier: Carrier,
    /// Bits of the carrier.
    pub width: u8,
    /// The parts, lowest first; they cover the carrier.
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
    /// How many bits.
    pub width: u8,
    /// Two's complement in those bits.
    pub signed: bool,
    /// What the bits mean.
    pub value: Value,
    /// `Some`: always this, checked when read.
    pub constant: Option<Code>,
}

impl BitsPart {
    /// The number of this part in a carrier.
    pub fn of(&self, whole: Code) -> Code {
        part(whole, self.low, self.width, self.signed)
    }

    /// The carrier with this part set to a number, whose low bits count.
    #[must_use]
    pub fn put(&self, whole: Code, part: Code) -> Code {
        let mask = Interval::of_bits(u32::from(self.width), false).max;
        let shifted = |bits: Code| bits.checked_shl(u32::from(self.low)).unwrap_or(0);
        (whole & !shifted(mask)) | shifted(part & mask)
    }
}

/// A number with a scale, an offset, a unit. The raw number is what is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The type's name.
    pub name: String,
    /// Its doc comment.
    pub docs: Docs,
    /// What it is read from when it stands as a wire.
    pub carrier: Carrier,
    /// What the carrier can hold: the raw numbers.
    pub raw: Interval,
    /// The type of the value.
    pub number: Number,
    /// `in degrees`.
    pub unit: Option<String>,
    /// Raw to value, one IEEE (or integer) operation a step, each rounded to `number`.
    pub to_value: Vec<Step>,
    /// Value to raw.
    pub to_raw: Inverse,
    /// Values outside are treated as `outside` says.
    pub range: Option<ValueRange>,
    /// What happens to values outside the range.
    pub outside: Outside,
    /// Whether a larger raw number is a larger value.
    pub increasing: bool,
    /// `lossy`: how much the way raw -> value -> raw loses.
    pub loss: Loss,
    /// The expression as written, for documents.
    pub text: String,
}

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Number {
    /// Whole numbers to 32 bits.
    I32,
    /// Whole numbers to 64 bits.
    I64,
    /// IEEE 754, four bytes.
    F32,
    /// IEEE 754, eight bytes.
    F64,
}

/// One operation with a constant. The constant is the exact rational that was written, rounded once to the number type.
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

/// From a value to a raw number.
#[derive(Debug, Clone, PartialEq)]
pub enum Inverse {
    /// The steps undone in reverse order (in `f64` for nearest, in the value's type for the others), then rounded.
    Derived(Rounding),
    /// `from trunc(value * 20860.12)`: these steps in the value's type, then rounded.
    Written(Vec<Step>, Rounding),
}

/// From a fraction to a whole number.
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
    /// The largest, or the first that is too large.
    pub max: f64,
    /// Whether `max` belongs to the range.
    pub inclusive: bool,
    /// The raw numbers whose value, worked out exactly, lies in it: a value is outside if its raw number is.
    pub raws: Interval,
}

/// What happens to a value outside the range (or, without a range, outside what raw numbers give).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outside {
    /// `new` gives an error; `get` gives the value as it is.
    Refuse,
    /// `new` and `get` give the nearest end.
    Clamp,
    /// `new` takes it modulo the period, which is so many raw numbers.
    Wrap {
        /// Raw numbers in a period.
        period: u128,
    },
}

/// How much is lost on the way raw -> value -> raw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Loss {
    /// Nothing: proved when the schema was compiled.
    None,
    /// Declared `lossy`: so many raw numbers come back as others (counted for carriers to 16 bits).
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
    /// What it is read from.
    pub carrier: Carrier,
    /// What the carrier can hold.
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
    /// How many values it has.
    pub radix: Code,
    /// `in degrees`.
    pub unit: Option<String>,
    /// What happens to values outside: refused, clamped, or taken modulo the radix.
    pub outside: Outside,
}
