//! A field in one sentence, for its documentation: its wire, its range or length, its rule, and when it is absent.

use super::on_wire;
use crate::layout::{self, words};
use crate::lengths;
use crate::model::{
    Absent, CellId, Check, Code, Content, Expr, Extent, Field, FieldId, Interval, Length, Part, Presence, Rule, Test,
    Value, Wire, sets,
};
use crate::scope::Scope;
use crate::text::docs::quoted;

/// `` `u8`, 0 to 100; 100 if absent. ``; `None` if the type says all. `whole`: a state's field, which inherits nothing.
pub fn field(scope: &Scope<'_>, id: FieldId, whole: bool) -> Option<String> {
    let field = scope.field(id);
    let (wire, numbers) = wire(scope, id, field);
    let rule = field.rule.as_ref().filter(|rule| numbers.is_none() || own_numbers(field, rule).is_none());
    let rule = rule.map(|rule| format!("rule {}", quoted(&rule.text)));
    let head: Vec<String> = wire.into_iter().chain(numbers).chain(rule).collect();
    sentence([Some(head.join(", ")).filter(|head| !head.is_empty()), absence(scope, field, whole)])
}

/// The sentence about a bit field that the user sets: `3 bits.`
pub fn part(scope: &Scope<'_>, part: &Part) -> Option<String> {
    (!scope.is_flag(part.cell)).then(|| format!("{}.", lengths::counted(u64::from(part.width()), "bit")))
}

fn sentence(parts: [Option<String>; 2]) -> Option<String> {
    let text = parts.into_iter().flatten().reduce(|before, after| format!("{before}; {after}"))?;
    let mut letters = text.chars();
    let first = letters.next()?;
    Some(format!("{}{}.", first.to_ascii_uppercase(), letters.as_str()))
}

/// The width of a number; and the numbers, or the lengths, that its field can have.
fn wire(scope: &Scope<'_>, id: FieldId, field: &Field) -> (Option<String>, Option<String>) {
    let protocol = scope.protocol();
    let named = |scalar| quoted(&on_wire::scalar(protocol, scalar));
    match &field.wire {
        Wire::Scalar { scalar, cell } => {
            (Some(named(*scalar)), range(scope, field, *cell, layout::scalar_interval(protocol, *scalar)))
        }
        Wire::Chosen { forms, .. } => {
            let mut widths: Vec<String> = Vec::new();
            for width in forms.iter().filter_map(|form| form.scalar).map(named) {
                if !widths.contains(&width) {
                    widths.push(width);
                }
            }
            (Some(widths.join(" or ")), None)
        }
        // The type has the number of elements.
        Wire::Octets { extent, content: Content::Free } if layout::is_array(extent) => (None, None),
        wire => (None, wire.extent().and_then(|extent| length(scope, id, extent))),
    }
}

/// The numbers that a writer accepts, if they are fewer than the wire can hold. Types describe theirs.
fn range(scope: &Scope<'_>, field: &Field, cell: CellId, whole: Interval) -> Option<String> {
    let one = scope.cell(cell);
    let is_number = one.value.is_number();
    let by_rule = field.rule.as_ref().and_then(|rule| own_numbers(field, rule));
    // Bounds of the rule that are open end where the wire does.
    let valid = sets::clip(by_rule.unwrap_or(&[one.interval]), one.interval);
    (is_number && valid != [whole]).then(|| words::held(scope.protocol(), one.value, &valid))
}

/// The lengths that the extent of a field can have, if they have a bound below that of a count of 32 bits.
fn length(scope: &Scope<'_>, id: FieldId, extent: &Extent) -> Option<String> {
    let words = match extent {
        Extent::Prefixed { cell, .. } => counted(scope, id, Length { cell: *cell, times: 1, plus: 0 }),
        Extent::Counted(length) => counted(scope, id, *length),
        Extent::Fixed { count, .. } | Extent::Until { bound: Some(count), .. } => Some(format!("at most {count}")),
        Extent::Given(_) | Extent::Until { bound: None, .. } | Extent::Rest | Extent::AllBut(_) => None,
    };
    words.map(|words| format!("length {words}"))
}

fn counted(scope: &Scope<'_>, id: FieldId, Length { cell, times, plus }: Length) -> Option<String> {
    let counting = scope.record.counting(cell, id)?;
    let lengths = words::countable(&counting.codes(scope.cell(cell).interval), times, plus);
    let is_told = lengths.iter().all(|lengths| lengths.max < Code::from(i32::MAX));
    is_told.then(|| words::lengths(scope.record, id, cell, &lengths))
}

/// The numbers of a rule that is about nothing but the number of its own field.
fn own_numbers<'r>(field: &Field, rule: &'r Rule) -> Option<&'r [Interval]> {
    let Check::Test(Test::In { value: Expr::Cell(cell), intervals }) = &rule.check else { return None };
    (field.wire.number() == Some(*cell)).then_some(intervals.as_slice())
}

/// The value of an absent field, or when an option must be present.
fn absence(scope: &Scope<'_>, field: &Field, whole: bool) -> Option<String> {
    match field.presence.absent()? {
        Absent::Base(_) if whole => None,
        Absent::Base(_) => Some("inherited if absent".to_owned()),
        Absent::Nothing => matches!(field.presence, Presence::When { checked: true, .. })
            .then(|| words::presence(&field.presence, false)),
        Absent::Float(float) => Some(format!("{float} if absent")),
        Absent::Raw(code) => {
            let value = field.wire.number().map_or(Value::Int(None), |cell| scope.cell(cell).value);
            Some(format!("{} if absent", default(scope, value, *code)))
        }
    }
}

fn default(scope: &Scope<'_>, value: Value, code: Code) -> String {
    let number = words::held(scope.protocol(), value, &[Interval::only(code)]);
    match value {
        Value::Bool | Value::Truthy => quoted(if code == 0 { "false" } else { "true" }),
        Value::Enum(id) => {
            let codes = scope.protocol().enums.get(id.0).map(|one| one.codes.as_slice()).unwrap_or_default();
            let named = codes.iter().find(|one| one.read.iter().any(|read| read.contains(code)));
            named.map_or(number, |one| quoted(&one.name))
        }
        _ => number,
    }
}

#[cfg(test)]
mod tests;
