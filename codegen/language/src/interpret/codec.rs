//! Codec of integers: the cursor over the input, and every encoding of a single number.

mod varint;

use crate::model::{ByteOrder, Code, Interval, Protocol, Scalar, part};

/// A cursor over the input.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    offset: usize,
}

/// The error in a single number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The input ends in it.
    Short {
        /// Bytes that are certainly missing.
        needed: usize,
    },
    /// Its bytes are not a valid form.
    Varint,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    /// The number of bytes before the cursor.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// The remaining bytes.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.offset..).unwrap_or_default()
    }

    /// Takes `count` bytes, or none if fewer remain.
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let rest = self.rest();
        let taken = rest.get(..count).ok_or(Fault::Short { needed: count.saturating_sub(rest.len()) })?;
        self.offset = self.offset.saturating_add(count);
        Ok(taken)
    }

    /// Takes all remaining bytes, but at most `count`.
    pub(super) fn take_up_to(&mut self, count: usize) -> &'a [u8] {
        let taken = self.rest().get(..count).unwrap_or(self.rest());
        self.offset = self.offset.saturating_add(taken.len());
        taken
    }

    /// Takes `count` bytes as a cursor of their own, whose offsets continue.
    pub(super) fn region(&mut self, count: usize) -> Result<Self, Fault> {
        let start = self.offset;
        self.take(count)?;
        Ok(Self { bytes: self.bytes.get(..self.offset).unwrap_or_default(), offset: start })
    }
}

/// Reads an integer. The mirror of [`put`].
pub(super) fn take(protocol: &Protocol, scalar: Scalar, cursor: &mut Cursor<'_>) -> Result<Code, Fault> {
    match scalar {
        Scalar::Int { bytes, signed, order } => Ok(from_bytes(cursor.take(usize::from(bytes))?, signed, order)),
        Scalar::Varint(id) => varint::take(&protocol.varints[id.0], cursor),
    }
}

/// Writes an integer that fits its encoding. The mirror of [`take`].
pub(super) fn put(protocol: &Protocol, scalar: Scalar, number: Code, out: &mut Vec<u8>) {
    match scalar {
        Scalar::Int { bytes, order, .. } => to_bytes(number, bytes, order, out),
        Scalar::Varint(id) => varint::put(&protocol.varints[id.0], number, out),
    }
}

/// The encoded bytes of a number.
#[must_use]
pub fn encoded(protocol: &Protocol, scalar: Scalar, number: Code) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(protocol, scalar, number, &mut bytes);
    bytes
}

fn from_bytes(bytes: &[u8], signed: bool, order: ByteOrder) -> Code {
    let shift = |number: u128, byte: &u8| (number << 8) | u128::from(*byte);
    let bits = match order {
        ByteOrder::Big => bytes.iter().fold(0, shift),
        ByteOrder::Little => bytes.iter().rev().fold(0, shift),
    };
    part(Code::try_from(bits).unwrap_or(0), 0, u8::try_from(bytes.len().saturating_mul(8)).unwrap_or(64), signed)
}

fn to_bytes(number: Code, bytes: u8, order: ByteOrder, out: &mut Vec<u8>) {
    let all = number.to_le_bytes();
    let low = all.get(..usize::from(bytes)).unwrap_or(&all);
    match order {
        ByteOrder::Little => out.extend(low),
        ByteOrder::Big => out.extend(low.iter().rev()),
    }
}

/// The low bits of a number, as an unsigned number.
pub(super) fn bits_of(number: Code, width: u8) -> Code {
    number & Interval::of_bits(u32::from(width), false).max
}
