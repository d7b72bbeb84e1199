//! The meaning of numbers, which decides how they are shown.

use crate::here::Here;
use crate::model::{BitsId, Code, Expr, Input, Interval, ParamKind, PartOf, Value, Whole};
use crate::text;

/// A number: in its notation, if it has one.
pub(super) fn number(of: Value, code: Code) -> String {
    of.notation().map_or_else(|| text::number(code), |notation| text::quoted(&notation.shown(code)))
}

/// Numbers in words: `at most 5`, `0 or 7`.
pub(super) fn intervals(of: Value, all: &[Interval]) -> String {
    if of.notation().is_none() {
        return text::intervals(all);
    }
    let each = all.iter().map(|one| {
        let [min, max] = [one.min, one.max].map(|code| number(of, code));
        if min == max { min } else { format!("{min} to {max}") }
    });
    text::or(&each.collect::<Vec<_>>())
}

/// The meaning of the numbers of an expression.
pub(super) fn of_expr(here: &Here<'_>, expr: &Expr) -> Value {
    expr.as_input().map_or(Value::Int(None), |input| meaning(here, input))
}

/// The meaning of an input.
pub(crate) fn meaning(here: &Here<'_>, input: Input) -> Value {
    match input {
        Input::Cell(id) => here.record.cells[id.0].value,
        Input::Param(id) => of_param(here.record.params[id.0].kind),
        Input::Session(id) => of_param(here.protocol().sessions[id.0].kind),
        Input::Part(of) => part(here, of).map_or(Value::Int(None), |(_, meaning)| meaning),
        Input::Literal(_) | Input::Left => Value::Int(None),
    }
}

/// The meaning of a parameter.
pub(crate) fn of_param(kind: ParamKind) -> Value {
    match kind {
        ParamKind::Bool => Value::Bool,
        ParamKind::Int(_) => Value::Int(None),
        ParamKind::Enum(id) => Value::Enum(id),
    }
}

/// The part of a named layout that these bits of a cell are: its path in the layout, and its meaning.
pub(super) fn part(here: &Here<'_>, part: PartOf) -> Option<(String, Value)> {
    let Whole::Cell(id) = part.whole else { return None };
    let Value::Bits(id) = here.record.cells[id.0].value else { return None };
    part_of(here, id, part.low, part.width)
}

fn part_of(here: &Here<'_>, id: BitsId, low: u8, width: u8) -> Option<(String, Value)> {
    let parts = here.protocol().bits[id.0].parts.iter();
    let part = parts.filter(|part| part.low <= low).max_by_key(|part| part.low)?;
    let name = part.name.clone()?;
    match part.value {
        // Layouts in layouts stand earlier, so this ends.
        Value::Bits(inside) if part.width != width && inside.0 < id.0 => {
            let (path, meaning) = part_of(here, inside, low.checked_sub(part.low)?, width)?;
            Some((format!("{name}.{path}"), meaning))
        }
        meaning => Some((name, meaning)),
    }
}
