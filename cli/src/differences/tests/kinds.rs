//! Each way in which bytes differ from canonical ones has its kind, and what is lost has none.

use wireform_build::interpret::{Hooks, Unknown};
use wireform_build::model::{Code, Protocol, SessionValues};

use super::super::{Difference, Kind, Rewritten, differences};
use crate::bytes::to_hex;
use crate::support::{hex, read_as, schema};
use crate::target::target;

/// The functions of a program: each gives the sum of the bytes.
struct Sum;

impl Hooks for Sum {
    fn number(&self, _: &str, covered: &[u8], _: &[Code]) -> Option<Code> {
        Some(covered.iter().copied().map(Code::from).sum())
    }
}

fn rewritten(protocol: &Protocol, packet: &str, functions: &dyn Hooks) -> Rewritten {
    let (target, bytes) = (target(protocol, "S").unwrap(), hex(packet));
    let session = SessionValues::default();
    let params = vec![0; target.params(protocol).len()];
    differences(protocol, target, &bytes, &params, &session, functions).unwrap()
}

/// One line for each difference: `path@offset kind: given -> written`.
fn told(protocol: &Protocol, packet: &str, functions: &dyn Hooks) -> Vec<String> {
    let line = |one: &Difference| {
        let Difference { path, offset, kind, given, written } = one;
        let kind = kind.map_or("?", Kind::word);
        format!("{path}@{offset} {kind}: {} -> {}", to_hex(given), to_hex(written))
    };
    rewritten(protocol, packet, functions).differences.iter().map(line).collect()
}

#[track_caller]
fn differs(items: &str, packet: &str, expected: &[&str]) {
    assert_eq!(told(&schema(items), packet, &Unknown), expected, "{packet}");
}

#[test]
fn canonical_bytes_do_not_differ() {
    differs("struct S { a: u16, _: u8 }", "010200", &[]);
}

#[test]
fn reserved() {
    differs("struct S { a: u8, _: u16 }", "011234", &["reserved@1 reserved: 1234 -> 0000"]);
    differs("struct S { t: utf8[u8], _: align(4) }", "0161ff00", &["reserved@2 reserved: ff00 -> 0000"]);
    differs("struct S { _: [u8; 3] }", "000700", &["reserved@1 reserved: 0700 -> 0000"]);
    differs("struct S { bits u8 { a: u3, _: .. } }", "f1", &["bits@0 reserved: f1 -> 01"]);
    differs("struct S { flags: bits u8 { a: u3, _: .. } }", "f1", &["flags.bits@0 reserved: f1 -> 01"]);
    differs(
        "bits L: u8 { a: u3, _: .. } struct S { l: L, m: [L; 2] }",
        "f101f2",
        &["l@0 reserved: f1 -> 01", "m[1]@2 reserved: f2 -> 02"],
    );
    differs(
        "struct S { within (u8) { a: u8, _: bytes[..] }, b: u8 }",
        "0305aabb09",
        &["within@0 follows: 03 -> 01", "reserved@2 reserved: aabb -> "],
    );
    differs("struct S { a: u8, _: [u8; left() - 1], b: u8 }", "05aabb09", &["reserved@1 reserved: aabb -> "]);
}

#[test]
fn form() {
    let int = "varint Int: i32 { -126..=127 => i8, -0x8000..=0x7FFF => 0x80 i16, .. => 0x81 i32 }";
    differs(
        &format!("{int} struct S {{ a: Int, b: [Int; 2] }}"),
        "8101000000 02 800300",
        &["a@0 form: 8101000000 -> 01", "b[1]@6 form: 800300 -> 03"],
    );
    let char = "varint Char: i8 wrap { -126..=127 => i8, .. => 0x80 i16 }";
    differs(&format!("{char} struct S {{ a: Char }}"), "804101", &["a@0 form: 804101 -> 41"]);
    differs(
        &format!("{char} struct S {{ name: [Char; until 0, ..=30] as latin1 }}"),
        "804801 69 806a02 800001",
        &["name@0 form: 804801 -> 48", "name@4 form: 806a02 -> 6a", "name@7 end: 800001 -> 00"],
    );
    differs(
        "struct S { bits u8 { wide, _: .. }, x: match wide { 0 => u8, 1 => u16 } }",
        "010500",
        &["wide@0 form: 01 -> 00", "x@1 form: 0500 -> 05"],
    );
    differs("struct S { id: match left() { 2 => u16, 4 => u32 } }", "05000000", &["id@0 form: 05000000 -> 0500"]);
    differs("varint N: u32 = leb128; struct S { a: bytes[N] }", "8100ff", &["a@0 form: 8100 -> 01"]);
    differs(
        "varint N: u32 = leb128; message S = 7 if true { a: u8 } family F: N { S }",
        "870009",
        &["code@0 form: 8700 -> 07"],
    );
}

#[test]
fn spelling() {
    let kind = "enum Kind: u8 { A = 0, B = 1 | 2, C = 4 }";
    differs(
        &format!("{kind} struct S {{ k: Kind, l: [Kind; 2] }}"),
        "020102",
        &["k@0 spelling: 02 -> 01", "l[1]@2 spelling: 02 -> 01"],
    );
    differs(
        &format!("{kind} struct S {{ k: Kind, x: match k {{ A => X {{}}, B => Y {{ a: u8 }} }} }}"),
        "0209",
        &["k@0 spelling: 02 -> 01"],
    );
    differs(
        "struct S { bits u8 { a, b, _: .. }, x: match (a, b) { (0, _) => u8, (1, 0) => u16 } }",
        "0205",
        &["b@0 spelling: 02 -> 00"],
    );
}

#[test]
fn flag() {
    differs(
        "struct S { bits u8 { has, _: .. }, x: u8 if has else 7 }",
        "0107",
        &["has@0 flag: 01 -> 00", "x@1 flag: 07 -> "],
    );
    differs(
        "struct S { bits u8 { has, more, _: .. }, g: if has { a: u8, b: u8 if more } }",
        "02",
        &["more@0 flag: 02 -> 00"],
    );
    differs(
        "struct S { bits u8 { size: u2, _: .. }, x: match size { 0 => none, 1 => u8, 2 => u16 } else 5 }",
        "0105",
        &["size@0 flag: 01 -> 00", "x@1 flag: 05 -> "],
    );
    differs("struct S { x: u16 if left() > 0 else 3 }", "0300", &["x@0 flag: 0300 -> "]);
    let step = "delta Step { bits u8 { x, _: .. }, x_now: i16 if x else base.x_now, m: u8 }";
    differs(
        &format!("{step} struct S {{ a: Step from zero, b: Step from a }}"),
        "01050009 01050008",
        &["b.x@4 flag: 01 -> 00", "b.x_now@5 flag: 0500 -> "],
    );
    let stats = "delta Stats { mask: u8, all: [i8 if mask else base.all; 8] }";
    differs(
        &format!("{stats} struct S {{ a: Stats from zero, b: Stats from a }}"),
        "0305 06 03 05 07",
        &["b.mask@3 flag: 03 -> 02", "b.all[0]@4 flag: 05 -> "],
    );
}

#[test]
fn end() {
    differs("struct S { line: bytes[until 10 | 13], rest: bytes[..] }", "680d01", &["line@1 end: 0d -> 0a"]);
    differs("struct S { line: ascii[until 0 or end] }", "68", &["line@1 end:  -> 00"]);
    differs("struct S { line: ascii[until 0 or end, ..=2] }", "686900", &["line@2 end: 00 -> "]);
    differs("struct S { ids: [i8; until -1 | ..0], b: u8 }", "01fe09", &["ids@1 end: fe -> ff"]);
    differs(
        "struct S { items: [{ a: u8, _: u8, id: i8 }; until id: -1 | ..0], b: u8 }",
        "0504fd09",
        &["items@0 end: 0504fd -> 0000ff"],
    );
}

#[test]
fn filling() {
    differs("struct S { name: latin1[6] }", "6200ff00ff00", &["name@2 filling: ff00ff00 -> 00000000"]);
    differs("struct S { name: latin1[4 or end] }", "6869", &["name@2 filling:  -> 0000"]);
    differs("struct S { name: [u16; 3] as latin1 }", "480000000500", &["name@4 filling: 0500 -> 0000"]);
}

#[test]
fn declared() {
    differs("struct S { on: u8 as truthy }", "05", &["on@0 declared: 05 -> 01"]);
    differs("struct S { level: u8 where it <= 20 else 20 }", "63", &["level@0 declared: 63 -> 14"]);
    differs("struct S { x: f32 where -1.0 < it < 1.0 else 0.0 }", "0000807f", &["x@0 declared: 0000807f -> 00000000"]);
    let hook = schema("hook h(data: bytes) -> u8; struct S { sum: u8 = h(after(sum)), a: u8, _: u8 }");
    assert_eq!(told(&hook, "050300", &Sum), ["sum@0 declared: 05 -> 03"]);
    assert_eq!(told(&hook, "0a0307", &Sum), ["sum@0 follows: 0a -> 03", "reserved@2 reserved: 07 -> 00"]);
    // Nobody knows the number of the other bytes.
    assert_eq!(told(&hook, "0a0307", &Unknown), ["sum@0 declared: 0a -> 0a", "reserved@2 reserved: 07 -> 00"]);
    let apart = schema("hook h(data: bytes) -> u8; struct S { sum: u8 = h(after(a)), _: u8, a: u8, b: u8 }");
    assert_eq!(told(&apart, "0a070101", &Unknown), ["reserved@1 reserved: 07 -> 00"]);
}

#[test]
fn a_checksum_follows() {
    let crc = schema("struct S { a: u8, _: u8, sum: u16 = crc_16_modbus(before(sum)) }");
    let packet = (0..=0xFFFF_u16).map(|sum| format!("0107{:04x}", sum.swap_bytes()));
    let right = packet.into_iter().find(|packet| read_as(&crc, "S", &hex(packet)).is_ok()).unwrap();
    let told = told(&crc, &right, &Unknown);
    assert_eq!(told[0], "reserved@1 reserved: 07 -> 00");
    assert!(told[1].starts_with("sum@2 follows: "), "{told:?}");
}

#[test]
fn what_changes_the_value_has_no_kind() {
    // The writer leaves out what is not the same.
    let zero = "struct S { bits u8 { has, _: .. }, x: f32 if has else 0.0 }";
    let found = told(&schema(zero), "0100000080", &Unknown);
    assert!(found.is_empty() || found.iter().any(|one| one.contains('?')), "{found:?}");
}
