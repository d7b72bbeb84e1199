//! The page of types: what numbers are on the wire, and what they mean.

pub(super) mod aliases;
mod bits;
mod enums;
mod packed;
mod quantities;
mod varints;

use super::block::{Block, Row, docs, section, table, text};
use super::book::{Book, Thing};
use super::here::of_carrier;
use super::text as words;
use crate::model::{AliasId, BitsId, EnumId, PackedId, QuantityId, VarintId};

/// The groups of types of a protocol: a title, and the section of each type.
pub(super) fn groups(book: &Book<'_>) -> Vec<Block> {
    let p = book.protocol;
    let varints = (0..)
        .zip(&p.varints)
        .map(|(id, one)| one_type(book, Thing::Varint(VarintId(id)), &one.name, &one.docs, varints::body(book, one)));
    let quantities = (0..).zip(&p.quantities).map(|(id, one)| {
        one_type(book, Thing::Quantity(QuantityId(id)), &one.name, &one.docs, quantities::body(book, one))
    });
    let packed = (0..)
        .zip(&p.packed)
        .map(|(id, one)| one_type(book, Thing::Packed(PackedId(id)), &one.name, &one.docs, packed::body(book, one)));
    let enums = (0..)
        .zip(&p.enums)
        .map(|(id, one)| one_type(book, Thing::Enum(EnumId(id)), &one.name, &one.docs, enums::body(book, one)));
    let bits = (0..)
        .zip(&p.bits)
        .map(|(id, one)| one_type(book, Thing::Bits(BitsId(id)), &one.name, &one.docs, bits::body(book, one)));
    let aliases = (0..).zip(&p.aliases).map(|(id, one)| {
        one_type(book, Thing::Alias(AliasId(id)), &one.name, &one.docs, aliases::body(book, AliasId(id)))
    });
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
    let row = |thing: Thing, name: &str, what: String, docs: &[String]| {
        Row::new(name, [book.link(thing), book.summary(docs, name), what])
    };
    let on = |what: &str, carrier| format!("{what} {}", of_carrier(book, carrier));
    let varints = (0..).zip(&p.varints).map(|(id, one)| {
        let sign = if one.signed { "signed " } else { "" };
        row(Thing::Varint(VarintId(id)), &one.name, format!("{sign}number of {} bits", one.bits), &one.docs)
    });
    let quantities = (0..).zip(&p.quantities).map(|(id, one)| {
        let unit = one.unit.as_ref().map_or("a number".to_owned(), |unit| words::unit(unit));
        row(Thing::Quantity(QuantityId(id)), &one.name, on(&format!("{unit}, in"), one.carrier), &one.docs)
    });
    let packed = (0..)
        .zip(&p.packed)
        .map(|(id, one)| row(Thing::Packed(PackedId(id)), &one.name, on("digits of", one.carrier), &one.docs));
    let enums = (0..)
        .zip(&p.enums)
        .map(|(id, one)| row(Thing::Enum(EnumId(id)), &one.name, on("codes in", one.carrier), &one.docs));
    let bits = (0..)
        .zip(&p.bits)
        .map(|(id, one)| row(Thing::Bits(BitsId(id)), &one.name, on("bits of", one.carrier), &one.docs));
    let aliases = (0..).zip(&p.aliases).map(|(id, one)| {
        let kind = aliases::kind(book, AliasId(id));
        row(Thing::Alias(AliasId(id)), &one.name, kind, &one.docs)
    });
    let rows = varints.chain(quantities).chain(packed).chain(enums).chain(bits).chain(aliases).collect();
    table("types", &["type", "meaning", "is"], rows)
}

fn one_type(book: &Book<'_>, thing: Thing, name: &str, about: &[String], body: Vec<Block>) -> Block {
    let source = book.docs_of(thing).source_name.as_ref();
    let source = source.map(|name| text("source", format!("{} in the protocol's source.", words::quoted(name))));
    let mut all: Vec<Block> = source.into_iter().chain(docs(about)).collect();
    all.extend(body);
    all.extend(book.used_by(thing));
    section(3, name, all)
}
