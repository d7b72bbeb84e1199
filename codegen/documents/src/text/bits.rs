//! Bits of a carrier in words: their numbers and their mask, and those on the wire where these differ.

use crate::here::Here;
use crate::model::{Demand, Part, Protocol, Run, Scalar, Source, VarintShape, runs};
use crate::text;

/// The place of bits in their carrier: `bit 3`, `bits 4 to 5`, `bits 0 to 15 and 21 to 23`.
pub(crate) fn numbers(mask: u64) -> String {
    let runs: Vec<String> = runs(mask)
        .map(|Run { low, width }| match width {
            1 => low.to_string(),
            _ => format!("{low} to {}", low.saturating_add(width).saturating_sub(1)),
        })
        .collect();
    format!("{} {}", if mask.is_power_of_two() { "bit" } else { "bits" }, text::and(&runs))
}

/// The same in a picture: `3`, `4-5`.
pub(crate) fn short_numbers(low: u8, width: u8) -> String {
    if width <= 1 { low.to_string() } else { format!("{low}-{}", low.saturating_add(width).saturating_sub(1)) }
}

/// The mask of bits in their carrier: `0x30`.
pub(crate) fn mask(mask: u64) -> String {
    text::quoted(&format!("{mask:#04x}"))
}

/// A part of the carrier of a record that no row of the table is about: the writer derives it from a field, whose row names it.
pub(crate) fn is_governing(here: &Here<'_>, part: &Part) -> bool {
    let derived = match &here.record.cells[part.cell.0].source {
        Source::Derived(demand) => !matches!(demand, Demand::Place { .. } | Demand::Checksum | Demand::Hook),
        Source::User | Source::Constant(_) | Source::Reserved(_) => false,
    };
    derived && part.docs.is_empty() && part.name.is_some()
}

/// The mask of a bit among all bits that are sent, where those that continue a varint count, too.
pub(crate) fn on_wire(protocol: &Protocol, carrier: Scalar, part: &Part) -> Option<u64> {
    let Scalar::Varint(id) = carrier else { return None };
    let groups = match &protocol.varints[id.0].shape {
        VarintShape::Groups(groups) if !groups.high_first && !groups.sign => groups.widths.as_slice(),
        VarintShape::Leb128 { zigzag: false } => &[7; 10],
        _ => return None,
    };
    let [Run { low, width: 0..=1 }] = *part.runs.as_slice() else { return None };
    let mut begin: u8 = 0;
    let before = groups.iter().take_while(|group| {
        begin = begin.saturating_add(**group);
        begin <= low
    });
    let before = u8::try_from(before.count()).unwrap_or(0);
    1_u64.checked_shl(low.saturating_add(before).into())
}
