//! The subject of `read` and `write`: a schema, a name in it, and `--with`.

use crate::support::{Folder, native};

#[test]
fn a_schema_with_wrong_examples_reads_and_writes_with_a_warning() {
    let schema = "protocol p { byte_order: big }\n\
                  message M = 1 {\n    x: u8,\n    example \"short\" = hex \"\" {}\n    example \"other\" = hex \"02\" { x: 3 }\n}\n";
    let folder = Folder::new("subject_examples").with("schema/p.wire", schema);
    let shows = "; `wireform check` shows more\n";
    let ran = folder.run(&["write", "schema/p.wire", "M", "{\"x\": 5}"]);
    let told = native(&format!(
        "warning: schema/p.wire:4: the example \"short\" can not be read (and 1 more mistake in examples){shows}"
    ));
    assert_eq!((ran.code, ran.out.as_str(), ran.err), (Some(0), "05\n", told.clone()));
    let ran = folder.run(&["read", "schema/p.wire", "M", "05", "--json"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err), (Some(0), "{\"x\":5}\n", told));
    folder.run(&["check", "schema/p.wire"]).bad(1);
    folder.run(&["generate"]).bad(1);
    folder.write("schema/p.wire", schema.replace("hex \"\"", "hex \"01\"").as_bytes());
    let ran = folder.run(&["read", "schema/p.wire", "M", "05", "--json"]);
    assert_eq!(ran.err, native(&format!("warning: schema/p.wire:5: `x` has another value{shows}")));
}

#[test]
fn an_unknown_name_or_version_lists_those_that_there_are() {
    let messages: String = (0..20).map(|code| format!("message M{code} = {code} {{}}\n")).collect();
    let schema = format!(
        "protocol p {{ byte_order: big, versions: [7, 12] }}\nstruct Own {{ x: u8 }}\nfamily F: u8 {{ {messages} }}\n"
    );
    let folder = Folder::new("subject_name").with("p.wire", &schema);
    let refused = |name: &str| folder.run(&["read", "p.wire", name, "01"]).bad(2);
    assert_eq!(refused("v8::Own"), "error: the schema has no version `v8`; there are v7, v12\n");
    assert_eq!(refused("8.Own"), "error: the schema has no version `8`; there are v7, v12\n");
    assert_eq!(refused("[v8::F]"), "error: the schema has no version `v8`; there are v7, v12\n");
    let told = "error: the schema has no message, struct or family `Nothing`; there are ";
    assert!(refused("Nothing").starts_with(told), "{}", refused("Nothing"));
    assert!(refused("v7::Nothing").ends_with(" and 10 more\n"), "{}", refused("v7::Nothing"));
    // Both spellings of a version are its name.
    for name in ["v7::Own", "7::Own", "12.Own"] {
        folder.run(&["read", "p.wire", name, "01"]).good();
    }
}
