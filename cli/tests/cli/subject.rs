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
        "warning: schema/p.wire:4: the example \"short\" cannot be read (and 1 more mistake in examples){shows}"
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

#[test]
fn a_value_that_only_other_messages_need_is_ignored_with_a_note() {
    let schema = "protocol p { byte_order: big }\n\
                  enum Mode: u8 { Ffa = 0, Ctf = 2 }\n\
                  message Change = 1 { mode: Mode }\n\
                  session mode = Change.mode;\n\
                  message Score = 2 { team: u8 if session.mode in Ctf }\nfamily F: u8 { Change, Score }\n\
                  struct Hit(teams: bool) { id: u8, team: u8 if teams }\n\
                  struct Own { x: u8 }\n";
    let folder = Folder::new("subject_ignored").with("p.wire", schema);
    let all = ["--with", "teams=true", "--with", "mode=Ctf"];
    let note = |name: &str, target: &str| format!("note: `{name}` is ignored: nothing in `{target}` needs it\n");
    for (command, input, output) in [("read", "05", "{\"x\":5}\n"), ("write", "{\"x\":5}", "05\n")] {
        let json = if command == "read" { &["--json"][..] } else { &[] };
        let ran = folder.run(&[&[command, "p.wire", "Own", input], json, &all].concat());
        assert_eq!((ran.code, ran.out.as_str()), (Some(0), output));
        assert_eq!(ran.err, note("teams", "Own") + &note("mode", "Own"));
    }
    let ran = folder.run(&[&["read", "p.wire", "Score", "0205", "--json"], &all[..]].concat());
    assert_eq!((ran.out.as_str(), ran.err), ("{\"team\":5}\n", note("teams", "Score")));
    // A request may give all that is known, too; each name is told once.
    let requests = "{\"hex\":\"05\",\"with\":{\"teams\":true}}\n".repeat(3);
    let ran = folder.pipe(&["read", "p.wire", "Own", "--lines"], requests.as_bytes());
    assert_eq!((ran.out.matches("\"ok\":true").count(), ran.err), (3, note("teams", "Own")));
    let err = folder.run(&["read", "p.wire", "Own", "05", "--with", "player=1"]).bad(2);
    assert_eq!(err, "error: there is no parameter `player`; there is `mode`, `teams`\n");
}

#[test]
fn a_missing_parameter_is_told_as_the_option_to_type() {
    let names: String = (0..20).map(|code| format!("N{code} = {code}, ")).collect();
    let schema = format!(
        "protocol p {{ byte_order: big }}\n\
         enum Engine: u8 {{ Source = 0, GoldSrc = 1 }}\n\
         enum Many: u8 {{ {names} }}\n\
         message Change = 1 {{ mode: Engine }}\n\
         session mode = Change.mode;\n\
         message Score = 2 {{ team: u8 if session.mode in GoldSrc }}\nfamily F: u8 {{ Change, Score }}\n\
         struct Info(engine: Engine, big: bool, count: u7, many: Many) {{ x: u8 if big, y: u8 if engine in Source, z: [u8; count], w: u8 if many in N1 }}\n"
    );
    let folder = Folder::new("subject_missing").with("p.wire", &schema);
    let names = (0..12).map(|code| format!("N{code}|")).collect::<String>();
    let expected = format!(
        "error: the bytes alone do not say everything: `Info` needs `--with engine=Source|GoldSrc`, \
         `--with big=true|false`, `--with count=N` (N is 0 to 127), `--with many={names}..`\n"
    );
    assert_eq!(folder.run(&["read", "p.wire", "Info", "05"]).bad(2), expected);
    assert_eq!(folder.run(&["write", "p.wire", "Info", "{}"]).bad(2), expected);
    let ran = folder.run(&["read", "p.wire", "Score", "0205"]);
    let expected = "no message of the session has said `mode` yet; `--with mode=Source|GoldSrc` says it\n";
    assert!(ran.err.contains(expected), "{}", ran.err);
}
