//! Types: what their numbers mean, in one line and in tables.

use super::{MOST_ROWS, Told, facts, rust};
use crate::block::{Block, DOCS, Row, text};
use crate::book::{Book, Thing, of_value};
use crate::here::of_carrier;
use crate::model::{AliasId, BitsPart, EnumCode, Value, VarintId};
use crate::names;
use crate::text as words;
use crate::text::bits as words_of_bits;
use crate::types::{aliases, bits, enums, packed, quantities, varints};

/// More names or parts than these are only counted in a sentence.
const MANY: usize = 6;

/// The meaning of numbers, in a line; `None`: themselves, or true and false.
pub(super) fn summary(book: &Book<'_>, value: Value) -> Option<String> {
    let p = book.protocol;
    match value {
        Value::Int(_) | Value::Bool | Value::Truthy => None,
        Value::Quantity(id) => p.quantities.get(id.0).map(quantities::summary),
        Value::Enum(id) => {
            let one = p.enums.get(id.0)?;
            let names =
                one.codes.iter().map(|code| format!("{} {}", words::number(code.written), words::quoted(&code.name)));
            Some(few(names.collect(), "names"))
        }
        Value::Bits(id) => {
            let parts = p.bits.get(id.0)?.parts.iter().filter_map(|part| Some((part, part.name.as_ref()?)));
            let parts =
                parts.map(|(part, name)| format!("{} ({})", words::quoted(name), words_of_bits::numbers(part.mask())));
            Some(few(parts.collect(), "parts"))
        }
        Value::Packed(id) => {
            let digits = p.packed.get(id.0)?.digits.iter().map(|digit| {
                let unit = digit.unit.as_deref().map(|unit| format!(" {}", words::unit(unit))).unwrap_or_default();
                let range = words::interval(crate::quantity::digit_values(digit));
                format!("{} ({range}{unit})", words::quoted(&digit.name))
            });
            Some(few(digits.collect(), "digits"))
        }
    }
}

/// Names with commas between; of too many only the first.
pub(super) fn few(mut all: Vec<String>, what: &str) -> String {
    let count = all.len();
    if count > MANY {
        all.truncate(MANY.saturating_sub(1));
        return format!("{} and {} more {what}", all.join(", "), count.saturating_sub(all.len()));
    }
    all.join(", ")
}

pub(super) fn constant(book: &Book<'_>, name: &str) -> Option<Told> {
    let constant = book.protocol.constants.iter().find(|one| one.name == name)?;
    Some(Told { facts: facts(format!("Constant: {}.", words::quoted(&constant.value)), []), ..Told::default() })
}

pub(super) fn alias(book: &Book<'_>, id: AliasId) -> Told {
    let thing = Thing::Alias(id);
    let source = source_of(book, thing);
    let body = aliases::body(book, id);
    let said = body.iter().filter_map(|block| match block {
        Block::Text { lines, .. } => Some(lines.join(" ")),
        _ => None,
    });
    let what = format!("Name for a wire: {}", words::lower(&said.collect::<Vec<_>>().join(" ")));
    told(book, thing, vec![text("what", format!("{what}{source}"))], Vec::new())
}

pub(super) fn varint(book: &Book<'_>, id: VarintId) -> Told {
    let Some(varint) = book.protocol.varints.get(id.0) else { return Told::default() };
    let (before, after) = apart(varints::body(book, varint));
    told(book, Thing::Varint(id), before, after)
}

pub(super) fn value(book: &Book<'_>, value: Value) -> Option<Told> {
    let (p, thing) = (book.protocol, of_value(value)?);
    let body = match value {
        Value::Enum(id) => enums::body(book, p.enums.get(id.0)?),
        Value::Bits(id) => bits::body(book, p.bits.get(id.0)?),
        Value::Packed(id) => packed::body(book, p.packed.get(id.0)?),
        Value::Quantity(id) => quantities::body(book, p.quantities.get(id.0)?),
        Value::Int(_) | Value::Bool | Value::Truthy => return None,
    };
    let (mut before, mut after) = apart(body);
    if let Value::Quantity(id) = value {
        let one = p.quantities.get(id.0)?;
        let what = format!("{}: {}.", of_carrier(book, one.carrier), quantities::summary(one));
        let rows =
            after.into_iter().filter_map(|block| if let Block::Table { rows, .. } = block { Some(rows) } else { None });
        // The others are in the sentence.
        let all = rows.flatten().filter_map(|row| match <[String; 2]>::try_from(row.cells).ok()? {
            [what, said] if ["rounding", "outside", "lossy"].contains(&what.as_str()) => {
                Some(("", format!("{}: {said}.", words::upper(what))))
            }
            _ => None,
        });
        (before, after) = (facts(what, all.collect::<Vec<_>>()), Vec::new());
    }
    let mut told = told(book, thing, before, after);
    let name = rust::in_version(book, &names::type_name(book.declared(thing).0));
    told.rust = words::quoted(&name);
    Some(told)
}

/// A name of an enum, a part of a layout, or a digit.
pub(super) fn member(book: &Book<'_>, name: &str, value: Value) -> Option<Told> {
    let p = book.protocol;
    let of = book.link(of_value(value)?);
    let holder = rust::in_version(book, &names::type_name(book.declared(of_value(value)?).0));
    let rust;
    let (what, all) = match value {
        Value::Enum(id) => {
            let code = p.enums.get(id.0)?.codes.iter().find(|code| code.name == name)?;
            rust = names::variant_name(name);
            (code_of(code, &of), vec![("read", others(code))])
        }
        Value::Bits(id) => {
            let part = p.bits.get(id.0)?.parts.iter().find(|part| part.name.as_deref() == Some(name))?;
            rust = rust::raw(names::part_name(name));
            (part_of(part, &of), vec![("type", type_of(book, part))])
        }
        Value::Packed(id) => {
            let packed = p.packed.get(id.0)?;
            let at = packed.digits.iter().position(|digit| digit.name == name)?;
            let row = packed::body(book, packed).into_iter().find_map(|block| match block {
                Block::Table { rows, .. } => rows.into_iter().nth(at),
                _ => None,
            })?;
            let [_, _, formula, range, outside] = <[String; 5]>::try_from(row.cells).ok()?;
            rust = rust::raw(names::part_name(name));
            let all =
                vec![("value", format!("{formula}: {}.", range.trim())), ("outside", format!("Outside: {outside}."))];
            (format!("Digit of {of}{}.", source(&packed.digits.get(at)?.docs.source_name)), all)
        }
        Value::Int(_) | Value::Bool | Value::Truthy | Value::Quantity(_) => return None,
    };
    let rust = words::quoted(&format!("{holder}::{rust}"));
    Some(Told { facts: facts(what, all), rust, ..Told::default() })
}

fn code_of(code: &EnumCode, of: &str) -> String {
    let codes = match code.stores_code() {
        true => format!("Codes {}", words::intervals(&code.read)),
        false => format!("Code {}", words::number(code.written)),
    };
    format!("{codes} of {of}{}.", source(&code.docs.source_name))
}

fn others(code: &EnumCode) -> String {
    let others = words::intervals(&enums::others(code));
    match code.stores_code() {
        true => "The value keeps the code.".to_owned(),
        false if others.is_empty() => String::new(),
        false => format!("Also read: {others}."),
    }
}

fn part_of(part: &BitsPart, of: &str) -> String {
    let at = words::upper(words_of_bits::numbers(part.mask()));
    format!("{at} of {of}, {}{}.", words_of_bits::mask(part.mask()), source(&part.docs.source_name))
}

fn type_of(book: &Book<'_>, part: &BitsPart) -> String {
    let kind = bits::kind(book, part);
    match summary(book, part.value) {
        Some(meaning) => format!("{kind}: {meaning}."),
        None => format!("{kind}."),
    }
}

fn source(name: &Option<String>) -> String {
    name.as_ref().map(|name| format!(", {} in the protocol's source", words::quoted(name))).unwrap_or_default()
}

fn source_of(book: &Book<'_>, thing: Thing) -> String {
    let name = &book.declared(thing).1.source_name;
    name.as_ref().map(|name| format!(" {} in the protocol's source.", words::quoted(name))).unwrap_or_default()
}

/// With those that use the type.
fn told(book: &Book<'_>, thing: Thing, mut facts: Vec<Block>, tables: Vec<Block>) -> Told {
    facts.extend(book.used_by(thing));
    Told { facts, tables, ..Told::default() }
}

/// Sentences, and the tables with the sentences between them; long tables are cut.
pub(super) fn apart(body: Vec<Block>) -> (Vec<Block>, Vec<Block>) {
    let is_docs = |block: &Block| matches!(block, Block::Text { key, .. } if key.starts_with(DOCS));
    let body = body.into_iter().filter(|block| !is_docs(block)).map(shortened);
    body.partition(|block| matches!(block, Block::Text { .. } | Block::Line { .. } | Block::List { .. }))
}

/// A table with its first rows.
pub(super) fn shortened(block: Block) -> Block {
    match block {
        Block::Table { key, head, mut rows } if rows.len() > MOST_ROWS => {
            let more = rows.len().saturating_sub(MOST_ROWS);
            rows.truncate(MOST_ROWS);
            let mut cells = vec![String::new(); head.len()];
            if let Some(cell) = cells.get_mut(usize::from(head.len() > 1)) {
                *cell = format!("*{more} more*");
            }
            rows.push(Row::new("more", cells));
            Block::Table { key, head, rows }
        }
        other => other,
    }
}
