//! `wireform diff`

use std::collections::BTreeSet;

use serde_json::Value;

use crate::repository::{read, root};
use crate::support::{Folder, Ran};

/// A small schema; each test changes some of it.
const OLD: &str = "\
protocol small { byte_order: big }
enum Kind: u8 { A = 0, B = 1 }
quantity Height: u16 = raw / 16 in metres;
family ToServer: u8 {
    message Move = 1 { kind: Kind, height: Height, bits u8 { fast: bool, _: .. } }
    message Name = 2 { name: utf8[u8] where size(it) <= 10 }
}
struct Packet { messages: [ToServer; ..] }
";

/// Compares the small schema with another one.
fn run(test: &str, from: &[(&str, &str)], arguments: &[&str]) -> Ran {
    let new = from.iter().fold(OLD.to_owned(), |text, (before, now)| {
        assert!(text.contains(before), "{before}");
        text.replace(before, now)
    });
    let folder = Folder::new(&format!("diff_{test}")).with("old.wire", OLD).with("new.wire", &new);
    folder.run(&[&["diff", "old.wire", "new.wire"], arguments].concat())
}

/// The text of a comparison in which something required does not hold.
#[track_caller]
fn differs(ran: &Ran) -> &str {
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
    &ran.out
}

fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("\n```{language}\n");
    page.split(&fence).skip(1).map(|rest| rest.split_once("\n```").expect("the block ends").0.to_owned()).collect()
}

#[test]
fn the_page_shows_what_the_command_prints() {
    let page = read("cli/diff.md");
    let [old, new] = blocks(&page, "wire").try_into().expect("two schemas");
    let folder = Folder::new("diff_page").with("old.wire", &old).with("new.wire", &new);
    let commands = blocks(&page, "sh");
    let command = commands.last().expect("a command");
    let ran = folder.run(&command.split_whitespace().skip(1).collect::<Vec<_>>());
    assert_eq!(differs(&ran).trim_end(), blocks(&page, "text")[0]);
    assert_eq!(ran.err, "error: required, and does not hold: new-reads-old, old-reads-new, rust\n");
}

#[test]
fn the_page_shows_what_differs_between_two_versions_of_mqtt() {
    let page = read("cli/diff.md");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_wireform"));
    command.args(["diff", "mqtt@v4", "mqtt@v5"]).current_dir(root());
    let out = String::from_utf8(command.output().expect("the command runs").stdout).expect("text");
    let shown = &blocks(&page, "text")[1];
    assert!(shown.starts_with("message ") && out.contains(shown.as_str()), "{shown}\n{out}");
}

#[test]
fn the_page_has_all_keys_and_words() {
    let page = read("cli/diff.md");
    let [old, new] = blocks(&page, "wire").try_into().expect("two schemas");
    let folder = Folder::new("diff_keys").with("old.wire", &old).with("new.wire", &new);
    let ran = folder.run(&["diff", "--json", "old.wire", "new.wire"]);
    let json: Value = serde_json::from_str(differs(&ran)).expect("JSON");
    let mut keys = BTreeSet::new();
    all_keys(&json, &mut keys);
    // Parameters are keys of their own.
    for key in keys {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
    let help = folder.run(&["diff", "--help"]).good();
    for word in ["new-reads-old", "old-reads-new", "rust", "proven", "same"] {
        assert!(page.contains(&format!("| `{word}` |")) && help.contains(word), "{word}");
    }
}

fn all_keys(json: &Value, keys: &mut BTreeSet<String>) {
    match json {
        Value::Object(object) => object.iter().for_each(|(key, value)| {
            keys.insert(key.clone());
            all_keys(value, keys);
        }),
        Value::Array(all) => all.iter().for_each(|value| all_keys(value, keys)),
        _ => {}
    }
}

#[test]
fn the_same_schema_has_no_difference() {
    let ran = run("same", &[], &["--require", "same,proven"]);
    assert_eq!(
        ran.good(),
        "old.wire -> new.wire\n\nnew reads old: 4 always\nold reads new: 4 always\nrust: the same types\n"
    );
}

#[test]
fn comments_are_listed_if_that_is_wanted() {
    let comment = [("    message Name", "    /// Who it is.\n    message Name")];
    let out = run("comment", &comment, &["--require", "same"]).good();
    assert!(!out.contains("Who it is"), "{out}");
    let out = run("comments", &comment, &["--docs", "--require", "same"]).good();
    assert!(out.contains("message ToServer.Name\n  docs     + Who it is.\n"), "{out}");
}

#[test]
fn a_range_that_is_wider_is_read_by_new_readers_only() {
    let wider = [("size(it) <= 10", "size(it) <= 12")];
    let ran = run("wider", &wider, &["--require", "new-reads-old,rust,proven"]);
    let out = ran.good();
    assert!(out.contains("  accepts  name: where size(it) <= 10 -> where size(it) <= 12\n"), "{out}");
    assert!(out.contains("  new reads old: always\n  old reads new: some packets, not this one\n    020a"), "{out}");
    assert!(out.contains("breaks the rule `size(it) <= 10`: found 11\n"), "{out}");
    let err = run("wider_both", &wider, &[]).err;
    assert_eq!(err, "error: required, and does not hold: old-reads-new\n");
}

#[test]
fn reserved_bits_with_a_name_are_proven_in_both_directions() {
    let part = [("fast: bool, _: ..", "fast: bool, high: bool, _: ..")];
    let out = run("part", &part, &["--require", "new-reads-old,old-reads-new,proven"]).good();
    assert!(out.contains("  new reads old: always\n  old reads new: always, without the field `Move.high`\n"), "{out}");
}

#[test]
fn alternatives_that_hold_together_with_others_are_in_parentheses() {
    let old = "protocol small { byte_order: big }\nconst A = 1;\nstruct S { a: u8, b: u8, c: u8, x: u8 if (a == A || b == 1) && c == 1 }\n";
    let new = old.replace("A = 1", "A = 2");
    let ran =
        Folder::new("diff_any").with("old.wire", old).with("new.wire", &new).run(&["diff", "old.wire", "new.wire"]);
    let text = differs(&ran);
    assert!(text.contains("if (a in 1 || b in 1) -> if (a in 2 || b in 1)"), "{text}");
}

#[test]
fn constants_in_another_order_are_a_difference() {
    let old = "protocol small { byte_order: big }\nstruct S { zero: f32 = 0.0, below: f32 = -0.0, x: u8 }\n";
    let new = old.replace("zero: f32 = 0.0, below: f32 = -0.0", "below: f32 = -0.0, zero: f32 = 0.0");
    let ran = Folder::new("diff_constants")
        .with("old.wire", old)
        .with("new.wire", &new)
        .run(&["diff", "old.wire", "new.wire"]);
    let text = differs(&ran);
    assert!(text.contains("struct S\n  wire     zero: - hex \"00000000\"\n"), "{text}");
}

#[test]
fn a_count_in_reserved_space_is_zero_in_old_packets() {
    let old = "protocol p { byte_order: big }\nstruct S { x: u8, _: u8 }\n";
    let new = "protocol p { byte_order: big }\nstruct S { x: u8, count: u8, more: [u16; count] }\n";
    let folder = Folder::new("diff_count").with("old.wire", old).with("new.wire", new);
    let out = folder.run(&["diff", "old.wire", "new.wire", "--require", "new-reads-old,proven"]).good();
    assert!(out.contains("  new reads old: always\n  old reads new: some packets, not this one\n"), "{out}");
}

#[test]
fn a_formula_is_another_value_of_the_same_bytes() {
    let ran = run("formula", &[("raw / 16", "raw / 8")], &["--require", "new-reads-old"]);
    let out = differs(&ran);
    assert!(out.contains("quantity Height\n  meaning  raw / 16 -> raw / 8\n"), "{out}");
    assert!(out.contains("only by what is in them\n  message ToServer.Move: Height\n"), "{out}");
    assert!(out.contains(" metres, and read as "), "{out}");
}

#[test]
fn names_break_rust_and_no_packet() {
    let names = [("fast", "quick"), ("Name", "Nick"), ("A = 0", "Aa = 0"), ("Height", "Altitude")];
    let out = run("names", &names, &["--require", "new-reads-old,old-reads-new,proven"]).good();
    assert!(out.contains("message ToServer.Nick, was `Name`\n"), "{out}");
    assert!(out.contains("  names    quick: fast -> quick\n"), "{out}");
    assert!(out.contains("  names    Aa: A -> Aa\n"), "{out}");
    assert!(out.contains("quantity Altitude, was `Height`\n"), "{out}");
    assert!(out.contains("new reads old: 4 always\nold reads new: 4 always\n"), "{out}");
    let ran = run("names_rust", &names, &["--require", "rust"]);
    assert!(differs(&ran).contains("  rust     Height: struct -> Altitude; breaking: another name\n"), "{}", ran.out);
    assert!(
        differs(&ran).contains("to_server::Move.fast: bool -> quick: bool; breaking: another name\n"),
        "{}",
        ran.out
    );
}

#[test]
fn an_open_family_keeps_a_new_message_by_itself_only() {
    let open = OLD.replace("size(it) <= 10 }\n", "size(it) <= 10 }\n    ..\n");
    let more = open.replace("    ..\n", "    message Wave = 3 { hand: u8 }\n    ..\n");
    let folder = Folder::new("diff_open").with("old.wire", &open).with("new.wire", &more);
    let ran = folder.run(&["diff", "old.wire", "new.wire", "--require", "old-reads-new"]);
    let out = differs(&ran);
    let kept = "  old reads new: always, without the message `ToServer.Wave`, which it keeps as an unknown one\n";
    assert!(out.contains(kept), "{out}");
    // In a stream, an unknown message takes what follows.
    for stream in ["struct Packet: ToServer, ToServer.Wave", "stream [ToServer]: ToServer.Wave"] {
        let verdicts = format!("  {stream}\n    new reads old: always\n    old reads new: some");
        assert!(out.contains(&verdicts), "{verdicts}\n{out}");
    }
}

#[test]
fn a_type_that_versions_no_longer_share_is_told() {
    let with = |items: &str| format!("protocol small {{ byte_order: big, versions: [1, 2] }}\n{items}");
    let folder = Folder::new("diff_shared")
        .with("old.wire", &with("struct Same { x: u8 }"))
        .with("new.wire", &with("struct Same { x: u8, y: u8 if VERSION == 2 }"));
    let ran = folder.run(&["diff", "old.wire", "new.wire", "--require", "rust"]);
    let out = differs(&ran);
    assert!(out.starts_with("old.wire@v1 -> new.wire@v1\n\nnew reads old: 1 always\n"), "{out}");
    assert!(out.contains("  rust     Same: - struct; breaking: it is another type in each version\n"), "{out}");
}

#[test]
fn a_wrong_example_is_told_and_packets_are_compared() {
    let wrong = OLD.replace("<= 10 }", "<= 10, example \"no\" = hex \"02 01\" { name: \"a\" } }");
    let folder = Folder::new("diff_example").with("old.wire", OLD).with("new.wire", &wrong);
    let ran = folder.run(&["diff", "old.wire", "new.wire", "--require", "same"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.starts_with("warning: new.wire:6: "), "{}", ran.err);
}

#[test]
fn a_shipped_protocol_has_its_versions() {
    let ran = Folder::new("diff_shipped").run(&["diff", "blank@2015_10", "blank@v2015_11"]);
    let out = differs(&ran);
    assert!(out.starts_with("blank@v2015_10 -> blank@v2015_11\n"), "{out}");
    assert!(out.contains("accepts  count: where 1..=7 -> where 1..=12\n"), "{out}");
}

#[test]
fn versions_are_compared_by_their_names() {
    let versions =
        |text: &str, all: &str| text.replace("byte_order: big", &format!("byte_order: big, versions: [{all}]"));
    let folder = Folder::new("diff_versions")
        .with("old.wire", &versions(OLD, "1, 2"))
        .with("new.wire", &versions(&OLD.replace("u8 { fast", "u8 { _: u1, fast"), "2, 3"));
    let ran = folder.run(&["diff", "old.wire", "new.wire"]);
    let out = differs(&ran);
    assert!(
        out.starts_with("old.wire@v2 -> new.wire@v2\n") && out.ends_with("version v1 is gone\nversion v3 is new\n"),
        "{out}"
    );
    let one = folder.run(&["diff", "old.wire@1", "old.wire@v2", "--require", "same"]).good();
    assert!(one.starts_with("old.wire@v1 -> old.wire@v2\n"), "{one}");
    let err = folder.run(&["diff", "old.wire@7", "new.wire"]).bad(2);
    assert_eq!(err, "error: `old.wire` has no version `7`; there are v1, v2\n");
}

#[test]
fn a_session_value_of_other_messages_is_known_to_readers() {
    let old = "protocol p { byte_order: big }
message Map = 1 { mode: u8 }
session mode = Map.mode;
family F: u8 {
    Map,
    message X = 2 { a: u8 if session.mode == 1 }
    message Y = 3 { a: u8 }
}
";
    let new = old.replace("Y = 3 { a: u8 }", "Y = 3 { a: u8, b: u8 if session.mode == 1 }");
    let folder = Folder::new("diff_session").with("old.wire", old).with("new.wire", &new);
    let ran = folder.run(&["diff", "old.wire", "new.wire"]);
    let lines = "  wire     b: + u8 if session.mode == 1\n  new reads old: some packets, not this one\n";
    let out = differs(&ran);
    assert!(out.contains(lines) && out.contains(" (mode=1): Y.b at byte 2: 1 more byte needed"), "{out}");
    // A value that the writer's session cannot have is not tried.
    let flag = |text: &str| text.replace("mode: u8", "mode: u8 as bool").replace("session.mode == 1", "session.mode");
    let new = new.replace("session.mode == 1", "session.mode <= 1");
    let folder = folder.with("old.wire", &flag(old)).with("new.wire", &new);
    let ran = folder.run(&["diff", "old.wire", "new.wire"]);
    let lines = "  wire     b: + u8 if session.mode <= 1\n  new reads old: none of 500 packets, such as this one\n";
    assert!(differs(&ran).contains(lines), "{}", ran.out);
}

#[test]
fn a_comment_on_a_code_that_a_shape_stores_is_no_other_type() {
    let old = "protocol p { byte_order: big }\n\
        struct S { kind: u8, body: match kind { 0..=3 => Low { x: u8 }, _ => High {} } }\n";
    let folder = Folder::new("diff_code").with("old.wire", old);
    let folder = folder.with("new.wire", &old.replace("kind: u8,", "\n/// The kind.\nkind: u8,"));
    let ran = folder.run(&["diff", "old.wire", "new.wire"]);
    assert!(ran.out.contains("rust: the same types"), "{}", ran.out);
}

#[test]
fn a_wrong_schema_is_no_comparison() {
    let folder = Folder::new("diff_wrong").with("old.wire", OLD).with("new.wire", "protocol p {");
    assert!(folder.run(&["diff", "old.wire", "new.wire"]).bad(1).contains("new.wire:1"), "it says where");
    assert!(
        folder.run(&["diff", "old.wire", "old.wire", "--require", "all"]).bad(2).contains("new-reads-old"),
        "the words"
    );
}

#[test]
fn the_answer_is_always_the_same() {
    let run = || {
        let wire = [("kind: Kind, height: Height", "height: Height, kind: Kind"), ("<= 10", "<= 9")];
        run("again", &wire, &["--json"])
    };
    assert_eq!(run(), run());
}
