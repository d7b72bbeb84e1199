//! Lengths and places: pure arithmetic over the model, read by the resolver, the emitters, the documents and the
//! interpreter, so that all of them tell the same numbers.
//!
//! Lengths are two intervals, because a reader takes what a writer never makes. An unbounded length has no maximum;
//! arithmetic that would overflow gives none either, so an interval is never smaller than the truth.

mod asked;
mod carrier;
mod cases;
mod choice;
mod extent;
mod field;
mod floats;
mod held;
mod inside;
mod length;
mod memory;
mod number;
mod scalar;
mod sessions;
mod told;

use crate::model::{
    CellId, Code, Expr, Extent, Family, FieldId, Form, Input, Interval, Item, LengthRange, Lengths, Protocol, Record,
    Role, Test, Wire,
};

pub use floats::{Floats, record_floats, wire_floats};
pub use held::whole_interval;
pub use inside::{Inside, hooks_inside, streams_inside};
pub use memory::{family_memory, is_array, is_array_of, record_memory};
pub use scalar::{scalar_interval, scalar_lengths};
pub use sessions::sessions_inside;
pub use told::{Case, MOST_CASES, Tagged, cases_of, joined, tags_of, take_all};

/// The bytes of a record, its code included. What it refers to has its lengths already.
#[must_use]
pub fn record_lengths(protocol: &Protocol, record: &Record) -> Lengths {
    code_lengths(protocol, record).plus(cases::over_cases(protocol, record, |measure| measure.body(&record.body)))
}

/// The fewest bytes of a record that a reader takes, its code not counted.
#[must_use]
pub fn shortest_body(protocol: &Protocol, record: &Record) -> u64 {
    record.lengths.accepted.min.saturating_sub(code_lengths(protocol, record).accepted.min)
}

/// The bytes of a family: of any member, with the code in front if there is one.
#[must_use]
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

/// The bytes of the fields of a region.
#[must_use]
pub fn region_lengths(protocol: &Protocol, record: &Record, body: &[FieldId]) -> Lengths {
    cases::over_cases(protocol, record, |measure| measure.body(body))
}

/// The same of any values, also of those that a rule refuses: a writer asks the rules last.
#[must_use]
pub fn region_lengths_of_any(protocol: &Protocol, record: &Record, body: &[FieldId]) -> Lengths {
    cases::over_cases_without_rules(protocol, record, |measure| measure.body(body))
}

/// The numbers that an expression has, whatever the packet.
#[must_use]
pub fn expr_interval(protocol: &Protocol, record: &Record, expr: &Expr) -> Interval {
    field::Measure { protocol, record, known: &[], ruled: true }.expr(expr)
}

/// What a number can be, in a packet that keeps the rules.
#[must_use]
pub fn input_interval(protocol: &Protocol, record: &Record, input: Input) -> Interval {
    field::Measure { protocol, record, known: &[], ruled: true }.ever(input)
}

/// What a number can be that stands in front of rules.
#[must_use]
pub fn whole_input_interval(protocol: &Protocol, record: &Record, input: Input) -> Interval {
    field::Measure { protocol, record, known: &[], ruled: false }.ever(input)
}

/// Whether a test holds where a number is this, whatever all others are; `None` if that depends on them.
#[must_use]
pub fn holds_for(protocol: &Protocol, record: &Record, test: &Test, (cell, code): (CellId, Code)) -> Option<bool> {
    let known = [(Input::Cell(cell), Interval::only(code))];
    field::Measure { protocol, record, known: &known, ruled: true }.test(test)
}

/// The bytes of a field where it is there.
#[must_use]
pub fn field_lengths(protocol: &Protocol, record: &Record, field: FieldId) -> Lengths {
    cases::of_field(protocol, record, field, true)
}

/// The same, had it no rule: what a rule is compared with.
#[must_use]
pub fn field_lengths_without_rule(protocol: &Protocol, record: &Record, field: FieldId) -> Lengths {
    cases::of_field(protocol, record, field, false)
}

/// The bytes of one form of a number.
#[must_use]
pub fn form_lengths(protocol: &Protocol, form: &Form) -> Lengths {
    form.scalar.map_or(Lengths::NOTHING, |scalar| scalar_lengths(protocol, scalar, form.interval))
}

/// The bytes of one element of a list.
#[must_use]
pub fn element_lengths(protocol: &Protocol, item: &Item) -> Lengths {
    extent::item_lengths(protocol, item)
}

/// The bytes that follow a field, there or not, up to the end of its region.
#[must_use]
pub fn behind(protocol: &Protocol, record: &Record, field: FieldId) -> Lengths {
    cases::over_cases(protocol, record, |measure| measure.behind(&record.body, field).unwrap_or(Lengths::NOTHING))
}

/// Where a field begins or would begin, from the start of its record: there or not.
#[must_use]
pub fn place_of(protocol: &Protocol, record: &Record, field: FieldId) -> Lengths {
    let before = cases::over_cases(protocol, record, |measure| measure.before(&record.body, field));
    code_lengths(protocol, record).plus(before)
}

/// Where a field begins, from the start of its record, wherever it is there.
#[must_use]
pub fn offset_of(protocol: &Protocol, record: &Record, field: FieldId) -> Lengths {
    code_lengths(protocol, record).plus(cases::in_front_of(protocol, record, field))
}

/// The number of bytes of what stands on the wire, where that never varies. (A group's is that of its fields.)
#[must_use]
pub fn fixed_size(protocol: &Protocol, wire: &Wire) -> Option<u64> {
    let repeated = |size: Option<u64>, extent: &Extent| match extent {
        Extent::Fixed { count, or_end: false } => size?.checked_mul(*count),
        Extent::Fixed { or_end: true, .. }
        | Extent::Counted(_)
        | Extent::Given(_)
        | Extent::Prefixed { .. }
        | Extent::Until { .. }
        | Extent::Rest
        | Extent::AllBut(_) => None,
    };
    match wire {
        Wire::Scalar { scalar, .. } | Wire::Bits { carrier: scalar, .. } => {
            extent::any_number(protocol, *scalar).constant()
        }
        Wire::Float { width, .. } => extent::float_lengths(*width).constant(),
        Wire::Padding { bytes } => Some(*bytes),
        Wire::Magic(bytes) => u64::try_from(bytes.len()).ok(),
        Wire::Bytes(extent) | Wire::Text { unit: None, extent, .. } => repeated(Some(1), extent),
        Wire::Text { unit: Some(unit), extent, .. } => repeated(extent::any_number(protocol, *unit).constant(), extent),
        Wire::Record { record, .. } => protocol.records.get(record.0)?.lengths.constant(),
        Wire::Family { family, .. } => protocol.families.get(family.0)?.lengths.constant(),
        Wire::List { item, extent } => repeated(fixed_item_size(protocol, item), extent),
        Wire::Chosen { .. } | Wire::Group { .. } | Wire::Sparse { .. } | Wire::Match { .. } | Wire::Within { .. } => {
            None
        }
    }
}

/// The number of bytes of a list's element, where that never varies.
fn fixed_item_size(protocol: &Protocol, item: &Item) -> Option<u64> {
    extent::item_lengths(protocol, item).constant()
}

fn code_lengths(protocol: &Protocol, record: &Record) -> Lengths {
    match record.role {
        Role::Message { code: Some(code) } => scalar_lengths(protocol, code.scalar, Interval::only(code.code)),
        Role::Message { code: None } | Role::Struct | Role::Element { .. } => Lengths::NOTHING,
    }
}
