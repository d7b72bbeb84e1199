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
