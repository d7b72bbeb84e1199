//! `wireform check`

use crate::support::{Folder, RIGHT};

#[test]
fn sums_up_what_is_right() {
    let folder = Folder::new("check_right").with("right.wire", RIGHT);
    let out = folder.run(&["check", "right.wire"]).good();
    assert_eq!(out, "right.wire: protocol right: 1 message in 0 families, 0 examples hold\n");
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
fn a_file_to_import_is_no_mistake() {
    let folder = Folder::new("check_fragment").with("numbers.wire", "type Id = u16;\n");
    assert_eq!(folder.run(&["check", "numbers.wire"]).good(), "numbers.wire: no protocol; a file to import\n");
}
