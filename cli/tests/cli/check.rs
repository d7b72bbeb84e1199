//! `wireform check`

use crate::support::{Folder, RIGHT, Ran};

#[test]
fn sums_up_what_is_right() {
    let folder = Folder::new("check_right").with("right.wire", RIGHT);
    let out = folder.run(&["check", "right.wire"]).good();
    assert_eq!(out, "right.wire: protocol right: 1 message in 0 families, 0 examples hold\n");
}

/// The schema of the reference has numbers of each owner.
#[test]
fn says_who_sets_each_number() {
    let schema = "protocol team { byte_order: little }
struct Team {
    version: u8 = 3,
    count: u8, members: [u16; count], leader: u16 if count > 0,
    bits u8 { has_note, late: bool, _: .. }, note: utf8[u8] if has_note where size(it) <= count,
    kind: u8, what: match kind { 0 => Tag {}, _ => Ids { ids: [u8; kind - 1] } },
    bits_of: u8, mask: bytes[(bits_of + 7) / 8],
    size: u8, within (size) { x: u8, _: bytes[..] },
    form: u8, shape: match form { 0 => Few { n: u8, x: bytes[n] }, 1 => Many { bits u16 { n: u16 }, x: bytes[n] } },
}
";
    let folder = Folder::new("check_owners").with("team.wire", schema);
    let out = folder.run(&["check", "--owners", "team.wire"]).good();
    insta::assert_snapshot!(out);
}

#[test]
fn shows_what_is_wrong_with_every_file() {
    let folder = Folder::new("check_wrong")
        .with("a.wire", "protocol a { byte_order: big }\nmessage M = 1 { x: Nothing }\n")
        .with("right.wire", RIGHT)
        .with("b.wire", "protocol b { byte_order: big }\nstruct S { y: Nowhere }\n");
    let ran = folder.run(&["check", "a.wire", "right.wire", "b.wire"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.starts_with("right.wire: "), "{}", ran.out);
    assert!(ran.err.contains("a.wire:2:20") && ran.err.contains("b.wire:2:15"), "{}", ran.err);
    assert!(!ran.err.contains('\u{1b}'), "no colours in a file: {}", ran.err);
}

#[test]
fn colours_can_be_forced() {
    let folder = Folder::new("check_colour").with("a.wire", "protocol a {");
    assert!(folder.run(&["check", "a.wire", "--color", "always"]).bad(1).contains('\u{1b}'));
}

#[test]
fn a_file_that_is_not_there_has_a_near_name() {
    let folder = Folder::new("check_missing").with("right.wire", RIGHT);
    let err = folder.run(&["check", "rihgt.wire"]).bad(1);
    let expected = "error: cannot read `rihgt.wire`: there is no such file\n |\n = help: there is `right.wire`\n";
    assert_eq!(err, expected);
}

#[test]
fn a_file_to_import_is_checked_with_the_one_that_imports_it() {
    let importing = RIGHT.replace("\n/// Says", "\nuse \"numbers.wire\";\n/// Says");
    let folder = Folder::new("check_fragment")
        .with("parts/numbers.wire", "type Id = u16;\n")
        .with("parts/right.wire", &importing);
    let summary = "protocol right: 1 message in 0 families, 0 examples hold\n";
    let out = folder.run(&["check", "parts/numbers.wire", "./parts/../parts/right.wire"]).good();
    assert_eq!(out, format!("./parts/../parts/right.wire: {summary}"));
    // Nothing in it was looked at: what it names is looked up in the one that imports it.
    folder.write("parts/numbers.wire", b"struct A { x: Nonsense }\n");
    // Windows shows the path with `\`.
    let err = folder.run(&["check", "parts/numbers.wire"]).bad(1).replace('\\', "/");
    insta::assert_snapshot!(err);
    folder.write("empty.wire", b"");
    assert!(folder.run(&["check", "empty.wire"]).bad(1).contains("empty.wire"));
}

#[test]
fn files_without_a_protocol_do_not_vouch_for_each_other() {
    let folder = Folder::new("check_circle")
        .with("a.wire", "use \"b.wire\";\nstruct A { x: Nonsense }\n")
        .with("b.wire", "use \"a.wire\";\nstruct B { x: Nonsense }\n");
    let err = folder.run(&["check", "a.wire", "b.wire"]).bad(1);
    assert!(err.contains("a.wire:1:1") && err.contains("b.wire:1:1"), "{err}");
    // One that is imported by way of another is looked at.
    let importing = RIGHT.replace("\n/// Says", "\nuse \"a.wire\";\n/// Says");
    folder.write("right.wire", importing.as_bytes());
    folder.write("a.wire", b"use \"b.wire\";\n");
    folder.write("b.wire", b"type Id = u16;\n");
    assert!(folder.run(&["check", "a.wire", "b.wire", "right.wire"]).good().starts_with("right.wire: "));
}

#[test]
fn that_nobody_reads_the_answer_changes_no_outcome() {
    let folder = Folder::new("check_unread")
        .with("right.wire", RIGHT)
        .with("wrong.wire", "protocol wrong { byte_order: big }\nstruct S { x: Nothing }\n")
        .with("schema/right.wire", RIGHT);
    let wrong = folder.unread(&["check", "right.wire", "wrong.wire"]);
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.err.contains("wrong.wire:2:15"), "{}", wrong.err);
    assert_eq!(folder.unread(&["check", "right.wire"]), Ran { code: Some(0), out: String::new(), err: String::new() });
    assert_eq!(folder.unread(&["generate", "--check"]).code, Some(1));
    let refused = folder.unread(&["read", "right.wire", "Hello", "00"]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("error: "), "{}", refused.err);
    assert_eq!(folder.unread(&["read", "right.wire", "Hello", "000102"]).code, Some(0));
    assert_eq!(folder.unread(&["generate"]).code, Some(0));
    assert!(folder.has("generated/right/shared.md"), "all of it is written");
}
