//! Numbers of several digits: mixed radix, the first digit lowest.

use super::super::block::{Block, Row, table, text};
use super::super::book::Book;
use super::super::here::of_carrier;
use super::super::text as words;
use crate::model::{Code, Outside, Packed};
use crate::quantity::digit_values;

pub(in super::super) fn body(book: &Book<'_>, packed: &Packed) -> Vec<Block> {
    let carrier = of_carrier(book, packed.carrier);
    let mut below: Code = 1;
    let last = packed.digits.len().saturating_sub(1);
    let mut rows = Vec::new();
    for (index, digit) in packed.digits.iter().enumerate() {
        let mut formula = if below == 1 { "raw".to_owned() } else { format!("raw / {below}") };
        if index != last {
            formula = format!("{formula} % {}", digit.radix);
        }
        match digit.first {
            0 => {}
            first if first < 0 => formula = format!("{formula} - {}", first.unsigned_abs()),
            first => formula = format!("{formula} + {first}"),
        }
        below = below.saturating_mul(digit.radix);
        let outside = match digit.outside {
            Outside::Refuse => "refused when writing",
            Outside::Clamp if index == last => "the nearest end, when writing and when reading",
            Outside::Clamp => "the nearest end, when writing",
            Outside::Wrap { .. } => "goes around",
        };
        let unit = digit.unit.as_deref().map(words::unit).unwrap_or_default();
        let range = format!("{} {unit}", words::interval(digit_values(digit)));
        let cells = [
            words::quoted(&digit.name),
            book.cell(&digit.docs, &packed.name),
            words::quoted(&formula),
            range,
            outside.to_owned(),
        ];
        rows.push(Row::new(digit.name.clone(), cells));
    }
    let head: &[&str] = &["digit", "meaning", "value", "range", "outside"];
    let raw = format!("Several digits in one number of {carrier}; divisions leave out fractions.");
    std::iter::once(text("raw", raw)).chain(table("digits", head, rows)).collect()
}
