//! `wireform fmt`

use crate::support::{Folder, native};

const WRONG: &str = "protocol tiny { byte_order: little }\nstruct Hit { x:u8,\ny: i16 }\n";
const RIGHT: &str = "protocol tiny { byte_order: little }\nstruct Hit {\n    x: u8,\n    y: i16,\n}\n";
const NO_SCHEMA: &str = "protocol tiny { byte_order: little }\nstruct Hit { x u8 }\n";

#[test]
fn lays_files_out_and_says_which() {
    let folder = Folder::new("fmt_files").with("a.wire", WRONG).with("b.wire", RIGHT);
    assert_eq!(folder.run(&["fmt", "a.wire", "b.wire"]).good(), "formatted a.wire\n");
    assert_eq!(folder.contents(), [("a.wire".to_owned(), RIGHT.to_owned()), ("b.wire".to_owned(), RIGHT.to_owned())]);
    assert_eq!(folder.run(&["fmt", "a.wire", "b.wire"]).good(), "");
}

#[test]
fn folders_stand_for_all_schemas_in_them() {
    let folder = Folder::new("fmt_folders")
        .with("schema/b/c.wire", WRONG)
        .with("schema/a.wire", WRONG)
        .with("schema/b/d/e.wire", WRONG)
        .with("schema/readme.txt", WRONG)
        .with("schema/.hidden/f.wire", WRONG)
        .with("schema/.#g.wire", WRONG);
    let out = folder.run(&["fmt", "schema"]).good();
    assert_eq!(out, native("formatted schema/a.wire\nformatted schema/b/c.wire\nformatted schema/b/d/e.wire\n"));
    for path in ["schema/readme.txt", "schema/.hidden/f.wire", "schema/.#g.wire"] {
        assert_eq!(folder.read(path), WRONG);
    }
    let err = folder.run(&["fmt", "schema/.hidden/nothing"]).bad(1);
    assert!(err.contains("cannot read"), "{err}");
    std::fs::create_dir(folder.path("empty")).expect("a folder");
    assert_eq!(folder.run(&["fmt", "empty"]).bad(1), "error: there is no schema in `empty`\n");
}

#[test]
fn check_writes_nothing_and_shows_the_first_line_that_differs() {
    let folder = Folder::new("fmt_check").with("a.wire", WRONG).with("b.wire", RIGHT);
    let ran = folder.run(&["fmt", "--check", "a.wire", "b.wire"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert_eq!(ran.out, "a.wire:2\n- struct Hit { x:u8,\n+ struct Hit {\n");
    assert_eq!(folder.read("a.wire"), WRONG);
    assert_eq!(folder.run(&["fmt", "--check", "b.wire"]).good(), "");
}

/// The answer shows invisible characters.
#[test]
fn check_shows_blanks_and_ends_of_lines() {
    let folder = Folder::new("fmt_check_blanks");
    let out = |text: &str| folder.pipe(&["fmt", "--check"], text.as_bytes()).out;
    assert_eq!(out("const A = 1; \n"), "standard input:1\n- const A = 1; \n+ const A = 1;\n");
    assert_eq!(out("const A = 1;\n\tconst B = 1;\n"), "standard input:2\n- \\tconst B = 1;\n+ const B = 1;\n");
    assert_eq!(out("const A = 1;"), "standard input:2\n+ \n");
    assert_eq!(out("const A = 1;\n\n"), "standard input:3\n- \n");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::new("fmt_stdin");
    for arguments in [&["fmt"][..], &["fmt", "-"]] {
        assert_eq!(folder.pipe(arguments, WRONG.as_bytes()).good(), RIGHT);
        assert_eq!(folder.pipe(arguments, RIGHT.as_bytes()).good(), RIGHT);
    }
    let ran = folder.pipe(&["fmt", "--check"], WRONG.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert_eq!(ran.out, "standard input:2\n- struct Hit { x:u8,\n+ struct Hit {\n");
    assert_eq!(folder.pipe(&["fmt", "-", "--check"], RIGHT.as_bytes()).good(), "");
    let err = folder.run(&["fmt", "-", "a.wire"]).bad(2);
    assert!(err.contains("goes with no other file"), "{err}");
    assert_eq!(folder.unread(&["fmt", "-"]).code, Some(0));
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn a_text_that_is_no_schema_is_not_touched() {
    let folder = Folder::new("fmt_no_schema").with("a.wire", NO_SCHEMA).with("b.wire", WRONG);
    let ran = folder.run(&["fmt", "a.wire", "b.wire"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), "formatted b.wire\n"));
    assert!(ran.err.contains("a.wire:2:14") && ran.err.contains("a colon follows the name"), "{}", ran.err);
    assert_eq!((folder.read("a.wire").as_str(), folder.read("b.wire").as_str()), (NO_SCHEMA, RIGHT));
    for arguments in [&["fmt"][..], &["fmt", "--check"]] {
        let err = folder.pipe(arguments, NO_SCHEMA.as_bytes()).bad(1);
        assert!(err.contains("standard input:2:14"), "{err}");
    }
    let err = folder.pipe(&["fmt"], b"const A = \xFF;").bad(1);
    assert!(err.contains("not UTF-8"), "{err}");
    folder.write("c.wire", b"const A = \xFF;");
    assert!(folder.run(&["fmt", "c.wire"]).bad(1).contains("not UTF-8"));
    assert_eq!(std::fs::read(folder.path("c.wire")).expect("the file"), b"const A = \xFF;");
}

#[test]
fn only_mistakes_of_the_syntax_are_shown() {
    let schema = NO_SCHEMA.replace("struct", "use \"b.wire\";\nstruct Hat { z: Unknown }\nstruct");
    let folder = Folder::new("fmt_syntax").with("a.wire", &schema);
    let expected = "error: expected a field, found `x`
 --> a.wire:4:14
  |
4 | struct Hit { x u8 }
  |              ^ expected a field
  |
  = help: a colon follows the name: `x: u8`
";
    assert_eq!(folder.run(&["fmt", "a.wire"]).bad(1), expected);
    let err = folder.pipe(&["fmt"], schema.as_bytes()).bad(1);
    assert_eq!(err, expected.replace("a.wire", "standard input"));
}

/// Names and imports are no matter of the layout.
#[test]
fn a_schema_that_means_nothing_is_laid_out() {
    let folder = Folder::new("fmt_meaningless").with("a.wire", "use   \"none.wire\";\nstruct S { x:Unknown }");
    assert_eq!(folder.run(&["fmt", "a.wire"]).good(), "formatted a.wire\n");
    assert_eq!(folder.read("a.wire"), "use \"none.wire\";\nstruct S { x: Unknown }\n");
}

#[test]
fn line_ends_are_kept() {
    let windows = |text: &str| text.replace('\n', "\r\n");
    let folder = Folder::new("fmt_line_ends").with("a.wire", &windows(WRONG)).with("b.wire", &windows(RIGHT));
    assert_eq!(folder.run(&["fmt", "a.wire", "b.wire"]).good(), "formatted a.wire\n");
    assert_eq!(folder.read("a.wire"), windows(RIGHT));
}

#[test]
fn other_files_are_no_schemas() {
    let folder = Folder::new("fmt_others").with("a.txt", WRONG);
    let err = folder.run(&["fmt", "a.txt"]).bad(1);
    assert_eq!(err, "error: cannot read `a.txt`: the name of a schema ends in `.wire`\n");
    assert_eq!(folder.read("a.txt"), WRONG);
}

#[cfg(unix)]
mod on_unix {
    use std::fs::{Permissions, metadata, set_permissions};
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole_and_keeps_its_permissions() {
        let folder = Folder::new("fmt_replaced").with("a.wire", WRONG).with("b.wire", RIGHT);
        let of = |path: &str| metadata(folder.path(path)).expect("the file");
        let before = ["a.wire", "b.wire"].map(|path| {
            let mut permissions = of(path).permissions();
            permissions.set_mode(0o640);
            set_permissions(folder.path(path), permissions).expect("permissions");
            of(path).ino()
        });
        folder.run(&["fmt", "a.wire", "b.wire"]).good();
        let after = ["a.wire", "b.wire"].map(|path| of(path).ino());
        assert!(before[0] != after[0] && before[1] == after[1], "{before:?} {after:?}");
        assert_eq!(of("a.wire").permissions().mode() & 0o777, 0o640);
        assert_eq!(folder.files(), ["a.wire", "b.wire"]);
    }

    #[test]
    fn a_file_that_may_not_be_written_stays() {
        let folder = Folder::new("fmt_read_only").with("a.wire", WRONG);
        set_permissions(folder.path("a.wire"), Permissions::from_mode(0o444)).expect("permissions");
        let err = folder.run(&["fmt", "a.wire"]).bad(1);
        assert!(err.starts_with("error: cannot write `a.wire`: "), "{err}");
        assert_eq!(folder.read("a.wire"), WRONG);
        assert_eq!(folder.files(), ["a.wire"]);
    }

    #[test]
    fn links_in_folders_are_not_followed_and_named_ones_are() {
        let folder = Folder::new("fmt_links").with("schema/a.wire", RIGHT).with("other/b.wire", WRONG);
        folder.link("../other/b.wire", "schema/b.wire");
        folder.link("../other", "schema/other");
        folder.link("..", "schema/up");
        assert_eq!(folder.run(&["fmt", "schema"]).good(), "");
        assert_eq!(folder.read("other/b.wire"), WRONG);
        assert_eq!(folder.run(&["fmt", "schema/b.wire"]).good(), "formatted schema/b.wire\n");
        assert_eq!(folder.read("other/b.wire"), RIGHT);
        assert!(folder.path("schema/b.wire").is_symlink());
        folder.write("other/b.wire", WRONG.as_bytes());
        assert_eq!(folder.run(&["fmt", "schema/other"]).good(), "formatted schema/other/b.wire\n");
    }

    #[test]
    fn what_has_no_end_is_not_read() {
        let folder = Folder::new("fmt_fifo").with("a.wire", RIGHT);
        folder.fifo("b.wire");
        assert_eq!(folder.run(&["fmt", "."]).good(), "");
        assert!(folder.run(&["fmt", "b.wire"]).bad(1).contains("no regular file"));
    }
}
