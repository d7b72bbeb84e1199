//! Values: the contents of a packet for the user, without codes, counts, widths, constants or reserved space.

use super::unread::Unread;
use crate::model::{Code, FloatWidth, Notation};
use crate::quantity::Amount;

/// A value.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Value {
    /// Absent.
    #[default]
    Null,
    /// True or false.
    Bool(bool),
    /// An integer without another meaning.
    Int(Code),
    /// An integer that is shown in a notation of its own.
    Notation {
        /// The number on the wire.
        raw: Code,
        /// Its notation.
        notation: Notation,
    },
    /// An IEEE 754 number.
    Float(Float),
    /// Text; where each unit is a character, these are U+0000 to U+00FF.
    Text(String),
    /// Raw bytes.
    Bytes(Vec<u8>),
    /// The elements of a list.
    List(Vec<Value>),
    /// A long list, whose elements remain in the packet; only [`read_lean`](super::read_lean) makes it.
    Unread(Box<Unread>),
    /// A number with a scale and a unit.
    Quantity {
        /// The number on the wire.
        raw: Code,
        /// The number in its unit.
        value: Amount,
        /// The unit, if it has one.
        unit: Option<String>,
    },
    /// A name.
    Enum {
        /// The number on the wire.
        raw: Code,
        /// `None`: the number has no name.
        name: Option<String>,
    },
    /// A named layout of bits.
    Bits {
        /// The number on the wire.
        raw: Code,
        /// The parts that have a name, in the order of the schema.
        parts: Vec<(String, Value)>,
    },
    /// Digits of mixed radix.
    Packed {
        /// The number on the wire.
        raw: Code,
        /// The digits, lowest first.
        digits: Vec<Digit>,
    },
    /// The checksum of a hook, not verified.
    Unverified {
        /// The number on the wire.
        raw: Code,
    },
    /// Fields of a struct, a group, a message or an element.
    Record(Vec<(String, Value)>),
    /// A member of a family.
    Message {
        /// Its name.
        name: String,
        /// Its fields.
        fields: Vec<(String, Value)>,
    },
    /// An arm of a choice. A stored discriminant is its first field; an arm that is not a struct of fields has the
    /// field `value`.
    Arm {
        /// Its name.
        name: String,
        /// Its fields.
        fields: Vec<(String, Value)>,
    },
    /// A message with an unknown code.
    Unknown {
        /// The code.
        code: Code,
        /// All bytes after the code.
        body: Vec<u8>,
    },
}

/// An IEEE 754 number, bit for bit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Float {
    /// Four bytes.
    F32(f32),
    /// Eight bytes.
    F64(f64),
}

/// One digit of a packed number.
#[derive(Debug, Clone, PartialEq)]
pub struct Digit {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Code,
    /// The unit, if it has one.
    pub unit: Option<String>,
}

impl Float {
    /// The number of these bits.
    pub(super) fn of_bits(width: FloatWidth, bits: Code) -> Self {
        match width {
            FloatWidth::F32 => Self::F32(f32::from_bits(u32::try_from(bits).unwrap_or(0))),
            FloatWidth::F64 => Self::F64(f64::from_bits(u64::try_from(bits).unwrap_or(0))),
        }
    }

    /// The bits of the number on a wire of this width.
    pub(super) fn bits(self, width: FloatWidth) -> Code {
        match (self, width) {
            (Self::F32(float), FloatWidth::F32) => float.to_bits().into(),
            (Self::F64(float), FloatWidth::F32) => (float as f32).to_bits().into(),
            (float, FloatWidth::F64) => float.to_f64().to_bits().into(),
        }
    }

    /// The number; the conversion from four bytes is exact.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        match self {
            Self::F32(value) => f64::from(value),
            Self::F64(value) => value,
        }
    }
}

impl Value {
    /// A field, a part or a digit by its name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Value> {
        let fields = match self {
            Self::Record(fields) | Self::Message { fields, .. } | Self::Arm { fields, .. } => fields,
            Self::Bits { parts, .. } => parts,
            _ => return None,
        };
        fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// The number on the wire, if the value is a single number.
    #[must_use]
    pub fn raw(&self) -> Option<Code> {
        match self {
            Self::Bool(value) => Some(Code::from(*value)),
            Self::Int(raw)
            | Self::Notation { raw, .. }
            | Self::Quantity { raw, .. }
            | Self::Enum { raw, .. }
            | Self::Bits { raw, .. }
            | Self::Packed { raw, .. }
            | Self::Unverified { raw } => Some(*raw),
            Self::Null
            | Self::Float(_)
            | Self::Text(_)
            | Self::Bytes(_)
            | Self::List(_)
            | Self::Unread(_)
            | Self::Record(_)
            | Self::Message { .. }
            | Self::Arm { .. }
            | Self::Unknown { .. } => None,
        }
    }

    /// The kind of value, in words.
    #[must_use]
    pub fn what(&self) -> &'static str {
        match self {
            Self::Null => "nothing",
            Self::Bool(_) => "true or false",
            Self::Int(_) => "a number",
            Self::Notation { notation, .. } => notation.wanted(),
            Self::Float(_) => "an IEEE number",
            Self::Text(_) => "text",
            Self::Bytes(_) => "bytes",
            Self::List(_) | Self::Unread(_) => "a list",
            Self::Quantity { .. } => "a quantity",
            Self::Enum { .. } => "a name",
            Self::Bits { .. } => "bits",
            Self::Packed { .. } => "digits",
            Self::Unverified { .. } => "a checksum",
            Self::Record(_) => "fields",
            Self::Message { .. } | Self::Unknown { .. } => "a message",
            Self::Arm { .. } => "one of several shapes",
        }
    }
}
