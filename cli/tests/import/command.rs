//! The command around the import: files, options, answers.

use crate::support::Folder;

const TYPES: &str = r#"{ "types": { "Ping": ["container", [{ "name": "sentAt", "type": "u32" }]] } }"#;

const SCHEMA: &str = "protocol ping { byte_order: big }\n\nstruct Ping {\n    sent_at \"sentAt\": u32,\n}\n";

#[test]
fn the_schema_is_printed_and_the_summary_is_beside_it() {
    let folder = Folder::new("import_printed").with("ping.json", TYPES);
    let ran = folder.run(&["import", "protodef", "ping.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), SCHEMA));
    assert_eq!(ran.err, "1 of 1 whole, 0 in part, 0 not\n");
    let piped = folder.pipe(&["import", "protodef", "-", "--name", "ping"], TYPES.as_bytes());
    assert_eq!((piped.code, piped.out.as_str()), (Some(0), SCHEMA));
}

#[test]
fn a_folder_gets_a_schema_that_nobody_has_changed() {
    let folder = Folder::new("import_folder").with("ping.json", TYPES);
    let import = |more: &[&str]| folder.run(&[&["import", "protodef", "ping.json", "-o", "schema"], more].concat());
    assert!(import(&[]).good().contains("ping.wire: 1 of 1 whole"));
    assert_eq!(folder.read("schema/ping.wire"), SCHEMA);
    assert_eq!(folder.run(&["check", "schema/ping.wire"]).code, Some(0));
    // The same again changes nothing.
    let _ = import(&[]).good();
    folder.write("schema/ping.wire", b"// mine\n");
    assert!(import(&[]).bad(1).contains("is there already, and differs"));
    assert_eq!(folder.read("schema/ping.wire"), "// mine\n");
    let _ = import(&["--force"]).good();
    assert_eq!(folder.read("schema/ping.wire"), SCHEMA);
    let _ = import(&["--name", "otherName"]).good();
    assert!(folder.read("schema/other_name.wire").starts_with("protocol other_name {"));
}

#[test]
fn versions_come_from_the_command_line_or_from_the_files_beside() {
    let newer = TYPES.replace("u32", "u64");
    let folder = Folder::new("import_versions")
        .with("a/protocol.json", TYPES)
        .with("b/protocol.json", &newer)
        .with("a/version.json", r#"{ "version": 7 }"#)
        .with("b/version.json", r#"{ "version": 9 }"#);
    let files = ["a/protocol.json", "b/protocol.json"];
    let import = |more: &[&str]| folder.run(&[&["import", "protodef"], &files[..], more].concat());
    let beside = import(&[]);
    assert!(beside.out.contains("versions: [7, 9]"), "{beside:?}");
    assert!(beside.out.contains("sent_at \"sentAt\": u32,") && beside.out.contains("if VERSION >= 9"), "{beside:?}");
    assert!(import(&["--versions", "1,2"]).out.contains("versions: [1, 2]"));
    assert!(import(&["--versions", "2,1"]).bad(1).contains("the versions are not in order"));
    assert!(import(&["--versions", "1,x"]).bad(1).contains("a version is no number"));
    assert!(import(&["--versions", "1"]).bad(2).contains("2 files and 1 version: say one for each"));
    assert!(folder.run(&["import", "pdl", files[0], files[1]]).bad(2).contains("name one file"));
}

#[test]
fn what_cannot_be_read_is_said() {
    let folder =
        Folder::new("import_unreadable").with("a.json", "{").with("b.json", "[]").with("c.json", "{ \"a\": 1 }");
    folder.write("d.json", b"\xff\xfe");
    for (file, says) in [
        ("a.json", "cannot import `a.json`: this is no JSON: EOF while parsing an object at line 1 column 1"),
        ("b.json", "this is no object of types"),
        ("c.json", "this has no types"),
        ("d.json", "it is not UTF-8 text"),
        ("none.json", "cannot read `none.json`"),
    ] {
        let err = folder.run(&["import", "protodef", file]).bad(1);
        assert!(err.contains(says), "{err}");
    }
}
