//! The kind of the numbers of an expression, which decides how they are shown.

use super::super::here::Here;
use super::super::text;
use crate::model::{BitsId, Code, EnumId, Expr, Input, Interval, Notation, ParamKind, PartOf, Value, Whole};

/// The kind of the numbers of an expression.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Bool,
    Enum(EnumId),
    Notation(Notation),
    Number,
}

impl Kind {
    /// A number: in its notation, if it has one.
    pub(super) fn number(self, code: Code) -> String {
        match self {
            Self::Notation(notation) => text::quoted(&notation.shown(code)),
            Self::Bool | Self::Enum(_) | Self::Number => text::number(code),
        }
    }

    /// Numbers in words: `at most 5`, `0 or 7`.
    pub(super) fn intervals(self, all: &[Interval]) -> String {
        match self {
            Self::Notation(_) => text::or(&all.iter().map(|one| self.interval(*one)).collect::<Vec<_>>()),
            Self::Bool | Self::Enum(_) | Self::Number => text::intervals(all),
        }
    }

    fn interval(self, one: Interval) -> String {
        let [min, max] = [one.min, one.max].map(|code| self.number(code));
        if min == max { min } else { format!("{min} to {max}") }
    }
}

pub(super) fn kind(here: &Here<'_>, expr: &Expr) -> Kind {
    expr.as_input().map_or(Kind::Number, |input| kind_of_input(here, input))
}

pub(super) fn kind_of_input(here: &Here<'_>, input: Input) -> Kind {
    kind_of_value(meaning(here, input))
}

/// The meaning of an input.
pub(in super::super) fn meaning(here: &Here<'_>, input: Input) -> Value {
    match input {
        Input::Cell(id) => here.record.cells[id.0].value,
        Input::Param(id) => of_param(here.record.params[id.0].kind),
        Input::Session(id) => of_param(here.protocol().sessions[id.0].kind),
        Input::Part(of) => part(here, of).map_or(Value::Int(None), |(_, meaning)| meaning),
        Input::Literal(_) | Input::Left => Value::Int(None),
    }
}

/// The meaning of a parameter.
pub(in super::super) fn of_param(kind: ParamKind) -> Value {
    match kind {
        ParamKind::Bool => Value::Bool,
        ParamKind::Int(_) => Value::Int(None),
        ParamKind::Enum(id) => Value::Enum(id),
    }
}

pub(super) fn kind_of_value(meaning: Value) -> Kind {
    match meaning {
        Value::Bool | Value::Truthy => Kind::Bool,
        Value::Enum(id) => Kind::Enum(id),
        Value::Int(Some(notation)) => Kind::Notation(notation),
        Value::Int(None) | Value::Bits(_) | Value::Quantity(_) | Value::Packed(_) => Kind::Number,
    }
}

/// The part of a named layout that these bits of a cell are: its path in the layout, and its meaning.
pub(super) fn part(here: &Here<'_>, part: PartOf) -> Option<(String, Value)> {
    let Whole::Cell(id) = part.whole else { return None };
    let Value::Bits(id) = here.record.cells[id.0].value else { return None };
    part_of(here, id, part.low, part.width)
}

fn part_of(here: &Here<'_>, id: BitsId, low: u8, width: u8) -> Option<(String, Value)> {
    let part = here.protocol().bits[id.0].parts.iter().rev().find(|part| part.low <= low)?;
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
