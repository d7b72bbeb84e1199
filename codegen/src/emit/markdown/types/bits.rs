//! Layouts of bits: a picture, and a table of the parts.

use super::super::block::{Block, Row, table};
use super::super::book::{Book, of_value};
use super::super::here::of_carrier;
use super::super::picture::{Group, picture};
use super::super::text as words;
use crate::model::{Bits, BitsPart, Value};

pub(super) fn body(book: &Book<'_>, bits: &Bits) -> Vec<Block> {
    let groups: Vec<Group> =
        bits.parts.iter().map(|part| Group { low: part.low, width: part.width, label: label(part) }).collect();
    let rows = bits.parts.iter().map(|part| {
        let high = part.low.saturating_add(part.width).saturating_sub(1);
        let at = if part.width == 1 { part.low.to_string() } else { format!("{}–{high}", part.low) };
        let at = words::unbroken(&at);
        let kind = match (of_value(part.value), part.value) {
            (Some(thing), _) => book.link(thing),
            (None, Value::Bool | Value::Truthy) => "`bool`".to_owned(),
            (None, _) => format!("`{}{}`", if part.signed { 'i' } else { 'u' }, part.width),
        };
        let name = match (&part.name, part.constant) {
            (Some(name), _) => words::quoted(name),
            (None, Some(_)) => "*constant*".to_owned(),
            (None, None) => "*reserved*".to_owned(),
        };
        let mut said = vec![book.cell(&part.docs, &bits.name)];
        said.extend(part.constant.map(|code| format!("Always {}.", words::constant(code))));
        if part.name.is_none() && part.constant.is_none() {
            said.push("Written as zero, ignored when read.".to_owned());
        }
        said.retain(|text| !text.is_empty());
        Row::new(format!("{} {name}", part.low), [at, name, kind, said.join("<br>")])
    });
    let title = format!("The bits of {}:", of_carrier(book, bits.carrier));
    let mut body = vec![Block::Picture { title, about: Vec::new(), text: picture(&groups) }];
    body.extend(table("parts", &["bits", "part", "type", "meaning"], rows.collect()));
    body
}

fn label(part: &BitsPart) -> String {
    match (&part.name, part.constant) {
        (Some(name), _) => name.clone(),
        (None, Some(code)) => format!("= {code}"),
        (None, None) => "0".to_owned(),
    }
}
