//! `read` marks packets that would be written otherwise.

use serde_json::{Value, json};

use crate::repository::{root, run};
use crate::support::Folder;

/// Somebody steps through a teleporter; one number has three bytes where one would do.
const TELEPORT: &str = "1c 800100 02 03";

const SCHEMA: &str = "\
protocol kinds { byte_order: little }
varint Int: i32 { -126..=127 => i8, .. => 0x80 i32 }
enum Kind: u8 { A = 0, B = 1 | 2 }
struct All {
    bits u8 { wide, has, level: u2, _: .. },
    kind: Kind,
    number: Int,
    x: match wide { 0 => u8, 1 => u16 },
    y: u8 if has else 7,
    within (u8) {
        /// The name that other players see.
        name: latin1[4],
        _: bytes[..],
    },
    ids: [i8; until -1 | ..0],
    on: u8 as truthy,
}
struct Named { differs: [u8; 2], _: u8 }
";
/// A difference of each kind.
const ALL: &str = "f7 02 8005000000 0500 07 06 6100ff01 aabb 02fd 05";
const CANONICAL: &str = "04010505046100000002ff01";

fn folder(test: &str) -> Folder {
    Folder::new(test).with("kinds.wire", SCHEMA)
}

fn parsed(out: &str) -> Value {
    serde_json::from_str(out).expect("JSON")
}

#[test]
fn a_missing_terminator_is_marked_where_its_list_is() {
    let list = "protocol list { byte_order: little }\nstruct S { ids: [u16; until 0 or end] }";
    let read = |test: &str, bytes: &str| {
        Folder::new(test).with("list.wire", list).run(&["read", "list.wire", "S", bytes]).good()
    };
    assert!(read("differs_empty", "").contains("ids      end -> 00 00\n"));
    assert!(read("differs_list", "0500").contains("ids         end at 2 -> 00 00\n"));
}

#[test]
fn each_difference_is_marked_with_its_kind_and_what_is_written() {
    insta::assert_snapshot!(folder("differs_all").run(&["read", "kinds.wire", "All", ALL]).good());
    let docs = folder("differs_docs").run(&["read", "kinds.wire", "All", ALL, "--docs"]).good();
    assert!(docs.contains("filling at 13 -> 00 00  The name that other players see."), "{docs}");
    let decimal = folder("differs_dec").run(&["read", "kinds.wire", "Named", "--dec", "1 2 255"]).good();
    assert!(decimal.contains("reserved -> 0\n"), "{decimal}");
    // A truncated packet is not compared.
    assert!(!folder("differs_cut").run(&["read", "kinds.wire", "All", "f7 02"]).out.contains("->"));
}

#[test]
fn packets_of_games_are_marked() {
    insta::assert_snapshot!(run(&["read", "schema/sauerbraten.wire", "Teleport", TELEPORT]));
    insta::assert_snapshot!(run(&["read", "schema/sauerbraten.wire", "[Positions]", "1c010203", TELEPORT]));
    // The highest bit of the mask is reserved.
    insta::assert_snapshot!(run(&["read", "schema/quake2.wire", "Sound", "09 88 40 12 00"]));
}

/// The command does not have the game's function: it keeps the number, and says that its bytes are others.
#[test]
fn a_checksum_of_the_game_is_kept_and_marked() {
    let moved = "02 f5 3b770100 01 8ee4 19 41 01 8ee4 2c 88 00 c1 d4";
    let schema = root().join("schema/quake2.wire");
    let schema = schema.to_str().expect("a path");
    let ran = folder("differs_hook").run(&["read", schema, "Move", moved, "--with", "sequence=1", "--json"]);
    let told: Vec<&str> = ran.err.lines().collect();
    assert_eq!(told[0], "checksum at byte 1: declared -> f5");
    assert_eq!(told[2], "previous.pitch at byte 12: flag -> nothing");
}

#[test]
fn nothing_is_shown_of_packets_that_come_back() {
    let out = folder("differs_none").run(&["read", "kinds.wire", "All", CANONICAL]).good();
    assert!(!out.contains("->"), "{out}");
    let json = folder("differs_none_json").run(&["read", "kinds.wire", "All", CANONICAL, "--json"]).good();
    assert_eq!(parsed(&json).get("differs"), None);
}

#[test]
fn differences_stand_beside_the_fields_and_writing_needs_none() {
    let folder = folder("differs_json");
    let ran = folder.run(&["read", "kinds.wire", "All", ALL, "--json"]);
    let told: Vec<&str> = ran.err.lines().collect();
    assert_eq!(told[3], "kind at byte 1: spelling -> 01");
    let kinds: Vec<_> = told.iter().filter_map(|line| line.split(": ").nth(1)?.split(' ').next()).collect();
    let expected = [
        "form", "flag", "reserved", "spelling", "form", "form", "flag", "follows", "filling", "reserved", "end",
        "declared",
    ];
    assert_eq!(kinds, expected);
    assert_eq!(folder.pipe(&["write", "kinds.wire", "All"], ran.out.as_bytes()).good(), format!("{CANONICAL}\n"));

    // A field may have this name.
    let ran = folder.run(&["read", "kinds.wire", "Named", "010203", "--json"]);
    assert_eq!(
        (parsed(&ran.out), ran.err.as_str()),
        (json!({"differs": [1, 2]}), "reserved at byte 2: reserved -> 00\n")
    );
    assert_eq!(folder.pipe(&["write", "kinds.wire", "Named"], ran.out.as_bytes()).good(), "010200\n");
}

#[test]
fn each_answer_has_its_differences() {
    let requests = format!("{{\"hex\":\"{TELEPORT}\"}}\n{{\"hex\":\"1c010203\"}}\n");
    let schema = root().join("schema/sauerbraten.wire");
    let schema = schema.to_str().expect("a path");
    let folder = folder("differs_lines");
    let out = folder.pipe(&["read", schema, "Teleport", "--lines"], requests.as_bytes()).good();
    let answers: Vec<Value> = out.lines().map(parsed).collect();
    let differs = json!([{"path": "cn", "offset": 1, "kind": "form", "written": "01"}]);
    assert_eq!((&answers[0]["differs"], answers[1].get("differs")), (&differs, None));
    let written = folder.pipe(&["write", schema, "Teleport", "--lines"], out.as_bytes()).good();
    assert_eq!(written, "{\"ok\":true,\"hex\":\"1c010203\"}\n".repeat(2));
}

#[test]
fn an_array_has_them_beside_it() {
    let schema = root().join("schema/sauerbraten.wire");
    let arguments = ["read", schema.to_str().expect("a path"), "[Positions]", "1c010203", TELEPORT, "--json"];
    let ran = folder("differs_array").run(&arguments);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), "[1].cn at byte 5: form -> 01\n"));
    assert_eq!(parsed(&ran.out).as_array().map(Vec::len), Some(2));
}

#[test]
fn a_packet_that_can_not_be_written_is_told() {
    let folder = folder("differs_refused");
    let schema = "protocol exact { byte_order: big }
        varint Int: i16 { -126..=127 => i8, .. => 0x80 i16 }
        struct Exact { within (4) { number: Int, rest: u8 } }";
    folder.write("exact.wire", schema.as_bytes());
    let run = |more: &[&str]| folder.run(&[&["read", "exact.wire", "Exact", "80000509"], more].concat());
    insta::assert_snapshot!(run(&[]).good());
    let ran = run(&["--json"]);
    assert_eq!(parsed(&ran.out), json!({"number": 5, "rest": 9}));
    assert!(ran.err.starts_with("not written: Exact.within: "), "{}", ran.err);
    let out = folder.pipe(&["read", "exact.wire", "Exact", "--lines"], b"{\"hex\":\"80000509\"}\n").good();
    assert_eq!(parsed(&out)["unwritten"], "count");
}
