//! The sentence about a checksum: its algorithm, and the bytes and numbers that it covers.

use crate::here::Here;
use crate::model::{ByteOrder, Cell, Checksum, Covered, Edge, How, Input, Scalar};
use crate::text;
use crate::text::condition;

/// The bytes and numbers that a checksum covers.
pub(crate) fn checksum(here: &Here<'_>, cell: &Cell) -> Option<String> {
    let is_this = |one: &&Checksum| here.record.cells.get(one.cell.0).is_some_and(|one| std::ptr::eq(one, cell));
    let checksum = here.record.checksums.iter().find(is_this)?;
    match &checksum.how {
        How::Catalogue { check, covers } => {
            let name = text::quoted(&check.name());
            let covers: Vec<String> = covers.iter().map(|covered| piece(here, covered)).collect();
            let own = if checksum.covers_itself { "; its own bytes are zero meanwhile" } else { "" };
            Some(format!("{name} over {}{own}.", covers.join(", and then over ")))
        }
        How::Hook { hook, range: covered, inputs } => {
            let hook = &here.protocol().hooks[hook.0];
            let given = hook.params.iter().zip(inputs).map(|(param, input)| match input {
                Input::Literal(code) => condition::named(here, condition::of_param(param.kind), *code),
                _ => text::quoted(&condition::input(here, *input)),
            });
            let given: Vec<String> = given.collect();
            let given = if given.is_empty() { String::new() } else { format!(", with {}", text::and(&given)) };
            let name = text::quoted(&hook.name);
            Some(format!("{name}, which your program supplies, over {}{given}.", range(here, *covered)))
        }
    }
}

fn range(here: &Here<'_>, [from, to]: [Edge; 2]) -> String {
    let place = |edge: Edge| match edge {
        Edge::Start(0) => "the start".to_owned(),
        Edge::End(0) => "the end".to_owned(),
        Edge::Start(bytes) => format!("byte {bytes}"),
        Edge::End(bytes) => format!("{} before the end", text::counted(bytes, "byte")),
        Edge::Field(field) => text::quoted(&here.path(field)),
    };
    match to {
        // The place is after the last covered byte.
        Edge::Start(bytes) => format!("all bytes from {} to byte {}", place(from), bytes.saturating_sub(1)),
        Edge::End(_) => format!("all bytes from {} to {}", place(from), place(to)),
        Edge::Field(_) => format!("all bytes from {} up to {}", place(from), place(to)),
    }
}

fn piece(here: &Here<'_>, covered: &Covered) -> String {
    let numbers = |bytes: &[u8]| text::and(&bytes.iter().map(u8::to_string).collect::<Vec<_>>());
    match covered {
        Covered::Range(edges) => range(here, *edges),
        Covered::Constants(bytes) => match bytes.as_slice() {
            [one] => format!("the constant byte {one}, which is not sent"),
            all => format!("the constant bytes {}, which are not sent", numbers(all)),
        },
        Covered::Number { input, scalar } => {
            let name = text::quoted(&condition::input(here, *input));
            let order = match scalar {
                Scalar::Int { bytes: 2.., order: ByteOrder::Big, .. } => ", big-endian",
                Scalar::Int { bytes: 2.., order: ByteOrder::Little, .. } => ", little-endian",
                Scalar::Int { .. } | Scalar::Varint(_) => "",
            };
            let bytes = match scalar {
                Scalar::Int { bytes, .. } => text::counted(u64::from(*bytes), "byte"),
                Scalar::Varint(_) => "bytes".to_owned(),
            };
            format!("the {bytes} of the parameter {name}{order}, which are not sent")
        }
        Covered::Chosen { by, arms, .. } => {
            let all = arms.iter().map(|(codes, bytes)| {
                format!("{} if it is {}", numbers(bytes), condition::codes(here, *by, codes, false))
            });
            let all: Vec<String> = all.collect();
            let name = text::quoted(&condition::input(here, *by));
            format!("constant bytes that {name} chooses, which are not sent ({})", all.join(", "))
        }
    }
}
