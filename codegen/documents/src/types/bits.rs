//! Layouts of bits: a table of the parts.

use super::super::block::{Block, Row, table, text};
use super::super::book::{Book, of_value};
use super::super::here::of_carrier;
use crate::model::{Bits, BitsPart, Value};
use crate::record::sentences;
use crate::text as words;
use crate::text::bits as words_of_bits;

pub(in super::super) fn body(book: &Book<'_>, bits: &Bits) -> Vec<Block> {
    let rows = bits.parts.iter().map(|part| {
        let high = part.low.saturating_add(part.width).saturating_sub(1);
        let at = if part.width == 1 { part.low.to_string() } else { format!("{} to {high}", part.low) };
        let kind = kind(book, part);
        let name = match (&part.name, part.constant) {
            (Some(name), _) => words::named(name, &part.docs),
            (None, Some(_)) => "*constant*".to_owned(),
            (None, None) => "*reserved*".to_owned(),
        };
        let mut said = vec![book.cell(&part.docs, &bits.name)];
        if let (true, Some(thing)) = (part.docs.is_empty(), of_value(part.value)) {
            said.push(book.about(thing));
        }
        said.extend(part.constant.map(|code| format!("Always {}.", words::constant_of(part.value, code))));
        said.extend(part.reserved().map(|fill| sentences::reserved(part.value, fill)));
        said.retain(|text| !text.is_empty());
        let place = format!("{at}, {}", words_of_bits::mask(part.mask()));
        Row::new(format!("{} {name}", part.low), [name, said.join("<br>"), kind, place])
    });
    let on = format!("The bits of {}; bit 0 is the least significant.", of_carrier(book, bits.carrier));
    let parts = table("parts", &["part", "meaning", "type", "bits"], rows.collect());
    std::iter::once(text("on", on)).chain(parts).collect()
}

/// The type of a part.
pub(in super::super) fn kind(book: &Book<'_>, part: &BitsPart) -> String {
    match (of_value(part.value), part.value) {
        (Some(thing), _) => book.link(thing),
        (None, Value::Bool | Value::Truthy) => "`bool`".to_owned(),
        (None, value) => words::part(part.width, part.signed, value),
    }
}
