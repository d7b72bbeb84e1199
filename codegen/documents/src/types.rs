//! The page of types: what numbers are on the wire, and what they mean.

pub(super) mod aliases;
pub(super) mod bits;
pub(super) mod enums;
pub(super) mod packed;
pub(super) mod quantities;
pub(super) mod varints;

use super::block::{Block, Row, docs, section, table, text};
use super::book::{Book, Thing};
use super::here::of_carrier;
use super::text as words;
use crate::model::{AliasId, BitsId, EnumId, PackedId, QuantityId, Value, VarintId};

/// The groups of types of a protocol: a title, and the section of each type.
pub(super) fn groups(book: &Book<'_>) -> Vec<Block> {
    let p = book.protocol;
    let one_type = |thing, body| one_type(book, thing, body);
    let value = |value, body| one_type(Thing::Value(value), body);
    let varints =
        (0..).zip(&p.varints).map(|(id, one)| one_type(Thing::Varint(VarintId(id)), varints::body(book, one)));
    let quantities = (0..).zip(&p.quantities);
    let quantities = quantities.map(|(id, one)| value(Value::Quantity(QuantityId(id)), quantities::body(book, one)));
    let packed = (0..).zip(&p.packed).map(|(id, one)| value(Value::Packed(PackedId(id)), packed::body(book, one)));
    let enums = (0..).zip(&p.enums).map(|(id, one)| value(Value::Enum(EnumId(id)), enums::body(book, one)));
    let bits = (0..).zip(&p.bits).map(|(id, one)| value(Value::Bits(BitsId(id)), bits::body(book, one)));
    let aliases = (0..p.aliases.len()).map(AliasId).map(|id| one_type(Thing::Alias(id), aliases::body(book, id)));
    let groups: [(&str, Vec<Block>); 6] = [
        ("Numbers of variable width", varints.collect()),
        ("Quantities and their units", quantities.collect()),
        ("Numbers of several digits", packed.collect()),
        ("Codes with names", enums.collect()),
        ("Layouts of bits", bits.collect()),
        ("Other types", aliases.collect()),
    ];
    let groups = groups.into_iter().filter(|(_, all)| !all.is_empty());
    let constants = constants(book).map(|table| section(2, "Named constants", vec![table]));
    groups.map(|(title, all)| section(2, title, all)).chain(constants).collect()
}

/// The constants that the pages name: rules and formulas stand there as they were written.
fn constants(book: &Book<'_>) -> Option<Block> {
    let p = book.protocol;
    let rules = p.records.iter().flat_map(|record| &record.fields).filter_map(|field| field.rule.as_ref());
    let texts: Vec<&str> =
        rules.map(|rule| rule.text.as_str()).chain(p.quantities.iter().map(|one| one.text.as_str())).collect();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let named = |name: &str| texts.iter().any(|text| text.split(|c| !is_name(c)).any(|word| word == name));
    let rows = p.constants.iter().filter(|one| named(&one.name)).map(|one| {
        Row::new(&one.name, [words::quoted(&one.name), book.cell(&one.docs, ""), words::quoted(&one.value)])
    });
    table("constants", &["name", "meaning", "value"], rows.collect())
}

/// The types in one table, for the index.
pub(super) fn summary(book: &Book<'_>) -> Option<Block> {
    let p = book.protocol;
    let row = |thing: Thing, what: String| {
        let (name, docs) = book.declared(thing);
        Row::new(name, [book.link(thing), book.summary(docs, name), what])
    };
    let on = |value, what: &str, carrier| row(Thing::Value(value), format!("{what} {}", of_carrier(book, carrier)));
    let varints = (0..).zip(&p.varints).map(|(id, one)| {
        let sign = if one.signed { "signed " } else { "" };
        row(Thing::Varint(VarintId(id)), format!("{sign}number of {} bits", one.bits))
    });
    let quantities = (0..).zip(&p.quantities).map(|(id, one)| {
        let unit = one.unit.as_ref().map_or("a number".to_owned(), |unit| words::unit(unit));
        on(Value::Quantity(QuantityId(id)), &format!("{unit}, in"), one.carrier)
    });
    let packed = (0..).zip(&p.packed);
    let packed = packed.map(|(id, one)| on(Value::Packed(PackedId(id)), "digits of", one.carrier));
    let enums = (0..).zip(&p.enums).map(|(id, one)| on(Value::Enum(EnumId(id)), "codes in", one.carrier));
    let bits = (0..).zip(&p.bits).map(|(id, one)| on(Value::Bits(BitsId(id)), "bits of", one.carrier));
    let aliases = (0..p.aliases.len()).map(AliasId).map(|id| row(Thing::Alias(id), aliases::kind(book, id)));
    let rows = varints.chain(quantities).chain(packed).chain(enums).chain(bits).chain(aliases).collect();
    table("types", &["type", "meaning", "is"], rows)
}

fn one_type(book: &Book<'_>, thing: Thing, body: Vec<Block>) -> Block {
    let (name, about) = book.declared(thing);
    let source = about
        .source_name
        .as_ref()
        .map(|name| text("source", format!("{} in the protocol's source.", words::quoted(name))));
    let mut all: Vec<Block> = source.into_iter().chain(docs(about)).collect();
    all.extend(body);
    all.extend(book.used_by(thing));
    section(3, name, all)
}
