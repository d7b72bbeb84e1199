//! The kind of the numbers of an expression, which decides how they are shown.

use super::super::here::Here;
use crate::model::{BitsId, EnumId, Expr, Input, ParamKind, PartOf, Value, Whole};

/// The kind of the numbers of an expression.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Bool,
    Enum(EnumId),
    Number,
}

pub(super) fn kind(here: &Here<'_>, expr: &Expr) -> Kind {
    expr.as_input().map_or(Kind::Number, |input| kind_of_input(here, input))
}

pub(super) fn kind_of_input(here: &Here<'_>, input: Input) -> Kind {
    let of = |kind: Option<ParamKind>| match kind {
        Some(ParamKind::Bool) => Kind::Bool,
        Some(ParamKind::Enum(id)) => Kind::Enum(id),
        Some(ParamKind::Int(_)) | None => Kind::Number,
    };
    match input {
        Input::Cell(id) => here.record.cells.get(id.0).map_or(Kind::Number, |cell| kind_of_value(cell.value)),
        Input::Param(id) => of(here.record.params.get(id.0).map(|param| param.kind)),
        Input::Session(id) => of(here.protocol().sessions.get(id.0).map(|session| session.kind)),
        Input::Part(of) => match part(here, of) {
            Some((_, meaning)) => kind_of_value(meaning),
            None => Kind::Number,
        },
        Input::Literal(_) | Input::Left => Kind::Number,
    }
}

pub(super) fn kind_of_value(meaning: Value) -> Kind {
    match meaning {
        Value::Bool | Value::Truthy => Kind::Bool,
        Value::Enum(id) => Kind::Enum(id),
        Value::Int | Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => Kind::Number,
    }
}

/// The part of a named layout that these bits of a cell are: its path in the layout, and its meaning.
pub(super) fn part(here: &Here<'_>, part: PartOf) -> Option<(String, Value)> {
    let Whole::Cell(id) = part.whole else { return None };
    let Value::Bits(id) = here.record.cells.get(id.0)?.value else { return None };
    part_of(here, id, part.low, part.width)
}

fn part_of(here: &Here<'_>, id: BitsId, low: u8, width: u8) -> Option<(String, Value)> {
    let bits = here.protocol().bits.get(id.0)?;
    let part = bits.parts.iter().rev().find(|part| part.low <= low)?;
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
