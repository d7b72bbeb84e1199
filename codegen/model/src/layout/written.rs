//! Numbers that a writer makes: of a value, of a cell, of a carrier. A reader accepts more of them.

use super::field::Measure;
use crate::model::sets;
use crate::model::{
    Arm, CellId, Check, Code, Demand, Enum, Expr, FieldId, Form, Input, Interval, Part, Protocol, Record, Rule, Scalar,
    Source, Tag, Test, Value, Wire,
};

/// The numbers that a writer makes of values of a type, among those of a range.
pub fn numbers_of_value(protocol: &Protocol, value: Value, range: Interval) -> Vec<Interval> {
    match value {
        Value::Bool | Value::Truthy => sets::clip(&[Interval::new(0, 1)], range),
        Value::Enum(id) => protocol.enums.get(id.0).map_or(vec![range], |one| of_enum(one, range)),
        Value::Bits(id) => protocol.bits.get(id.0).map_or(vec![range], |bits| {
            let parts = bits.parts.iter().map(|part| {
                let all = Interval::of_bits(part.width.into(), part.signed);
                let numbers = match part.constant.or(part.reserved()) {
                    Some(code) => vec![Interval::only(code)],
                    None => numbers_of_value(protocol, part.value, all),
                };
                (part.low, part.width, numbers)
            });
            sets::clip(&of_parts(bits.width, range.min < 0, parts), range)
        }),
        Value::Int(_) | Value::Quantity(_) | Value::Packed(_) => vec![range],
    }
}

/// The codes that are written for the values of an enum. Only the first of codes that are listed one by one is written.
fn of_enum(one: &Enum, range: Interval) -> Vec<Interval> {
    let mut codes = if one.open { vec![range] } else { Vec::new() };
    for code in one.codes.iter().filter(|code| !code.stores_code()) {
        codes = code.read.iter().fold(codes, |codes, read| sets::without(&codes, *read));
    }
    for code in &one.codes {
        match code.stores_code() {
            true => codes.extend(code.read.iter().copied()),
            false => codes.push(Interval::only(code.written)),
        }
    }
    sets::clip(&codes, range)
}

/// The numbers of a carrier whose parts have these numbers: a superset, but with exactly the possible numbers of
/// significant bits.
fn of_parts(width: u8, signed: bool, parts: impl Iterator<Item = (u8, u8, Vec<Interval>)>) -> Vec<Interval> {
    let shifted = |code: Code, low: u8| code.checked_shl(low.into()).unwrap_or(Code::MAX);
    let mut whole = vec![Interval::only(0)];
    let mut parts: Vec<_> = parts.collect();
    parts.sort_by_key(|(low, ..)| *low);
    for (low, width, numbers) in parts {
        let Some(below) = sets::hull(&whole) else { continue };
        let numbers = unsigned(width, &numbers);
        let mut with = if numbers.iter().any(|one| one.contains(0)) { whole } else { Vec::new() };
        for bit in 0..width {
            let of_length = Interval::new(shifted(1, bit), shifted(1, bit.saturating_add(1)).saturating_sub(1));
            let highest = sets::hull(&sets::clip(&numbers, of_length));
            with.extend(highest.map(|one| {
                let end = |code: Code, below: Code| shifted(code, low).saturating_add(below);
                Interval::new(end(one.min, below.min), end(one.max, below.max))
            }));
        }
        whole = with;
    }
    if !signed {
        return sets::union(whole);
    }
    // With its top bit set the number is negative.
    let all = Interval::of_bits(width.into(), true);
    let above = Interval::new(all.max.saturating_add(1), Code::MAX);
    let negative = sets::clip(&whole, above).into_iter().map(|one| {
        let down = |code: Code| code.saturating_sub(shifted(1, width));
        Interval::new(down(one.min), down(one.max))
    });
    sets::union(sets::clip(&whole, all).into_iter().chain(negative).collect())
}

/// The numbers of a part as its bits, without a sign.
fn unsigned(width: u8, numbers: &[Interval]) -> Vec<Interval> {
    let all = Interval::of_bits(width.into(), false);
    let up = |code: Code| code.saturating_add(all.max).saturating_add(1);
    let negative = sets::clip(numbers, Interval::new(Code::MIN, -1)).into_iter();
    let negative = negative.map(|one| Interval::new(up(one.min), up(one.max)));
    sets::clip(&negative.chain(sets::clip(numbers, all)).collect::<Vec<_>>(), all)
}

/// The numbers that a writer makes of a field that is one number, or one carrier of bits; otherwise none.
pub fn written_numbers(protocol: &Protocol, record: &Record, field: FieldId) -> Vec<Interval> {
    let measure = Measure::of(protocol, record);
    match record.fields.get(field.0).map(|field| &field.wire) {
        Some(Wire::Scalar { cell, .. } | Wire::Chosen { cell, .. }) => measure.written(*cell),
        Some(Wire::Bits { carrier, parts }) => measure.carried(*carrier, parts),
        _ => Vec::new(),
    }
}

/// The numbers that a writer makes of a field in each of its widths; none for unused widths.
pub fn written_forms(protocol: &Protocol, record: &Record, field: FieldId) -> Vec<(Scalar, Vec<Interval>)> {
    let Some(Wire::Chosen { tags, forms, cell }) = record.fields.get(field.0).map(|field| &field.wire) else {
        return Vec::new();
    };
    let numbers = Measure::of(protocol, record).in_forms(tags, forms, *cell);
    forms.iter().zip(numbers).filter_map(|(form, numbers)| Some((form.scalar?, numbers))).collect()
}

/// The codes that a writer puts before an arm.
pub fn written_codes(protocol: &Protocol, record: &Record, tag: &Tag, arm: &Arm, arms: &[Arm]) -> Vec<Interval> {
    Measure::of(protocol, record).codes((tag, 0), arm, arms)
}

impl Measure<'_> {
    /// The numbers that a writer makes of a cell, in the current case; if it makes none, the range of the case.
    pub(super) fn written(&self, id: CellId) -> Vec<Interval> {
        let numbers = self.made(id);
        if numbers.is_empty() { vec![self.cell(id)] } else { numbers }
    }

    /// The numbers that a writer makes in each form. If the writer sets the tags, it takes the first that holds a number.
    pub(super) fn in_forms(&self, tags: &[Input], forms: &[Form], cell: CellId) -> Vec<Vec<Interval>> {
        let field = self.record.cells.get(cell.0).map(|cell| cell.field);
        let is_first = tags.iter().all(|tag| field.is_some_and(|field| self.record.derives_tag(field, *tag)));
        let mut numbers = self.written(cell);
        let each = forms.iter().map(|form| {
            if form.scalar.is_none() || !self.makes_tags(tags, form) {
                return Vec::new();
            }
            let own = sets::clip(&numbers, form.interval);
            if is_first {
                numbers = sets::without(&numbers, form.interval);
            }
            own
        });
        each.collect()
    }

    /// Whether a writer makes the tags of a form, which rules may exclude.
    fn makes_tags(&self, tags: &[Input], form: &Form) -> bool {
        tags.iter().zip(&form.pattern).all(|(tag, codes)| match tag {
            Input::Cell(cell) if !codes.is_empty() => sets::common(&self.written(*cell), codes).is_some(),
            _ => true,
        })
    }

    pub(super) fn made(&self, id: CellId) -> Vec<Interval> {
        let range = self.cell(id);
        let Some(cell) = self.record.cells.get(id.0) else { return vec![range] };
        let is_known = self.known.iter().any(|(known, _)| *known == Input::Cell(id));
        match &cell.source {
            Source::Constant(code) | Source::Reserved(code) => vec![Interval::only(*code)],
            Source::User => {
                let numbers = numbers_of_value(self.protocol, cell.value, range);
                match self.ruled(id) {
                    Some(valid) => sets::meet(&numbers, &valid),
                    None => numbers,
                }
            }
            Source::Derived(demand) => {
                let numbers = sets::clip(&self.derived(demand, range), range);
                let absent = Interval::only(cell.absent.unwrap_or(0));
                let numbers = sets::union([numbers, vec![absent]].concat());
                if is_known { sets::clip(&numbers, range) } else { numbers }
            }
        }
    }

    /// The numbers that the rule of a number's own field allows, if it names nothing else.
    fn ruled(&self, id: CellId) -> Option<Vec<Interval>> {
        let field = self.record.fields.get(self.record.cells.get(id.0)?.field.0)?;
        let Some(Rule { check: Check::Test(test), .. }) = field.rule.as_ref().filter(|_| self.with_rules) else {
            return None;
        };
        if field.wire.number() == Some(id) { own_numbers(test, id) } else { None }
    }

    /// The numbers of a demand whose field is present.
    fn derived(&self, demand: &Demand, range: Interval) -> Vec<Interval> {
        let wire = |field: &FieldId| self.record.fields.get(field.0).map(|field| &field.wire);
        match demand {
            Demand::Presence { .. } => vec![Interval::new(0, 1)],
            Demand::Form { field, column } => match wire(field) {
                Some(Wire::Chosen { forms, .. }) => {
                    sets::union(forms.iter().map(|form| Interval::only(form.written(*column))).collect())
                }
                _ => vec![range],
            },
            Demand::Arm { field, column } => match wire(field) {
                Some(Wire::Match { tag, arms, .. }) => {
                    sets::union(arms.iter().flat_map(|arm| self.codes((tag, *column), arm, arms)).collect())
                }
                Some(Wire::Family { family, .. }) => match self.protocol.families.get(family.0) {
                    Some(family) if !family.open => {
                        sets::union(family.members.iter().map(|member| Interval::only(member.code)).collect())
                    }
                    _ => vec![range],
                },
                _ => vec![range],
            },
            Demand::Mask { field } => match wire(field) {
                Some(Wire::Sparse { count, .. }) => {
                    vec![Interval::of_bits(u32::try_from(*count).unwrap_or(64).min(64), false)]
                }
                _ => vec![range],
            },
            Demand::Place { .. } => vec![Interval::new(0, 1)],
            Demand::Count { .. } | Demand::Checksum | Demand::Hook => vec![range],
        }
    }

    /// The codes of a tag that a writer makes of an arm.
    pub(super) fn codes(&self, (tag, column): (&Tag, usize), arm: &Arm, arms: &[Arm]) -> Vec<Interval> {
        if let Some(code) = arm.only_code(column) {
            return vec![Interval::only(code)];
        }
        let Some(cell) = tag.number().and_then(Input::cell) else { return Vec::new() };
        let codes = arm.codes_among(arms, self.cell(cell));
        match self.record.tag_value(tag) {
            Value::Enum(id) => match self.protocol.enums.get(id.0).filter(|one| !one.open) {
                Some(one) => sets::meet(&sets::union(codes), &sets::union(one.named_codes())),
                None => codes,
            },
            Value::Bool | Value::Truthy => sets::clip(&codes, Interval::new(0, 1)),
            Value::Int(_) | Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => codes,
        }
    }

    /// The numbers of a carrier with these parts.
    pub(super) fn carried(&self, carrier: Scalar, parts: &[Part]) -> Vec<Interval> {
        let all = super::scalar_interval(self.protocol, carrier);
        let width = parts.iter().map(Part::end).max().unwrap_or(0);
        let parts = parts.iter().flat_map(|part| {
            let whole = (part.runs.len() == 1).then(|| self.written(part.cell));
            // Each piece of a joined number may be any.
            part.runs.iter().map(move |run| {
                let numbers = whole.clone().unwrap_or_else(|| vec![Interval::of_bits(run.width.into(), false)]);
                (run.low, run.width, numbers)
            })
        });
        sets::clip(&of_parts(width, all.min < 0, parts), all)
    }
}

/// The numbers of a cell for which a test holds that names nothing else.
fn own_numbers(test: &Test, id: CellId) -> Option<Vec<Interval>> {
    let each = |tests: &[Test]| tests.iter().map(|test| own_numbers(test, id)).collect::<Option<Vec<_>>>();
    match test {
        Test::In { value, intervals } if *value == Expr::Cell(id) => Some(sets::union(intervals.clone())),
        Test::In { .. } | Test::Compare { .. } => None,
        Test::All(tests) => each(tests)?.into_iter().reduce(|one, other| sets::meet(&one, &other)),
        Test::Any(tests) => each(tests).map(|all| sets::union(all.concat())),
    }
}
