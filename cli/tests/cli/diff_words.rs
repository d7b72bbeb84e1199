//! `wireform diff`: lines that a stranger reads at once, without any twice.

use crate::support::Folder;

/// The text of a comparison of two schemas.
fn text(test: &str, old: &str, new: &str) -> String {
    let with = |items: &str| format!("protocol p {{ byte_order: big }}\n{items}\n");
    let folder = Folder::new(&format!("diff_words_{test}")).with("old.wire", &with(old)).with("new.wire", &with(new));
    folder.run(&["diff", "old.wire", "new.wire"]).out
}

/// The lines of an item.
#[track_caller]
fn item<'t>(text: &'t str, heading: &str) -> Vec<&'t str> {
    let found = text.split("\n\n").find(|block| block.lines().next() == Some(heading));
    found.unwrap_or_else(|| panic!("{heading}\n{text}")).lines().skip(1).collect()
}

#[test]
fn an_enum_that_opens_says_what_breaks_in_rust() {
    let closed = "enum Kind: u8 { A = 0, B = 1 }\nstruct S { kind: Kind }";
    let open = closed.replace("B = 1", "B = 1, ..");
    let opened = text("opened", closed, &open);
    let expected = [
        "  accepts  closed -> open",
        "  rust     Kind as _: - cast; breaking: a variant has a value, so `as` does not convert it",
        "  rust     Kind: - TryFrom<u8>; breaking: a trait less",
        "  rust     Kind::from_code(): `(code: u8) -> Option<Self>` -> `(code: u8) -> Self`; breaking: another signature",
        "  rust     Kind::Other: + (u8); breaking: a `match` has to have it",
        "  rust     Kind: + From<u8>",
        "  rust     Kind::is_canonical(): + `(self) -> bool`",
    ];
    assert_eq!(item(&opened, "enum Kind"), expected);
    let closed = text("closed", &open, closed);
    let expected = [
        "  accepts  open -> closed",
        "  rust     Kind: - From<u8>; breaking: a trait less",
        "  rust     Kind::Other: - (u8); breaking: gone",
        "  rust     Kind::from_code(): `(code: u8) -> Self` -> `(code: u8) -> Option<Self>`; breaking: another signature",
        "  rust     Kind::is_canonical(): - `(self) -> bool`; breaking: gone",
        "  rust     Kind as _: + cast",
        "  rust     Kind: + TryFrom<u8>",
    ];
    assert_eq!(item(&closed, "enum Kind"), expected);
}

#[test]
fn a_name_of_an_open_enum_is_meaning() {
    let closed = "enum Kind: u8 { A = 0, B = 1 }\nstruct S { kind: Kind }";
    let more = |old: &str| old.replace("B = 1", "B = 1, C = 2");
    let open = closed.replace("B = 1", "B = 1, ..");
    assert_eq!(item(&text("name_open", &open, &more(&open)), "enum Kind")[0], "  meaning  C: + 2");
    assert_eq!(item(&text("name_gone", &more(&open), &open), "enum Kind")[0], "  meaning  C: - 2");
    assert_eq!(item(&text("name_closed", closed, &more(closed)), "enum Kind")[0], "  accepts  C: + 2");
}

#[test]
fn other_codes_of_an_enum_break_no_code() {
    let old = "enum Kind: u8 { A = 0, B = 1 }\nstruct S { kind: Kind }";
    let out = text("codes", old, &old.replace("B = 1", "B = 2"));
    assert_eq!(item(&out, "enum Kind"), ["  meaning  B: 1 -> 2"]);
    assert!(out.ends_with("rust: the same types\n"), "{out}");
}

#[test]
fn a_name_with_several_codes_takes_the_list_of_names() {
    let old = "enum Kind: u8 { A = 0, B = 1, .. }\nstruct S { kind: Kind }";
    let out = text("ranges", old, &old.replace("B = 1", "B = 1, C = 4..=7"));
    let lines = item(&out, "enum Kind");
    assert!(lines.contains(&"  rust     Kind::ALL: - const &'static [Self]; breaking: gone"), "{out}");
}

#[test]
fn a_message_without_a_longest_length_is_told() {
    let old = "struct S { a: [u8; u8] where len(it) <= 10 }";
    let out = text("bounded", old, "struct S { a: [u8; ..] }");
    assert!(item(&out, "struct S").contains(&"  rust     S: - Bounded; breaking: a trait less"), "{out}");
}

#[test]
fn another_name_is_one_line_in_each_type() {
    let old = "family F: u8 {\n    message A = 1 { x: u8 }\n    message B = 2 { all: [P; u8] }\n}\nstruct P { x: u8 }";
    let new = old.replace("message A", "message Z").replace("[P;", "[Q;").replace("struct P", "struct Q");
    let out = text("renamed", old, &new);
    assert_eq!(item(&out, "message F.Z, was `A`")[2..], ["  rust     f::A: struct -> f::Z; breaking: another name"]);
    let expected = [
        "  rust     FHandler::a(): (f::AView<'a>) -> z(f::ZView<'a>); breaking: another name",
        "  rust     F_::A: (f::A) -> Z(f::Z); breaking: another name",
    ];
    assert_eq!(item(&out, "family F")[2..], expected);
    assert_eq!(item(&out, "struct Q, was `P`")[2..], ["  rust     P: struct -> Q; breaking: another name"]);
    assert!(!out.contains("List<") && !out.contains("other Rust"), "{out}");
    assert!(out.ends_with("rust: 4 breaking\n"), "{out}");
}

#[test]
fn the_view_of_a_type_with_an_underline_is_told_of_the_type() {
    let old = "struct E { t: utf8[u8], x: u8 }\nstruct S { e: E }";
    let out = text("underline", old, &old.replace("E ", "G ").replace("x: u8", "x: u16"));
    let lines = item(&out, "struct G, was `E`");
    assert!(lines.contains(&"  rust     E_: struct -> G; breaking: another name"), "{out}");
    assert!(!out.contains("EView") && !out.contains("GView"), "{out}");
    let out = text("underline_field", old, &old.replace("x: u8", "x: u16"));
    assert!(item(&out, "struct E").contains(&"  rust     E_.x: u8 -> u16; breaking: another type"), "{out}");
    assert!(!out.contains("EView"), "{out}");
}

#[test]
fn another_name_in_one_family_is_none_in_another() {
    let old = "family F: u8 {\n    message A = 1 { x: u8 }\n}\nfamily G: u8 {\n    message A = 1 { t: utf8[u8] }\n}";
    let new = "family F: u8 {\n    message Z = 1 { x: u8 }\n}\nfamily G: u8 {\n    message Z = 2 { t: bytes[u16] }\n}";
    let out = text("renamed_in_one", old, new);
    assert!(item(&out, "family F").contains(&"  rust     F_::A: (f::A) -> Z(f::Z); breaking: another name"), "{out}");
    assert!(item(&out, "family G").contains(&"  rust     G::A: - (g::A<'a>); breaking: gone"), "{out}");
    assert!(item(&out, "message G.A is gone").len() == 1 && !out.contains("G::A: (g::A"), "{out}");
}

#[test]
fn a_message_with_another_code_stands_in_its_family() {
    let old = "family F: u8 {\n    message A = 1 { x: u8 }\n    message B = 2 { x: u8 }\n}";
    let out = text("code", old, &old.replace("B = 2", "B = 3"));
    assert!(!out.contains("message F.B"), "{out}");
    assert_eq!(item(&out, "family F")[0], "  wire     B: message 2 -> message 3");
    assert!(out.contains("\nnew reads old: 1 always, 1 some packets, 1 no packet, by the code\n"), "{out}");
    let commented = old.replace("message B = 2", "/// More.\n    message B = 3");
    assert!(!text("code_comment", old, &commented).contains("message F.B"), "the comment is not shown");
    let out = text("code_more", old, &old.replace("B = 2 { x: u8", "B = 3 { x: u8, y: u8"));
    let expected = ["  wire     message 2 -> message 3", "  wire     y: + u8"];
    let lines = item(&out, "message F.B");
    assert_eq!(lines[..2], expected);
    assert_eq!(lines[2], "  new reads old, old reads new: no packet, by its code");
}

#[test]
fn a_code_of_a_family_without_carrier_is_one_line() {
    let old = "family F { message A = 10 { x: u8 } }";
    let out = text("no_carrier", old, &old.replace("10", "12"));
    assert_eq!(item(&out, "family F"), ["  wire     A: message 10 -> message 12"]);
}

#[test]
fn another_byte_order_is_told_once_and_first() {
    let old = "protocol p { byte_order: big }\nstruct S { a: u16, b: f32, c: u8 }\nstruct C { c: u8, d: u8 }\n";
    let folder = Folder::new("diff_words_order").with("old.wire", old).with("new.wire", &old.replace("big", "little"));
    let out = folder.run(&["diff", "old.wire", "new.wire"]).out;
    assert!(out.starts_with("old.wire -> new.wire\n\nbyte order of all numbers: big -> little\n\nstruct S\n"), "{out}");
    // A byte has no order.
    assert!(!out.contains("struct C") && out.contains("\nnew reads old: 1 always, "), "{out}");
    let json = folder.run(&["diff", "--json", "old.wire", "new.wire"]).out;
    assert!(json.contains("\"byte_order\":{\"old\":\"big\",\"new\":\"little\"}"), "{json}");
    let mixed = old.replace("a: u16", "a: u16be").replace("big", "little");
    let out = folder.with("new.wire", &mixed).run(&["diff", "old.wire", "new.wire"]).out;
    assert!(out.contains("b: f32be -> f32le") && !out.contains("byte order"), "{out}");
}

#[test]
fn types_of_elements_stand_with_their_message() {
    let old = "message M = 1 { all: [{ x: u8 }; u8] }";
    let out = text("elements", old, &old.replace("x: u8", "x: u8, y: u8"));
    let lines = item(&out, "message M");
    let field = "  rust     MAll.y: + u8; breaking: a struct literal has to name it, unless it ends in `..`";
    assert!(lines.contains(&field) && !out.contains("other Rust"), "{out}");
}

#[test]
fn other_words_for_the_same_bytes_are_proven() {
    let old = "varint V: i16 { -126..=127 => i8, .. => 0x80 i16 }
quantity Q: u8 = raw / 2;
quantity Wide: u32 = raw / 8 - 3;
quantity Tenth: u16 = raw / 10;
struct N { n: u8, all: [u16; n], v: V }
struct I { a: { x: Q, w: Wide, t: Tenth }, b: u8 }";
    let new = "varint V: i16 { -100..=127 => i8, .. => 0x80 i16 }
quantity Q: u8 = raw * 0.5;
quantity Wide: u32 = raw * 0.125 - 3;
quantity Tenth: u16 = raw * 0.1;
struct N { all: [u16; u8], v: V }
struct Apart { x: Q, w: Wide, t: Tenth }
struct I { a: Apart, b: u8 }";
    let out = text("forms", old, new);
    assert!(out.contains("\nnew reads old: 1 always, 1 "), "a tenth is rounded otherwise\n{out}");
    assert!(item(&out, "struct N").contains(&"  new reads old: always"), "{out}");
    let new = new.replace("raw * 0.1;", "raw / 5 / 2;");
    let out = text("forms_same", old, &new);
    assert!(out.contains("\nnew reads old: 2 always\nold reads new: 2 always\n"), "{out}");
    assert!(item(&out, "struct I")[0].ends_with("a: { .. } -> Apart"), "{out}");
    // The size of a list has its count in it.
    let size = "struct S { n: u8, all: bytes[n], k: u8 where size(all) <= 4 }";
    let out = text("forms_size", size, "struct S { all: bytes[u8], k: u8 where size(all) <= 4 }");
    assert!(out.contains("breaks the rule `size(all) <= 4`"), "{out}");
    // An alignment begins at the struct.
    let group = "struct S { h: u8, a: { t: latin1[until 0], _: align(4) } }";
    let out = text("forms_align", group, "struct A { t: latin1[until 0], _: align(4) }\nstruct S { h: u8, a: A }");
    assert!(!out.contains("always"), "{out}");
    // Fields in another order are other fields.
    let out = text("forms_moved", old, &new.replace("x: Q, w: Wide", "w: Wide, x: Q"));
    assert!(out.contains("1 always, 1 ") && !out.contains("2 always"), "{out}");
}

#[test]
fn reserved_space_that_becomes_a_constant_is_in_words() {
    let old = "struct S { _: u8, n: u8, _: u8 = 3 }";
    let out = text("reserved", old, "struct S { _: u8 = 1, n: u8, _: u8 }");
    let expected = [
        "  accepts  constant: reserved, any number is read -> = 1",
        "  accepts  reserved: = 3 -> reserved, any number is read",
    ];
    assert_eq!(item(&out, "struct S")[..2], expected);
}

#[test]
fn a_constant_of_a_rule_is_shown_as_its_number() {
    let old =
        "const MOST = 125;\nstruct S { n: u8 where 1..=MOST, all: [u8; u8] where 1 <= len(it) && len(it) <= MOST }";
    let lines = text("constant", old, &old.replace("125", "100"));
    let expected = [
        "  accepts  n: where it in 1..=125 -> where it in 1..=100",
        "  accepts  all: where len(it) in 0..=125 -> where len(it) in 0..=100",
    ];
    assert_eq!(item(&lines, "struct S")[..2], expected);
    let old = "const NO_PEER = 4095;\nstruct S { low: u16, peer: u16 where it < NO_PEER && it > low }";
    let lines = text("constant_it", old, &old.replace("4095", "255"));
    assert_eq!(item(&lines, "struct S")[0], "  accepts  peer: where it in 0..=4094 -> where it in 0..=254");
}

#[test]
fn other_comments_alone_are_told_in_a_line() {
    let old = "struct S { n: u8 }";
    let out = text("comment", old, &format!("/// More.\n{old}"));
    assert!(
        out.ends_with("rust: the same types\ncomments or names in other sources: others; `--docs` lists them\n"),
        "{out}"
    );
    assert!(!text("no_comment", old, old).contains("comments"), "there are none");
}

#[test]
fn an_item_with_another_name_only_names_what_is_in_it() {
    let old = "struct P { x: u8 }\nstruct S { a: u8, p: P }";
    let out = text("inside", old, "struct P { x: u16 }\nstruct S { b: u8, p: P }");
    assert_eq!(item(&out, "struct S")[..2], ["  names    b: a -> b", "  inside   P"]);
}

#[test]
fn a_form_of_a_varint_is_one_line() {
    let old = "varint V: i16 { -126..=127 => i8, .. => 0x80 i16 }\nstruct S { v: V }";
    let out = text("varint", old, &old.replace("-126", "-100"));
    assert_eq!(item(&out, "varint V"), ["  wire     form 1: -126..=127 => i8 -> -100..=127 => i8"]);
}
