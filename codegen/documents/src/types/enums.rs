//! Codes with names.

use super::super::block::{Block, Row, table, text};
use super::super::book::Book;
use super::super::here::of_carrier;
use super::super::text as words;
use crate::facts::numbers;
use crate::model::{Enum, EnumCode, Interval};

pub(in super::super) fn body(book: &Book<'_>, one: &Enum) -> Vec<Block> {
    let aliases = one.codes.iter().any(|code| !others(code).is_empty());
    let letters = words::are_letters(one.codes.iter().map(|code| Interval::only(code.written)));
    let rows = one.codes.iter().map(|code| {
        let others = words::intervals(&others(code));
        let mut cells =
            vec![codes(code, letters), words::named(&code.name, &code.docs), book.cell(&code.docs, &one.name)];
        if aliases {
            cells.insert(1, others);
        }
        Row::new(code.name.clone(), cells)
    });
    let head: &[&str] = if aliases { &["code", "also read", "name", "meaning"] } else { &["code", "name", "meaning"] };
    let unknown = match one.open {
        true => "Other codes have no name; the value keeps them.",
        false if numbers::has_names(one, one.interval) => "There are no other codes.",
        false => "Other codes are rejected.",
    };
    let on = format!("A number in {}.", of_carrier(book, one.carrier));
    let ranges = one.codes.iter().any(EnumCode::stores_code);
    let stored = if ranges { " The value of a name with several codes keeps the code." } else { "" };
    let mut body = vec![text("on", format!("{on} {unknown}{stored}"))];
    body.extend(table("codes", head, rows.collect()));
    body
}

/// The code that is written, or all codes of a name whose values store them.
fn codes(code: &EnumCode, letters: bool) -> String {
    if code.stores_code() { words::intervals(&code.read) } else { words::code(code.written, letters) }
}

/// Codes that are read as the name, besides the one that is written.
pub(in super::super) fn others(code: &EnumCode) -> Vec<Interval> {
    if code.stores_code() {
        return Vec::new();
    }
    code.read.iter().copied().filter(|one| *one != Interval::only(code.written)).collect()
}
