//! What numbers must mean, and how they must be spelled.

use std::rc::Rc;

use wireform_build::layout::scalar_interval;
use wireform_build::model::{
    Cell, CellId, Code, Field, Input, Interval, ParamKind, Pieces, Protocol, Record, Scalar, Value, Varint,
    VarintShape, Wire,
};

use super::lift;

/// What is demanded of the meaning of a number: the word for breaking it, and another meaning that does not.
pub type Meaning = (&'static str, Rc<dyn Fn(&mut Protocol) -> Value>);

/// All that is demanded of a number that could be any of these.
pub fn meanings(protocol: &Protocol, value: Value, holds: Interval) -> Vec<Meaning> {
    let int = || Rc::new(|_: &mut Protocol| Value::Int(None));
    match value {
        Value::Bool if holds.max > 1 || holds.min < 0 => vec![("bool", int())],
        Value::Enum(_) if is_free(&[holds], &named(protocol, value, holds)) => vec![("value", int())],
        Value::Bits(id) => {
            let parts = protocol.bits[id.0].parts.iter().enumerate();
            let of_part = parts.flat_map(|(index, part)| {
                let holds = Interval::of_bits(u32::from(part.width), part.signed);
                let others: Vec<Meaning> = match part.constant {
                    Some(_) => vec![("value", int())],
                    None => meanings(protocol, part.value, holds),
                };
                others.into_iter().map(move |(_, means)| -> Meaning {
                    let whole = move |protocol: &mut Protocol| {
                        let means = means(protocol);
                        lift::part(protocol, (id.0, index), means)
                    };
                    ("value", Rc::new(whole))
                })
            });
            of_part.collect()
        }
        Value::Bool | Value::Enum(_) | Value::Int(_) | Value::Truthy | Value::Quantity(_) | Value::Packed(_) => {
            Vec::new()
        }
    }
}

/// Of these numbers those that mean something.
fn named(protocol: &Protocol, value: Value, holds: Interval) -> Vec<Interval> {
    match value {
        Value::Bool => vec![Interval::new(0, 1)],
        Value::Enum(id) if !protocol.enums[id.0].open => {
            protocol.enums[id.0].codes.iter().flat_map(|code| code.read.iter().copied()).collect()
        }
        _ => vec![holds],
    }
}

/// What a tag can be, as far as it means something.
pub fn tags(protocol: &Protocol, record: &Record, input: Input) -> Vec<Interval> {
    let of_kind = |kind| match kind {
        ParamKind::Bool => vec![Interval::new(0, 1)],
        ParamKind::Int(interval) => vec![interval],
        ParamKind::Enum(id) => named(protocol, Value::Enum(id), protocol.enums[id.0].interval),
    };
    match input {
        Input::Cell(id) => {
            let cell = &record.cells[id.0];
            named(protocol, cell.value, holds(protocol, record, id, cell))
        }
        Input::Param(id) => of_kind(record.params[id.0].kind),
        Input::Session(id) => of_kind(protocol.sessions[id.0].kind),
        Input::Part(part) => vec![Interval::of_bits(u32::from(part.width), part.signed)],
        Input::Literal(code) => vec![Interval::only(code)],
        Input::Left => vec![Interval::new(0, Code::from(u32::MAX))],
    }
}

/// What the place of a cell holds, whatever is demanded of it.
fn holds(protocol: &Protocol, record: &Record, id: CellId, cell: &Cell) -> Interval {
    match &record.fields[cell.field.0] {
        Field { wire: Wire::Scalar { scalar, .. }, .. } => scalar_interval(protocol, *scalar),
        Field { wire: Wire::Bits { parts, .. }, .. } => {
            let part = parts.iter().find(|part| part.cell == id);
            part.map_or(cell.interval, |part| Interval::of_bits(u32::from(part.width()), part.signed))
        }
        _ => cell.interval,
    }
}

/// Whether one of these numbers is none of those.
pub fn is_free(all: &[Interval], taken: &[Interval]) -> bool {
    let has = |intervals: &[Interval], code: Code| intervals.iter().any(|one| one.contains(code));
    edges(all, taken).into_iter().any(|code| has(all, code) && !has(taken, code))
}

/// Numbers of which some is free if any is.
pub fn edges(all: &[Interval], taken: &[Interval]) -> Vec<Code> {
    let beside = taken.iter().flat_map(|one| [one.min - 1, one.min, one.max + 1]);
    all.iter().map(|one| one.min).chain(beside).collect()
}

/// Whether some bytes are no number of this kind.
pub fn is_picky(protocol: &Protocol, scalar: Scalar) -> bool {
    let Scalar::Varint(id) = scalar else { return false };
    let varint = &protocol.varints[id.0];
    let Varint { canonical, interval, wrap, .. } = *varint;
    canonical
        || match &varint.shape {
            VarintShape::Leb128 { .. } => true,
            VarintShape::Groups(groups) => groups.high_first || groups.widths.last().is_some_and(|last| *last < 8),
            VarintShape::Forms(forms) => {
                let is_larger = |form: &Pieces| !wrap && !form.held.within(interval);
                let is_marked_within = |form: &Pieces| form.bytes.iter().skip(1).any(|byte| byte.mask != 0);
                let begins = |byte: u8| {
                    let first =
                        |one: &Pieces| one.bytes.first().is_none_or(|first| byte & first.mask == first.constant);
                    forms.iter().any(first)
                };
                !(0..=u8::MAX).all(begins) || forms.iter().any(|one| is_larger(one) || is_marked_within(one))
            }
            VarintShape::Quic => false,
        }
}
