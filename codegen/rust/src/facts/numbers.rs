//! Raw numbers that a wire holds and that a reader rejects, and plain values that a writer rejects.

use super::Int;
use crate::layout::wire_interval;
use crate::model::{
    Arm, BitsId, Cell, CellId, Code, Enum, EnumCode, EnumId, Interval, Protocol, Record, Source, Tag, Value, sets,
};

/// The reason why a reader rejects some numbers of a wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invalid {
    /// All but this one.
    Constant(Code),
    /// All but 0 and 1.
    Bool,
    /// Those without a name in an enum.
    Name(EnumId),
    /// Those with a part that a layout rejects.
    Bits(BitsId),
}

/// The reason why a reader rejects some of the numbers that a cell's wire holds; `None` if it accepts all.
///
/// A rule narrows a cell's interval, but a packet can have any number of the wire.
pub fn refused(protocol: &Protocol, record: &Record, id: CellId) -> Option<Invalid> {
    let Cell { source, value, .. } = &record.cells[id.0];
    match source {
        Source::Constant(code) => Some(Invalid::Constant(*code)),
        Source::Reserved(_) => None,
        Source::User | Source::Derived(_) => refused_of(protocol, *value, wire_interval(protocol, record, id)),
    }
}

/// The reason why some of these numbers have no meaning.
pub fn refused_of(protocol: &Protocol, value: Value, numbers: Interval) -> Option<Invalid> {
    match value {
        Value::Bool => (!numbers.within(Interval::new(0, 1))).then_some(Invalid::Bool),
        Value::Enum(id) => {
            let one = &protocol.enums[id.0];
            (!one.open && !has_names(one, numbers)).then_some(Invalid::Name(id))
        }
        Value::Bits(id) => has_refused_parts(protocol, id).then_some(Invalid::Bits(id)),
        Value::Int(_) | Value::Truthy | Value::Quantity(_) | Value::Packed(_) => None,
    }
}

/// Those of these numbers that have a meaning: for a bool 0 and 1, for a closed enum the codes with a name.
pub fn meant(protocol: &Protocol, value: Value, numbers: Interval) -> Vec<Interval> {
    match value {
        Value::Bool => sets::clip(&[Interval::new(0, 1)], numbers),
        Value::Enum(id) if !protocol.enums[id.0].open => sets::clip(&protocol.enums[id.0].named_codes(), numbers),
        _ => vec![numbers],
    }
}

/// Whether a layout of bits has constants, or parts without a meaning for some number.
pub fn has_refused_parts(protocol: &Protocol, id: BitsId) -> bool {
    protocol.bits[id.0].parts.iter().any(|part| {
        let numbers = Interval::of_bits(part.width.into(), part.signed);
        part.constant.is_some() || refused_of(protocol, part.value, numbers).is_some()
    })
}

/// Whether each of these numbers has a name in an enum.
pub fn has_names(one: &Enum, numbers: Interval) -> bool {
    sets::covers(&one.named_codes(), &[numbers])
}

/// Whether each number of an enum's own wire is a value.
pub fn has_all_names(one: &Enum) -> bool {
    one.open || has_names(one, one.interval)
}

/// Whether every number of a value type's integer is a value.
pub fn is_total(protocol: &Protocol, value: Value) -> bool {
    let whole = || Int::of_value(protocol, value).map(Int::interval);
    match value {
        Value::Int(_) | Value::Bool | Value::Truthy | Value::Bits(_) => true,
        Value::Enum(id) => has_all_names(&protocol.enums[id.0]),
        Value::Quantity(_) | Value::Packed(_) => whole() == protocol.declared(value).and_then(|one| one.raw),
    }
}

/// The range of a plain value's raw number, which has the type `int`.
pub fn possible(protocol: &Protocol, value: Value, int: Int) -> Interval {
    match value {
        Value::Bool | Value::Truthy => Interval::new(0, 1),
        Value::Quantity(_) | Value::Packed(_) => {
            protocol.declared(value).and_then(|one| one.raw).unwrap_or(int.interval())
        }
        Value::Enum(id) if !protocol.enums[id.0].open => {
            sets::hull(&written_codes(&protocol.enums[id.0])).unwrap_or(Interval::only(0))
        }
        Value::Int(Some(notation)) => {
            notation.bits().map_or(int.interval(), |bits| Interval::of_bits(bits.into(), false))
        }
        Value::Int(None) | Value::Enum(_) | Value::Bits(_) => int.interval(),
    }
}

/// The numbers that a cell's wire can hold, if its field is present.
pub fn held(protocol: &Protocol, record: &Record, cell: CellId) -> Vec<Interval> {
    let held = sets::union(record.fields[record.cells[cell.0].field.0].wire.held_by_widths().collect());
    if held.is_empty() { vec![wire_interval(protocol, record, cell)] } else { held }
}

/// Whether a plain value whose code is one of these may be one that no wire can have: an enum's code of another name,
/// bits with a wrong part.
pub fn has_invalid(protocol: &Protocol, value: Value, codes: &[Interval]) -> bool {
    match value {
        Value::Enum(id) => {
            let one = &protocol.enums[id.0];
            // An open enum has values of its own to test, even one without names.
            (one.open && codes == [Interval::ANYTHING]) || sets::common(&invalid_codes(protocol, one), codes).is_some()
        }
        Value::Bits(id) => has_refused_parts(protocol, id),
        Value::Int(_) | Value::Bool | Value::Truthy | Value::Quantity(_) | Value::Packed(_) => false,
    }
}

/// The codes of an enum's values that writers reject.
pub fn invalid_codes(protocol: &Protocol, one: &Enum) -> Vec<Interval> {
    let whole = Int::of_carrier(protocol, one.carrier).interval();
    let stored = one.codes.iter().filter_map(stored);
    let mut wrong: Vec<Interval> = stored.flat_map(|codes| sets::complement(codes, whole)).collect();
    if one.open {
        wrong.extend(one.named_codes());
    }
    sets::union(wrong)
}

/// The codes that are written for the names of an enum.
pub fn written_codes(one: &Enum) -> Vec<Interval> {
    let codes = one.codes.iter().flat_map(|code| match stored(code) {
        Some(codes) => codes.to_vec(),
        None => vec![Interval::only(code.written)],
    });
    codes.collect()
}

/// The code that an arm of several codes stores by default: the first that it lists; of an arm for all other codes the
/// smallest, from 0 on if there is one. It is one that can be written. The interpreter has its own statement.
pub fn default_code(protocol: &Protocol, record: &Record, tag: &Tag, (arm, arms): (&Arm, &[Arm])) -> Code {
    let Some((_, cell)) = record.stored_code(tag, arm) else { return 0 };
    let Cell { value, interval, .. } = record.cells[cell.0];
    let mut valid = vec![interval];
    if let Value::Enum(id) = value {
        let one = &protocol.enums[id.0];
        valid = if one.open { sets::complement(&one.named_codes(), interval) } else { Vec::new() };
        valid.extend(written_codes(one));
    }
    let codes = arm.codes_among(arms, interval);
    let codes: Vec<Interval> = codes.iter().flat_map(|codes| sets::clip(&valid, *codes)).collect();
    let least = if arm.is_rest() { 0 } else { interval.min };
    let first = codes.iter().find(|codes| codes.max >= least).or(codes.first());
    let code = first.map_or(0, |codes| codes.min.max(least).min(codes.max));
    match value {
        // Bits are unsigned, even if their wire is not.
        Value::Bits(id) => code & Interval::of_bits(protocol.bits[id.0].width.into(), false).max,
        _ => code,
    }
}

/// The codes that a name stores, if it stores one.
pub fn stored(code: &EnumCode) -> Option<&[Interval]> {
    code.stores_code().then_some(code.read.as_slice())
}
