//! Checksums: their covers and their positions.

use super::{complaints, right};
use crate::model::{CellId, Checksum, Covered, Demand, Edge, FieldId, Source};

#[test]
fn ends_are_known_from_the_start_or_from_the_end() {
    let protocol = right(
        "family F: u8 { message M = 1 {
            head: u16 = crc_16_modbus(span(x..=text)),
            x: u8,
            text: utf8[u8],
            whole: u32 = crc_32_iso_hdlc(all),
            tail: u8 = crc_8_smbus(before(whole)),
        } }",
    );
    let record = &protocol.records[0];
    let found: Vec<_> = record
        .checksums
        .iter()
        .filter_map(|one| {
            let (check, covers) = one.catalogue()?;
            let [Covered::Range(range)] = covers else { return None };
            Some((one.cell, one.at, *range, check.name()))
        })
        .collect();
    // A covered checksum is written first.
    let expected = [
        (CellId(0), Edge::Start(1), [Edge::Start(3), Edge::End(5)], "CRC_16_MODBUS".to_owned()),
        (CellId(4), Edge::End(1), [Edge::Start(0), Edge::End(5)], "CRC_8_SMBUS".to_owned()),
        (CellId(3), Edge::End(5), [Edge::Start(0), Edge::End(0)], "CRC_32_ISO_HDLC".to_owned()),
    ];
    assert_eq!(found, expected);
    let own: Vec<bool> = record.checksums.iter().map(|one| one.covers_itself).collect();
    assert_eq!(own, [false, false, true]);
    let read: Vec<_> = record.checksums_as_read().iter().map(|one| one.cell).collect();
    assert_eq!(read, [CellId(0), CellId(3), CellId(4)]);
    assert!(record.cells.iter().filter(|cell| cell.source == Source::Derived(Demand::Checksum)).count() == 3);
}

#[test]
fn constants_are_covered_in_their_order() {
    let protocol = right(
        "const FIRST = 0x12;
        struct S {
            data: u8,
            none: u16 = crc_16_modbus(before(none)),
            some: u16 = crc_16_modbus(before(none), FIRST, 'A', 255 - FIRST, 0),
            most: u16 = crc_16_modbus(before(none), 1, 2, 3, 4, 5, 6, 7, 8),
        }",
    );
    let checksums = protocol.records.iter().flat_map(|record| &record.checksums);
    let covers = checksums.filter_map(|one| one.catalogue()).flat_map(|(_, covers)| covers);
    let constants = covers.filter_map(|one| match one {
        Covered::Constants(bytes) => Some(bytes.as_slice()),
        _ => None,
    });
    let constants: Vec<&[u8]> = constants.collect();
    let expected: [&[u8]; 2] = [&[0x12, b'A', 0xED, 0], &[1, 2, 3, 4, 5, 6, 7, 8]];
    assert_eq!(constants, expected);
}

#[test]
fn places_that_vary_are_those_of_fields() {
    let protocol = right(
        "struct S {
            a: utf8[u8],
            sum: u16 = crc_16_modbus(before(sum), a, b),
            within (u8) { b: utf8[u8], inside: u8 = xor_8(span(sum..=b)), c: bytes[..] },
            d: bytes[left() - 1],
            last: u8 = sum_8(span(inside..=c)),
        }",
    );
    let record = &protocol.records[0];
    let id = |name: &str| {
        let found = record.fields.iter().position(|field| field.label == name);
        FieldId(found.unwrap_or_else(|| panic!("there is no {name}")))
    };
    let marks: Vec<Vec<FieldId>> = record.checksums_as_read().into_iter().map(Checksum::marks).collect();
    let expected = [vec![id("sum"), id("b"), id("inside")], vec![id("inside"), id("sum")], vec![id("inside"), id("d")]];
    assert_eq!(marks, expected);
    assert_eq!(record.checksums.iter().filter(|one| one.covers_itself).count(), 0);
}

#[test]
fn mistakes() {
    let cases = [
        "struct S { c: u8 = crc8(all) }",
        "struct S { c: u8 = crc_8_smbsu(all) }",
        "struct S { c: u8 = crc_8_smbus() }",
        "struct S { n: u8, c: u8 = crc_8_smbus(all, m) }",
        "struct S { n: u8, c: u8 = crc_8_smbus(9) }",
        "struct S { n: u8, c: u8 = sum_8(c) }",
        "struct S { bits u8 { n: u4, _: .. }, c: u8 = sum_8(n) }",
        "struct S { n: u8, c: u16 = fletcher_32(n) }",
        "struct S { g: { n: u8 }, c: u8 = sum_8(n) }",
        "struct S(n: u7) { c: u8 = sum_8(n, all) }",
        "struct S(n: bool) { x: u8, c: u8 = sum_8(n, all) }",
        "struct S { n: u8, c: u8 = sum_8(n, match n { 0 => 5, 2.. => 2, 3 => 1 }) }",
        "struct S { n: u8, c: u8 = sum_8(n, match n { 0 => 256 }) }",
        "struct S { n: u8, c: u8 = sum_8(n, match n { 0 => n }) }",
        "struct S { n: u8, c: u8 = sum_8(n, match n { 300 => 1 }) }",
        "struct S { n: u8, c: u8 = sum_8(n, match n { 0 => (1, 2, 3, 4, 5, 6, 7, 8, 9) }) }",
        "struct S { n: u8, c: u8 = sum_8(n, match n + 1 { 0 => 1 }) }",
        "struct S { n: u8, c: u8 = sum_8(n, match left() { 0 => 1 }) }",
        "struct S { bits u8 { a, _: .. }, n: u8 if a, c: u8 = sum_8(all, match n { 0 => 1 }) }",
        "struct S { n: u8, c: u8 = sum_8(n, match later { 0 => 1 }), later: u8 }",
        "struct S { n: u8 where match n { 0 => 1 } == 1 }",
        "struct S { n: u8, c: u8 = crc_8_smbus(all, left()) }",
        "struct S { n: u8, c: u8 = crc_8_smbus(all, 256) }",
        "struct S { n: u8, c: u8 = crc_8_smbus(all, 0x123456) }",
        "struct S { n: u8, c: u8 = crc_8_smbus(all, 9, -1) }",
        "struct S { n: u8, c: u8 = crc_8_smbus(all, 1.5) }",
        "const C = -129;\nstruct S { n: u8, c: u8 = crc_8_smbus(all, C) }",
        "struct S { n: u8, c: u8 = crc_8_smbus(all, \"salt\") }",
        "struct S { n: u8, c: u8 = crc_8_smbus(all, N) }",
        "struct S { n: u8, c: u8 = crc_8_smbus(all, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) }",
        "struct S { k: u8, c: u8 = crc_8_smbus(before(k), 50) }",
        "struct S { c: u8 = crc_16_modbus(all) }",
        "struct S { c: i16 = crc_16_modbus(all) }",
        "enum E: u16 { A = 1 }\nstruct S { c: E = crc_16_modbus(all) }",
        "varint V: u32 = leb128;\nstruct S { c: V = crc_16_modbus(all) }",
        "struct S { g: { c: u16 = crc_16_modbus(all) } }",
        "struct S { n: u8, c: u16 = crc_16_modbus(all) if left() > 2 }",
        "struct S { c: u16 = crc_16_modbus(all) where it > 2 }",
        "struct S { c: u16 = crc_16_modbus(all), x: u8 if c > 2 }",
        "struct S { c: u16 = crc_16_modbus(most) }",
        "struct S { size: u8, c: u16 = crc_16_modbus(after(sise)) }",
        "struct S { g: { x: u8 }, c: u16 = crc_16_modbus(after(g.x)) }",
        "struct S { a: u8, b: u8, c: u16 = crc_16_modbus(span(b..=a)) }",
        "struct S { a: u8, b: u8, c: u16 = crc_16_modbus(span(a..b)) }",
        "struct S { a: u16 = crc_16_modbus(all), b: u16 = crc_16_modbus(all) }",
        "struct S { k: u8, c: u16 = crc_16_modbus(before(k)) }",
        "struct S { k: u8, c: u16 = crc_16_modbus(after(c)) }",
        "struct S { e: [u8; 0], l: [u8; u8], c: u16 = crc_16_modbus(span(e..=e)) }",
        "struct S { c: u16 = crc_16_modbus(before(c)) }",
        "hook h(data: bytes) -> u8;\nstruct S { c: u8 = h(before(c)) }",
    ];
    insta::assert_snapshot!(complaints(&cases));
}
