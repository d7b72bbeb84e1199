//! Bits of a carrier in words: their numbers and their mask, and those on the wire where these differ.

use crate::here::Here;
use crate::model::{Demand, Part, Protocol, Scalar, Source, VarintShape};
use crate::text;

/// The place of bits in their carrier: `bit 3`, `bits 4 to 5`.
pub(crate) fn numbers(low: u8, width: u8) -> String {
    if width <= 1 {
        format!("bit {low}")
    } else {
        format!("bits {low} to {}", low.saturating_add(width).saturating_sub(1))
    }
}

/// The same in a picture: `3`, `4-5`.
pub(crate) fn short_numbers(low: u8, width: u8) -> String {
    if width <= 1 { low.to_string() } else { format!("{low}-{}", low.saturating_add(width).saturating_sub(1)) }
}

/// The mask of bits in their carrier: `0x30`.
pub(crate) fn mask(low: u8, width: u8) -> String {
    let ones = 1_u128.checked_shl(width.into()).map_or(u128::MAX, |bit| bit.saturating_sub(1));
    text::quoted(&format!("{:#04x}", ones.checked_shl(low.into()).unwrap_or(0)))
}

/// A part of the carrier of a record that no row of the table is about: the writer derives it from a field, whose row names it.
pub(crate) fn is_governing(here: &Here<'_>, part: &Part) -> bool {
    let derived = match &here.record.cells[part.cell.0].source {
        Source::Derived(demand) => !matches!(demand, Demand::Place { .. } | Demand::Checksum | Demand::Hook),
        Source::User | Source::Constant(_) | Source::Reserved(_) => false,
    };
    derived && part.docs.is_empty() && part.name.is_some()
}

/// The place of a bit among all bits that are sent, where those that continue a varint count, too.
pub(crate) fn on_wire(protocol: &Protocol, carrier: Scalar, low: u8, width: u8) -> Option<u8> {
    let Scalar::Varint(id) = carrier else { return None };
    let groups = match &protocol.varints[id.0].shape {
        VarintShape::Groups(groups) if !groups.high_first && !groups.sign => groups.widths.as_slice(),
        VarintShape::Leb128 { zigzag: false } => &[7; 10],
        _ => return None,
    };
    let mut begin: u8 = 0;
    let before = groups.iter().take_while(|group| {
        begin = begin.saturating_add(**group);
        begin <= low
    });
    let before = u8::try_from(before.count()).unwrap_or(0);
    (width <= 1).then(|| low.saturating_add(before))
}
