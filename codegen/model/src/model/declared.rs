//! Declared types of numbers: the common properties of enums, layouts of bits, quantities and packed numbers.

use super::{BitsId, Carrier, Docs, EnumId, Interval, PackedId, Protocol, QuantityId, Value};

/// The declaration of a type of numbers.
#[derive(Debug, Clone, Copy)]
pub struct Declared<'p> {
    /// The type's name.
    pub name: &'p str,
    /// Its doc comment.
    pub docs: &'p Docs,
    /// The carrier of a field of this type without another wire.
    pub carrier: Carrier,
    /// The raw numbers of the carrier; `None`: all numbers of its width.
    pub raw: Option<Interval>,
}

impl Protocol {
    /// The declaration of a value's type, if it has one.
    pub fn declared(&self, value: Value) -> Option<Declared<'_>> {
        macro_rules! of {
            ($one:expr, $raw:expr) => {
                $one.map(|one| Declared { name: &one.name, docs: &one.docs, carrier: one.carrier, raw: $raw(one) })
            };
        }
        match value {
            Value::Int(_) | Value::Bool | Value::Truthy => None,
            Value::Enum(id) => of!(self.enums.get(id.0), |one: &super::Enum| Some(one.interval)),
            Value::Bits(id) => of!(self.bits.get(id.0), |_| None),
            Value::Quantity(id) => of!(self.quantities.get(id.0), |one: &super::Quantity| Some(one.raw)),
            Value::Packed(id) => of!(self.packed.get(id.0), |one: &super::Packed| Some(one.raw)),
        }
    }

    /// The values of all declared types of numbers.
    pub fn declared_values(&self) -> impl Iterator<Item = Value> + use<> {
        let enums = (0..self.enums.len()).map(|id| Value::Enum(EnumId(id)));
        let bits = (0..self.bits.len()).map(|id| Value::Bits(BitsId(id)));
        let quantities = (0..self.quantities.len()).map(|id| Value::Quantity(QuantityId(id)));
        let packed = (0..self.packed.len()).map(|id| Value::Packed(PackedId(id)));
        enums.chain(bits).chain(quantities).chain(packed)
    }
}
