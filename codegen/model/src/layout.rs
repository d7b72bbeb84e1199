//! Lengths and offsets: pure arithmetic over the model. The resolver, the interpreter and both backends use it, so they
//! agree.
//!
//! A length is two intervals, since a reader accepts lengths that no writer makes. An unbounded length has no maximum,
//! and neither has a sum that would overflow, so an interval is never too narrow.

mod around;
mod carrier;
mod cases;
mod choice;
mod discriminants;
mod extent;
mod field;
mod intervals;
mod length;
mod plain;
mod rest;
mod scalar;
mod spans;
mod wire_interval;
pub mod words;
mod written;

use crate::model::{
    CellId, Code, Expr, Extent, Family, FieldId, Form, Input, Interval, Item, LengthRange, Lengths, MessageCode,
    Protocol, Record, Test, Wire,
};
use field::Measure;

pub use around::numbers_around;
pub use plain::floats::{Floats, body_floats, record_floats, wire_floats};
pub use plain::memory::{bare_element, family_memory, is_array, is_array_of, record_memory};
pub use rest::{body_takes_rest, family_takes_rest, field_takes_rest, node_takes_rest, taker_of_rest};
pub use scalar::{may_be_no_text, scalar_interval, scalar_lengths, scalar_sizes};
pub use spans::Spans;
pub use wire_interval::wire_interval;
pub use written::{numbers_of_value, written_codes, written_forms, written_numbers};

/// The length of a record, its code included. The lengths of the records and families that it uses must be known.
pub fn record_lengths(protocol: &Protocol, record: &Record) -> Lengths {
    code_lengths(protocol, record)
        .plus(cases::over_cases(&Measure::of(protocol, record), |measure| measure.body(&record.body)))
}

/// The length of a family: of any member, after the code if the family has one.
pub fn family_lengths(protocol: &Protocol, family: &Family) -> Lengths {
    let members = family.members.iter().filter_map(|member| protocol.records.get(member.record.0));
    let known = members.map(|record| record.lengths).reduce(Lengths::hull);
    let unknown = family.open.then(|| {
        let code = family.carrier.map(|scalar| scalar_lengths(protocol, scalar, scalar_interval(protocol, scalar)));
        code.unwrap_or(Lengths::NOTHING).plus(Lengths::both(LengthRange::ANY))
    });
    match (known, unknown) {
        (Some(known), Some(unknown)) => known.hull(unknown),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => Lengths::NOTHING,
    }
}

/// The length of a region's fields.
pub fn region_lengths(protocol: &Protocol, record: &Record, body: &[FieldId]) -> Lengths {
    cases::over_cases(&Measure::of(protocol, record), |measure| measure.body(body))
}

/// The length of a region's fields without regard to rules, which a writer checks last.
pub fn region_lengths_without_rules(protocol: &Protocol, record: &Record, body: &[FieldId]) -> Lengths {
    let whole = Measure { with_rules: false, ..Measure::of(protocol, record) };
    cases::over_cases(&whole, |measure| measure.body(body))
}

/// The range of an expression over all packets.
pub fn expr_interval(protocol: &Protocol, record: &Record, expr: &Expr) -> Interval {
    Measure::of(protocol, record).expr(expr)
}

/// The range of an expression before rules are checked.
pub fn wire_expr_interval(protocol: &Protocol, record: &Record, expr: &Expr) -> Interval {
    Measure { with_rules: false, ..Measure::of(protocol, record) }.expr(expr)
}

/// The range of an expression where a field is written, before rules are checked.
pub fn expr_interval_around(protocol: &Protocol, record: &Record, field: FieldId, expr: &Expr) -> Interval {
    around(protocol, record, (field, expr), |input| wire_input_interval(protocol, record, input))
}

/// The range of an expression where a field is read: only rules that are checked at once restrict it.
pub fn read_expr_interval(protocol: &Protocol, record: &Record, field: FieldId, expr: &Expr) -> Interval {
    around(protocol, record, (field, expr), |input| read_input_interval(protocol, record, input))
}

fn around(
    protocol: &Protocol,
    record: &Record,
    (field, expr): (FieldId, &Expr),
    range: impl Fn(Input) -> Interval,
) -> Interval {
    let inputs = expr.inputs().into_iter().filter(|input| *input != Input::Left);
    let around = inputs.filter_map(|input| {
        let left = numbers_around(record, field, input, &[range(input)]);
        Some((input, left.into_iter().reduce(Interval::hull)?))
    });
    let known: Vec<_> = around.collect();
    Measure { known: &known, with_rules: false, ..Measure::of(protocol, record) }.expr(expr)
}

/// The range of an input, in packets that satisfy the rules.
pub fn input_interval(protocol: &Protocol, record: &Record, input: Input) -> Interval {
    Measure::of(protocol, record).full_range(input)
}

/// The range of an input before rules are checked.
pub fn wire_input_interval(protocol: &Protocol, record: &Record, input: Input) -> Interval {
    Measure { protocol, record, known: &[], with_rules: false }.full_range(input)
}

/// The range of an input where a later field is read.
pub fn read_input_interval(protocol: &Protocol, record: &Record, input: Input) -> Interval {
    let field = input.cell().and_then(|cell| record.fields.get(record.cells.get(cell.0)?.field.0));
    let is_checked = field.is_some_and(|field| record.checks_at_once(field));
    Measure { protocol, record, known: &[], with_rules: is_checked }.full_range(input)
}

/// The result of a test if a cell has this number; `None` if it depends on other inputs.
pub fn holds_for(protocol: &Protocol, record: &Record, test: &Test, (cell, code): (CellId, Code)) -> Option<bool> {
    let known = [(Input::Cell(cell), Interval::only(code))];
    Measure { protocol, record, known: &known, with_rules: true }.test(test)
}

/// The length of a field where it is present.
pub fn field_lengths(protocol: &Protocol, record: &Record, field: FieldId) -> Lengths {
    cases::of_field(protocol, record, field, true)
}

/// The length of a present field without regard to its rule, whose bounds are compared with it.
pub fn field_lengths_without_rule(protocol: &Protocol, record: &Record, field: FieldId) -> Lengths {
    cases::of_field(protocol, record, field, false)
}

/// The length of one form of a number.
pub fn form_lengths(protocol: &Protocol, form: &Form) -> Lengths {
    form.scalar.map_or(Lengths::NOTHING, |scalar| scalar_lengths(protocol, scalar, form.interval))
}

/// The length of a list's element.
pub fn element_lengths(protocol: &Protocol, item: &Item) -> Lengths {
    extent::item_lengths(protocol, item)
}

/// The length from the end of a field, present or not, to the end of its region.
pub fn length_after(protocol: &Protocol, record: &Record, field: FieldId) -> Lengths {
    cases::over_cases(&Measure::of(protocol, record), |measure| {
        measure.after(&record.body, field).unwrap_or(Lengths::NOTHING)
    })
}

/// The offset of a field from the start of its record, in all packets: where it begins, or would begin if present.
pub fn place_of(protocol: &Protocol, record: &Record, field: FieldId) -> Lengths {
    let before = cases::over_cases(&Measure::of(protocol, record), |measure| measure.before(&record.body, field, None));
    code_lengths(protocol, record).plus(before)
}

/// The offset of a field's content, after its size, from the start of its record without a code, modulo a number; `None` if
/// it differs from packet to packet.
pub fn residue(protocol: &Protocol, record: &Record, field: FieldId, of: u64) -> Option<u64> {
    let measure = Measure::of(protocol, record);
    let size = match &record.fields.get(field.0)?.wire {
        Wire::Within { extent, .. } => measure.prefixed_size(extent),
        _ => Lengths::NOTHING,
    };
    measure.before(&record.body, field, Some(of)).plus(size).constant()?.checked_rem(of)
}

/// The offset of a field from the start of its record, in packets in which it is present.
pub fn offset_of(protocol: &Protocol, record: &Record, field: FieldId) -> Lengths {
    code_lengths(protocol, record).plus(cases::before_field(protocol, record, field))
}

/// The size of a wire, if it is constant. A group has none: ask for those of its fields.
pub fn fixed_size(protocol: &Protocol, wire: &Wire) -> Option<u64> {
    let repeated = |size: Option<u64>, extent: &Extent| size?.checked_mul(extent.constant()?);
    match wire {
        Wire::Scalar { scalar, .. } | Wire::Bits { carrier: scalar, .. } => {
            extent::any_number(protocol, *scalar).constant()
        }
        Wire::Float { width, .. } => Some(width.bytes().into()),
        Wire::Padding { space, .. } => space.constant(),
        Wire::Octets { extent, content } => repeated(extent::any_number(protocol, content.unit()).constant(), extent),
        Wire::Record { record, .. } => protocol.records.get(record.0)?.lengths.constant(),
        Wire::Family { family, .. } => protocol.families.get(family.0)?.lengths.constant(),
        Wire::List { item, extent } => repeated(extent::item_lengths(protocol, item).constant(), extent),
        Wire::Chosen { .. }
        | Wire::Group { .. }
        | Wire::Nested { .. }
        | Wire::Sparse { .. }
        | Wire::Match { .. }
        | Wire::Within { .. } => None,
    }
}

fn code_lengths(protocol: &Protocol, record: &Record) -> Lengths {
    let lengths = |code: MessageCode| scalar_lengths(protocol, code.scalar, Interval::only(code.code));
    record.message_code().map_or(Lengths::NOTHING, lengths)
}
