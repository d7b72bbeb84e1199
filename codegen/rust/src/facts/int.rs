//! Integer types of a program: the narrowest that holds the numbers of a wire.

use crate::layout::wire_interval;
use crate::model::{Carrier, Cell, CellId, Family, Interval, ParamKind, Protocol, Record, Scalar, Value};

/// An integer type of 8, 16, 32, 64 or 128 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Int {
    /// Its bits.
    pub bits: u32,
    /// Whether it has negative numbers.
    pub signed: bool,
}

impl Int {
    /// `i8`
    pub const I8: Self = Self { bits: 8, signed: true };
    /// `u8`
    pub const U8: Self = Self { bits: 8, signed: false };
    /// `i64`
    pub const I64: Self = Self { bits: 64, signed: true };
    /// `u64`
    pub const U64: Self = Self { bits: 64, signed: false };
    /// `i128`
    pub const I128: Self = Self { bits: 128, signed: true };

    /// The narrowest type of at least `bits` bits.
    pub fn of_bits(bits: u32, signed: bool) -> Self {
        Self { bits: bits.clamp(8, 64).next_power_of_two(), signed }
    }

    /// The narrowest type that holds an interval.
    pub fn of_interval(interval: Interval) -> Self {
        let signed = interval.min < 0;
        let fits = |bits: &u32| interval.within(Self { bits: *bits, signed }.interval());
        Self { bits: [8, 16, 32, 64].into_iter().find(fits).unwrap_or(64), signed }
    }

    /// The type of a scalar's number.
    pub fn of_scalar(protocol: &Protocol, scalar: Scalar) -> Self {
        match scalar {
            Scalar::Int { bytes, signed, .. } => Self::of_bits(u32::from(bytes) * 8, signed),
            Scalar::Varint(id) => {
                let varint = &protocol.varints[id.0];
                Self::of_bits(u32::from(varint.bits), varint.signed)
            }
        }
    }

    /// The type of a carrier's number.
    pub fn of_carrier(protocol: &Protocol, carrier: Carrier) -> Self {
        match carrier {
            Carrier::Scalar(scalar) => Self::of_scalar(protocol, scalar),
            Carrier::Part { bits, signed } => Self::of_bits(u32::from(bits), signed),
        }
    }

    /// The type of a family's codes.
    pub fn of_codes(protocol: &Protocol, family: &Family) -> Self {
        family.carrier.map_or_else(|| Self::of_interval(family.codes), |scalar| Self::of_scalar(protocol, scalar))
    }

    /// The type of the raw number of a declared value type; `None` if the wire determines it.
    pub fn of_value(protocol: &Protocol, value: Value) -> Option<Self> {
        if let Value::Int(notation) = value {
            return Some(Self::of_bits(u32::from(notation?.bits()?), false));
        }
        let int = Self::of_carrier(protocol, protocol.declared(value)?.carrier);
        // Bit fields are taken from an unsigned number.
        Some(Self { signed: int.signed && !matches!(value, Value::Bits(_)), ..int })
    }

    /// The type of a parameter's or a session value's number.
    pub fn of_param(protocol: &Protocol, kind: ParamKind) -> Self {
        match kind {
            ParamKind::Bool => Self::U8,
            ParamKind::Int(interval) => Self::of_interval(interval),
            ParamKind::Enum(id) => Self::of_value(protocol, Value::Enum(id)).unwrap_or(Self::I64),
        }
    }

    /// The type of a cell's number.
    pub fn of_cell(protocol: &Protocol, record: &Record, id: CellId) -> Self {
        match record.fields[record.cells[id.0].field.0].wire.scalar() {
            Some(scalar) => Self::of_scalar(protocol, scalar),
            None => Self::of_interval(wire_interval(protocol, record, id)),
        }
    }

    /// The type of a plain value's raw number, which is `int` for plain numbers.
    pub fn of_raw(protocol: &Protocol, value: Value, int: Self) -> Self {
        match value {
            Value::Bool | Value::Truthy => Self::U8,
            _ => Self::of_value(protocol, value).unwrap_or(int),
        }
    }

    /// The same of a cell, as a writer checks it: bits are a number of the wire.
    pub fn of_number(protocol: &Protocol, record: &Record, id: CellId) -> Self {
        let (value, int) = (record.cells[id.0].value, Self::of_cell(protocol, record, id));
        if let Value::Bits(_) = value { int } else { Self::of_raw(protocol, value, int) }
    }

    /// All numbers of this type.
    pub fn interval(self) -> Interval {
        if self.signed {
            Interval { min: -(1 << (self.bits - 1)), max: (1 << (self.bits - 1)) - 1 }
        } else {
            Interval { min: 0, max: (1 << self.bits) - 1 }
        }
    }

    /// Whether this type holds all numbers of another.
    pub fn holds(self, other: Self) -> bool {
        other.interval().within(self.interval())
    }
}

/// Whether a cell is one bit with the values true and false.
pub fn is_flag(record: &Record, id: CellId) -> bool {
    let cell: &Cell = &record.cells[id.0];
    let parts = record.fields[cell.field.0].wire.parts();
    cell.value == Value::Bool && parts.iter().any(|part| part.cell == id && part.width() == 1)
}
